#include "core/train/training.h"

#include "core/decode/case.h"
#include "core/decode/run.h"
#include "core/train/assess.h"
#include "core/train/card.h"
#include "core/train/initialise.h"

#include <tuple>

namespace heed::train {
namespace {

std::vector<Item> to_items(const Data& data, bool tagged) {
    std::vector<Item> items;
    items.reserve(data.train.size());
    for (const tasks::Sample& sample : data.train)
        items.push_back(to_item(sample, data.source, data.target, tagged));
    return items;
}

nn::ParameterSet<float> fresh_parameters(const Configuration& config, std::uint64_t seed) {
    nn::ParameterSet<float> parameters = config.architecture()->declare(config, nn::Fill::Zeros);
    Random random(seed);
    initialise(parameters, random);
    return parameters;
}

/// What a file of float16 numbers would give back.
nn::ParameterSet<float> rounded_to_half(nn::ParameterSet<float> parameters) {
    for (int k = 0; k < parameters.size(); ++k)
        parameters[k].value = parameters[k].value.cast<Eigen::half>().cast<float>();
    return parameters;
}

bool better(const Check& a, const Check& b) {
    return std::tuple(a.exact, -a.loss) > std::tuple(b.exact, -b.loss);
}

} // namespace

Training::Training(Recipe recipe, Data data, Executor executor)
    : recipe_(std::move(recipe)), data_(std::move(data)), config_(recipe_.model),
      executor_(std::move(executor)) {
    const Architecture& architecture = *config_.architecture();
    architecture.set_vocabularies(config_, data_.source.size(), data_.target.size());
    recipe_.model = config_;
    trainer_ =
        std::make_unique<Trainer>(config_, fresh_parameters(config_, recipe_.training.seed),
                                  to_items(data_, architecture.tagged(config_)), recipe_.training, executor_);
}

bool Training::advance() {
    if (diverged_ || trainer_->finished()) return false;
    last_ = trainer_->step();
    if (!last_.finite) {
        diverged_ = last_.step;
        return false;
    }
    loss_sum_ += last_.loss;
    loss_count_ += 1;
    if (steps_done() % recipe_.check_every == 0 || trainer_->finished()) look();
    return !trainer_->finished();
}

void Training::look() {
    const int last_look = checks_.empty() ? -1 : checks_.back().step;
    if (last_look == steps_done()) return;
    const auto held_out =
        assess(config_, trainer_->parameters(), data_.source, data_.target, data_.valid, executor_);
    const double train_loss = loss_count_ > 0 ? loss_sum_ / loss_count_ : held_out.loss();
    const Check check{steps_done(), train_loss, held_out.loss(), held_out.exact_match()};
    loss_sum_ = 0;
    loss_count_ = 0;
    checks_.push_back(check);
    if (best_ && !better(check, *best_)) return;
    best_ = check;
    best_parameters_ = recipe_.half ? rounded_to_half(trainer_->parameters()) : trainer_->parameters();
}

std::vector<std::vector<std::string>> Training::translate(std::span<const tasks::Sample> samples) const {
    return train::translate(config_, trainer_->parameters(), data_.source, data_.target, samples);
}

Results measure(const Training& training, const Executor& executor) {
    const Data& data = training.data();
    const auto& parameters = training.best_parameters();
    const auto run = [&](std::span<const tasks::Sample> samples) {
        return assess(training.recipe().model, parameters, data.source, data.target, samples, executor);
    };
    Results results{run(data.test), {}};
    const tasks::Task* task = tasks::find(training.recipe().task);
    if (!task || !task->of_length) return results;
    Random random(training.recipe().data_seed + 1);
    for (const int length : {5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60}) {
        std::vector<tasks::Sample> samples;
        for (int k = 0; k < 100; ++k) samples.push_back(task->of_length(random, length));
        results.at_length.push_back({length, run(samples).all()});
    }
    return results;
}

Model make_model(const Training& training, const Results& results) {
    const Recipe& recipe = training.recipe();
    Model model;
    model.name = recipe.name;
    model.task = recipe.task;
    model.config = recipe.model;
    model.source = training.data().source;
    model.target = training.data().target;
    model.tokenizer = training.data().tokenizer;
    model.parameters = training.best_parameters();
    model.config_json = model_config(training, results);
    model.card = write_card(training, results);
    complete(model);

    const tasks::Task* task = tasks::find(recipe.task);
    Request request;
    request.text = task ? std::string(task->examples.front())
                        : model.tokenizer.join(training.data().test.front().source);
    model.case_json = decode::make_case(decode::run(model, request));
    return model;
}

} // namespace heed::train
