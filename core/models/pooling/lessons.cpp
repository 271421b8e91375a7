#include "core/models/pooling/lessons.h"

#include "core/models/pooling/pooling.h"
#include "core/models/pooling/reader.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed::pooling {
namespace {

class PoolingLessons : public LessonsOf<Item> {
public:
    PoolingLessons(const Config& config, const Language& language)
        : config_(config), language_(language), classes_(class_names(config, language.target)) {}

    int length(int item) const override { return at(item).length(); }
    int weight(int item) const override { return config_.sequence() ? length(item) : 1; }
    int longest() const override {
        return config_.longest() > 0 ? std::min(config_.longest(), language_.longest) : language_.longest;
    }

    void add(std::string_view input, std::string_view answer, const std::string& subject) override {
        Item item =
            read_input(config_, language_.source, language_.tokenizer, input, longest(), subject).item;
        read_answer(config_, classes_, answer, item, subject);
        keep(std::move(item));
    }

    Var<float> loss(nn::Graph<float>& graph, std::span<const int> items, int weight) const override {
        return scale(batch_loss(config_, graph, chosen(items)), 1 / static_cast<float>(weight));
    }

    std::vector<Reply> replies(const nn::ParameterSet<float>& parameters,
                               std::span<const int> items) const override {
        const std::vector<Item> read = chosen(items);
        Tape<float> tape(false);
        const nn::Graph<float> graph(tape, parameters);
        const Answer<float> answer = forward(config_, graph, batch_of(config_, read));
        std::vector<Reply> replies;
        for (std::size_t b = 0; b < read.size(); ++b)
            replies.push_back(reply(answer, read[b], static_cast<Eigen::Index>(b), std::ssize(read)));
        return replies;
    }

private:
    /// To item b of B.
    Reply reply(const Answer<float>& answer, const Item& item, Eigen::Index b, Eigen::Index B) const {
        const Matrix<float>& output = answer.output.value(); // (C, B), of a sequence (C, T·B)
        Reply reply;
        if (config_.classes()) {
            Eigen::Index likeliest = 0;
            output.col(b).maxCoeff(&likeliest);
            reply.text = classes_[static_cast<std::size_t>(likeliest)];
            reply.loss = -static_cast<double>(output(item.label, b));
        } else {
            for (Eigen::Index t = 0; t < item.values.cols(); ++t)
                for (Eigen::Index c = 0; c < item.values.rows(); ++c) {
                    const float value = output(c, t * B + b);
                    const double error = static_cast<double>(value) - item.values(c, t);
                    reply.loss += error * error;
                    if (!reply.text.empty()) reply.text += ' ';
                    reply.text += shortest_digits(value);
                }
        }
        if (answer.weights)
            reply.maps.push_back({"pool.attention", answer.weights.value().row(b).head(item.length())});
        return reply;
    }

    Config config_;
    Language language_;
    std::vector<std::string> classes_;
};

} // namespace

std::unique_ptr<ItemLessons> make_lessons(const Config& config, const Language& language) {
    return std::make_unique<PoolingLessons>(config, language);
}

} // namespace heed::pooling
