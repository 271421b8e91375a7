#include "app/state/compare/compare_engine.h"

#include "core/analysis/meaning/sentence.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/tasks/task.h"

#include <algorithm>

namespace heed {
namespace {

bool same_source(const Trace& trace, const tasks::Sample& reference) {
    std::vector<std::string> read;
    for (const TraceToken& token : trace.source)
        if (!token.framing()) read.push_back(token.text);
    return read == reference.source;
}

/// The run of the answer itself.
Request forced_to(const Model& model, const Request& request, const tasks::Sample& answer) {
    Request right = request;
    right.target = model.tokenizer.join(answer.target);
    right.beam = {};
    right.edits.forced.clear(); // the answer says every token
    return right;
}

/// What is measured of the forced run, where it is the answer and has weights.
void measure_forced(Judgement& judgement, const Trace& forced, const analysis::Reference& reference) {
    if (forced.steps.size() != reference.target.size() + 1) return;
    judgement.forced_log_prob = forced.log_prob;
    if (!forced.has_weights()) return;
    judgement.alignment.emplace();
    judgement.alignment->add(forced.at(Quantity::Weights), reference.sure, reference.possible);
    judgement.forced_least =
        analysis::least_error(reference, std::vector<bool>(reference.target.size(), true));
}

} // namespace

std::optional<tasks::Sample> Answers::of(const std::string& name, const std::string& text) {
    const tasks::Task* task = tasks::find(name);
    if (!task || !task->reference) return std::nullopt;
    const std::lock_guard guard(lock_);
    if (task_ != name || text_ != text) {
        last_ = task->reference(text);
        task_ = name;
        text_ = text;
    }
    return last_;
}

Judgement judge(Answers& answers, const Model& model, const Request& request, const Trace& run,
                const std::atomic<bool>& cancelled) {
    const auto answer = answers.of(model.task, request.text);
    if (!answer || !answer->has_gold || !same_source(run, *answer)) return {};
    const analysis::Reference reference{answer->source, answer->target, answer->sure, answer->possible};
    analysis::AgainstReference own = analysis::against_reference(run, reference);
    Judgement judgement;
    judgement.has_gold = true;
    judgement.right = own.right;
    judgement.answer = reference.target;
    judgement.sure = std::move(own.sure);
    judgement.possible = std::move(own.possible);
    judgement.own = own.counts;
    judgement.least = own.least;
    judgement.reference_sure = reference.sure;
    judgement.reference_possible = reference.possible;
    const bool forced_already = own.right && request.edits.forced.empty();
    try {
        if (forced_already)
            measure_forced(judgement, run, reference);
        else
            measure_forced(judgement, decode::run(model, forced_to(model, request, *answer), &cancelled),
                           reference);
    } catch (const decode::Cancelled&) {
        return {};
    } catch (const Error&) {
        // The model has no word for the answer: nothing is measured of it.
    }
    return judgement;
}

PanelMeaning meaning_of_panel(const Model& model, const Trace& run, const std::atomic<bool>& cancelled) {
    PanelMeaning meaning;
    meaning.none = analysis::meaning::not_measured(model.facts, run.request);
    if (!meaning.none.empty()) return meaning;
    const analysis::meaning::Sentence sentence =
        analysis::meaning::measure_sentence(model, run, {&cancelled});
    meaning.gradient = sentence.gradient_mean;
    meaning.left_out = sentence.left_out_mean;
    meaning.shuffled = sentence.shuffled_mean;
    return meaning;
}

std::optional<std::string> right_answer(const std::string& name, const std::string& text) {
    const tasks::Task* task = tasks::find(name);
    if (!task || !task->reference) return std::nullopt;
    const std::optional<tasks::Sample> answer = task->reference(text);
    return answer ? std::optional(task->tokenizer().join(answer->target)) : std::nullopt;
}

std::vector<std::string> shared_functions_of(const Model& model) {
    const Architecture& architecture = *model.config.architecture();
    return architecture.shared_functions ? architecture.shared_functions(model) : std::vector<std::string>{};
}

} // namespace heed
