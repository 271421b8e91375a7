// The commands of the Compare workspace.
#include "app/state/compare/compare.h"

#include "app/state/commands/row.h"
#include "app/state/compare/compare_engine.h"
#include "core/models/transformer/facts.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

/// Panels that come and go while others than Compare are shown take what points into them along.
void forget_places(AppState& s) {
    if (s.comparing()) return; // there it follows them
    s.compare.pinned = {};
    s.compare.difference_a = s.compare.difference_b = -1;
}

bool can_compare_again(const AppState& s) { return stopped_compare(s) && !s.report.shown; }

void toggle(AppState& s, const std::string& key) {
    const std::vector<CompareMember> members = compare_members(s);
    std::vector<bool> shown = shown_members(s, members);
    const auto found =
        std::find_if(members.begin(), members.end(), [&](const CompareMember& m) { return m.key == key; });
    if (found == members.end()) return;
    const auto index = static_cast<std::size_t>(found - members.begin());
    const auto count = std::count(shown.begin(), shown.end(), true);
    if (shown[index] && count <= fewest_shown) return refuse(s, "At least one function is shown");
    if (!shown[index] && count >= most_compare_panels)
        return refuse(s,
                      std::to_string(most_compare_panels) + " functions are shown at most. Hide one first.");
    shown[index] = !shown[index];
    forget_places(s);
    auto& kept = s.settings.compared; // those of other families stay
    for (const CompareMember& m : members) std::erase(kept, m.key);
    for (std::size_t n = 0; n < members.size(); ++n)
        if (shown[n]) kept.push_back(members[n].key);
}

template <CompareWhat what>
void compare_what(AppState& s) {
    CompareState& c = s.compare;
    c.what = what;
    c.difference_a = c.difference_b = -1;
    c.pinned = c.hover = {};
    c.enlarged.clear();
    if (what == CompareWhat::Forced && c.target.empty() && s.trace) c.target = s.trace->target_text;
}

EffectList swap_sides(AppState& s) {
    CompareState& c = s.compare;
    switch (c.what) {
    case CompareWhat::Models: {
        const std::string other = second_model(s);
        if (other.empty()) return {};
        c.other_model = s.facts.name.empty() ? s.model_name : s.facts.name;
        return update(s, {"load", other});
    }
    case CompareWhat::Inputs: {
        const std::string other = second_input(s);
        c.other_input = s.input;
        c.other_typed = true;
        return update(s, {"type", other});
    }
    case CompareWhat::Forced: // back to what the model itself says
        if (s.trace) c.target = s.trace->target_text;
        return {};
    case CompareWhat::Functions:
    case CompareWhat::Heads:
        c.turned = !c.turned;
        return {};
    }
    return {};
}

EffectList pin(AppState& s, const Command& given) {
    CompareState& c = s.compare;
    const CompareCell cell{static_cast<int>(given.value), given.i, given.j};
    if (cell.panel < 0 || cell.panel >= static_cast<int>(c.panels.size())) return {};
    const bool same = c.pinned.row == cell.row && c.pinned.column == cell.column;
    c.pinned = same ? CompareCell{} : cell;
    c.pinned_in_words = s.words.maps;
    return {};
}

EffectList difference(AppState& s, const Command& given) {
    CompareState& c = s.compare;
    const int a = std::min(given.i, given.j), b = std::max(given.i, given.j),
              count = static_cast<int>(c.panels.size());
    const bool same = a == c.difference_a && b == c.difference_b;
    if (a < 0 || a == b || b >= count || same)
        c.difference_a = c.difference_b = -1;
    else {
        c.difference_a = a;
        c.difference_b = b;
    }
    c.hover = {};
    return {};
}

/// Shows that panel alone, or all of them again. 2 of a pair is the difference.
EffectList enlarge(AppState& s, const Command& given) {
    CompareState& c = s.compare;
    const int count = static_cast<int>(c.panels.size());
    const bool difference = c.matched && given.i == count;
    const std::string key = difference ? "difference"
                            : given.i >= 0 && given.i < count
                                ? c.panels[static_cast<std::size_t>(given.i)].order.key
                                : "";
    c.enlarged = key == c.enlarged ? "" : key;
    c.hover = {};
    return {};
}

} // namespace

EffectList open_panel(AppState& s, const Command& c) {
    const int index = c.i;
    if (index < 0 || index >= static_cast<int>(s.compare.panels.size())) return {};
    const PanelOrder order =
        s.compare.panels[static_cast<std::size_t>(index)].order; // a copy: panels go with the view
    EffectList effects = update(s, {"view-step"});
    if (order.given) {
        const auto map = std::find_if(s.maps.begin(), s.maps.end(),
                                      [&](const RunMap& m) { return m.alone == order.given; });
        s.weights.all = false;
        return update(s, {"choose-map", "", 0, static_cast<int>(map - s.maps.begin())});
    }
    if (order.loaded != s.model)
        for (Effect& effect : update(s, {"load", order.model})) effects.push_back(std::move(effect));
    return effects;
}

namespace {

template <bool shared>
void take_states(AppState& s) {
    if (s.compare.shared != shared) forget_places(s);
    s.compare.shared = shared;
    s.compare.first_chip = 0;
}

/// By a quarter of an octave, so that 1 is met again.
template <int quarters>
EffectList warm(AppState& s) {
    const double octaves = std::round(std::log2(s.edits.temperature) * 4 + quarters) / 4;
    const double wanted = std::round(std::exp2(octaves) * 100) / 100;
    return update(s, {"set-temperature", "", std::clamp(wanted, coldest_temperature, hottest_temperature)});
}

EffectList as_they_are(AppState& s) { return update(s, {"set-temperature", "", 1}); }

EffectList type_second(AppState& s, const Command& c) {
    s.compare.other_input = c.text;
    s.compare.other_typed = true;
    return {};
}

EffectList pair_again(AppState& s) {
    s.compare.other_input.clear();
    s.compare.other_typed = false;
    return {};
}

/// The map that an AER of the right answer was measured on.
EffectList show_forced(AppState& s) {
    CompareState& c = s.compare;
    if (c.what != CompareWhat::Forced) {
        c.forced_rows = true;
        return {};
    }
    if (const auto answer = right_answer(s.facts.task, s.input)) c.target = *answer;
    return {};
}

EffectList toggle_named(AppState& s, const Command& c) {
    toggle(s, c.text);
    return {};
}

EffectList move_chips(AppState& s, const Command& c) {
    s.compare.first_chip = std::clamp(c.i, 0, std::max(0, static_cast<int>(compare_members(s).size()) - 1));
    return {};
}

/// Another head stands for a panel: "mean", "best", "L:H"; empty: the model's own.
EffectList choose_head(AppState& s, const Command& c) {
    if (c.i < 0 || c.i >= static_cast<int>(s.compare.panels.size())) return {};
    const std::string& key = s.compare.panels[static_cast<std::size_t>(c.i)].order.key;
    if (c.text.empty())
        s.compare.heads.erase(key);
    else
        s.compare.heads[key] = c.text;
    s.menu = Menu::None;
    return {};
}

EffectList open_head_menu(AppState& s, const Command& c) {
    s.compare.head_panel = c.i;
    return update(s, {"menu", "", 0, static_cast<int>(Menu::PanelHead)});
}

bool comparing_models(const AppState& s) { return s.comparing() && s.model; }
bool comparing_pair(const AppState& s) { return s.comparing() && s.compare.pair(); }
bool comparing_inputs(const AppState& s) { return s.comparing() && s.compare.what == CompareWhat::Inputs; }
bool can_soften(const AppState& s) {
    return s.model && (s.comparing() || (s.view == "step" && has_run(s) && s.trace->has_weights()));
}
bool comparing_functions(const AppState& s) {
    return s.comparing() && s.compare.what == CompareWhat::Functions && s.model;
}
/// Other functions over the states of one model: a Transformer has but its own.
bool comparing_shared(const AppState& s) { return comparing_functions(s) && !is_transformer(s.facts); }
bool comparing_heads_possible(const AppState& s) { return s.comparing() && can_compare_heads(s); }
bool has_difference(const AppState& s) {
    return s.comparing() && (s.compare.pair() || s.compare.difference_a >= 0);
}

/// A digit past the last: said once at a time, as of other keys.
EffectList refuse_number(AppState& s, const std::string& key, std::size_t count, const std::string& of) {
    std::erase_if(s.toasts, [](const Toast& t) { return t.refused; });
    refuse(s, key + " does nothing here",
           count < 2 ? "There is one " + of + " here: none to change to."
                     : "There are " + std::to_string(count) + " of them: 1 to " +
                           std::to_string(std::min<std::size_t>(count, 9)) + ".");
    return {};
}

} // namespace

EffectList nth_function(AppState& s, const Command& c) {
    if (c.text.size() != 1 || c.text[0] < '1' || c.text[0] > '9') return {};
    const int n = c.text[0] - '1';
    if (s.comparing()) {
        const std::vector<CompareMember> members = compare_members(s);
        const int index = s.compare.first_chip + n;
        if (!s.compare.pair() && index >= static_cast<int>(members.size()))
            return refuse_number(s, c.text, members.size(), "function");
        if (!s.compare.pair()) toggle(s, members[static_cast<std::size_t>(index)].key);
        return {};
    }
    if (s.weights_only() && n >= std::ssize(s.maps)) return refuse_number(s, c.text, s.maps.size(), "map");
    if (s.weights_only()) return update(s, {"choose-map", "", 0, n});
    const std::vector<CompareMember> members = family_members(s);
    if (n >= std::ssize(members)) return refuse_number(s, c.text, members.size(), "model of its family");
    const CompareMember& member = members[static_cast<std::size_t>(n)];
    return &member == current_member(s, members) ? EffectList{} : update(s, {"load", member.model});
}

void move_pin(AppState& s, int rows, int columns) {
    CompareState& c = s.compare;
    const auto with_trace = [](const PanelState& p) { return p.figure.trace != nullptr; };
    if (c.pinned.panel < 0 || c.pinned.panel >= static_cast<int>(c.panels.size()) ||
        !with_trace(c.panels[static_cast<std::size_t>(c.pinned.panel)])) {
        const auto first = std::find_if(c.panels.begin(), c.panels.end(), with_trace);
        if (first == c.panels.end()) return;
        c.pinned.panel = static_cast<int>(first - c.panels.begin());
    }
    const Trace& trace = *c.panels[static_cast<std::size_t>(c.pinned.panel)].figure.trace;
    const auto moved = [](int at, int by, int count) {
        return at < 0 ? (by < 0 ? count - 1 : 0) : std::clamp(at + by, 0, count - 1);
    };
    c.pinned.row = moved(c.pinned.row, rows, trace.outputs());
    c.pinned.column = moved(c.pinned.column, columns, trace.source_length());
    c.pinned_in_words = s.words.maps;
}

bool shows_several(const AppState& s) { return s.comparing() && !s.compare.pair(); }

void reset_compare(AppState& s, Fresh fresh) {
    if (fresh != Fresh::Input) {
        s.compare.enlarged.clear();
        forget_places(s);
    }
    if (fresh == Fresh::Maps) s.compare.what = CompareWhat::Functions;
    if (fresh == Fresh::Input) s.compare.hover = s.compare.pinned = {};
}

bool clear_compare(AppState& s) {
    CompareState& c = s.compare;
    if (!c.enlarged.empty()) {
        c.enlarged.clear();
        return true;
    }
    if (c.difference_a >= 0) {
        c.difference_a = c.difference_b = -1;
        return true;
    }
    if (c.pinned == CompareCell{}) return false;
    c.pinned = {};
    return true;
}

Rows comparing_commands() {
    constexpr std::string_view group = "Looking";
    constexpr auto compare = &AppState::compare;
    return {
        {"compare-functions", "Compare scoring functions", keys(), group, false, is_comparing,
         plain<compare_what<CompareWhat::Functions>>, "family"},
        {"compare-models", "Compare two models", keys(), group, false, comparing_models,
         plain<compare_what<CompareWhat::Models>>, "pair second"},
        {"compare-inputs", "Compare two inputs", keys(), group, false, comparing_models,
         plain<compare_what<CompareWhat::Inputs>>, "pair second sentence"},
        {"compare-forced", "Compare a free and a forced run", keys(), group, false, comparing_models,
         plain<compare_what<CompareWhat::Forced>>, "pair target teacher"},
        {"compare-heads", "Compare the heads of one model", keys(), group, false, comparing_heads_possible,
         plain<compare_what<CompareWhat::Heads>>, "attention multi-head transformer layer"},
        {"compare-alone", "Compare models that were each trained alone", keys(), group, false,
         comparing_functions, plain<take_states<false>>, "functions"},
        {"compare-shared", "Compare functions over one shared encoder", keys(), group, false,
         comparing_shared, plain<take_states<true>>, "functions states"},
        recorded<Records::Nothing>({"compare-again", "Run again what was stopped", keys("Enter"), group,
                                    false, can_compare_again, plain<compare_again>, "stopped continue",
                                    true}),
        {"compare-swap", "Swap the two sides", keys(), group, false, comparing_pair, plain<swap_sides>,
         "exchange first second"},
        {"compare-turn", "Turn the difference round", keys(), group, false, has_difference,
         turn<compare, &CompareState::turned>, "pivot minus sign"},
        {"sharper", "Lower temperature: sharper weights", keys(), group, false, can_soften, plain<warm<-1>>,
         "softmax sharpness what-if"},
        {"softer", "Higher temperature: softer weights", keys(), group, false, can_soften, plain<warm<+1>>,
         "softmax sharpness what-if"},
        {"temperature", "Temperature 1: the weights as they are", keys(), group, false, can_soften,
         plain<as_they_are>, "softmax reset what-if"},
        {"align-token", "Match two inputs by their tokens", keys(), group, false, comparing_inputs,
         put<false, compare, &CompareState::by_position>, "align"},
        {"align-position", "Match two inputs by position", keys(), group, false, comparing_inputs,
         put<true, compare, &CompareState::by_position>, "align"},
        {"compare-pair", "Second input: the first with one token changed", keys(), group, false,
         comparing_inputs, plain<pair_again>, "minimal pair reset"},
        {"rows-written", "Compare what the models write", keys(), group, false, comparing_models,
         put<false, compare, &CompareState::forced_rows>, "rows free"},
        {"rows-forced", "Compare models made to write the right answer", keys(), group, false,
         comparing_models, plain<show_forced>, "rows forced reference teacher"},
        hidden("compare-toggle", toggle_named, {text("function")}),
        hidden("compare-pin", pin,
               {whole("panel", &Command::value), whole("row", &Command::i), whole("column", &Command::j)}),
        hidden("compare-difference", difference, {whole("first", &Command::i), whole("second", &Command::j)}),
        hidden("compare-enlarge", enlarge, {optional(whole("panel", &Command::i))}),
        hidden("compare-other-model", take<&Command::text, compare, &CompareState::other_model>,
               {text("model")}),
        recorded<Records::Typing>(hidden("compare-other-input", type_second, {text("text")})),
        recorded<Records::Typing>(
            hidden("compare-target", take<&Command::text, compare, &CompareState::target>, {text("text")})),
        recorded<Records::Passing>(hidden("compare-chips", move_chips, {whole("first", &Command::i)})),
        hidden("compare-head", choose_head, {whole("panel", &Command::i), optional(text("head"))}),
        hidden("compare-head-menu", open_head_menu, {whole("panel", &Command::i)}),
        hidden("compare-open", open_panel, {whole("panel", &Command::i)}),
        hidden("compare-meaning", open_panel_meaning, {whole("panel", &Command::i)}),
    };
}

} // namespace heed
