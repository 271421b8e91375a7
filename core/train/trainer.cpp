#include "core/train/trainer.h"

#include <algorithm>
#include <cmath>

namespace heed::train {

std::vector<int> chosen_lessons(const Lessons& lessons, int shortest, int longest) {
    std::vector<int> chosen;
    for (int item = 0; item < lessons.size(); ++item)
        if (lessons.length(item) >= shortest && (longest == 0 || lessons.length(item) <= longest))
            chosen.push_back(item);
    return chosen;
}

namespace {

std::vector<int> lengths_of(const Lessons& lessons, const std::vector<int>& chosen) {
    std::vector<int> lengths;
    for (const int item : chosen) lengths.push_back(lessons.length(item));
    return lengths;
}

} // namespace

struct Trainer::Part {
    Tape<float> tape{true};
    Random random{0}; // for dropout and noise
    Gradients gradients;
    double loss = 0;
};

Trainer::Trainer(nn::ParameterSet<float> start, std::unique_ptr<const Lessons> lessons,
                 const TrainerSettings& settings, Executor executor)
    : parameters_(std::move(start)), lessons_(std::move(lessons)), settings_(settings),
      executor_(std::move(executor)), chosen_(chosen_lessons(*lessons_, 0, 0)),
      order_(lengths_of(*lessons_, chosen_), settings.batch, Random(settings.seed)),
      adam_(settings.optimizer, parameters_) {
    Random seeds(settings.seed + 0x5eed);
    for (int k = 0; k < std::max(1, settings.threads); ++k) {
        parts_.push_back(std::make_unique<Part>());
        parts_.back()->random = Random(seeds.next());
    }
}

Trainer::~Trainer() = default;

void Trainer::teach(std::unique_ptr<const Lessons> lessons, int shortest, int longest) {
    lessons_ = std::move(lessons);
    chosen_ = chosen_lessons(*lessons_, shortest, longest);
    order_ = BatchOrder(lengths_of(*lessons_, chosen_), settings_.batch,
                        Random(settings_.seed + static_cast<std::uint64_t>(done_)));
}

void Trainer::run_part(Part& part, std::span<const int> indices, int weight) {
    part.tape.clear();
    part.gradients.clear();
    nn::Graph<float> graph(part.tape, parameters_);
    graph.set_dropout(settings_.dropout, &part.random);
    const Var<float> loss = lessons_->loss(graph, indices, weight);
    part.tape.backward(loss);
    part.loss = static_cast<double>(loss.value()(0, 0));
    for (int k = 0; k < parameters_.size(); ++k) part.gradients.push_back(graph.parameter(k).grad());
}

Trainer::Report Trainer::step() {
    std::vector<int> indices = order_.next();
    for (int& index : indices) index = chosen_[static_cast<std::size_t>(index)];
    int weight = 0;
    for (const int index : indices) weight += lessons_->weight(index);

    // Every n-th item to the same part, so that parts of a sorted batch are of one length.
    const std::size_t used = std::min(parts_.size(), indices.size());
    std::vector<std::vector<int>> shares(used);
    for (std::size_t k = 0; k < indices.size(); ++k) shares[k % used].push_back(indices[k]);
    executor_(static_cast<int>(used), [&](int k) {
        const auto n = static_cast<std::size_t>(k);
        run_part(*parts_[n], shares[n], weight);
    });

    Report report;
    Gradients& sum = parts_[0]->gradients;
    for (std::size_t n = 0; n < used; ++n) {
        report.loss += parts_[n]->loss;
        for (std::size_t k = 0; n > 0 && k < sum.size(); ++k) sum[k] += parts_[n]->gradients[k];
    }
    report.gradient_norm = clip_gradients(sum, settings_.optimizer.clip);
    report.learning_rate = learning_rate(settings_.optimizer, done_, settings_.steps);
    report.finite = std::isfinite(report.loss) && std::isfinite(report.gradient_norm);
    if (report.finite) adam_.update(parameters_, sum, report.learning_rate);
    report.step = ++done_;
    return report;
}

} // namespace heed::train
