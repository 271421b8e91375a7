// The commands of the navigator.
#include "app/state/commands/row.h"
#include "app/state/compare/compare.h"
#include "app/state/heads/heads.h"
#include "app/state/navigator/navigator.h"
#include "app/state/step/layers/layers.h"
#include "app/state/update.h"
#include "core/models/model.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

bool sentences_seen(const AppState& s) { return shows_navigator(s) || shows_sentences(s); }
bool can_open(const AppState& s) { return can_navigate(s) || shows_navigator(s); }
bool has_file(const AppState& s) { return sentences_seen(s) && !s.navigator.file.empty(); }
bool has_two(const AppState& s) { return has_file(s) && s.navigator.two(); }
bool free_of_layers(const AppState& s) { return s.dialog == Dialog::None && s.menu == Menu::None; }
bool has_keys(const AppState& s) {
    return has_file(s) && free_of_layers(s) && !s.report.shown && (shows_navigator(s) || s.navigator.keys);
}
bool has_line(const AppState& s) { return has_keys(s) && s.navigator.chosen >= 0; }

EffectList leave_full(AppState& s) {
    const std::string back = s.navigator.back.empty() ? "step" : s.navigator.back;
    return show_workspace(s, back);
}

/// Nothing, the drawer beside Step, the full view, and back.
EffectList turn_on(AppState& s) {
    NavigatorState& n = s.navigator;
    if (shows_navigator(s)) {
        n.drawer = n.keys = false;
        return leave_full(s);
    }
    if (!can_navigate(s)) {
        refuse(s, "The navigator needs a model that writes token by token");
        return {};
    }
    n.keys = true;
    if (s.view == "step" && !n.drawer) {
        n.drawer = true;
        return {};
    }
    n.back = s.view;
    return show_workspace(s, "navigator");
}

EffectList take_survey(AppState& s, const Command& c) {
    return c.text.empty() ? EffectList{} : survey_file(s, c.text);
}
EffectList choose_survey(AppState& s) { return open_dialog(s, OpenFor::Survey); }

void close_survey(AppState& s) {
    NavigatorState fresh;
    fresh.turn = s.navigator.turn + 1;
    fresh.file_turn = s.navigator.file_turn + 1;
    fresh.drawer = s.navigator.drawer;
    fresh.back = s.navigator.back;
    s.navigator = std::move(fresh);
}

/// Again: the other way round. Empty: the file's order.
EffectList take_sort(AppState& s, const Command& c) {
    NavigatorState& n = s.navigator;
    if (!c.text.empty() && survey::find_measure(c.text) < 0) return {};
    const bool again = n.sort == c.text && n.sort_model == c.i;
    n.turned = again && !n.turned;
    n.sort = c.text;
    n.sort_model = c.i;
    n.first = 0;
    return {};
}

/// Says so, of a condition that is none with this model.
bool refuse_uncounted(AppState& s, const std::string& text) {
    if (!is_uncounted(s, text)) return false;
    const std::string rest = text.substr(std::min(text.find_first_of("<>=≤≥"), text.size()));
    refuse(s, "Lines are counted in words here", "“words" + rest + "” is such a condition.");
    return true;
}

EffectList take_query(AppState& s, const Command& c) {
    s.navigator.query = c.text;
    s.navigator.words_alone = s.model && s.model->subword;
    s.navigator.first = 0;
    return {};
}

void add_chip(NavigatorState& n, const std::string& text) {
    const auto condition = survey::parse_condition(text, judged_model(n));
    if (!condition) return;
    // one a measure: what is said last counts
    std::erase_if(n.chips, [&](const std::string& chip) {
        const auto old = survey::parse_condition(chip, judged_model(n));
        return old && old->measure == condition->measure && old->model == condition->model;
    });
    n.chips.push_back(survey::to_text(*condition, n.against));
    n.first = 0;
}

EffectList take_filter(AppState& s, const Command& c) {
    if (!refuse_uncounted(s, c.text)) add_chip(s.navigator, c.text);
    return {};
}

EffectList drop_filter(AppState& s, const Command& c) {
    auto& chips = s.navigator.chips;
    if (c.i >= 0 && c.i < std::ssize(chips)) chips.erase(chips.begin() + c.i);
    return {};
}

/// Enter in the field: conditions become chips, and the keyboard goes to the rows.
EffectList settle_query(AppState& s) {
    NavigatorState& n = s.navigator;
    const std::string typed = n.query;
    std::string words;
    for (const std::string_view part : split(typed, " ")) {
        if (!refuse_uncounted(s, std::string(part)) && survey::parse_condition(part, judged_model(n)))
            add_chip(n, std::string(part));
        else if (!part.empty())
            words += (words.empty() ? "" : " ") + std::string(part);
    }
    n.query = words;
    n.keys = true;
    return {{Effect::Kind::LeaveField}};
}

/// Conditions stay those of the model that they were said of, whether another is beside it or not.
void say_chips_with(NavigatorState& n, bool against) {
    std::vector<std::string> chips;
    for (const std::string& chip : n.chips) {
        const auto condition = survey::parse_condition(chip, judged_model(n));
        if (!condition) continue;
        const bool gone = !against && (condition->model != 0 ||
                                       survey::measures()[static_cast<std::size_t>(condition->measure)].pair);
        if (!gone) chips.push_back(survey::to_text(*condition, against));
    }
    n.chips = std::move(chips);
}

EffectList take_other(AppState& s, const Command& c) {
    NavigatorState& n = s.navigator;
    s.menu = Menu::None;
    say_chips_with(n, true);
    n.against = true;
    n.other = c.text.empty() ? second_model(s) : c.text;
    n.sort_model = -1;
    if (n.sort == "logp") n.sort = "dlogp"; // worse for the second model first
    return {};
}

void survey_alone(AppState& s) {
    NavigatorState& n = s.navigator;
    say_chips_with(n, false);
    n.against = false;
    n.sort_model = -1;
    s.menu = Menu::None;
    if (survey::find_measure(n.sort) >= 0 &&
        survey::measures()[static_cast<std::size_t>(survey::find_measure(n.sort))].pair)
        n.sort = "logp";
}

/// The head over the source that is looked at: chosen in the atlas, or in front of Step's columns.
std::optional<HeadPlace> head_in_front(const AppState& s) {
    if (!s.trace || !can_compare_heads(s)) return std::nullopt;
    const HeadsLook& look = s.heads.look;
    if (shows_heads(s) && look.layer >= 0) return HeadPlace{look.kind, look.layer, look.head};
    if (!is_transformer(s.trace->model)) return std::nullopt;
    const ShownHeads now = shown_heads(*s.trace, playhead_of(s), s.layers.front);
    return HeadPlace{HeadKind::Cross, now.layer, now.of_cross};
}
bool has_head_in_front(const AppState& s) {
    const auto head = head_in_front(s);
    return has_file(s) && head && head->kind == HeadKind::Cross;
}
bool measures_by_head(const AppState& s) { return has_file(s) && !s.navigator.head.empty(); }

void survey_by_head(AppState& s) { s.navigator.head = to_string(*head_in_front(s)); }
void survey_by_model(AppState& s) { s.navigator.head.clear(); }

EffectList take_head(AppState& s, const Command& c) {
    const auto place = find_head_place(c.text);
    if (c.text.empty() || (place && place->kind == HeadKind::Cross)) s.navigator.head = c.text;
    return {};
}

void pause_measuring(AppState& s) {
    NavigatorState& n = s.navigator;
    n.paused = !n.paused;
    n.measuring_since = 0; // time stood still
}

void bring_into_sight(NavigatorState& n) {
    const int row = row_of(n, n.chosen);
    if (row < 0) return;
    const double at = row, rows = std::max(1, n.rows);
    if (at < n.first) n.first = at;
    if (at > n.first + rows - 1) n.first = at - rows + 1;
}

void choose_row(NavigatorState& n, long row) {
    if (n.shown() == 0) return;
    const auto at = static_cast<std::size_t>(std::clamp<long>(row, 0, static_cast<long>(n.shown()) - 1));
    n.chosen = static_cast<int>(n.order->lines[at]);
    bring_into_sight(n);
}

template <int by>
void move_rows(AppState& s) {
    NavigatorState& n = s.navigator;
    const int page = by == 2 || by == -2 ? std::max(1, n.rows - 1) : 1, row = row_of(n, n.chosen);
    choose_row(n, row < 0 ? 0 : row + (by > 0 ? page : -page));
}
template <int end>
void move_to(AppState& s) {
    choose_row(s.navigator, end > 0 ? static_cast<long>(s.navigator.shown()) - 1 : 0);
}

EffectList choose_line(AppState& s, const Command& c) {
    NavigatorState& n = s.navigator;
    if (c.i < 0 || c.i >= static_cast<int>(n.lines.size())) return {};
    n.chosen = c.i;
    n.keys = true;
    return {};
}

EffectList scroll_rows(AppState& s, const Command& c) {
    NavigatorState& n = s.navigator;
    n.first = std::clamp(c.value, 0.0, std::max(0.0, double(n.shown()) - n.rows));
    return {};
}

EffectList see_rows(AppState& s, const Command& c) {
    s.navigator.rows = std::clamp(c.i, 1, 1000);
    return {};
}

EffectList point_at_rows(AppState& s, const Command& c) {
    s.navigator.pointed = c.i > 0;
    return {};
}
EffectList take_keys(AppState& s, const Command& c) {
    s.navigator.keys = c.i > 0;
    return {};
}

/// The source of the chosen line; nothing where it has not been read yet.
std::optional<std::string> chosen_source(const NavigatorState& n) {
    if (n.preview.line == n.chosen && n.chosen >= 0) return std::string(survey::source_of(n.preview.text));
    const auto text = n.texts.find(static_cast<std::uint32_t>(n.chosen));
    return text == n.texts.end() ? std::nullopt : std::optional(std::string(survey::source_of(text->second)));
}

EffectList open_line(AppState& s) {
    const auto source = chosen_source(s.navigator);
    if (!source) return {};
    s.navigator.drawer = true;
    EffectList effects = s.view == "step" ? EffectList{} : show_workspace(s, "step");
    for (Effect& effect : update(s, {"type", *source})) effects.push_back(std::move(effect));
    return effects;
}

EffectList compare_line(AppState& s) {
    const auto source = chosen_source(s.navigator);
    if (!source) return {};
    if (s.navigator.two()) {
        s.compare.what = CompareWhat::Models;
        s.compare.other_model = s.navigator.other;
    }
    EffectList effects = show_workspace(s, "compare");
    for (Effect& effect : update(s, {"type", *source})) effects.push_back(std::move(effect));
    return effects;
}

CommandInfo in_rows(CommandInfo row) {
    row.first = true; // before the arrows of what is beside it
    row.in_fields = true;
    row.records = Records::Nothing;
    return row;
}

} // namespace

Rows navigator_commands() {
    constexpr std::string_view group = "Sentences";
    Rows rows = {
        {"navigator", "Sentences of a file, then as a page", keys("F2"), group, true, can_open,
         plain<turn_on>, "navigator table lines survey worst first"},
        {"navigator-choose", "Open a file of sentences", keys(), group, true, can_navigate,
         plain<choose_survey>, "navigator tsv txt lines survey"},
        {"navigator-pause", "Pause or go on measuring", keys(), group, true, has_file, plain<pause_measuring>,
         "navigator stop"},
        {"navigator-close", "Close the file of sentences", keys(), group, true, has_file, plain<close_survey>,
         "navigator"},
        {"navigator-alone", "Measure sentences with one model", keys(), group, true, has_two,
         plain<survey_alone>, "navigator second"},
        {"navigator-by-head", "Measure sentences by the head in front", keys(), group, true,
         has_head_in_front, plain<survey_by_head>, "navigator attention layer map"},
        {"navigator-by-model", "Measure sentences by the map that stands for the model", keys(), group, true,
         measures_by_head, plain<survey_by_model>, "navigator attention head"},
        in_rows({"navigator-down", "Next sentence", keys("Down"), group, true, has_keys, plain<move_rows<+1>>,
                 "navigator"}),
        in_rows({"navigator-up", "Previous sentence", keys("Up"), group, true, has_keys, plain<move_rows<-1>>,
                 "navigator"}),
        in_rows({"navigator-page-down", "A page of sentences down", keys("PageDown"), group, true, has_keys,
                 plain<move_rows<+2>>, "navigator"}),
        in_rows({"navigator-page-up", "A page of sentences up", keys("PageUp"), group, true, has_keys,
                 plain<move_rows<-2>>, "navigator"}),
        {"navigator-home", "First sentence", keys("Home"), group, false, has_keys, plain<move_to<-1>>,
         "navigator", true},
        {"navigator-end", "Last sentence", keys("End"), group, false, has_keys, plain<move_to<+1>>,
         "navigator", true},
        hidden("navigator-file", take_survey, {text("file")}),
        hidden("navigator-sort", take_sort, {text("measure"), optional(whole("model", &Command::i))}),
        hidden("navigator-query", take_query, {text("text")}),
        hidden("navigator-settle", plain<settle_query>),
        hidden("navigator-filter", take_filter, {text("condition")}),
        hidden("navigator-unfilter", drop_filter, {whole("condition", &Command::i)}),
        hidden("navigator-against", take_other, {optional(text("model"))}),
        hidden("navigator-head", take_head, {optional(text("head"))}),
        hidden("navigator-choose-line", choose_line, {whole("line", &Command::i)}),
    };
    rows = recorded_all<Records::Nothing>(std::move(rows));
    // Another input, and what is compared: steps of the history.
    rows.push_back({"navigator-open", "Open the sentence in Step", keys("Enter"), group, false, has_line,
                    plain<open_line>, "navigator", true});
    rows.push_back(recorded<Records::Step>(
        in_rows({"navigator-compare", "Open the sentence in Compare", keys("Ctrl+Enter"), group, true,
                 has_line, plain<compare_line>, "navigator both models"})));
    rows.push_back(recorded<Records::Passing>(hidden("navigator-scroll", scroll_rows, {number("row")})));
    rows.push_back(
        recorded<Records::Passing>(hidden("navigator-rows", see_rows, {whole("rows", &Command::i)})));
    rows.push_back(recorded<Records::Passing>(hidden("navigator-hover", point_at_rows, {flag("over")})));
    rows.push_back(recorded<Records::Passing>(hidden("navigator-keys", take_keys, {flag("on")})));
    return rows;
}

} // namespace heed
