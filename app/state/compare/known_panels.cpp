#include "app/state/compare/known_panels.h"

#include <algorithm>

namespace heed {
namespace {

constexpr std::size_t most_kept = 128, most_bytes = 256'000'000, most_models = 16;

} // namespace

std::shared_ptr<const Model> KnownPanels::model_of(const Engine& engine, const PanelOrder& order) {
    if (order.loaded) return order.loaded;
    std::shared_ptr<Loaded> loaded;
    {
        const std::lock_guard guard(lock_);
        const auto found = std::find_if(models_.begin(), models_.end(),
                                        [&](const auto& m) { return m.first == order.model; });
        if (found == models_.end())
            models_.emplace_front(order.model, std::make_shared<Loaded>());
        else
            models_.splice(models_.begin(), models_, found);
        loaded = models_.front().second;
        if (models_.size() > most_models) models_.pop_back();
    }
    const std::lock_guard reading(loaded->reading);
    if (loaded->model) return loaded->model;
    auto model = engine.load(order.model, order.answers).model;
    const std::lock_guard guard(lock_);
    loaded->model = model;
    return model;
}

std::list<KnownPanels::Kept>::iterator KnownPanels::find(const std::shared_ptr<const Model>& model,
                                                         const Request& request) {
    const auto found = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const Kept& k) { return k.model == model && k.request == request; });
    if (found != kept_.end()) kept_.splice(kept_.begin(), kept_, found);
    return found;
}

std::optional<PanelResult> KnownPanels::find(const PanelOrder& order) {
    const std::lock_guard guard(lock_);
    std::shared_ptr<const Model> model = order.loaded;
    for (const auto& [name, loaded] : models_)
        if (!model && name == order.model) model = loaded->model;
    if (!model) return std::nullopt;
    const auto found = find(model, order.request);
    return found == kept_.end() ? std::nullopt : std::optional(found->result);
}

void KnownPanels::keep(const std::shared_ptr<const Model>& model, const Request& request,
                       const PanelResult& result) {
    const std::lock_guard guard(lock_);
    if (!result.trace || find(model, request) != kept_.end()) return;
    kept_.push_front({model, request, result, result.trace->bytes()});
    kept_bytes_ += kept_.front().bytes;
    while (kept_.size() > 1 && (kept_.size() > most_kept || kept_bytes_ > most_bytes)) {
        kept_bytes_ -= kept_.back().bytes;
        kept_.pop_back();
    }
}

} // namespace heed
