#include "core/train/course/sentences.h"

#include "core/tasks/task.h"
#include "core/train/assess.h"

#include <algorithm>

namespace heed::train {
namespace {

constexpr int items_of_a_length = 100;

class SentenceCourse : public Course {
public:
    SentenceCourse(const Recipe& recipe, Data data)
        : data_(std::move(data)), task_(tasks::find(recipe.task)), seed_(recipe.data_seed) {}

    int size(Part part) const override { return static_cast<int>(samples(part).size()); }
    std::pair<int, int> lengths(Part part) const override {
        const auto length = [](const tasks::Sample& s) { return static_cast<int>(s.source.size()); };
        const auto& all = samples(part);
        if (all.empty()) return {0, 0};
        const auto [least, most] = std::ranges::minmax_element(all, {}, length);
        return {length(*least), length(*most)};
    }
    const Tokenizer& tokenizer() const override { return data_.tokenizer; }
    const Vocabulary& source() const override { return data_.source; }
    const Vocabulary& target() const override { return data_.target; }

    std::unique_ptr<const Lessons> lessons(const Configuration& config) const override {
        const Reading reading = reading_of(config);
        std::vector<Item> items;
        items.reserve(data_.train.size());
        for (const tasks::Sample& sample : data_.train)
            items.push_back(to_item(sample, data_.source, data_.target, reading));
        return std::make_unique<TokenLessons>(config, std::move(items));
    }

    analysis::Evaluation assess(const Configuration& config, const nn::ParameterSet<float>& parameters,
                                Part part, const Executor& executor) const override {
        return train::assess(config, parameters, data_.source, data_.target, samples(part), executor);
    }

    std::vector<AtLength> at_lengths(const Configuration& config, const nn::ParameterSet<float>& parameters,
                                     const Executor& executor) const override {
        std::vector<AtLength> result;
        if (!task_ || !task_->of_length) return result;
        Random random(seed_ + 1);
        for (const int length : {5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60}) {
            std::vector<tasks::Sample> fresh;
            for (int k = 0; k < items_of_a_length; ++k) fresh.push_back(task_->of_length(random, length));
            const auto e = train::assess(config, parameters, data_.source, data_.target, fresh, executor);
            result.push_back({length, e.all()});
        }
        return result;
    }

    std::vector<Answered> answers(const Configuration& config, const nn::ParameterSet<float>& parameters,
                                  int count) const override {
        const std::span<const tasks::Sample> first(
            data_.valid.data(), std::min(static_cast<std::size_t>(count), data_.valid.size()));
        const auto outputs = translate(config, parameters, data_.source, data_.target, first);
        std::vector<Answered> result;
        for (std::size_t k = 0; k < first.size(); ++k) {
            result.push_back({data_.tokenizer.join(first[k].source), data_.tokenizer.join(outputs[k]),
                              data_.tokenizer.join(first[k].target)});
            result.back().right = result.back().output == result.back().wanted;
        }
        return result;
    }

    std::string example() const override {
        return task_ ? std::string(task_->examples.front()) : data_.tokenizer.join(data_.test.front().source);
    }
    std::string_view title() const override { return task_ ? task_->title : std::string_view(); }
    std::string_view description() const override { return task_ ? task_->description : std::string_view(); }

private:
    const std::vector<tasks::Sample>& samples(Part part) const {
        return part == Part::Train ? data_.train : part == Part::Valid ? data_.valid : data_.test;
    }
    Data data_;
    const tasks::Task* task_; // null: from a file
    std::uint64_t seed_;
};

} // namespace

Var<float> TokenLessons::loss(nn::Graph<float>& graph, std::span<const int> items, int tokens) const {
    const Batch batch = make_batch(items_, items);
    Var<float> besides; // (1, N·B)
    const Var<float> log_probs =
        config_.architecture()->forced(config_, graph, batch.source, batch.inputs, &besides);
    const std::vector<float> weights = batch.loss_weights<float>(tokens);
    const Var<float> loss = negative_log_likelihood<float>(log_probs, batch.targets, weights);
    if (!besides) return loss;
    const Eigen::Map<const Eigen::VectorXf> counts(weights.data(), std::ssize(weights));
    return add(loss, matmul(besides, graph.tape().constant(counts)));
}

std::unique_ptr<const Course> sentence_course(const Recipe& recipe, Data data) {
    return std::make_unique<SentenceCourse>(recipe, std::move(data));
}

} // namespace heed::train
