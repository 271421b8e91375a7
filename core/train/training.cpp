#include "core/train/training.h"

#include "core/base/error.h"
#include "core/decode/case.h"
#include "core/decode/run.h"
#include "core/train/card.h"
#include "core/train/course/sentences.h"
#include "core/train/initialise.h"

#include <algorithm>
#include <tuple>

namespace heed::train {
namespace {

nn::ParameterSet<float> fresh_parameters(const Configuration& config, std::uint64_t seed) {
    nn::ParameterSet<float> parameters = config.architecture()->declare(config, nn::Fill::Zeros);
    Random random(seed);
    if (const auto own = config.architecture()->initialise)
        own(parameters, random);
    else
        initialise(parameters, random);
    return parameters;
}

/// What a file of float16 numbers would give back.
nn::ParameterSet<float> rounded_to_half(nn::ParameterSet<float> parameters) {
    for (int k = 0; k < parameters.size(); ++k)
        parameters[k].value = parameters[k].value.cast<Eigen::half>().cast<float>();
    return parameters;
}

bool same_shapes(const nn::ParameterSet<float>& a, const nn::ParameterSet<float>& b) {
    const auto same = [](const auto& p, const auto& q) {
        return p.name == q.name && p.value.rows() == q.value.rows() && p.value.cols() == q.value.cols();
    };
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same);
}

/// Said now rather than in the middle of a training.
void check_stage(const Stage& stage, const Lessons& lessons, const nn::ParameterSet<float>& parameters,
                 const std::string& subject) {
    if (!same_shapes(stage.model.architecture()->declare(stage.model, nn::Fill::Zeros), parameters))
        throw Error(subject, "the model", "one with the same parameters as after it", "others");
    if (chosen_lessons(lessons, stage.shortest, stage.longest).empty())
        throw Error(subject, "inputs of such a length", "some", "none");
}

/// What opening the model would refuse, such as words that it cannot hold apart.
void check_whole(const Recipe& recipe, const Course& course, const nn::ParameterSet<float>& parameters) {
    Model model;
    model.name = recipe.name;
    model.config = recipe.model;
    model.source = course.source();
    model.target = course.target();
    model.parameters = parameters;
    complete(model);
}

bool better(const Check& a, const Check& b) {
    return std::tuple(a.exact, -a.loss) > std::tuple(b.exact, -b.loss);
}

} // namespace

Training::Training(Recipe recipe, std::unique_ptr<const Course> course, Executor executor)
    : recipe_(std::move(recipe)), course_(std::move(course)), config_(recipe_.model),
      executor_(std::move(executor)) {
    const Architecture& architecture = *config_.architecture();
    architecture.set_vocabularies(config_, course_->source().size(), course_->target().size());
    recipe_.model = config_;
    auto lessons = course_->lessons(config_);
    auto parameters = fresh_parameters(config_, recipe_.training.seed);
    check_whole(recipe_, *course_, parameters);
    for (std::size_t k = 0; k < recipe_.stages.size(); ++k) {
        Stage& stage = recipe_.stages[k];
        architecture.set_vocabularies(stage.model, course_->source().size(), course_->target().size());
        check_stage(stage, *course_->lessons(stage.model), parameters,
                    recipe_.name + ": stages[" + std::to_string(k) + "]");
    }
    trainer_ =
        std::make_unique<Trainer>(std::move(parameters), std::move(lessons), recipe_.training, executor_);
}

Training::Training(const Recipe& recipe, Data data, Executor executor)
    : Training(recipe, sentence_course(recipe, std::move(data)), std::move(executor)) {}

/// Where a stage begins, or what follows the last of them: its lessons.
void Training::begin_stage() {
    int from = 0;
    for (const Stage& stage : recipe_.stages) {
        if (steps_done() == from)
            return trainer_->teach(course_->lessons(stage.model), stage.shortest, stage.longest);
        from += stage.steps;
    }
    if (from > 0 && steps_done() == from) trainer_->teach(course_->lessons(config_));
}

bool Training::advance() {
    if (diverged_ || trainer_->finished()) return false;
    begin_stage();
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
    const auto held_out = course_->assess(config_, trainer_->parameters(), Course::Part::Valid, executor_);
    const double train_loss = loss_count_ > 0 ? loss_sum_ / loss_count_ : held_out.loss();
    const Check check{steps_done(), train_loss, held_out.loss(), held_out.exact_match()};
    loss_sum_ = 0;
    loss_count_ = 0;
    checks_.push_back(check);
    if (best_ && !better(check, *best_)) return;
    best_ = check;
    best_parameters_ = recipe_.half ? rounded_to_half(trainer_->parameters()) : trainer_->parameters();
}

std::vector<Answered> Training::answers(int count) const {
    return course_->answers(config_, trainer_->parameters(), count);
}

Results measure(const Training& training, const Executor& executor) {
    Configuration config = training.recipe().model;
    const auto& parameters = training.best_parameters();
    const Course& course = training.course();
    course.finish(config, parameters);
    return {config, course.assess(config, parameters, Course::Part::Test, executor),
            course.at_lengths(config, parameters, executor)};
}

Model make_model(const Training& training, const Results& results) {
    const Recipe& recipe = training.recipe();
    Model model;
    model.name = recipe.name;
    model.task = recipe.task;
    model.config = results.config;
    model.source = training.course().source();
    model.target = training.course().target();
    model.tokenizer = training.course().tokenizer();
    model.parameters = training.best_parameters();
    model.config_json = model_config(training, results);
    model.card = write_card(training, results);
    complete(model);

    Request request;
    request.text = training.course().example();
    model.case_json = decode::make_case(decode::run(model, request));
    return model;
}

} // namespace heed::train
