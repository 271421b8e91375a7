#include "core/models/pointer/lessons.h"

#include "core/models/pointer/reader.h"

namespace heed::pointer {
namespace {

class PointerLessons : public LessonsOf<Item> {
public:
    PointerLessons(const Config& config, const Language& language)
        : config_(config), learned_(config), language_(language) {
        learned_.attention.mask = Masking::None;
    }

    int length(int item) const override { return at(item).length(); }
    int weight(int item) const override { return static_cast<int>(std::ssize(at(item).target)); }
    int longest() const override {
        return config_.longest() > 0 ? std::min(config_.longest(), language_.longest) : language_.longest;
    }

    void add(std::string_view input, std::string_view answer, const std::string& subject) override {
        Reading reading = read_input(config_, input, longest(), subject);
        reading.item.target = read_target(config_, answer, reading.item.length(),
                                          config_.attention.mask == Masking::Visited, subject);
        keep(std::move(reading.item));
        words_.emplace_back();
        for (TraceToken& token : reading.points) words_.back().push_back(std::move(token.text));
    }

    Var<float> loss(nn::Graph<float>& graph, std::span<const int> items, int weight) const override {
        return scale(batch_loss<float>(learned_, graph, chosen(items)), 1 / static_cast<float>(weight));
    }

    std::vector<Reply> replies(const nn::ParameterSet<float>& parameters,
                               std::span<const int> items) const override {
        Tape<float> tape(false);
        const nn::Graph<float> graph(tape, parameters);
        const std::vector<Item> read = chosen(items);
        const Batch batch = batch_of(read);
        const std::vector<Written> free = write(config_, graph, batch);
        std::vector<Written> forced = write(config_, graph, batch, read);
        std::vector<Reply> replies;
        for (std::size_t b = 0; b < read.size(); ++b) {
            Reply reply;
            reply.text = written_text(config_, free[b].slots, words_[static_cast<std::size_t>(items[b])]);
            reply.loss = -forced[b].log_prob;
            if (config_.points()) reply.maps.push_back({"pointer.attention", std::move(forced[b].weights)});
            replies.push_back(std::move(reply));
        }
        return replies;
    }

private:
    Config config_;
    Config learned_; // the same without masking: what was chosen must be learned too
    Language language_;
    std::vector<std::vector<std::string>> words_; // of each item, as it was typed
};

} // namespace

std::unique_ptr<ItemLessons> make_lessons(const Config& config, const Language& language) {
    return std::make_unique<PointerLessons>(config, language);
}

} // namespace heed::pointer
