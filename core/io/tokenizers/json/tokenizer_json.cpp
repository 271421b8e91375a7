#include "core/io/tokenizers/json/tokenizer_json.h"

#include "core/io/base/file.h"

#include <algorithm>

namespace heed::io {

namespace {

constexpr std::uint64_t largest_tokenizer_json = 256 << 20;
constexpr int deepest_stage = 48;
constexpr std::size_t longest_added = 4096;

/// The member of the whole object in which a place lies.
std::string member_at(std::string_view text, std::size_t at) {
    std::size_t value = 0; // where the member's value begins
    for_each_bracket(text, [&](std::size_t place, int depth) {
        const bool opens = text[place] == '[' || text[place] == '{';
        if (opens && depth == 2) value = place;
        return place < at;
    });
    const std::size_t end = text.rfind('"', value),
                      begin = end == text.npos || end == 0 ? text.npos : text.rfind('"', end - 1);
    return begin == text.npos ? "its stages" : std::string(text.substr(begin + 1, end - begin - 1));
}

void check_depth(std::string_view text, const std::string& subject) {
    for_each_bracket(text, [&](std::size_t at, int depth) {
        if (depth > deepest_stage)
            throw Error(subject, escaped(member_at(text, at), 40),
                        "stages nested at most " + std::to_string(deepest_stage) + " deep", "more");
        return true;
    });
}

std::vector<subword::AddedToken> read_added(const JsonStage& stage, TokenIds& tokens) {
    std::vector<subword::AddedToken> added;
    if (stage.json.is_null()) return added;
    if (!stage.json.is_array()) stage.refuse("", "a list", shown(stage.json));
    std::unordered_map<std::string_view, int> known;
    for (const auto& [text, id] : tokens) known.emplace(text, id);
    const auto largest = static_cast<std::uint64_t>(largest_id(tokens.size() + stage.json.size()));
    TokenIds more;
    for (const Json& entry : stage.json) {
        const JsonStage one{entry, stage.subject, "added_tokens[" + std::to_string(added.size()) + "]"};
        if (!entry.is_object()) one.refuse("", "an object", shown(entry));
        subword::AddedToken token;
        token.content = one.text("content", "");
        if (token.content.empty() || token.content.size() > longest_added)
            one.refuse("content", "1 to " + std::to_string(longest_added) + " bytes",
                       std::to_string(token.content.size()));
        one.need("id");
        token.id = static_cast<int>(one.count("id", 0, largest));
        token.single_word = one.flag("single_word", false);
        token.lstrip = one.flag("lstrip", false);
        token.rstrip = one.flag("rstrip", false);
        token.special = one.flag("special", false);
        token.normalized = one.flag("normalized", !token.special);
        if (const auto it = known.find(token.content); it != known.end())
            token.id = it->second;
        else
            more.emplace_back(token.content, token.id);
        added.push_back(std::move(token));
    }
    tokens.insert(tokens.end(), more.begin(), more.end());
    return added;
}

void read_flags(const JsonStage& normalizer, const JsonStage& splitter, JsonTokenizer& to) {
    const auto is = [](const JsonStage& stage, const char* type) {
        return stage.json.is_object() && stage.json.value("type", Json()) == type;
    };
    if (is(splitter, "ByteLevel")) to.space_first = splitter.flag("add_prefix_space", true);
    if (!is(normalizer, "BertNormalizer")) return;
    to.lowercase = normalizer.flag("lowercase", true);
    to.strip_accents = normalizer.flag("strip_accents", *to.lowercase);
    to.spaced_ideographs = normalizer.flag("handle_chinese_chars", true);
}

} // namespace

JsonTokenizer parse_tokenizer_json(std::string_view text, const std::string& subject, SpecialIds special) {
    check_depth(text, subject);
    const Json json = parse_json(text, subject);
    if (!json.is_object()) throw Error(subject, "a tokenizer", "an object", shown(json));
    const Json none;
    const auto stage = [&](const char* name) {
        const auto it = json.find(name);
        return JsonStage{it == json.end() ? none : *it, subject, name};
    };
    JsonTokenizer made;
    JsonModel model = read_model(stage("model"));
    made.unknown = model.unknown;
    made.pipeline = std::make_shared<subword::Pipeline>();
    made.pipeline->normalizers = read_normalizers(stage("normalizer"));
    made.pipeline->pre_tokenizers = read_pre_tokenizers(stage("pre_tokenizer"));
    made.pipeline->model = std::move(model.model);
    made.pipeline->decoders = read_decoders(stage("decoder"));
    std::vector<subword::AddedToken> added = read_added(stage("added_tokens"), model.tokens);
    made.pipeline->added = subword::AddedTokens(std::move(added), made.pipeline->normalizers);
    read_post_processor(stage("post_processor"), made);
    read_flags(stage("normalizer"), stage("pre_tokenizer"), made);
    special.unknown = made.unknown;
    made.pipeline->vocabulary = vocabulary_of(model.tokens, special);
    return made;
}

JsonTokenizer read_tokenizer_json(const std::filesystem::path& file, SpecialIds special) {
    return parse_tokenizer_json(read_words_file(file, largest_tokenizer_json), shown(file), special);
}

} // namespace heed::io
