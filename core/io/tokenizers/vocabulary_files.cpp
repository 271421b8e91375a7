#include "core/io/tokenizers/vocabulary_files.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/text/escape.h"
#include "core/text/strings.h"
#include "core/text/subword/subword_tokenizer.h"

#include <algorithm>

namespace heed::io {

namespace {

constexpr std::uint64_t largest_vocabulary_file = 128 << 20,
                        largest_word_list = 16 << 20; // 100 languages' is 5 MB

std::pair<std::string, std::string> split_merge(std::string_view line, std::size_t rank,
                                                const std::string& subject) {
    const std::vector<std::string_view> parts = split(line, " ");
    if (parts.size() != 2 || parts[0].empty() || parts[1].empty())
        throw Error(subject, "merges[" + std::to_string(rank) + "]", "two tokens", in_quotes(line, 60));
    return {std::string(parts[0]), std::string(parts[1])};
}

} // namespace

std::string read_words_file(const std::filesystem::path& file, std::uint64_t largest) {
    std::string text = read_regular_file(file, largest);
    if (text.starts_with("version https://git-lfs"))
        throw Error(shown(file), "not the file itself", "a tokenizer's file",
                    "a git-lfs pointer to it (git lfs pull fetches it)");
    return text;
}

int largest_id(std::size_t entries) {
    return static_cast<int>(std::min<std::size_t>(4 * entries + 65536, 1 << 30));
}

TokenIds token_ids(const nlohmann::json& object, const std::string& subject, std::size_t others) {
    if (!object.is_object() || object.empty())
        throw Error(subject, "the vocabulary", "an object of tokens and their ids",
                    object.is_object() ? "an empty one" : shown(object));
    TokenIds tokens;
    tokens.reserve(object.size());
    const int largest = largest_id(object.size() + others);
    for (const auto& item : object.items()) {
        const std::string& token = item.key();
        const nlohmann::json& id = item.value();
        const auto refuse = [&](const std::string& found) {
            throw Error(subject, "the id of " + in_quotes(token, 40),
                        "a whole number from 0 to " + std::to_string(largest), found);
        };
        if (!id.is_number_integer()) refuse(shown(id));
        const bool fits = id.is_number_unsigned()
                              ? id.get<std::uint64_t>() <= static_cast<std::uint64_t>(largest)
                              : id.get<std::int64_t>() >= 0 && id.get<std::int64_t>() <= largest;
        if (!fits) refuse(shown(id));
        tokens.emplace_back(token, id.get<int>());
    }
    std::sort(tokens.begin(), tokens.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    for (std::size_t n = 1; n < tokens.size(); ++n)
        if (tokens[n].second == tokens[n - 1].second)
            throw Error(subject, "id " + std::to_string(tokens[n].second), "one token",
                        in_quotes(tokens[n - 1].first, 40) + " and " + in_quotes(tokens[n].first, 40));
    return tokens;
}

TokenIds read_vocab_json(const std::filesystem::path& file) {
    return token_ids(parse_json(read_words_file(file, largest_vocabulary_file), shown(file)), shown(file));
}

TokenIds read_vocab_txt(const std::filesystem::path& file) {
    const std::string text = read_words_file(file, largest_word_list);
    TokenIds tokens;
    std::string_view rest = text, line;
    for (int id = 0; next_line(rest, line); ++id)
        if (!line.empty()) tokens.emplace_back(line, id);
    if (tokens.empty()) throw Error(shown(file), "the vocabulary", "a token a line", "none");
    const int last = tokens.back().second, largest = largest_id(tokens.size());
    if (last > largest)
        throw Error(shown(file), "the id of " + in_quotes(tokens.back().first, 40),
                    "a line from 1 to " + std::to_string(largest + 1) + ", where most have a token",
                    std::to_string(last + 1));
    return tokens;
}

std::vector<std::pair<std::string, std::string>> read_merges_txt(const std::filesystem::path& file) {
    const std::string text = read_words_file(file, largest_vocabulary_file);
    std::vector<std::pair<std::string, std::string>> merges;
    std::string_view rest = text, line;
    for (bool first = true; next_line(rest, line); first = false)
        if (!line.empty() && !(first && line.starts_with("#version")))
            merges.push_back(split_merge(line, merges.size(), shown(file)));
    return merges;
}

std::pair<std::string, std::string> merge_of(const nlohmann::json& merge, std::size_t rank,
                                             const std::string& subject) {
    if (merge.is_string()) return split_merge(merge.get_ref<const std::string&>(), rank, subject);
    if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string())
        return {merge[0].get<std::string>(), merge[1].get<std::string>()};
    throw Error(subject, "merges[" + std::to_string(rank) + "]", "two tokens", shown(merge));
}

Vocabulary vocabulary_of(const TokenIds& tokens, SpecialIds special) {
    int size = 0;
    for (const auto& [token, id] : tokens) size = std::max(size, id + 1);
    std::vector<std::string> all(static_cast<std::size_t>(size));
    for (const auto& [token, id] : tokens) all[static_cast<std::size_t>(id)] = token;
    for (std::size_t id = 0; id < all.size(); ++id)
        if (all[id].empty()) all[id] = subword::nameless(static_cast<int>(id));
    return Vocabulary(std::move(all), special);
}

} // namespace heed::io
