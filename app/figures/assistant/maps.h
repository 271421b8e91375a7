// The mapping assistant's maps: as answered, and with one answer changed each (design picture 29).
#pragma once

#include "app/figures/base/figure.h"
#include "core/trace/trace.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed {

struct AssistantMap {
    std::string label;                  // the answer that is another: "tanh"; of the first, nothing
    int number = 0;                     // of its question, from 1
    std::shared_ptr<const Trace> trace; // null: it cannot be run so
    std::optional<double> change;       // the largest weight that moves; none: its tokens are others
    std::vector<std::string> others{};  // answers that the label is to be told from where it is cut
};

/// The largest weight that moves, as questions say it, too: ".36", "below .01", "0".
std::string map_change_words(double change);

/// The first with its tokens, the others small beside it, as many as there is room for.
Scene assistant_maps(const std::vector<AssistantMap>& maps, float width, float height,
                     const FigureStyle& style);

} // namespace heed
