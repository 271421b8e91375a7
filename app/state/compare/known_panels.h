// What Compare has read and run before, so that it is there at once.
#pragma once

#include "app/state/jobs/engine.h"

#include <list>
#include <mutex>

namespace heed {

/// Models that are read once, and results; both in bounds. All members may be called from any thread.
class KnownPanels {
public:
    /// Reads it where that has not been done; heed::Error where it cannot be.
    std::shared_ptr<const Model> model_of(const Engine& engine, const PanelOrder& order);
    std::optional<PanelResult> find(const PanelOrder& order);
    void keep(const std::shared_ptr<const Model>& model, const Request& request, const PanelResult& result);

private:
    struct Kept {
        std::shared_ptr<const Model> model;
        Request request;
        PanelResult result;
        std::size_t bytes = 0;
    };
    struct Loaded {
        std::mutex reading; // one reads, the others wait for it
        std::shared_ptr<const Model> model;
    };
    std::list<Kept>::iterator find(const std::shared_ptr<const Model>& model, const Request& request);

    std::mutex lock_;
    std::list<Kept> kept_;                                              // newest use first
    std::list<std::pair<std::string, std::shared_ptr<Loaded>>> models_; // newest use first
    std::size_t kept_bytes_ = 0;
};

} // namespace heed
