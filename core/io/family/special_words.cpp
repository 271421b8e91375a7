#include "core/io/family/special_words.h"

#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace heed::io {

namespace {

constexpr std::size_t longest_special = 40; // bytes

struct MeaningSpelling {
    std::string_view meaning, spelling;
    bool word = true; // of a language, or as short as one: without brackets it may be meant so
};

/// What is left between the brackets, of each meaning the best first.
constexpr std::array meaning_spellings = std::to_array<MeaningSpelling>({
    {"start", "s"},
    {"start", "sos", false},
    {"start", "bos", false},
    {"start", "go"},
    {"start", "start"},
    {"start", "begin"},
    {"start", "cls", false},
    {"start", "startseq", false},
    {"start", "seqstart", false},
    {"start", "startofseq", false},
    {"start", "startofsequence", false},
    {"start", "startofsentence", false},
    {"start", "beginofsequence", false},
    {"start", "beginofsentence", false},
    {"start", "beginningofsentence", false},
    {"start", "sentencestart", false},
    {"start", "sow"},
    {"start", "bow"},
    {"end", "/s"},
    {"end", "eos", false},
    {"end", "end"},
    {"end", "stop"},
    {"end", "sep"},
    {"end", "\\s"},
    {"end", "endseq", false},
    {"end", "seqend", false},
    {"end", "endofseq", false},
    {"end", "endofsequence", false},
    {"end", "endofsentence", false},
    {"end", "sentenceend", false},
    {"end", "endoftext", false},
    {"end", "eow", false},
    {"end", "eot", false},
    {"pad", "pad"},
    {"pad", "padding"},
    {"pad", "blank"},
    {"pad", "null"},
    {"pad", "nil"},
    {"unknown", "unk", false},
    {"unknown", "unknown"},
    {"unknown", "oov", false},
    {"unknown", "unkown", false},
    {"unknown", "rare"},
});

struct Undressed {
    std::string inner;       // in small letters
    bool dressed = false;    // something stood on both sides
    bool in_capitals = true; // no small letter
};

Undressed undressed(std::string_view word) {
    constexpr std::string_view opening = "<[{|@_", closing = ">]}|@_";
    Undressed found;
    const std::size_t first = word.find_first_not_of(opening);
    if (first == word.npos) return found;
    const std::size_t last = word.find_last_not_of(closing);
    found.dressed = first > 0 && last + 1 < word.size();
    for (const char c : word.substr(first, last + 1 - first)) {
        const auto letter = static_cast<unsigned char>(c);
        found.in_capitals = found.in_capitals && std::islower(letter) == 0;
        if (c != '_' && c != '-' && c != ' ') found.inner += static_cast<char>(std::tolower(letter));
    }
    if (found.inner.size() > 5 && found.inner.ends_with("token")) // SOS_token
        found.inner.resize(found.inner.size() - 5);
    return found;
}

const MeaningSpelling* spelling_of(std::string_view word, bool capitals) {
    if (word.size() > longest_special) return nullptr;
    const Undressed bare = undressed(word);
    const auto it = std::find_if(meaning_spellings.begin(), meaning_spellings.end(),
                                 [&](const MeaningSpelling& known) { return known.spelling == bare.inner; });
    if (it == meaning_spellings.end()) return nullptr;
    const bool in_capitals = bare.in_capitals && bare.inner.size() > 1;
    const bool meant = bare.dressed || !it->word || (in_capitals && (capitals || word.front() == '_'));
    return meant ? &*it : nullptr;
}

/// A list in capitals alone has words such as GO and END; elsewhere those are no words.
bool has_small_words(const std::vector<std::string>& words) {
    return std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return special_meaning(word).empty() && std::any_of(word.begin(), word.end(), [](unsigned char c) {
                   return c >= 0x80 || std::islower(c) != 0;
               });
    });
}

} // namespace

std::string_view special_meaning(std::string_view word, bool capitals) {
    const MeaningSpelling* known = spelling_of(word, capitals);
    return known == nullptr ? std::string_view() : known->meaning;
}

bool is_small_word(std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(),
                                        [](unsigned char c) { return c >= 0x80 || std::islower(c) != 0; });
}

std::vector<std::size_t> ids_of_meaning(std::string_view meaning, const std::vector<std::string>& words,
                                        bool capitals) {
    std::vector<std::pair<const MeaningSpelling*, std::size_t>> marked, small;
    const auto look = [&](bool in_capitals) {
        for (std::size_t id = 0; id < words.size(); ++id)
            if (const MeaningSpelling* known = spelling_of(words[id], in_capitals);
                known != nullptr && known->meaning == meaning)
                (is_small_word(words[id]) ? small : marked).emplace_back(known, id);
    };
    look(false);
    if (marked.empty() && capitals && has_small_words(words)) {
        small.clear();
        look(true);
    }
    std::vector<std::pair<const MeaningSpelling*, std::size_t>>& found = marked.empty() ? small : marked;
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::size_t> ids;
    for (const auto& one : found) ids.push_back(one.second);
    return ids;
}

} // namespace heed::io
