#include "app/state/jobs/known_models.h"

#include "core/base/error.h"
#include "core/models/model.h"

#include <algorithm>

namespace heed {

KnownModel KnownModels::of(const Engine& engine, const PanelOrder& order) {
    if (order.loaded) return {order.loaded, order.loaded_id};
    std::shared_ptr<Read> read;
    {
        const std::lock_guard guard(lock_);
        const auto found = std::find_if(models_.begin(), models_.end(),
                                        [&](const auto& m) { return m.first == order.model; });
        if (found == models_.end())
            models_.emplace_front(order.model, std::make_shared<Read>());
        else
            models_.splice(models_.begin(), models_, found);
        read = models_.front().second;
        drop_what_is_too_much();
    }
    const std::lock_guard reading(read->reading);
    if (read->known.model) return read->known;
    const LoadedModel loaded = engine.load(order.model, order.answers);
    if (!loaded.model) throw Error(order.model, "not compared", "a model that can be run", "none");
    const std::lock_guard guard(lock_);
    read->known = {loaded.model, loaded.id.empty() ? order.model : loaded.id};
    read->bytes = sizeof(float) * static_cast<std::size_t>(loaded.model->parameters.count());
    drop_what_is_too_much();
    return read->known;
}

void KnownModels::drop_what_is_too_much() {
    std::size_t held = 0, count = 0;
    std::erase_if(models_, [&](const auto& m) {
        held += m.second->bytes;
        return ++count > most_models || (count > 1 && held > most_bytes);
    });
}

} // namespace heed
