#include "core/models/entity/lessons.h"

#include "core/models/at_once.h"
#include "core/models/entity/entity.h"
#include "core/models/entity/reader.h"

namespace heed::entity {
namespace {

class EntityLessons : public LessonsOf<Item> {
public:
    EntityLessons(const Config& config, const Language& language) : config_(config), language_(language) {}

    int length(int item) const override { return at(item).sentences(); }
    int weight(int) const override { return 1; }
    int longest() const override { return language_.longest; }

    void add(std::string_view input, std::string_view answer, const std::string& subject) override {
        Item item =
            read_input(config_, language_.source, language_.tokenizer, input, longest(), subject).item;
        item.answer = read_answer_word(language_.source, language_.tokenizer, answer, subject);
        keep(std::move(item));
    }

    Var<float> loss(nn::Graph<float>& graph, std::span<const int> items, int weight) const override {
        return scale(batch_loss(config_, graph, chosen(items)), 1 / static_cast<float>(weight));
    }

    std::vector<Reply> replies(const nn::ParameterSet<float>& parameters,
                               std::span<const int> items) const override {
        const std::vector<Item> stories = chosen(items);
        Tape<float> tape(false);
        const nn::Graph<float> graph(tape, parameters);
        const Answer<float> answer = forward<float>(config_, graph, batch_of(stories));
        std::vector<Reply> replies;
        for (std::size_t b = 0; b < stories.size(); ++b)
            replies.push_back(reply(answer, stories[b], static_cast<Eigen::Index>(b)));
        return replies;
    }

private:
    /// To item b of the batch.
    Reply reply(const Answer<float>& answer, const Item& item, Eigen::Index b) const {
        Matrix<float> gates(item.sentences(), config_.memory.slots);
        for (Eigen::Index t = 0; t < gates.rows(); ++t)
            gates.row(t) = answer.gates[static_cast<std::size_t>(t)].row(b);
        Eigen::Index likeliest = 0;
        answer.log_probs.value().col(b).maxCoeff(&likeliest);
        Reply reply;
        reply.text = language_.source.token(static_cast<int>(likeliest));
        reply.loss = -static_cast<double>(answer.log_probs.value()(item.answer, b));
        reply.maps.push_back({"answer.attention", answer.weights.value().row(b)});
        if (!config_.tied()) return reply;
        reply.maps.insert(reply.maps.begin(),
                          {.name = "memory.gates", .weights = std::move(gates), .shared_out = false});
        return reply;
    }

    Config config_;
    Language language_;
};

} // namespace

std::unique_ptr<ItemLessons> make_lessons(const Config& config, const Language& language) {
    return std::make_unique<EntityLessons>(config, language);
}

} // namespace heed::entity
