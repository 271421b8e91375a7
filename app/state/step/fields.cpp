// The fields over the canvas: which token to force, and an exact weight.
#include "app/state/step/what_if.h"

#include "app/figures/tokens.h"
#include "app/state/commands/row.h"
#include "app/state/step/why.h"
#include "app/state/token_offers.h"
#include "core/text/strings.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heed {
namespace {

constexpr std::size_t most_forced = 8;

/// Tokens of the target vocabulary that answer what was typed.
std::vector<int> offered(const AppState& s) {
    const int i = s.what_if.output;
    if (!s.trace || !s.trace->target_vocabulary || i < 0 || i >= s.trace->outputs() ||
        !s.trace->has(Quantity::LogProbs))
        return {};
    std::vector<int> found =
        answering_tokens(*s.trace, s.trace->at(Quantity::LogProbs).col(i), s.what_if.text, most_forced);
    if (s.menu == Menu::Rival) std::erase(found, s.trace->steps[static_cast<std::size_t>(i)].token.id);
    return found;
}

void open_weight_at(AppState& s, int i, int j) {
    if (!has_cell(s, i, j) || !can_hold(s)) return;
    s.what_if.output = i;
    s.what_if.column = j;
    s.what_if.text = fixed(static_cast<double>(weight_seen(s, i, j)), 3);
    s.what_if.problem.clear();
    s.playback.playing = false;
    s.menu = Menu::Weight;
}

EffectList enter_token(AppState& s, int n) {
    const WhatIfState& w = s.what_if;
    const int at = n >= 0 ? n : w.chosen;
    if (at < 0 || at >= static_cast<int>(w.found.size())) return {};
    const auto id = static_cast<std::size_t>(w.found[static_cast<std::size_t>(at)]);
    if (!s.trace || !s.trace->target_vocabulary || id >= s.trace->target_vocabulary->size()) return {};
    const std::string& word = (*s.trace->target_vocabulary)[id];
    const bool rival = s.menu == Menu::Rival;
    s.menu = Menu::None;
    return update(s, {rival ? "why-not" : "force-token", word, 0, w.output});
}

EffectList enter_weight(AppState& s) {
    WhatIfState& w = s.what_if;
    const auto value = read_weight(w.text, most_weight(s, w.output, w.column), w.problem);
    if (!value) return {};
    s.menu = Menu::None;
    return update(s, {"hold-weight", "", static_cast<double>(*value), w.output, w.column});
}

EffectList open_named_weight(AppState& s, const Command& c) {
    open_weight_at(s, c.i, c.j);
    return {};
}

EffectList type_in_field(AppState& s, const Command& c) {
    WhatIfState& w = s.what_if;
    w.text = c.text;
    w.problem.clear();
    w.chosen = 0;
    if (s.menu == Menu::Force || s.menu == Menu::Rival) w.found = offered(s);
    return {};
}

EffectList move_in_field(AppState& s, const Command& c) {
    WhatIfState& w = s.what_if;
    w.chosen = std::clamp(w.chosen + std::clamp(c.i, -1000, 1000), 0,
                          std::max(0, static_cast<int>(w.found.size()) - 1));
    return {};
}

EffectList enter_field(AppState& s, const Command& c) {
    if (s.menu == Menu::Force || s.menu == Menu::Rival) return enter_token(s, c.i);
    return s.menu == Menu::Weight ? enter_weight(s) : EffectList{};
}

} // namespace

std::optional<float> read_weight(const std::string& text, float most, std::string& problem) {
    std::string digits;
    for (const char c : text)
        if (c != ' ') digits += c == ',' ? '.' : c;
    const bool percent = digits.ends_with('%');
    if (percent) digits.pop_back();
    if (digits.starts_with('.')) digits.insert(digits.begin(), '0');
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    problem.clear();
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() ||
        !std::isfinite(value))
        problem = "A number from 0 to 1 is needed, such as .62 or 62%.";
    else if (percent)
        value /= 100;
    if (problem.empty() && (value < 0 || value > 1)) problem = "A weight lies between 0 and 1.";
    if (problem.empty() && value > static_cast<double>(most) + 5e-4)
        problem = "At most " + fixed(static_cast<double>(most), 3) +
                  ": the rest of this row is held or not the source’s.";
    if (!problem.empty()) return std::nullopt;
    return std::min(static_cast<float>(value), most);
}

namespace {

/// The list of tokens for that output.
void open_tokens(AppState& s, Menu menu, int i) {
    if (i < 0) return;
    s.what_if.output = i;
    s.what_if.text.clear();
    s.what_if.problem.clear();
    s.what_if.chosen = 0;
    s.menu = menu;
    s.what_if.found = offered(s);
    s.playback.playing = false;
}

} // namespace

void open_chooser(AppState& s) { open_tokens(s, Menu::Force, edited_output(s)); }
void open_rivals(AppState& s, int output) { open_tokens(s, Menu::Rival, output); }

void open_weight(AppState& s) { open_weight_at(s, edited_output(s), edited_column(s)); }

Rows field_commands() {
    return {
        recorded<Records::Nothing>(hidden("type-weight-of", open_named_weight,
                                          {whole("output", &Command::i), whole("source", &Command::j)})),
        recorded<Records::Nothing>(hidden("field-text", type_in_field, {text("text")})),
        recorded<Records::Passing>(hidden("field-move", move_in_field, {whole("by", &Command::i)})),
        // Of what is offered; else the chosen one.
        hidden("field-enter", enter_field, {optional(whole("offer", &Command::i))}),
    };
}

} // namespace heed
