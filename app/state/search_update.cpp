// What is done in the Search workspace.
#include "app/state/what_if.h"

#include <algorithm>
#include <cmath>

namespace heed {

EffectList update_search(AppState& s, const Command& c) {
    SearchSettings& settings = s.search.settings;
    switch (c.what) {
    case Do::SearchWidth: settings.width = std::clamp(static_cast<int>(std::lround(c.value)), 1, 100); break;
    case Do::SearchLength: settings.length_penalty = std::clamp(c.value, -10.0, 10.0); break;
    case Do::SearchCoverage: settings.coverage_penalty = std::clamp(c.value, 0.0, 100.0); break;
    case Do::SearchLongest: settings.longest = std::clamp(static_cast<int>(std::lround(c.value)), 0, 100'000); break;
    default: break;
    }
    return {};
}

} // namespace heed
