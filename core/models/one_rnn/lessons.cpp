#include "core/models/one_rnn/lessons.h"

#include "core/models/at_once.h"
#include "core/models/one_rnn/reader.h"
#include "core/models/one_rnn/values.h"

namespace heed::one_rnn {
namespace {

class OneRnnLessons : public LessonsOf<Item> {
public:
    OneRnnLessons(const Config& config, const Language& language) : config_(config), language_(language) {}

    int length(int item) const override { return at(item).length() - (config_.encoder.end ? 1 : 0); }
    int weight(int) const override { return 1; }
    int longest() const override { return language_.longest; }

    void add(std::string_view input, std::string_view answer, const std::string& subject) override {
        Item item;
        item.tokens =
            read_input(config_, language_.source, language_.tokenizer, input, longest(), subject).ids;
        item.targets.assign(item.tokens.size(), -1);
        item.targets.back() = read_answer_word(language_.source, language_.tokenizer, answer, subject);
        keep(std::move(item));
    }

    Var<float> loss(nn::Graph<float>& graph, std::span<const int> items, int weight) const override {
        return scale(batch_loss(config_, graph, chosen(items)), 1 / static_cast<float>(weight));
    }

    std::vector<Reply> replies(const nn::ParameterSet<float>& parameters,
                               std::span<const int> items) const override {
        const std::vector<Item> read_ones = chosen(items);
        Tape<float> tape(false);
        const nn::Graph<float> graph(tape, parameters);
        const Pass<float> pass = read<float>(config_, graph, batch_of(read_ones));
        std::vector<int> last;
        for (const Item& item : read_ones) last.push_back(item.length() - 1);
        const Var<float> log_probs = answer(config_, graph, pass, last);
        std::vector<Reply> replies;
        for (std::size_t b = 0; b < read_ones.size(); ++b) {
            const auto column = static_cast<Eigen::Index>(b);
            Eigen::Index likeliest = 0;
            log_probs.value().col(column).maxCoeff(&likeliest);
            Reply reply{language_.source.token(static_cast<int>(likeliest)),
                        -static_cast<double>(log_probs.value()(read_ones[b].targets.back(), column)),
                        {},
                        {}};
            if (config_.attends())
                reply.maps.push_back(
                    {"self.attention", weights_by_token(config_, pass, column, length(items[b]))});
            replies.push_back(std::move(reply));
        }
        return replies;
    }

private:
    Config config_;
    Language language_;
};

} // namespace

std::unique_ptr<ItemLessons> make_lessons(const Config& config, const Language& language) {
    return std::make_unique<OneRnnLessons>(config, language);
}

} // namespace heed::one_rnn
