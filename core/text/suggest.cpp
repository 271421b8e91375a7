#include "core/text/suggest.h"

#include "core/text/fold.h"
#include "core/text/strings.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <compare>
#include <vector>

namespace heed {
namespace {

/// Small letters without accents, as code points. A bad byte is U+FFFD.
std::u32string letters_of(std::string_view utf8) {
    if (is_ascii(utf8)) {
        std::u32string letters(utf8.begin(), utf8.end());
        for (char32_t& c : letters)
            if (c >= U'A' && c <= U'Z') c += U'a' - U'A';
        return letters;
    }
    const std::string plain = folded(utf8);
    std::u32string letters;
    for (std::size_t at = 0; at < plain.size();) {
        const CodePoint c = decode_utf8(plain, at);
        letters += c.value;
        at += c.length;
    }
    return letters;
}

/// A token that may be offered, and what decides its place: smaller is better.
struct Candidate {
    std::size_t first, second;
    std::u32string letters;
    int id;
    auto operator<=>(const Candidate&) const = default;
};

std::vector<std::string> best(std::vector<Candidate> candidates, std::size_t count,
                              const Vocabulary& vocabulary) {
    count = std::min(count, candidates.size());
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count),
                      candidates.end());
    std::vector<std::string> tokens;
    for (std::size_t k = 0; k < count; ++k) tokens.push_back(vocabulary.token(candidates[k].id));
    return tokens;
}

template <class Each>
void for_each_word(const Vocabulary& vocabulary, const Each& each) {
    for (int id = 0; id < vocabulary.size(); ++id)
        if (!vocabulary.special().has(id)) each(id, letters_of(vocabulary.token(id)));
}

std::size_t common_beginning(std::u32string_view a, std::u32string_view b) {
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

} // namespace

std::vector<std::string> complete(const Vocabulary& vocabulary, std::string_view prefix, std::size_t count) {
    const std::u32string begin = letters_of(prefix);
    if (begin.empty()) return {};
    std::vector<Candidate> candidates;
    for_each_word(vocabulary, [&](int id, std::u32string letters) {
        const bool other = letters.size() > begin.size() ||
                           lowercase(vocabulary.token(id)) != lowercase(prefix); // "été", of "ete"
        if (other && letters.starts_with(begin))
            candidates.push_back({letters.size(), 0, std::move(letters), id});
    });
    return best(std::move(candidates), count, vocabulary);
}

std::vector<std::string> nearest(const Vocabulary& vocabulary, std::string_view word, std::size_t count) {
    const std::u32string wanted = letters_of(word);
    if (wanted.empty()) return {};
    const std::size_t limit = std::max<std::size_t>(1, wanted.size() / 2);
    std::vector<Candidate> candidates;
    for_each_word(vocabulary, [&](int id, std::u32string letters) {
        const auto [shorter, longer] =
            std::minmax({letters.size(), wanted.size()}); // of values: no references
        if (longer - shorter > limit) return;             // each edit changes the length by one at most
        const std::size_t distance = edit_distance(wanted, letters);
        const std::size_t differing = wanted.size() - common_beginning(wanted, letters);
        if (distance <= limit) candidates.push_back({distance, differing, std::move(letters), id});
    });
    return best(std::move(candidates), count, vocabulary);
}

std::vector<std::string> nearest(std::span<const std::string> known, std::string_view word, std::size_t count,
                                 std::size_t most_edits) {
    const std::u32string wanted = letters_of(word);
    if (wanted.empty()) return {};
    std::vector<Candidate> candidates;
    for (std::size_t n = 0; n < known.size(); ++n) {
        std::u32string letters = letters_of(known[n]);
        const std::size_t distance = edit_distance(wanted, letters);
        const std::size_t differing = wanted.size() - common_beginning(wanted, letters);
        if (distance <= most_edits)
            candidates.push_back({distance, differing, std::move(letters), static_cast<int>(n)});
    }
    std::sort(candidates.begin(), candidates.end());
    std::vector<std::string> found;
    for (std::size_t k = 0; k < std::min(count, candidates.size()); ++k)
        found.push_back(known[static_cast<std::size_t>(candidates[k].id)]);
    return found;
}

std::string did_you_mean(std::span<const std::string> known, std::string_view word) {
    constexpr std::size_t longest = 64, shortest = 3; // what is longer is no misspelt name
    if (word.size() > longest) return {};
    const std::u32string letters = letters_of(word);
    std::vector<std::string> meant = nearest(known, word, 1, std::max<std::size_t>(1, letters.size() / 3));
    if (meant.empty() && letters.size() >= shortest) {
        for (const std::string& one : known)
            if (letters_of(one).starts_with(letters)) meant.push_back(one);
        if (meant.size() > 1) return {};
    }
    return meant.empty() ? "" : "; did you mean " + meant.front() + "?";
}

std::size_t edit_distance(std::u32string_view a, std::u32string_view b) {
    // d(i, j) is the distance between the first i letters of a and the first j of b.
    const std::size_t width = b.size() + 1;
    std::vector<std::size_t> cells((a.size() + 1) * width);
    const auto d = [&](std::size_t i, std::size_t j) -> std::size_t& { return cells[i * width + j]; };
    for (std::size_t i = 0; i <= a.size(); ++i) d(i, 0) = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d(0, j) = j;
    std::vector<std::size_t> last_row(width); // in which b's letter j stood last in a, from 1; 0: in none
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t last_column = 0; // in which a's letter stood last in b
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t row = last_row[j], column = last_column;
            const bool same = a[i - 1] == b[j - 1];
            if (same) last_column = j;
            d(i, j) = std::min({d(i - 1, j - 1) + (same ? 0 : 1), d(i, j - 1) + 1, d(i - 1, j) + 1});
            if (row > 0 && column > 0)
                d(i, j) = std::min(d(i, j), d(row - 1, column - 1) + (i - row - 1) + 1 + (j - column - 1));
        }
        for (std::size_t j = 1; j <= b.size(); ++j)
            if (b[j - 1] == a[i - 1]) last_row[j] = i;
    }
    return d(a.size(), b.size());
}

} // namespace heed
