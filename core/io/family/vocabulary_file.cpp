#include "core/io/family/vocabulary_file.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/base/json_text.h"
#include "core/io/base/yaml_text.h"
#include "core/io/container/checkpoint.h"
#include "core/text/strings.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace heed::io {

using Words = WordLists::Words;

namespace {

constexpr std::uint64_t largest_file = 64u << 20;
constexpr std::size_t longest_word = 4096; // bytes; what is longer is a text, not a word
constexpr std::int64_t most_words = 10'000'000;
constexpr int deepest_object = 8; // objects around a list of words

// AllenNLP leaves the word of id 0 out of a list that has padding.
constexpr const char *allennlp_unknown = "@@UNKNOWN@@", *allennlp_padding = "@@PADDING@@";
constexpr std::array<std::string_view, 4> fairseq_specials = {"<s>", "<pad>", "</s>", "<unk>"};

// Keys under which vocabularies of other programs keep their words, in the order of preference.
constexpr std::array word_keys = std::to_array<std::string_view>(
    {"itos",       "index2word", "idx2word",     "id2word", "ind2word",  "i2w",      "ix2word",
     "idx2token",  "id2token",   "idx_to_token", "symbols", "tokens",    "words",    "stoi",
     "word2index", "word2idx",   "word2id",      "w2i",     "token2idx", "token2id", "token_to_idx",
     "vocab",      "voc_dict",   "vocabulary",   "model"});

/// A list from words and their ids; holes get the number itself. None where two share an id, or where the ids
/// are no ids but counts.
std::optional<Words> by_id(const std::vector<std::pair<std::string, std::int64_t>>& entries) {
    const auto count = static_cast<std::int64_t>(entries.size());
    if (entries.empty() || count > most_words) return std::nullopt;
    std::int64_t largest = 0;
    for (const auto& [word, id] : entries) {
        if (id < 0) return std::nullopt;
        largest = std::max(largest, id);
    }
    if (largest > 2 * count + 16) return std::nullopt;
    Words words(static_cast<std::size_t>(largest) + 1);
    std::vector<bool> there(words.size());
    for (const auto& [word, id] : entries) {
        const auto n = static_cast<std::size_t>(id);
        if (there[n]) return std::nullopt;
        there[n] = true;
        words[n] = word;
    }
    for (std::size_t n = 0; n < words.size(); ++n)
        if (!there[n]) words[n] = number_word(static_cast<int>(n));
    return words;
}

std::optional<Words> list_of_text(const Json& value) {
    if (!value.is_array() || value.empty()) return std::nullopt;
    Words words;
    for (const Json& word : value) {
        if (!word.is_string()) return std::nullopt;
        words.push_back(word.get<std::string>());
    }
    return words;
}

/// A word's id, alone or before how often the word was met: 7, [7, 120], "7 120".
std::optional<std::int64_t> id_of(const Json& item) {
    if (item.is_number_integer()) return item.get<std::int64_t>();
    if (item.is_array() && item.size() == 2 && item[0].is_number_integer() && item[1].is_number())
        return item[0].get<std::int64_t>();
    if (!item.is_string()) return std::nullopt;
    const auto parts = split(item.get_ref<const std::string&>(), " ");
    return parts.size() == 2 && number_in<std::int64_t>(parts[1]) ? number_in<std::int64_t>(parts[0])
                                                                  : std::nullopt;
}

std::optional<Words> map_of_words(const Json& value) {
    if (!value.is_object() || value.empty()) return std::nullopt;
    std::vector<std::pair<std::string, std::int64_t>> entries;
    bool by_number = true; // ids and their words, not words and their ids
    for (const auto& [key, item] : value.items())
        by_number = by_number && item.is_string() && number_in<std::int64_t>(key);
    for (const auto& [key, item] : value.items()) {
        if (const auto own = by_number ? std::nullopt : id_of(item)) {
            entries.emplace_back(key, *own);
        } else if (const auto id = number_in<std::int64_t>(key); id && item.is_string()) {
            entries.emplace_back(item.get<std::string>(), *id);
        } else {
            return std::nullopt;
        }
    }
    return by_id(entries);
}

std::optional<Words> single(const WordLists& found) { return found.one; }

WordLists search(const Json& value, int depth);

/// One list under each of two keys (or places) that name the sides.
WordLists both_sides(const Json& value, int depth) {
    WordLists found;
    if (value.is_array() && value.size() >= 2 && value.size() <= 4 && !value[0].is_string()) {
        found.source = single(search(value[0], depth + 1));
        found.target = single(search(value[1], depth + 1));
    } else if (value.is_object()) {
        for (const auto& [key, item] : value.items()) {
            const Side side = side_of(key);
            if (side == Side::Neither || item.is_primitive()) continue;
            auto& place = side == Side::Source ? found.source : found.target;
            if (!place) place = single(search(item, depth + 1));
        }
    }
    return found.source && found.target ? found : WordLists{};
}

WordLists search(const Json& value, int depth) {
    WordLists found;
    if (depth > deepest_object) return found;
    if ((found.one = list_of_text(value))) return found;
    if (found = both_sides(value, depth); found) return found;
    if (!value.is_object()) return found;
    for (const std::string_view key : word_keys) {
        const auto it = value.find(std::string(key));
        if (it == value.end() || it->is_primitive()) continue;
        if (found = search(*it, depth + 1); found) return found;
    }
    if (const auto state = value.find("state"); value.contains("class") && state != value.end())
        return search(*state, depth + 1);
    found.one = map_of_words(value);
    return found;
}

// ---------------------------------------------------------------------- lines of text

/// "word count" and "word<TAB>count" alike: what stands before the last `between`, where a number follows it.
std::optional<Words> counted(const std::vector<std::string_view>& lines, char between) {
    constexpr std::string_view overwrite = " #fairseq:overwrite";
    Words words;
    for (std::string_view line : lines) {
        if (line.size() > overwrite.size() && line.ends_with(overwrite)) line.remove_suffix(overwrite.size());
        const std::size_t at = line.rfind(between);
        if (at == line.npos || at == 0) return std::nullopt;
        // SentencePiece writes logarithms of probabilities
        if (!number_in<double>(line.substr(at + 1))) return std::nullopt;
        words.emplace_back(line.substr(0, at));
    }
    return words;
}

/// Marian's YAML: "word": id, one a line, quoted where it must be.
std::optional<Words> numbered(const std::vector<std::string_view>& lines) {
    std::vector<std::pair<std::string, std::int64_t>> entries;
    for (const std::string_view line : lines) {
        if (line.empty() || line[0] == '#' || line == "---") continue;
        const std::size_t at = line.rfind(": ");
        if (at == line.npos) return std::nullopt;
        const auto id = number_in<std::int64_t>(line.substr(at + 2));
        if (!id) return std::nullopt;
        std::string word(line.substr(0, at));
        if (auto quoted = yaml_quoted(word)) word = std::move(*quoted);
        entries.emplace_back(std::move(word), *id);
    }
    return by_id(entries);
}

Words words_of_text(std::string_view text, const std::string& subject) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::vector<std::string_view> lines;
    for (std::string_view line; next_line(text, line);) lines.push_back(line);
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    if (lines.empty()) throw Error(subject, "not a vocabulary", "a word a line", "an empty file");
    if (auto words = counted(lines, '\t')) return *words;
    if (auto words = numbered(lines)) return *words;
    if (auto words = counted(lines, ' ')) {
        if (std::find(words->begin(), words->end(), fairseq_specials[0]) == words->end())
            words->insert(words->begin(), fairseq_specials.begin(), fairseq_specials.end());
        return *words;
    }
    Words words{lines.begin(), lines.end()};
    if (words.front() == allennlp_unknown) words.insert(words.begin(), allennlp_padding);
    return words;
}

// ---------------------------------------------------------------------- whatever it is
bool make_valid(std::string& word) {
    std::string good;
    bool valid = true;
    for (std::size_t at = 0; at < word.size();) {
        const CodePoint c = decode_utf8(word, at);
        valid &= c.valid;
        good += encode_utf8(c.value);
        at += c.length;
    }
    if (!valid) word = std::move(good);
    return valid;
}

/// What stays true of every list, whatever wrote it.
void tidy(std::optional<Words>& words, const std::string& subject, std::vector<std::string>& notes) {
    if (!words) return;
    std::size_t broken = 0, twice = 0;
    std::unordered_set<std::string_view> seen;
    for (std::string& word : *words) {
        if (word.size() > longest_word)
            throw Error(subject, "not a vocabulary",
                        "words of at most " + std::to_string(longest_word) + " bytes",
                        std::to_string(word.size()) + " bytes in one");
        broken += !make_valid(word);
    }
    for (const std::string& word : *words) twice += !seen.insert(word).second;
    if (broken > 0) notes.push_back(subject + ": " + plural(broken, "word is", "words are") + " not UTF-8");
    if (twice > 0)
        notes.push_back(subject + ": " + plural(twice, "word stands", "words stand") +
                        " twice; the first counts");
}

/// Python's first pickles are lines of text, and no list of words, a line each: those that are not known by
/// their beginning (content_kind).
void refuse_text_pickle(std::string_view text, const std::string& subject) {
    const bool begins = text.starts_with('(') || text.starts_with("c");
    const std::string_view first = text.substr(0, 4096);
    const bool keeps = first.find("\np1\n") != first.npos || first.find("Rp1\n") != first.npos;
    if (!begins || !text.ends_with('.') || !keeps) return;
    throw Error(
        subject, "not a vocabulary", "a list of words",
        "a pickle of protocol 0 that begins with no dictionary, list or object: saved with protocol 2 or "
        "later it opens");
}

WordLists of_kind(const std::filesystem::path& file, ContentKind kind, const std::string& subject) {
    const bool named_json = file.extension() == ".json";
    if (kind == ContentKind::Json || kind == ContentKind::Text) {
        const std::string text = read_regular_file(file, largest_file);
        if (named_json) return words_in(parse_json(text, subject));
        const Json json =
            kind == ContentKind::Json && text.size() < largest_file / 4 && depth_of(text) <= deepest_json
                ? Json::parse(text, nullptr, false)
                : Json(Json::value_t::discarded);
        if (!json.is_discarded())
            if (WordLists found = words_in(json)) return found;
        refuse_text_pickle(text, subject);
        WordLists found;
        found.one = words_of_text(text, subject);
        return found;
    }
    if (kind == ContentKind::PyTorch || kind == ContentKind::Pickle) {
        const Checkpoint checkpoint(file);
        WordLists found = words_in(checkpoint.values());
        if (!found && !checkpoint.tensors().empty())
            throw Error(subject, "not a vocabulary", "words",
                        "a checkpoint of " + plural(checkpoint.tensors().size(), "tensor", "tensors") +
                            ", and no list of words in it");
        return found;
    }
    return {};
}

bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

Side side_of(std::string_view name) {
    Side side = Side::Neither;
    const auto take = [&](std::string word) {
        if (word.size() > 4 && word.ends_with("lang")) word.resize(word.size() - 4); // inputLang
        if (one_of(word, {"src", "source", "input", "in", "enc", "encoder"})) side = Side::Source;
        if (one_of(word, {"trg", "tgt", "target", "output", "out", "dec", "decoder"})) side = Side::Target;
    };
    std::string word;
    for (const char c : name) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (letter) {
            word += static_cast<char>(c | 0x20);
        } else {
            take(std::exchange(word, {}));
        }
    }
    take(word);
    return side;
}

std::string number_word(int id) { return "\u2039" + std::to_string(id) + "\u203A"; }

WordLists words_in(const Json& value) { return search(value, 0); }

const Json* value_at(const Json& root, std::string_view path) {
    if (const auto it = root.is_object() ? root.find(std::string(path)) : root.end(); it != root.end())
        return &*it;
    const Json* value = &root;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('.'), path.size());
        const std::string step(path.substr(0, end));
        path.remove_prefix(std::min(end + 1, path.size()));
        if (value->is_object() && !value->contains(step) && value->contains("class") &&
            value->contains("state"))
            value = &(*value)["state"];
        if (value->is_object()) {
            const auto it = value->find(step);
            if (it == value->end()) return nullptr;
            value = &*it;
        } else if (const auto index = number_in<std::int64_t>(step);
                   value->is_array() && index && *index >= 0 &&
                   *index < static_cast<std::int64_t>(value->size())) {
            value = &(*value)[static_cast<std::size_t>(*index)];
        } else {
            return nullptr;
        }
    }
    return value;
}

WordLists read_word_lines(std::string_view text, const std::string& subject) {
    WordLists found;
    found.one = words_of_text(text, subject);
    tidy(found.one, subject, found.notes);
    return found;
}

WordLists read_words(const std::filesystem::path& file) {
    const std::string subject = shown(file);
    const ContentKind kind = content_kind(file);
    if (kind == ContentKind::LfsPointer) throw not_a_checkpoint(file);
    WordLists found = of_kind(file, kind, subject);
    if (!found) throw Error(subject, "not a vocabulary", "a list of words", std::string(describe(kind)));
    for (auto* words : {&found.one, &found.source, &found.target}) tidy(*words, subject, found.notes);
    return found;
}

} // namespace heed::io
