#include "app/state/compare_engine.h"

#include "core/decode/run.h"

namespace heed {

PanelResult compare_run(const Model& model, const Request& request, const std::atomic<bool>& cancelled) {
    PanelResult result;
    try {
        result.trace = std::make_shared<const Trace>(decode::run(model, request, &cancelled));
    } catch (const decode::Cancelled&) {
        return {};
    }
    return result;
}

std::vector<std::string> shared_scores_of(const Model& model) { return {model.config.attention.score}; }

} // namespace heed
