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

/// Links and error rate that the reference gives to the run.
void judge(const Model& model, const Request& request, const tasks::Sample& reference, PanelResult& result,
           const std::atomic<bool>& cancelled) {
    const std::vector<bool> agree = agreeing(*result.trace, reference);
    result.has_gold = true;
    result.sure = links_of(reference.sure, agree);
    result.possible = links_of(reference.possible, agree);
    const bool whole = result.trace->finished && result.trace->steps.size() == reference.target.size() + 1 &&
                       std::find(agree.begin(), agree.end(), false) == agree.end();
    std::shared_ptr<const Trace> forced = result.trace;
    if (!whole) {
        Request right = request;
        right.target = model.tokenizer.join(reference.target);
        forced = std::make_shared<const Trace>(decode::run(model, right, &cancelled));
    }
    if (!forced->has_weights() || forced->steps.size() != reference.target.size() + 1) return;
    analysis::AlignmentError error;
    error.add(forced->at(Quantity::Weights), reference.sure, reference.possible);
    result.alignment = error;
}

} // namespace

PanelResult compare_run(const Model& model, const Request& request, const std::atomic<bool>& cancelled) {
    PanelResult result;
    try {
        result.trace = std::make_shared<const Trace>(decode::run(model, request, &cancelled));
        const auto reference = reference_of(model, request.text);
        if (reference && reference->has_gold && same_source(*result.trace, *reference))
            judge(model, request, *reference, result, cancelled);
    } catch (const decode::Cancelled&) {
        return {};
    }
    return result;
}

std::vector<std::string> shared_functions_of(const Model& model) {
    const Architecture& architecture = *model.config.architecture();
    return architecture.shared_functions ? architecture.shared_functions(model) : std::vector<std::string>{};
}

} // namespace heed
