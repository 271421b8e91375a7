// What the training of a shipped model measured, as its config.json keeps it.
#pragma once

#include "app/figures/gallery/gallery.h"
#include "app/state/jobs/engine.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// training.results of its config.json.
struct TrainedShares {
    std::optional<double> right; // share of held-out items
    std::optional<double> hits;  // of them, in which the largest weight lies on the gold
    int longest = 0;             // of the inputs that it was trained on; 0: not said
    struct AtLength {
        int length = 0;
        double right = 0;
    };
    std::vector<AtLength> at_length; // on fresh items, shortest first
    /// At exactly that length.
    std::optional<double> at(int length) const;
};
TrainedShares measured_of(const Model& model);

/// The bundled model of that name, or null where it is not here.
std::shared_ptr<const Model> bundled(const Engine& engine, const std::string& name);
/// What it makes of an input. heed::Error where it cannot read it.
std::shared_ptr<const Trace> run_of(const Engine& engine, const Model& model, const std::string& text);
/// A card's bar of a share: "94%", or "99.6%" of what is nearly all.
CardBar share_bar(const std::string& label, double share, bool attention);

} // namespace heed
