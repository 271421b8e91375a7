#include "app/state/compare/minimal_pair.h"

#include "core/analysis/token_alignment.h"
#include "core/tasks/task.h"
#include "core/text/vocabulary.h"
#include "core/trace/words/words.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace heed {
namespace {

using Words = std::vector<std::string>;

constexpr int most_answers = 1500; // asked of the task, at most

enum class Kind { Letters, Digits, Mixed, Other };

Kind kind_of(const std::string& token) {
    bool letters = false, digits = false, others = false;
    for (const char c : token) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= '0' && byte <= '9')
            digits = true;
        else if (byte >= 128 || ((byte | 32) >= 'a' && (byte | 32) <= 'z'))
            letters = true;
        else
            others = true;
    }
    if (others || !(letters || digits)) return Kind::Other;
    return letters && digits ? Kind::Mixed : letters ? Kind::Letters : Kind::Digits;
}

/// The word that a token is, as it is typed; empty: it is a part of one.
std::string typed_word(const std::string& token, PieceMark mark) {
    constexpr std::string_view low_line = "▁", byte_space = "Ġ";
    switch (mark) {
    case PieceMark::None:
        break;
    case PieceMark::Space:
        return token.starts_with(low_line) ? token.substr(low_line.size()) : "";
    case PieceMark::Byte:
        return token.starts_with(byte_space) ? token.substr(byte_space.size()) : "";
    case PieceMark::Continued:
        return token.starts_with("##") ? "" : token;
    case PieceMark::Joined:
        return token.ends_with("@@") ? "" : token;
    }
    return token;
}

Words words_of(const Vocabulary& vocabulary) {
    Words tokens;
    for (int id = 0; id < vocabulary.size(); ++id)
        if (!vocabulary.special().has(id)) tokens.push_back(vocabulary.token(id));
    const PieceMark mark = piece_mark(&tokens, {});
    Words words;
    for (const std::string& token : tokens)
        if (std::string word = typed_word(token, mark); !word.empty()) words.push_back(std::move(word));
    return words;
}

Words words_of(const tasks::Task* task, const Tokenizer& tokenizer) {
    Words words;
    for (std::size_t n = 0; task && n < task->examples.size(); ++n)
        for (const Tokenizer::Piece& piece : tokenizer.split(task->examples[n]))
            if (std::find(words.begin(), words.end(), piece.text) == words.end()) words.push_back(piece.text);
    return words;
}

/// Bytes of what stands behind the last word or number: " ."
std::size_t tail_of(const std::string& text, const std::vector<Tokenizer::Piece>& pieces) {
    const auto last = std::find_if(pieces.rbegin(), pieces.rend(),
                                   [](const Tokenizer::Piece& p) { return kind_of(p.text) != Kind::Other; });
    return last == pieces.rend() ? 0 : text.size() - last->end;
}

struct Chooser {
    const std::string& text;
    const tasks::Task* task;
    std::optional<tasks::Sample> answer{};
    std::size_t tail = 0; // bytes at the end that the task is not asked about
    int asked = 0;

    /// The right answer to the text; where the task has none for it, to what stands before its full stop.
    void ask(const std::vector<Tokenizer::Piece>& pieces) {
        if (!task || !task->reference) return;
        answer = task->reference(text);
        if (answer) return;
        tail = tail_of(text, pieces);
        if (tail > 0) answer = task->reference(text.substr(0, text.size() - tail));
    }
    std::string with(const Tokenizer::Piece& piece, const std::string& word) const {
        return text.substr(0, piece.begin) + word + text.substr(piece.end);
    }
    /// Whether the task's answer changes in one token for one.
    bool changes_one(const std::string& other) {
        ++asked;
        const auto its = task->reference(other.substr(0, other.size() - tail));
        if (!its || its->source.size() != answer->source.size()) return false;
        const analysis::AlignmentTally t =
            analysis::tally(analysis::align_tokens(answer->target, its->target));
        return t.replaced == 1 && t.only_a == 0 && t.only_b == 0;
    }
};

/// Places to change, in the order in which they are tried.
std::vector<std::size_t> places(const std::vector<Tokenizer::Piece>& pieces, bool words) {
    std::vector<std::size_t> order;
    for (const bool letters : {true, false})
        for (std::size_t n = pieces.size(); n-- > 0;) {
            const Kind kind = kind_of(pieces[n].text);
            if (kind == Kind::Other) continue;
            if (!words ? letters : (kind == Kind::Letters) == letters) order.push_back(n);
        }
    return order;
}

/// Words of the same kind, from the one after `word` on, and round.
Words candidates(const Words& words, const std::string& word) {
    const auto at = std::find(words.begin(), words.end(), word);
    Words order(at == words.end() ? words.begin() : at + 1, words.end());
    order.insert(order.end(), words.begin(), at == words.end() ? words.begin() : at);
    std::erase_if(order, [&](const std::string& w) { return kind_of(w) != kind_of(word); });
    return order;
}

} // namespace

std::string minimal_pair(const std::string& text, const std::string& name, const Tokenizer& tokenizer,
                         const Vocabulary* vocabulary) {
    const tasks::Task* task = tasks::find(name);
    const std::vector<Tokenizer::Piece> pieces = tokenizer.split(text);
    const Words words =
        vocabulary && vocabulary->size() > 0 ? words_of(*vocabulary) : words_of(task, tokenizer);
    Chooser chooser{text, task};
    chooser.ask(pieces);
    std::string first;
    for (const std::size_t n : places(pieces, tokenizer.level != TokenLevel::Character))
        for (const std::string& word : candidates(words, pieces[n].text)) {
            std::string other = chooser.with(pieces[n], word);
            if (tokenizer.split(other).size() != pieces.size()) continue;
            if (first.empty()) first = other;
            if (!chooser.answer) return first;
            if (chooser.asked >= most_answers) return first;
            if (chooser.changes_one(other)) return other;
        }
    return first;
}

} // namespace heed
