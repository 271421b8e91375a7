#include "app/state/gallery/stories/story_draft.h"

#include "app/figures/entity/entity.h"
#include "app/state/gallery/gallery.h"
#include "app/state/update.h"
#include "core/tasks/stories/stories.h"
#include "core/text/strings.h"
#include "core/text/tokenizer.h"

#include <algorithm>

namespace heed {
namespace {

constexpr std::string_view story_task = "stories";

/// Words of a sentence, in lower case; a full stop or question mark is one by itself.
std::vector<std::string> story_words_of(const std::string& text) {
    std::vector<std::string> words;
    for (auto& piece : Tokenizer{TokenLevel::Word, true}.split(text)) words.push_back(std::move(piece.text));
    return words;
}

/// What the sentences before row `row` tell; those that are not of the language, or cannot be, tell nothing.
tasks::StoryWorld story_world_before(const StoryTexts& texts, int row) {
    tasks::StoryWorld world;
    for (int t = 0; t < row && t < static_cast<int>(texts.sentences.size()); ++t) {
        const auto words = story_words_of(texts.sentences[static_cast<std::size_t>(t)]);
        const auto next = tasks::next_words(world, words);
        if (next.size() != 1 || next.front().word != ".") continue;
        if (const tasks::Told told = tasks::told_by(words); world.judge(told).possible) world.tell(told);
    }
    return world;
}

/// The draft: whole words, and the one that is being typed.
struct TypedWords {
    std::vector<std::string> words;
    std::string typed;
};
TypedWords typed_words(const std::string& text) {
    TypedWords story_draft{story_words_of(text), {}};
    if (!story_draft.words.empty() && !text.empty() && text.back() != ' ') {
        story_draft.typed = story_draft.words.back();
        story_draft.words.pop_back();
    }
    return story_draft;
}

/// A sentence, or the question, that ends in these words.
bool is_whole_sentence(const tasks::StoryWorld& world, std::vector<std::string> words) {
    if (!words.empty() && (words.back() == "." || words.back() == "?")) words.pop_back();
    for (std::size_t n = 0; n < words.size(); ++n) {
        const auto there = tasks::next_words(world, {words.data(), n});
        const auto found = std::find_if(there.begin(), there.end(),
                                        [&](const tasks::NextWord& w) { return w.word == words[n]; });
        if (found == there.end() || !found->possible) return false;
    }
    const auto next = tasks::next_words(world, words);
    return next.size() == 1 && (next.front().word == "." || next.front().word == "?");
}
bool is_story_question(const std::vector<std::string>& words) {
    return !words.empty() && words.front() == "where";
}

/// Why a whole word of the draft cannot stand where it does.
std::string wrong_story_word(const tasks::StoryWorld& world, const std::vector<std::string>& words) {
    for (std::size_t n = 0; n < words.size(); ++n) {
        if (words[n] == "." || words[n] == "?") continue;
        const auto there = tasks::next_words(world, {words.data(), n});
        const auto found = std::find_if(there.begin(), there.end(),
                                        [&](const tasks::NextWord& w) { return w.word == words[n]; });
        if (found == there.end()) return "“" + words[n] + "” is not of the language here";
        if (!found->possible) return "“" + words[n] + "”: " + found->reason;
    }
    return {};
}

const StoryDraft& story_draft(const AppState& s) { return s.gallery.writing; }
bool is_writing(const AppState& s) { return can_write_stories(s) && story_draft(s).sentence >= 0; }

EffectList read_story(AppState& s, const StoryTexts& texts) {
    return update(s, {"type", joined_story(texts)});
}

// -------------------------------------------------------------------------------------------- commands

EffectList edit_row(AppState& s, const Command& c) {
    if (!can_write_stories(s)) return {};
    const StoryTexts texts = story_texts(s.input);
    const int count = static_cast<int>(texts.sentences.size()), row = std::clamp(c.i, 0, count);
    s.gallery.writing = {row, row < count ? texts.sentences[static_cast<std::size_t>(row)] : "", 0};
    return {};
}

EffectList write_row(AppState& s, const Command& c) {
    if (!is_writing(s)) return {};
    s.gallery.writing.text = c.text;
    s.gallery.writing.chosen = 0;
    return {};
}

EffectList move_choice(AppState& s, const Command& c) {
    if (is_writing(s)) s.gallery.writing.chosen += c.i;
    return {};
}

/// The sentence as it stands is put into the story, which is read again.
EffectList read_row(AppState& s) {
    if (!is_writing(s) || !story_offer(s).whole) return {};
    StoryTexts texts = story_texts(s.input);
    std::vector<std::string> words = story_words_of(story_draft(s).text);
    if (words.back() == "." || words.back() == "?") words.pop_back();
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    const auto row = static_cast<std::size_t>(story_draft(s).sentence);
    s.gallery.writing = {};
    if (is_story_question(words)) {
        texts.question = text;
    } else if (row < texts.sentences.size()) {
        texts.sentences[row] = text;
    } else { // and on to the next
        texts.sentences.push_back(text);
        s.gallery.writing = {static_cast<int>(texts.sentences.size()), "", 0};
    }
    const StoryDraft next = s.gallery.writing;
    EffectList effects = read_story(s, texts);
    s.gallery.writing = next;
    return effects;
}

/// The chosen word, or the one that was pressed, in place of what is typed of it; a full stop reads.
EffectList take_word(AppState& s, const Command& c) {
    if (!is_writing(s)) return {};
    const StoryOffer offer = story_offer(s);
    const int n = c.i >= 0 ? c.i : offer.chosen;
    if (n < 0 || n >= static_cast<int>(offer.words.size())) return {};
    const StoryWord& word = offer.words[static_cast<std::size_t>(n)];
    if (!word.possible) return {};
    if (word.word == "." || word.word == "?") return read_row(s);
    std::string text;
    for (const std::string& before : typed_words(story_draft(s).text).words) text += before + " ";
    s.gallery.writing.text = text + word.word + " ";
    s.gallery.writing.chosen = 0;
    return {};
}

EffectList erase_row(AppState& s, const Command& c) {
    if (!can_write_stories(s)) return {};
    StoryTexts texts = story_texts(s.input);
    const int count = static_cast<int>(texts.sentences.size());
    if (c.i < 0 || c.i >= count || count < 2) return {}; // a story has a sentence
    texts.sentences.erase(texts.sentences.begin() + c.i);
    s.gallery.writing = {};
    return read_story(s, texts);
}

void leave_row(AppState& s) { s.gallery.writing = {}; }

} // namespace

bool can_write_stories(const AppState& s) {
    return shows_mechanism(s) && s.trace && is_entity(s.facts) && s.facts.task == story_task;
}

StoryTexts story_texts(const std::string& input) {
    StoryTexts texts;
    std::string sentence;
    for (const char c : input) {
        if (c != '.' && c != '?') {
            sentence += c == '\n' || c == '\t' ? ' ' : c;
            continue;
        }
        std::string whole(trimmed(sentence));
        sentence.clear();
        if (whole.empty()) continue;
        if (c == '.')
            texts.sentences.push_back(std::move(whole));
        else
            texts.question = std::move(whole);
    }
    return texts;
}

std::string joined_story(const StoryTexts& texts) {
    std::string text;
    for (const std::string& sentence : texts.sentences) text += sentence + ". ";
    return text + texts.question + "?";
}

StoryOffer story_offer(const AppState& s) {
    StoryOffer offer;
    if (!is_writing(s)) return offer;
    const StoryTexts texts = story_texts(s.input);
    const int row = story_draft(s).sentence;
    const bool last = row >= static_cast<int>(texts.sentences.size());
    const tasks::StoryWorld world = story_world_before(texts, row);
    const TypedWords typed = typed_words(story_draft(s).text);
    std::vector<std::string> all = typed.words;
    if (!typed.typed.empty()) all.push_back(typed.typed);
    offer.whole = is_whole_sentence(world, all) && (last || !is_story_question(all));
    offer.problem = wrong_story_word(world, typed.words);
    if (!offer.problem.empty()) return offer;
    std::vector<int> possible;
    for (const tasks::NextWord& next : tasks::next_words(world, typed.words)) {
        if (!next.word.starts_with(typed.typed)) continue;
        if (next.word == "where" && !last) continue; // the question comes last
        if (next.possible) possible.push_back(static_cast<int>(offer.words.size()));
        offer.words.push_back({next.word, next.possible, next.reason});
    }
    if (offer.words.empty() && !offer.whole) offer.problem = wrong_story_word(world, all);
    if (possible.empty()) return offer;
    const int count = static_cast<int>(possible.size());
    offer.chosen = possible[static_cast<std::size_t>(((story_draft(s).chosen % count) + count) % count)];
    offer.ghost = offer.words[static_cast<std::size_t>(offer.chosen)].word.substr(typed.typed.size());
    return offer;
}

Rows story_commands() {
    Rows rows = {
        hidden("story-edit", edit_row, {whole("sentence", &Command::i)}),
        hidden("story-write", write_row, {text("text")}),
        hidden("story-move", move_choice, {whole("by", &Command::i)}),
        hidden("story-leave", plain<leave_row>),
    };
    rows = recorded_all<Records::Passing>(std::move(rows));
    rows.push_back(hidden("story-take", take_word, {optional(whole("word", &Command::i))}));
    rows.push_back(hidden("story-read", plain<read_row>));
    rows.push_back(hidden("story-delete", erase_row, {whole("sentence", &Command::i)}));
    return rows;
}

} // namespace heed
