#include "app/state/session/history.h"

#include "app/figures/tokens.h"
#include "app/figures/what_if/row.h"
#include "app/state/commands/command.h"
#include "app/state/compare/compare.h"
#include "app/state/gallery/gallery.h"
#include "app/state/open/opening.h"
#include "app/state/session/describe.h"
#include "app/state/step/layers/layers.h"
#include "app/state/step/layers/words.h"
#include "app/state/step/what_if.h"
#include "app/state/workspaces.h"
#include "core/models/forecast/facts.h"
#include "core/trace/places.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace heed {
namespace {

constexpr double pause = 1.5; // seconds after which typing goes on as another step

/// Where words are shown, a weight is one of a piece.
PlaceNames names_of_places(const AppState& s) {
    PlaceNames names;
    if (!s.trace) return names;
    const std::optional<RunWords> words = words_in_step(s);
    for (int j = 0; j < s.trace->source_length(); ++j)
        names.source.push_back(words ? source_name(*s.trace, j, &*words) : quoted(shown_source(*s.trace, j)));
    for (int i = 0; words && i < s.trace->outputs(); ++i) names.outputs.push_back(output_name(i, &*words));
    return names;
}

/// One of what stands side by side in the input.
std::string_view place_called(const AppState& s) {
    if (is_forecast(s.facts)) return "driver"; // a row of the picture, not of the table
    return s.trace ? unit_of(*s.trace).one : "moment";
}

void push(AppState& s, HistoryStep step) {
    History& h = s.history;
    h.steps.erase(h.steps.begin() + (h.now + 1), h.steps.end()); // now is -1 where there are none
    step.at = s.clock;
    step.view = s.view;
    h.steps.push_back(std::move(step));
    h.now = static_cast<int>(h.steps.size()) - 1;
}

const Version& now_of(const History& h) { return h.steps[static_cast<std::size_t>(h.now)].version; }
bool is_last(const History& h) { return h.now + 1 == static_cast<int>(h.steps.size()); }

/// What the command is a part of, with others like it; empty: it is a step of its own.
std::string gesture_of(const AppState& s, const CommandInfo& row) {
    const std::string id(row.id);
    const bool drags = row.records == Records::Drag || row.records == Records::Typing;
    if (drags && s.gesture != 0) return "drag " + std::to_string(s.gesture) + " " + id;
    if (row.records == Records::Typing) return "typing " + id;
    if (row.records != Records::Arrows) return {};
    if (!s.what_if.arrows) return "arrows";
    return "arrows " + std::to_string(edited_output(s)) + " " + std::to_string(edited_column(s));
}

bool goes_on(const AppState& s, const std::string& gesture) {
    const History& h = s.history;
    if (gesture.empty() || gesture != h.gesture || h.now < 1 || !is_last(h)) return false;
    return !gesture.starts_with("typing") || s.clock - h.steps.back().at < pause;
}

/// Neither a model nor weights.
bool shows_nothing(const AppState& s) { return !s.model && !s.weights_only(); }

/// The newest step becomes this version; one that changes nothing any more is none. Whether it is there.
bool add_to_newest(AppState& s, Version version) {
    History& h = s.history;
    const Version& before = h.steps[static_cast<std::size_t>(h.now) - 1].version;
    if (before == version) {
        h.steps.pop_back();
        --h.now;
        return false;
    }
    HistoryStep& step = h.steps.back();
    if (std::string name = describe_change(before, version, names_of_places(s), place_called(s));
        !name.empty())
        step.name = std::move(name);
    step.version = std::move(version);
    step.at = s.clock;
    return true;
}

bool opens_model(const EffectList& effects) {
    return std::any_of(effects.begin(), effects.end(),
                       [](const Effect& e) { return e.kind == Effect::Kind::LoadModel; });
}

/// A part of a version, and where a change of it can be seen.
struct Part {
    bool (*differs)(const Version&, const Version&);
    bool (*seen)(std::string_view view);
    std::string_view home; // where else to; empty: where the step was made
};

/// Compare shows what a temperature does, and no other change of the run.
bool edits_differ(const Version& a, const Version& b) {
    const auto without = [](Edits edits) {
        edits.temperature = 1;
        return edits;
    };
    return without(a.edits) != without(b.edits) || a.kept != b.kept;
}

bool in_step_or_search(std::string_view view) { return view == "step" || view == "search"; }
bool in_step(std::string_view view) { return view == "step"; }
bool in_compare(std::string_view view) { return view == "compare"; }
bool in_search(std::string_view view) { return view == "search"; }

constexpr Part version_parts[] = {
    {edits_differ, in_step_or_search, ""},
    {[](const Version& a, const Version& b) { return a.edits.temperature != b.edits.temperature; },
     [](std::string_view view) { return view != "gallery"; }, ""},
    {[](const Version& a, const Version& b) { return a.search != b.search; }, in_search, "search"},
    {[](const Version& a, const Version& b) {
         return a.compare != b.compare || a.looks.compared != b.looks.compared;
     },
     in_compare, "compare"},
    {[](const Version& a, const Version& b) { return a.states != b.states; }, in_step, "step"},
    {[](const Version& a, const Version& b) {
         return a.looks.heatmap != b.looks.heatmap || a.looks.changed != b.looks.changed;
     },
     in_step, "step"},
};

/// Shows a workspace in which the step's change can be seen. Model, input and looks are seen everywhere.
EffectList show_change(AppState& s, const Version& from, const HistoryStep& changed, const Version& to) {
    if (from.model != to.model || from.input != to.input || answers_at_once(s)) return {};
    std::string_view home;
    for (const Part& part : version_parts) {
        if (!part.differs(from, to)) continue;
        if (part.seen(s.view)) return {};
        if (home.empty()) home = part.home;
        if (home.empty()) home = in_step_or_search(changed.view) ? std::string_view(changed.view) : "step";
    }
    return home.empty() ? EffectList{} : show_workspace(s, home);
}

} // namespace

Version version_of(const AppState& s) {
    const Settings& t = s.settings;
    return {model_reference(s),
            s.weights_only() ? "" : s.input, // what a map stands over is the file's
            remembered_answers(s, model_reference(s)),
            s.edits,
            s.kept,
            s.search.settings,
            s.compare,
            s.states,
            {t.map, t.scale, t.numbers, t.heatmap, s.what_if.map, t.compared},
            s.languages};
}

EffectList record_command(AppState& s, const CommandInfo& row, const Command&, const EffectList& effects) {
    History& h = s.history;
    if (row.records == Records::Moves) {
        h.gesture.clear();
        return {};
    }
    if (shows_nothing(s) || s.restoring_session || h.now < 0) {
        record_event(s); // it begins here
        return {};
    }
    const std::string gesture = gesture_of(s, row);
    Version now = version_of(s);
    const bool same = now_of(h) == now;
    const bool opens = opens_model(effects);
    if (opens) h.opening = -1;
    if (row.records == Records::Passing) {
        record_event(s);
        return {};
    }
    if (same || row.records == Records::Nothing) {
        if (gesture.empty() || gesture != h.gesture) h.gesture.clear();
        record_event(s);
        return {};
    }
    EffectList given_up;
    if (s.restoring && !opens) given_up = stop_opening(s); // what was done since stands
    bool there = true;
    if (goes_on(s, gesture)) {
        there = add_to_newest(s, std::move(now));
    } else {
        std::string name = describe_change(now_of(h), now, names_of_places(s), place_called(s));
        push(s, {std::move(name), std::move(now)});
    }
    h.gesture = there ? gesture : ""; // else what goes on is another step
    if (opens && !s.restoring) h.opening = h.now;
    return given_up;
}

void record_event(AppState& s) {
    History& h = s.history;
    if (shows_nothing(s) || s.restoring_session) return;
    if (h.now < 0) {
        if (!s.opening.empty() || s.restoring) return;
        Version now = version_of(s);
        const std::string name = s.facts.title.empty() ? last_part(now.model) : s.facts.title;
        return push(s, {"Opened " + name, std::move(now)});
    }
    if (s.restoring) return;
    Version now = version_of(s);
    const bool opened = std::exchange(h.opened, false);
    if (now_of(h) == now) return;
    if (!opened) { // it follows from what was done last
        h.steps[static_cast<std::size_t>(h.now)].version = std::move(now);
        return;
    }
    h.gesture.clear();
    const bool one = std::exchange(h.opening, -1) == h.now && h.now > 0 && is_last(h);
    if (one) {
        add_to_newest(s, std::move(now));
        return;
    }
    std::string name = describe_change(now_of(h), now, names_of_places(s), place_called(s));
    push(s, {std::move(name), std::move(now)});
}

EffectList stop_opening(AppState& s) {
    const bool on_the_way = !s.opening.empty();
    if (on_the_way || s.restoring) s.orphan_taken = false; // the kept session does not come, then
    s.opening.clear();
    say_family_saved(s);
    s.restoring.reset();
    s.restoring_session = nullptr;
    s.history.wanted = -1;
    s.history.opening = -1;
    return on_the_way ? EffectList{{Effect::Kind::CancelLoad}} : EffectList{};
}

EffectList put_version(AppState& s, const Version& v) {
    const Version now = version_of(s);
    if (v.model != now.model || v.answers != now.answers) {
        EffectList effects = open_named(s, v.model, v.answers);
        s.restoring = v;
        return effects;
    }
    if (v.input != now.input) {
        s.completion = {};
        s.unknown.clear();
        s.selection = {};
        s.hover = {};
    }
    EffectList effects = stop_opening(s); // of another version
    if (!s.weights_only()) s.input = s.settings.input = v.input;
    s.edits = v.edits;
    s.languages = v.languages;
    s.kept = v.kept;
    s.search.settings = v.search;
    put_choices(s.compare, v.compare);
    static_cast<StatesOptions&>(s.states) = v.states;
    s.settings.map = v.looks.map;
    s.settings.scale = v.looks.scale;
    s.settings.numbers = v.looks.numbers;
    s.settings.heatmap = v.looks.heatmap;
    s.settings.compared = v.looks.compared;
    s.what_if.map = v.looks.changed;
    s.gesture = 0;
    s.what_if.laid_out = {};
    s.what_if.flip = {};
    return effects;
}

EffectList go_to_step(AppState& s, int n) {
    History& h = s.history;
    if (n < 0 || n >= static_cast<int>(h.steps.size())) return {};
    const Version from = version_of(s);
    const HistoryStep& wanted = h.steps[static_cast<std::size_t>(n)];
    // What is taken back was done by the step after; what is done again, by the step itself.
    const HistoryStep& changed = n < h.now ? h.steps[static_cast<std::size_t>(n) + 1] : wanted;
    if (wanted.version.input != from.input) s.inputs.offered.clear(); // lines of an input that is gone
    EffectList effects = put_version(s, wanted.version);
    for (Effect& effect : show_change(s, from, changed, wanted.version)) effects.push_back(std::move(effect));
    (s.restoring ? h.wanted : h.now) = n; // the other once its model is there
    return effects;
}

} // namespace heed
