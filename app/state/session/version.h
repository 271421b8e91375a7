// What undo brings back: everything that decides what is run, and how it is looked at.
#pragma once

#include "app/figures/base/scene.h"
#include "app/figures/what_if/what_if.h"
#include "app/state/compare/compare_state.h"
#include "app/state/languages.h"
#include "app/state/open/report_state.h"
#include "app/state/search/search_state.h"
#include "app/state/states/states_state.h"
#include "core/trace/edits.h"

#include <optional>
#include <string>
#include <vector>

namespace heed {

/// How the pictures are drawn. What belongs to the window (theme, size, speed) is no part of a version.
struct Looks {
    ColorMapId map = ColorMapId::Ember;
    ValueScale scale = ValueScale::Linear;
    bool numbers = true, heatmap = true;
    WhatIfMap changed = WhatIfMap::Changed; // in the heatmap, where a run was changed
    std::vector<std::string> compared;      // functions that Compare shows
    bool operator==(const Looks&) const = default;
};

struct Version {
    // What is run.
    std::string model, input; // the model as it was asked for
    OpenAnswers answers;      // what goes with its name
    Edits edits;
    std::optional<Edits> kept;
    SearchSettings search;
    // How it is looked at.
    CompareChoices compare{};
    StatesOptions states{};
    Looks looks{};
    LanguageChoice languages{}; // of what is run, too
    bool operator==(const Version&) const = default;
};

/// What weights and outputs are called: “M”, "output 3"; those that have no name here, by their numbers.
struct PlaceNames {
    std::vector<std::string> source{}, outputs{};
};

/// What was done between two versions, in words.
std::string describe_change(const Version& from, const Version& to, const PlaceNames& names);

} // namespace heed
