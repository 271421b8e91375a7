#include "app/state/spelling.h"

#include "app/state/update.h"
#include "core/text/suggest.h"

#include <algorithm>

namespace heed {

EffectList update_spelling(AppState& state, const Command& command);

namespace {

constexpr std::size_t most_completions = 6;

bool ends_word(char c) { return std::string_view(" \t\n,.;:!?()").find(c) != std::string_view::npos; }

EffectList replace(AppState& s, std::size_t begin, std::size_t end, const std::string& word) {
    if (begin > end || end > s.input.size()) return {};
    std::string text = s.input;
    text.replace(begin, end - begin, word);
    s.completion = {};
    EffectList effects = update(s, {Do::SetInput, text});
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

} // namespace

WordAt word_before(const std::string& text, std::size_t caret) {
    if (caret > text.size() || (caret < text.size() && !ends_word(text[caret]))) return {};
    std::size_t begin = caret;
    while (begin > 0 && !ends_word(text[begin - 1])) --begin;
    return {begin, caret};
}

EffectList update_spelling(AppState& s, const Command& c) {
    switch (c.what) {
    case Do::Caret: // only what is typed is completed, not where the caret goes
        if (c.i >= 0 && c.text == "typed")
            offer(s, static_cast<std::size_t>(c.i));
        else
            s.completion = {};
        s.caret = c.i;
        return {};
    case Do::CompletionMove:
        if (const int count = static_cast<int>(s.completion.words.size()); count > 0)
            s.completion.chosen = (s.completion.chosen + (c.i < 0 ? count - 1 : 1)) % count;
        return {};
    case Do::CompletionAccept:
        return accept(s, c.i);
    case Do::CompletionClose:
        s.completion = {};
        return {};
    case Do::ReplaceWord:
        return c.i >= 0 && c.j >= c.i
                   ? replace(s, static_cast<std::size_t>(c.i), static_cast<std::size_t>(c.j), c.text)
                   : EffectList{};
    default:
        return {};
    }
}

} // namespace heed
