#include "app/state/navigator/navigator.h"

#include "app/state/commands/row.h"
#include "app/state/compare/compare.h"
#include "core/models/registry.h"
#include "core/text/strings.h"

#include <algorithm>
#include <filesystem>

namespace heed {
namespace {

namespace fs = std::filesystem;
using Kind = Effect::Kind;

constexpr double settles = 1; // seconds between two orders

/// Every line waits again; a worker clears what was measured of it.
void measure_anew(NavigatorState& n) {
    n.stale = n.lines.size() > 0;
    ++n.turn;
    n.measuring = n.agreeing = false; // what is under way is of another turn
    n.cursor = n.measured = n.bad = 0;
    n.agreed = n.agreed_cursor = 0;
    n.problems.clear();
    n.words = std::make_shared<PartingWords>();
    n.preview = {};
    n.measuring_since = 0;
    n.ordered_lines = 0;
}

/// The models are those that the user looks at.
void follow_models(AppState& s) {
    NavigatorState& n = s.navigator;
    const bool can = can_navigate(s);
    const bool read = can && n.against && n.other == n.other_read;
    const survey::Models wanted{can ? s.model : nullptr, read ? n.other_model : nullptr};
    if (wanted == n.models && n.head == n.by_head && n.told == s.languages) return;
    n.told = s.languages;
    n.models = wanted;
    n.by_head = n.head;
    measure_anew(n);
}

bool other_wanted(const NavigatorState& n) {
    return n.against && !n.other.empty() && n.other != n.other_read;
}

bool texts_wanted(const NavigatorState& n) {
    if (!n.order) return false;
    const auto from = static_cast<std::size_t>(std::max(0.0, n.first));
    for (std::size_t k = from; k < std::min(n.shown(), from + static_cast<std::size_t>(n.rows) + 2); ++k)
        if (!n.texts.contains(n.order->lines[k])) return true;
    return false;
}

bool preview_wanted(const NavigatorState& n) {
    return n.models[0] && n.chosen >= 0 && n.chosen < static_cast<int>(n.lines.size()) &&
           n.preview.line != n.chosen;
}

bool look_wanted(const AppState& s) {
    const NavigatorState& n = s.navigator;
    if (n.file.empty() || !n.problem.empty()) return false;
    return !n.open || !n.found_all || n.stale || other_wanted(n) || order_due(s) || texts_wanted(n) ||
           preview_wanted(n);
}

/// Of what is typed: the words, and the conditions.
void split_query(const NavigatorState& n, std::string& words, std::vector<survey::Condition>& conditions) {
    for (const std::string_view part : split(n.query, " ")) {
        if (part.empty()) continue;
        const auto condition = survey::parse_condition(part, judged_model(n));
        if (condition && !(n.words_alone && is_of_letters(part)))
            conditions.push_back(*condition);
        else
            words += (words.empty() ? "" : " ") + std::string(part);
    }
}

} // namespace

std::int32_t PartingWords::number_of(const std::string& word) {
    const auto [at, fresh] = numbers.try_emplace(word, static_cast<std::int32_t>(words.size()));
    if (fresh) words.push_back(word);
    return at->second;
}

bool takes_sentences(const std::string& file) { return file.ends_with(".tsv") || file.ends_with(".txt"); }

bool shows_navigator(const AppState& s) { return s.view == "navigator"; }
bool shows_sentences(const AppState& s) {
    return s.navigator.drawer && s.view == "step" && !s.weights_only() &&
           !(s.model && answers_at_once(s.facts.architecture));
}

float sentences_beside(const AppState& s, float right) {
    constexpr float least_canvas = 520;
    const bool room = s.width - sentences_width - right >= least_canvas;
    return room && shows_sentences(s) ? sentences_width : 0;
}

bool can_navigate(const AppState& s) {
    return s.model && !s.weights_only() && !answers_at_once(s.facts.architecture);
}

int judged_model(const NavigatorState& n) { return n.against ? 1 : 0; }

survey::Wanted wanted_order(const NavigatorState& n) {
    survey::Wanted wanted;
    wanted.sorting.measure = survey::find_measure(n.sort);
    wanted.sorting.model = n.sort_model < 0 || !n.against ? judged_model(n) : n.sort_model;
    wanted.sorting.turned = n.turned;
    for (const std::string& chip : n.chips)
        if (const auto condition = survey::parse_condition(chip, judged_model(n)))
            wanted.conditions.push_back(*condition);
    split_query(n, wanted.words, wanted.conditions);
    return wanted;
}

bool order_due(const AppState& s) {
    const NavigatorState& n = s.navigator;
    if (!n.open) return false;
    if (!n.order || wanted_order(n) != n.ordered_by) return true;
    if (n.stale || n.pointed || is_settled(n)) return false;
    const bool all_known = n.done() && !n.agreeing && lines_to_agree(n).empty();
    return all_known || s.clock - n.ordered_at >= settles;
}

bool is_settled(const NavigatorState& n) { return n.ordered_lines == n.lines.size() + n.measured + n.agreed; }

bool agreement_of_all(const NavigatorState& n) {
    const int tau = survey::find_measure("tau");
    const survey::Wanted wanted = wanted_order(n);
    return wanted.sorting.measure == tau ||
           std::any_of(wanted.conditions.begin(), wanted.conditions.end(),
                       [&](const survey::Condition& c) { return c.measure == tau; });
}

std::string typed_words(const NavigatorState& n) { return wanted_order(n).words; }

int row_of(const NavigatorState& n, int line) {
    if (!n.order || line < 0) return -1;
    const auto& lines = n.order->lines;
    const auto at = std::find(lines.begin(), lines.end(), static_cast<std::uint32_t>(line));
    return at == lines.end() ? -1 : static_cast<int>(at - lines.begin());
}

std::string parting_word(const NavigatorState& n, const survey::LineRecord& line, int model) {
    const std::int32_t number = line.words[model];
    return number < 0 || number >= std::ssize(n.words->words)
               ? std::string()
               : n.words->words[static_cast<std::size_t>(number)];
}

EffectList survey_file(AppState& s, const std::string& file) {
    NavigatorState& n = s.navigator;
    std::error_code ignored;
    NavigatorChoices kept = n;
    kept.file = fs::absolute(file, ignored).lexically_normal().string();
    if (kept.file != n.file) { // what was looked for was looked for in that one
        kept.chosen = -1;
        kept.chips.clear();
        kept.query.clear();
    }
    kept.drawer = true;
    NavigatorState fresh;
    static_cast<NavigatorChoices&>(fresh) = std::move(kept);
    fresh.turn = n.turn + 1;
    fresh.file_turn = n.file_turn + 1;
    fresh.rows = n.rows;
    fresh.back = n.back;
    n = std::move(fresh);
    n.keys = true;
    s.dialog = Dialog::None;
    s.menu = Menu::None;
    if (shows_navigator(s) || !can_navigate(s)) return {};
    return show_workspace(s, "step");
}

EffectList follow_navigator(AppState& s) {
    NavigatorState& n = s.navigator;
    if (!shows_navigator(s) && !shows_sentences(s)) return {};
    if (n.weights) {
        const std::string file = n.file;
        static_cast<NavigatorChoices&>(n).file.clear();
        n.weights = false;
        n.drawer = false;
        return update(s, {"load", file});
    }
    if (n.against && n.other.empty()) n.other = second_model(s);
    follow_models(s);
    EffectList effects;
    if (!n.looking && look_wanted(s)) {
        n.looking = true;
        effects.push_back({Kind::Work, "navigator"});
    }
    const bool ready = !n.stale && n.models[0] && (!n.against || n.two() || !n.other_problem.empty());
    if (!n.measuring && !n.paused && n.open && n.problem.empty() && ready && n.measured < n.lines.size()) {
        if (n.measuring_since == 0) {
            n.measuring_since = s.clock;
            n.measured_then = n.measured;
        }
        n.measuring = true;
        effects.push_back({Kind::Work, "navigator-measure"});
    }
    if (!n.agreeing && !n.paused && n.open && n.problem.empty() && ready && !lines_to_agree(n).empty()) {
        n.agreeing = true;
        effects.push_back({Kind::Work, "navigator-agreement"});
    }
    return effects;
}

bool leave_sentences(AppState& s) {
    if (!s.navigator.query.empty() && s.navigator.keys) {
        s.navigator.query.clear();
        return true;
    }
    return false;
}

} // namespace heed
