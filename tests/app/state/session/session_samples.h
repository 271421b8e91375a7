#pragma once

#include "app/state/open/opening.h"
#include "app/state/session/session.h"
#include "core/models/model.h"

#include <memory>
#include <string>

namespace heed {

/// What a user may have done.
inline AppState worked_on() {
    AppState s;
    s.model = std::make_shared<Model>();
    s.model_name = s.settings.model = "dates";
    s.facts.title = "Dates";
    s.model_hash = "1234-5";
    s.input = "3 March 1987";
    update(s, {"clear"});
    update(s, {.id = "force-token", .text = "7", .i = 3});
    update(s, {.id = "hold-weight", .value = 0.62, .i = 5, .j = 2});
    update(s, {"keep"});
    update(s, {.id = "edit-row", .text = "shuffled", .value = 9, .i = -1});
    update(s, {.id = "beam-width", .value = 7});
    update(s, {"theme"});
    update(s, {"view-search"});
    update(s, {"undo"});
    s.selection = {3, 4, -1};
    s.search.path = {5, 6};
    s.playback.at = 17;
    return s;
}

/// A program that has just begun, and opens it.
inline AppState opened(const std::string& text, const std::string& hash = "1234-5",
                       const std::string& form = "", const std::string& family = "") {
    AppState s;
    s.settings.recent = {"/a/model"};
    open_session(s, parse_session(text, "f"));
    LoadedModel loaded{std::make_shared<Model>(), {}, 2000, "", {}, {}};
    loaded.facts.title = "Dates";
    loaded.hash = hash;
    loaded.form = form;
    if (!family.empty()) {
        auto report = std::make_shared<io::LoadReport>();
        report->family = family;
        loaded.report = report;
    }
    apply(s, ModelLoaded{"dates", {}, loaded});
    return s;
}

} // namespace heed
