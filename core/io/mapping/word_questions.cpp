#include "core/io/mapping/word_questions.h"

#include "core/io/family/special_words.h"
#include "core/text/strings.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace heed::io::mapping {

namespace {

using List = std::vector<std::string>;

constexpr std::size_t most_offered = 6, most_meant = 3;
constexpr int first_ids = 5; // offered where there are no words

bool is_in(const List& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The first word of that meaning; empty: none is in the list.
std::string found(const List& words, std::string_view meaning, bool capitals = true) {
    const List all = words_meaning(words, meaning, capitals);
    return all.empty() ? std::string() : all.front();
}

void offer(Question& question, const std::string& word) {
    const auto there = [&](const Option& option) { return option.id == word; };
    if (std::none_of(question.options.begin(), question.options.end(), there))
        question.options.push_back({word, word});
}

/// What the user said to it; empty: nothing.
std::string said_to(const Answers& said, const std::string& question) {
    const auto it = said.find(question);
    return it == said.end() ? std::string() : it->second;
}

/// Which word means that: settled where the list has one that always does.
Question which_word(const std::string& id, const std::string& text, const List& words,
                    std::string_view meaning, const Answers& said) {
    Question question{id, text, {}, {}, {}};
    if (words.empty()) {
        for (int n = 0; n <= first_ids; ++n)
            question.options.push_back({std::to_string(n), "id " + std::to_string(n)});
        question.answer = meaning == "start" ? "2" : "3";
        if (const auto own = number_in<int>(said_to(said, id)); own && *own >= 0)
            offer(question, std::to_string(*own));
        return question;
    }
    const List meant = words_meaning(words, meaning);
    for (std::size_t n = 0; n < std::min(most_meant, meant.size()); ++n) offer(question, meant[n]);
    if (const std::string end = found(words, "end"); meaning == "start" && !end.empty())
        offer(question, end); // as fairseq begins
    if (question.options.empty())
        for (const std::string& word : words)
            if (looks_special(word) && question.options.size() < most_offered)
                question.options.push_back({word, word});
    if (question.options.empty())
        for (std::size_t n = 0; n < std::min<std::size_t>(most_offered, words.size()); ++n)
            question.options.push_back({words[n], words[n]});
    if (const std::string own = said_to(said, id); is_in(words, own)) offer(question, own);
    return question;
}

/// Marks of no known meaning, in the list's order: any of them may stand around a text.
List strange_marks(const List& words) {
    List marks;
    for (const std::string& word : words)
        if (marks.size() < most_meant && looks_special(word) && special_meaning(word).empty() &&
            !is_in(usual_words("pad"), word) && !is_in(usual_words("unknown"), word))
            marks.push_back(word);
    return marks;
}

/// Where no word has a usual name: two of the marks, the one that is listed first before the text, or one.
void offer_around(Question& question, const List& marks) {
    for (std::size_t a = 0; a < marks.size(); ++a)
        for (std::size_t b = a + 1; b < marks.size(); ++b) offer(question, marks[a] + " … " + marks[b]);
    for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) offer(question, "… " + *mark);
    for (const std::string& mark : marks) offer(question, mark + " …");
}

/// The words that mean it, and first what the examples have, where that is none of them. Settled where the
/// list has neither such a word nor a mark that could be one.
Question framing(const List& words, const std::string& around_theirs, const Answers& said) {
    const std::string start = found(words, "start", false), end = found(words, "end", false);
    Question question{
        "source", "What stands around the words that the encoder reads?", {Part::SourceEmbedding}, {}, {}};
    const bool s = !start.empty(), e = !end.empty();
    if (s && e) question.options.push_back({"both", start + " … " + end});
    if (e) question.options.push_back({"end", "… " + end});
    question.options.push_back({"none", "nothing"});
    if (s) question.options.push_back({"start", start + " …"});
    const auto theirs = [&](const Option& option) { return option.label == around_theirs; };
    if (!around_theirs.empty() && std::none_of(question.options.begin(), question.options.end(), theirs))
        question.options.insert(question.options.begin(), {around_theirs, around_theirs});
    if (!s && !e && around_theirs.empty()) offer_around(question, strange_marks(words));
    const std::string own = said_to(said, "source");
    const Around around = around_of(own);
    const auto known = [&](const std::string& word) { return word.empty() || is_in(words, word); };
    if (!(around.start_word + around.end_word).empty() && known(around.start_word) && known(around.end_word))
        offer(question, own);
    return question;
}

/// Whether every word but the marks is one character.
bool are_characters(const List& words) {
    bool some = false;
    for (const std::string& word : words) {
        if (word.empty() || looks_special(word)) continue;
        if (decode_utf8(word, 0).length != word.size()) return false;
        some = true;
    }
    return some;
}

/// A list of single characters may be of a text that is cut into them, or of words that are as short. A sign
/// for the space tells; else letters are taken for the one, digits for the other, and it stays open.
Question cutting(const List& words) {
    Question question{"text",
                      "How is text cut into words?",
                      {},
                      {{"given", "at spaces"}, {"word", "at spaces and punctuation"}},
                      {}};
    question.by_words = true;
    if (!are_characters(words)) {
        for (const char* mark : {".", ",", "!", "?"})
            if (is_in(words, mark)) question.answer = "word";
        return question;
    }
    question.options = {{"given", "at spaces"}, {"character", "into characters"}};
    const bool space = is_in(words, " ") || is_in(words, "\u2581") || is_in(words, "_");
    const bool letters = std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return !word.empty() && !looks_special(word) &&
               (std::isalpha(static_cast<unsigned char>(word.front())) != 0 || word.size() > 1);
    });
    if (space || letters) question.answer = "character";
    question.by_words = space;
    return question;
}

/// Small letters where the list has no others. Capitals that stand alone may be words, or marks that stand
/// for words.
Question letter_case(const List& words) {
    Question question{"case",
                      "What becomes of capital letters?",
                      {},
                      {{"small", "small letters"}, {"kept", "they stay"}},
                      {}};
    bool capitals = false, lone = false;
    for (const std::string& word : words) {
        if (lowercase(word) == word) continue;
        lone = lone || word.size() == 1;
        capitals = capitals || (word.size() > 1 && !looks_special(word));
    }
    question.by_words = capitals || !lone;
    if (capitals || lone) question.answer = "kept";
    return question;
}

} // namespace

std::vector<std::string> usual_words(std::string_view meaning) {
    if (meaning == "start")
        return {"<s>", "<sos>", "<bos>", "<SOS>",   "<BOS>", "SOS",
                "BOS", "<go>",  "<GO>",  "<start>", "[SOS]", "S"};
    if (meaning == "end") return {"</s>", "<eos>", "<EOS>", "EOS", "<end>", "</S>", "[EOS]", "E"};
    if (meaning == "pad") return {"<pad>", "<PAD>", "PAD", "<blank>", "[PAD]", "P"};
    return {"<unk>", "<UNK>", "UNK", "[UNK]"};
}

bool looks_special(const std::string& word) {
    if (word.size() > 2 &&
        ((word.front() == '<' && word.back() == '>') || (word.front() == '[' && word.back() == ']')))
        return true;
    for (const char* meaning : {"start", "end", "pad", "unknown"})
        if (is_in(usual_words(meaning), word)) return true;
    return !special_meaning(word, false).empty();
}

std::vector<std::string> words_meaning(const std::vector<std::string>& words, std::string_view meaning,
                                       bool capitals) {
    List usual, other;
    for (const std::string& word : usual_words(meaning))
        if (is_in(words, word)) usual.push_back(word);
    if (!usual.empty() && usual.front().size() > 1) return usual;
    for (const std::size_t id : ids_of_meaning(meaning, words, capitals))
        if (!is_in(other, words[id])) other.push_back(words[id]);
    other.insert(other.end(), usual.begin(), usual.end()); // an "S" may be a word
    return other;
}

Around around_of(const std::string& answer) {
    if (answer == "both" || answer == "start" || answer == "end") return {answer != "end", answer != "start"};
    constexpr std::string_view dots = "…";
    const std::size_t at = answer.find(dots);
    if (at == answer.npos) return {};
    const auto trimmed = [](std::string_view text) {
        while (text.starts_with(' ')) text.remove_prefix(1);
        while (text.ends_with(' ')) text.remove_suffix(1);
        return std::string(text);
    };
    const std::string start = trimmed(std::string_view(answer).substr(0, at)),
                      end = trimmed(std::string_view(answer).substr(at + dots.size()));
    return {!start.empty(), !end.empty(), start, end};
}

std::vector<Question> word_questions(const Sizes& sizes, const Words& words, const Answers& said) {
    std::vector<Question> questions;
    questions.push_back(framing(words.source, words.around, said));
    if (!found(words.source, "pad", false).empty())
        questions.push_back(
            {"padding",
             "How far are sources padded, and the padding read?",
             sizes.two_ways ? std::vector{Part::Forward, Part::Backward} : std::vector{Part::Forward},
             {{"0", "never"}, {"10", "to 10"}, {"20", "to 20"}, {"50", "to 50"}},
             {}});
    questions.back().rare = questions.back().id == "padding" && sizes.two_ways;
    // Hardly any model is: asked where it is asked for, and by a search that finds nothing else.
    questions.push_back({"reading",
                         "Which way are the words of a source read?",
                         {Part::Forward},
                         {{"along", "as they stand"}, {"reversed", "back to front, then the end"}},
                         {}});
    questions.back().by_words = true;
    questions.push_back(which_word("first", "What is the decoder fed first?", words.target, "start", said));
    questions.push_back(which_word("last", "Which word ends an output?", words.target, "end", said));
    questions.push_back(cutting(words.source));
    questions.push_back(letter_case(words.source));
    return questions;
}

} // namespace heed::io::mapping
