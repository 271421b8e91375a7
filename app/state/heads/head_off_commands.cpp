// The commands of changed heads.
#include "app/figures/base/format.h"
#include "app/state/commands/row.h"
#include "app/state/heads/head_off.h"
#include "app/state/update.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed {
namespace {

bool has_changed_heads(const AppState& s) { return shows_heads(s) && s.model && !s.edits.heads.empty(); }
bool measures_costs(const AppState& s) { return shows_head_off(s) && s.head_off.costs_progress; }
bool can_measure_costs(const AppState& s) { return shows_head_off(s) && s.head_off.costs_stopped; }
bool measures_pairs(const AppState& s) { return shows_head_off(s) && s.head_off.pairs_progress; }
bool can_measure_pairs(const AppState& s) {
    return shows_head_off(s) && (s.head_off.pairs_stopped || !s.head_off.pairs_problem.empty());
}
bool can_ask_input(const AppState& s) { return shows_head_off(s) && head_in_question(s); }

void look_at_head(AppState& s, const HeadPlace& place) {
    s.heads.look.kind = place.kind;
    s.heads.look.layer = place.layer;
    s.heads.look.head = place.head;
    s.heads.follow = true;
}

/// "cross:4:2=off"; "cross:4:2=own": as the model has it.
EffectList edit_head(AppState& s, const Command& c) {
    constexpr std::string_view own = "=own";
    const bool ends_so = std::string_view(c.text).ends_with(own); // another input may, too
    if (const auto place =
            ends_so ? find_head_place(c.text.substr(0, c.text.size() - own.size())) : std::nullopt) {
        s.edits.heads.erase(*place);
        look_at_head(s, *place);
        s.head_off.asks_input = false;
        return {};
    }
    const auto change = find_head_change(c.text);
    if (!change) return {};
    const auto& [place, edit] = *change;
    const int count = heads_of_layer(s, place.kind, place.layer);
    if (place.head >= count || (edit.kind == HeadEdit::Kind::Other && edit.from >= count)) return {};
    if (edit.kind == HeadEdit::Kind::Input && trimmed(edit.input).empty()) return {};
    s.edits.heads[place] = edit;
    look_at_head(s, place);
    s.head_off.atlas = s.head_off.asks_input = false;
    return {};
}

/// What is done to the head in question is done for every output, or for the word that is looked at.
EffectList scope_heads(AppState& s, const Command& c) {
    s.head_off.every = c.i > 0;
    const auto place = head_in_question(s);
    const auto edit = place ? s.edits.heads.find(*place) : s.edits.heads.end();
    if (edit != s.edits.heads.end()) edit->second = scoped(s, edit->second, place->kind);
    return {};
}

EffectList choose_word(AppState& s, const Command& c) {
    s.head_off.word = s.head_off.word == c.i ? -1 : std::clamp(c.i, -1, 100000);
    return {};
}

/// "cross:5:0".
EffectList choose_above(AppState& s, const Command& c) {
    s.head_off.above = find_head_place(c.text);
    return {};
}

EffectList choose_changed(AppState& s, const Command& c) {
    if (const auto place = find_head_place(c.text);
        place && place->head < heads_of_layer(s, place->kind, place->layer))
        look_at_head(s, *place);
    s.head_off.asks_input = false;
    return {};
}

void another_head(AppState& s) { s.head_off.atlas = !s.head_off.atlas; }

void ask_for_input(AppState& s) {
    HeadOffState& h = s.head_off;
    h.asks_input = !h.asks_input;
    const auto place = head_in_question(s);
    const auto edit = place ? s.edits.heads.find(*place) : s.edits.heads.end();
    if (h.asks_input && edit != s.edits.heads.end() && edit->second.kind == HeadEdit::Kind::Input)
        h.input = edit->second.input;
    else if (h.asks_input && h.input.empty())
        h.input = s.input;
}

EffectList type_input(AppState& s, const Command& c) {
    s.head_off.input = c.text;
    return {};
}

EffectList scroll_words(AppState& s, const Command& c) {
    s.head_off.scroll = static_cast<float>(std::max(0, c.i));
    return {};
}

bool can_try_again(const AppState& s) { return shows_head_off(s) && !head_off_problem(s).empty(); }

void compare_with_model(AppState& s) { s.kept.reset(); }

void stop_costs(AppState& s) {
    if (!s.head_off.costs_progress) return;
    const auto run = s.head_off.costs_asked;
    stop_head_costs(s);
    s.head_off.costs_asked = run;
    s.head_off.costs_stopped = true;
}

void measure_costs_again(AppState& s) {
    s.head_off.costs_asked = nullptr; // asked for by what follows
    s.head_off.costs_stopped = false;
}

std::string in_shell_quotes(const std::string& text) { return "'" + replaced(text, "'", "'\\''") + "'"; }

/// What is done to a row beside its heads: "--row 3=uniform"; weights that are given: "--weights 3=.5,.5".
std::string row_option(const std::string& output, const RowEdit& edit) {
    std::string values;
    const auto add = [&](const std::string& value) { values += (values.empty() ? "" : ",") + value; };
    for (const float weight : edit.weights) add(nine_digits(static_cast<double>(weight)));
    if (edit.kind == RowEdit::Kind::Given) return " --weights " + output + "=" + values;
    for (const auto& [source, weight] : edit.held)
        add(std::to_string(source) + "=" + nine_digits(static_cast<double>(weight)));
    for (const int source : edit.without) add(std::to_string(source));
    if (edit.kind == RowEdit::Kind::Shuffled) add(std::to_string(edit.seed));
    return " --row " + output + "=" + std::string(to_string(edit.kind)) +
           (values.empty() ? "" : ":" + values);
}

/// What the run is told besides.
std::string other_options(const Request& request) {
    std::string words;
    for (const auto& [option, value] :
         {std::pair("--source-language", request.source_language),
          std::pair("--target-language", request.target_language), std::pair("--prefix", request.prefix)})
        if (!value.empty()) words += std::string(" ") + option + " " + in_shell_quotes(value);
    const Edits& edits = request.edits;
    for (const auto& [output, token] : edits.forced)
        words += " --force " + in_shell_quotes(std::to_string(output) + "=" + token);
    if (edits.every_row) words += row_option("all", *edits.every_row);
    for (const auto& [output, edit] : edits.rows) words += row_option(std::to_string(output), edit);
    if (edits.temperature != 1) words += " --temperature " + nine_digits(edits.temperature);
    return words;
}

EffectList copy_command(AppState& s) {
    return {{Effect::Kind::CopyText, "heed trace " + in_shell_quotes(s.model_name) + " " +
                                         in_shell_quotes(s.input) + " " + head_options(s) +
                                         other_options(wanted_request(s))}};
}

} // namespace

Rows head_off_commands() {
    constexpr auto group = "What if";
    constexpr const char* words = "heads attention ablate prune what-if";
    Rows rows = recorded_all<Records::Nothing>({
        {"head-another", "Heads: switch another one off, or back to what that did", keys(), group, false,
         has_changed_heads, plain<another_head>, words},
        {"head-input", "Heads: the weights that this one has on another input", keys(), group, false,
         can_ask_input, plain<ask_for_input>, words},
        {"head-off-again", "Heads: try again what changed heads are compared with", keys(), group, false,
         can_try_again, plain<try_head_off_again>, words},
        {"head-costs-stop", "Heads: stop switching each one off", keys(), group, false, measures_costs,
         plain<stop_costs>, words},
        {"head-costs", "Heads: what switching each one off costs", keys(), group, false, can_measure_costs,
         plain<measure_costs_again>, words},
        {"head-pairs-stop", "Heads: stop measuring over the pairs", keys(), group, false, measures_pairs,
         plain<give_up_head_pairs>, words},
        {"head-pairs", "Heads: measure over the pairs again", keys(), group, false, can_measure_pairs,
         plain<measure_head_pairs_again>, words},
        {"head-copy", "Heads: copy the command line that changes them", keys(), group, false,
         has_changed_heads, plain<copy_command>, words},
        hidden("head-word", choose_word, {whole("word", &Command::i)}),
        hidden("head-above", choose_above, {text("head")}),
        hidden("head-changed", choose_changed, {text("head")}),
        hidden("head-input-text", type_input, {text("text")}),
    });
    rows.push_back({"head-off-own", "Heads: compare the changed ones with the model, not with what was kept",
                    keys(), group, false, can_compare_with_model, plain<compare_with_model>, words});
    rows.push_back(hidden("head-edit", edit_head, {text("edit")}));
    rows.push_back(hidden("head-scope", scope_heads, {flag("every")}));
    rows.push_back(
        recorded<Records::Passing>(hidden("head-off-scroll", scroll_words, {whole("x", &Command::i)})));
    return rows;
}

} // namespace heed
