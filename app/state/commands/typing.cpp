// What is typed: the input, and help with its words.
#include "app/state/spelling.h"

#include "app/state/commands/row.h"
#include "app/state/compare/compare.h"
#include "app/state/jobs/runs.h"
#include "app/state/open/opening.h"
#include "app/state/workspaces.h"
#include "core/text/suggest.h"

#include <algorithm>

namespace heed {

namespace {

constexpr std::size_t most_completions = 6;

bool ends_word(char c) { return std::string_view(" \t\n,.;:!?()").find(c) != std::string_view::npos; }

EffectList replace(AppState& s, std::size_t begin, std::size_t end, const std::string& word) {
    if (begin > end || end > s.input.size()) return {};
    std::string text = s.input;
    text.replace(begin, end - begin, word);
    s.completion = {};
    EffectList effects = update(s, {"type", text});
    effects.push_back({Effect::Kind::EditInput, std::to_string(begin + word.size())});
    return effects;
}

void offer(AppState& s, std::size_t caret) {
    s.completion = {};
    if (!s.source_words || s.facts.character_level) return;
    const WordAt word = word_before(s.input, std::min(caret, s.input.size()));
    if (word.begin == word.end) return;
    s.completion = {
        word.begin, word.end,
        complete(*s.source_words, s.input.substr(word.begin, word.end - word.begin), most_completions), 0};
}

EffectList accept(AppState& s, int index) {
    const Completion offered = s.completion;
    if (!offered.open()) return {};
    const int last = static_cast<int>(offered.words.size()) - 1;
    const int chosen = std::clamp(index < 0 ? offered.chosen : index, 0, last);
    return replace(s, offered.begin, offered.end, offered.words[static_cast<std::size_t>(chosen)]);
}

EffectList set_input(AppState& s, const std::string& text) {
    if (text == s.input) return {};
    s.completion = {};
    s.unknown.clear();
    s.inputs.offered.clear();
    if (text.empty()) s.last_input = s.input;
    s.input = text;
    s.settings.input = text;
    s.selection = {};
    s.hover = {};
    s.playback.playing = false;
    const Edits left = kept_while_comparing(s);
    if (s.edits != left)
        s.toasts.push_back({s.next_toast++, false, "Your changes were made to the last input",
                            "Ctrl+Z brings back both.", s.clock + 4});
    s.edits = left; // the others spoke of another run
    s.kept.reset();
    reset_workspaces(s, Fresh::Input);
    return {};
}

EffectList take_input(AppState& s, const Command& c) { return set_input(s, c.text); }
EffectList bring_back(AppState& s) { return set_input(s, s.last_input); }
EffectList use_first(AppState& s) {
    return set_input(s, s.input.substr(0, std::min(s.fitting, s.input.size())));
}

EffectList run_again(AppState& s) {
    if (s.report.shown) { // Enter: step through a sentence
        leave_report(s);
        return {};
    }
    if (stopped_reading(s)) s.input_problem.clear(); // that it was stopped
    s.runs = {};
    compare_again(s);
    for (const Request& request : wanted_runs(s).in_order()) s.cache.forget(model_id(s), request);
    if (!s.input_problem.empty()) return {{Effect::Kind::FocusInput}}; // it is to be mended first
    return s.model ? EffectList{{Effect::Kind::LeaveField}} : EffectList{};
}

EffectList focus_input(AppState&) { return {{Effect::Kind::FocusInput}}; }

/// Only what is typed is completed, not where the caret goes.
EffectList move_caret(AppState& s, const Command& c) {
    if (c.i >= 0 && c.text == "typed")
        offer(s, static_cast<std::size_t>(c.i));
    else
        s.completion = {};
    s.caret = c.i;
    return {};
}

EffectList move_completion(AppState& s, const Command& c) {
    if (const int count = static_cast<int>(s.completion.words.size()); count > 0)
        s.completion.chosen = (s.completion.chosen + (c.i < 0 ? count - 1 : 1)) % count;
    return {};
}

EffectList accept_completion(AppState& s, const Command& c) { return accept(s, c.i); }
void end_typing(AppState&) {} // what is typed after this is another step of the history
void close_completion(AppState& s) { s.completion = {}; }

EffectList replace_word(AppState& s, const Command& c) {
    if (c.i < 0 || c.j < c.i) return {};
    return replace(s, static_cast<std::size_t>(c.i), static_cast<std::size_t>(c.j), c.text);
}

} // namespace

WordAt word_before(const std::string& text, std::size_t caret) {
    if (caret > text.size() || (caret < text.size() && !ends_word(text[caret]))) return {};
    std::size_t begin = caret;
    while (begin > 0 && !ends_word(text[begin - 1])) --begin;
    return {begin, caret};
}

Rows typing_commands() {
    constexpr std::string_view files = "Files";
    return {
        recorded<Records::Nothing>({"focus-input", "Type an input", keys("/"), files, false, nullptr,
                                    plain<focus_input>, "text edit sentence date"}),
        recorded<Records::Nothing>(
            {"run", "Run the input again", keys("Enter"), files, true, nullptr, plain<run_again>, "compute"}),
        recorded<Records::Typing>(hidden("type", take_input, {text("text")})),
        recorded<Records::Nothing>(hidden("field-left", plain<end_typing>)), // the keyboard is elsewhere
        hidden("bring-back-input", plain<bring_back>),
        hidden("use-beginning", plain<use_first>),
        recorded<Records::Passing>(
            hidden("caret", move_caret, {whole("at", &Command::i), optional(text("how"))})),
        recorded<Records::Passing>(hidden("completion-move", move_completion, {whole("by", &Command::i)})),
        hidden("completion-accept", accept_completion, {optional(whole("offer", &Command::i))}),
        recorded<Records::Passing>(hidden("completion-close", plain<close_completion>)),
        hidden("replace-word", replace_word,
               {whole("begin", &Command::i), whole("end", &Command::j), text("word")}),
    };
}

} // namespace heed
