// Models that Compare has read: each is read once. Runs of them are in the cache.
#pragma once

#include "app/state/jobs/engine.h"

#include <list>
#include <mutex>
#include <utility>

namespace heed {

/// A model, and which one it is (LoadedModel::id).
struct KnownModel {
    std::shared_ptr<const Model> model;
    std::string id;
};

/// At most sixteen, and of those that were not used last no more than a budget of bytes. All members may be
/// called from any thread.
class KnownModels {
public:
    static constexpr std::size_t most_models = 16, most_bytes = 512'000'000;

    /// Reads it where that has not been done; heed::Error where it cannot be.
    KnownModel of(const Engine& engine, const PanelOrder& order);

private:
    struct Read {
        std::mutex reading; // one reads, the others wait for it
        KnownModel known;
        std::size_t bytes = 0;
    };
    void drop_what_is_too_much();

    std::mutex lock_;
    std::list<std::pair<std::string, std::shared_ptr<Read>>> models_; // newest use first
};

} // namespace heed
