#include "app/state/compare/compare_engine.h"

#include "core/decode/run.h"
#include "core/tasks/task.h"

#include <algorithm>

namespace heed {
namespace {

/// The task's own answer to the text, or nothing.
std::optional<tasks::Sample> reference_of(const Model& model, const std::string& text) {
    const tasks::Task* task = tasks::find(model.task);
    return task && task->reference ? task->reference(text) : std::nullopt;
}

bool same_source(const Trace& trace, const tasks::Sample& reference) {
    std::vector<std::string> read;
    for (const TraceToken& token : trace.source)
        if (!token.framing()) read.push_back(token.text);
    return read == reference.source;
}

/// Outputs that are the answer's, by position.
std::vector<bool> agreeing(const Trace& trace, const tasks::Sample& reference) {
    std::vector<bool> agree(reference.target.size(), false);
    for (std::size_t i = 0; i < agree.size() && i < trace.steps.size(); ++i)
        agree[i] = trace.steps[i].token.text == reference.target[i];
    return agree;
}

std::vector<Link> links_of(const std::vector<Link>& links, const std::vector<bool>& agree) {
    std::vector<Link> kept;
    std::copy_if(links.begin(), links.end(), std::back_inserter(kept),
                 [&](const Link& link) { return agree[static_cast<std::size_t>(link.target)]; });
    return kept;
}

/// The alignment error of the reference, forced where the run is not it.
std::optional<analysis::AlignmentError> error_of(const Model& model, const Request& request, const Trace& run,
                                                 const tasks::Sample& reference, bool whole,
                                                 const std::atomic<bool>& cancelled) {
    std::optional<Trace> forced;
    if (!whole) {
        Request right = request;
        right.target = model.tokenizer.join(reference.target);
        forced = decode::run(model, right, &cancelled);
    }
    const Trace& answer = forced ? *forced : run;
    if (!answer.has_weights() || answer.steps.size() != reference.target.size() + 1) return std::nullopt;
    analysis::AlignmentError error;
    error.add(answer.at(Quantity::Weights), reference.sure, reference.possible);
    return error;
}

} // namespace

Judgement judge(const Model& model, const Request& request, const Trace& run,
                const std::atomic<bool>& cancelled) {
    const auto reference = reference_of(model, request.text);
    if (!reference || !reference->has_gold || !same_source(run, *reference)) return {};
    const std::vector<bool> agree = agreeing(run, *reference);
    const bool whole = run.finished && run.steps.size() == reference->target.size() + 1 &&
                       std::find(agree.begin(), agree.end(), false) == agree.end();
    Judgement judgement{true, links_of(reference->sure, agree), links_of(reference->possible, agree),
                        std::nullopt};
    try {
        judgement.alignment = error_of(model, request, run, *reference, whole, cancelled);
    } catch (const decode::Cancelled&) {
        return {};
    }
    return judgement;
}

std::vector<std::string> shared_functions_of(const Model& model) {
    const Architecture& architecture = *model.config.architecture();
    return architecture.shared_functions ? architecture.shared_functions(model) : std::vector<std::string>{};
}

} // namespace heed
