// What the navigator says.
#include "app/figures/base/format.h"
#include "app/state/navigator/navigator.h"
#include "app/state/units.h"
#include "core/models/model.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

namespace heed {
namespace {

constexpr std::size_t few = 200; // measured lines, before the time that is left can be told

/// "40 s", "3 min".
std::string time_words(double seconds) {
    return seconds < 90 ? std::to_string(static_cast<int>(std::ceil(seconds))) + " s"
                        : std::to_string(static_cast<int>(std::lround(seconds / 60))) + " min";
}

/// "AER .15 and .31"; nothing where there is none.
std::string pair_words(const std::string& name, const std::optional<double>& a,
                       const std::optional<double>& b, bool share) {
    if (!a && !b) return {};
    const auto number = [&](const std::optional<double>& v) {
        return !v ? std::string("–") : share ? cell_number(*v) : log_prob_number(*v);
    };
    return name + " " + number(a) + (b ? " and " + number(b) : "");
}

/// What rows are filtered by: “river” and AER > .3.
std::string query_words(const AppState& s) {
    const NavigatorState& n = s.navigator;
    std::vector<std::string> all;
    const survey::Wanted wanted = wanted_order(n);
    if (!wanted.words.empty()) all.push_back("“" + wanted.words + "”");
    for (const survey::Condition& condition : wanted.conditions) all.push_back(condition_words(s, condition));
    return listed(all, " and ");
}

} // namespace

std::string measure_number(const survey::Measure& measure, double value) {
    if (measure.whole) return thousands(std::lround(value));
    if (measure.is_share) return cell_number(value);
    return measure.id == "logp" ? log_prob_number(value) : fixed(value, 2);
}

Unit line_unit(const AppState& s) { return s.model && s.model->subword ? Unit{} : read_unit(s); }

bool is_of_letters(std::string_view condition) {
    constexpr std::string_view others[] = {"pieces", "tokens", "letters", "characters"};
    const std::string id = ascii_lower(std::string(condition));
    return std::any_of(std::begin(others), std::end(others),
                       [&](std::string_view other) { return id.starts_with(other); }) &&
           survey::parse_condition(condition, 0);
}

bool is_uncounted(const AppState& s, std::string_view condition) {
    return s.model && s.model->subword && is_of_letters(condition);
}

std::string measure_meaning(const AppState& s, const survey::Measure& measure) {
    const std::string meaning(measure.computed);
    return s.model && s.model->subword ? replaced(meaning, "ource tokens", "ource words") : meaning;
}

std::string measure_title(const AppState& s, const survey::Measure& measure) {
    if (measure.id == "words") return std::string(line_unit(s).many);
    if (measure.id == "dlogp") return "Δ log p per " + std::string(read_unit(s).one);
    return std::string(measure.title);
}

std::string condition_words(const AppState& s, const survey::Condition& condition) {
    const survey::Measure& measure = survey::measures()[static_cast<std::size_t>(condition.measure)];
    std::string words = survey::in_words(condition);
    if (words.starts_with(measure.title))
        words = measure_title(s, measure) + words.substr(measure.title.size());
    return words;
}

std::string model_words(const AppState& s, int model) {
    const NavigatorState& n = s.navigator;
    if (model == 0) return s.facts.name.empty() ? s.model_name : s.facts.name;
    return n.other_model && n.other == n.other_read ? n.other_model->name : n.other;
}

std::string progress_words(const AppState& s) {
    const NavigatorState& n = s.navigator;
    if (n.file.empty() || !n.problem.empty()) return {};
    if (!n.open) return "Opening";
    const auto all = static_cast<long long>(n.lines.size());
    const auto head = find_head_place(n.head);
    const std::string by =
        head ? ", by layer " + std::to_string(head->layer + 1) + ", head " + std::to_string(head->head + 1)
             : "";
    if (!n.found_all) return thousands(all) + " lines found";
    std::string words = n.done() ? counted(static_cast<int>(all), "line")
                                 : thousands(static_cast<long long>(n.measured)) + " of " + thousands(all);
    if (n.done() && all > 999) words = thousands(all) + " lines";
    words += by;
    if (n.bad > 0) words += ", " + thousands(static_cast<long long>(n.bad)) + " bad";
    if (n.done() && agreement_of_all(n) && !lines_to_agree(n).empty())
        return words + ", τ of " + thousands(static_cast<long long>(n.agreed)) + (n.paused ? ", paused" : "");
    if (n.done()) return words;
    if (n.paused) return words + ", paused";
    const std::size_t since = n.measured - std::min(n.measured, n.measured_then);
    const double seconds = s.clock - n.measuring_since;
    if (since >= few && seconds > 0.5)
        words += ", " + time_words(seconds / double(since) * double(n.lines.size() - n.measured)) + " left";
    return words;
}

std::string empty_words(const AppState& s) {
    const NavigatorState& n = s.navigator;
    if (!n.problem.empty()) return n.problem;
    if (!can_navigate(s))
        return s.model ? s.facts.title + " answers a whole input at once: there is no output to measure."
                       : "No model is open.";
    if (n.file.empty())
        return "Open a file of sentences: one a line, or source, tab, target and, where they are known, tab "
               "and "
               "gold links such as 0-0 1-2.";
    if (!n.open || !n.order)
        return n.open && n.lines.size() == 0 && n.found_all ? "The file has no line." : "";
    if (n.shown() > 0) return {};
    if (n.lines.size() == 0) return n.found_all ? "The file has no line." : "";
    std::string words = "No line has " + query_words(s) + ".";
    if (!n.done()) words += " " + thousands(static_cast<long long>(n.measured)) + " measured so far.";
    return words;
}

std::string pooled_words(const NavigatorState& n) {
    if (!n.order) return {};
    const survey::Pooled& p = n.order->pooled;
    const auto &a = p.of[0], &b = p.of[1];
    std::vector<std::string> parts;
    const auto add = [&](std::string words) {
        if (!words.empty()) parts.push_back(std::move(words));
    };
    add(pair_words("AER", a.error_rate(), b.error_rate(), true));
    add(pair_words("log p", a.log_prob_a_token(), b.log_prob_a_token(), false));
    if (a.answered > 0)
        add("wrong " + thousands(a.wrong) + (n.two() ? " and " + thousands(b.wrong) : std::string()));
    if (p.compared > 0) add("parted in " + thousands(p.parted));
    std::string words = thousands(p.lines) + " shown";
    if (a.lines < p.lines) words += ", " + thousands(a.lines) + " measured";
    return parts.empty() ? words : words + ": " + listed(parts);
}

} // namespace heed
