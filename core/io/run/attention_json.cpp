// Attention in JSON, under the keys of several toolkits.
#include "core/base/error.h"
#include "core/io/base/json_text.h"
#include "core/io/run/attention_keys.h"
#include "core/io/run/attention_parts.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cctype>

namespace heed::io {

namespace {

using nlohmann::json;

const json* find(const json& object, KeyMeaning meaning) {
    for (auto it = object.begin(); it != object.end(); ++it)
        if (is_key(meaning, it.key()) && !it.value().is_null()) return &it.value();
    return nullptr;
}

/// Lists may be long and deep: how long is enough.
std::string in_short(const json& value) {
    return value.is_array() ? "a list of " + std::to_string(value.size()) : shown(value);
}

Words words_of_json(const json& value, const std::string& what) {
    if (value.is_string()) return words_of(value.get<std::string>());
    if (!value.is_array()) throw Error(what, "words", "a text or a list", shown(value));
    Words words;
    for (const json& word : value) {
        if (!word.is_string()) throw Error(what, "a word", "text", in_short(word));
        words.push_back(word.get<std::string>());
    }
    return words;
}

/// Of a batch: a list of words a sentence.
std::vector<Words> batch_of_json(const json& value, const std::string& what) {
    std::vector<Words> batch;
    for (const json& sentence : value) batch.push_back(words_of_json(sentence, what));
    return batch;
}

bool is_batch(const json* value) {
    return value != nullptr && value->is_array() && !value->empty() && value->front().is_array();
}

/// A list of words, or of words a sentence.
void take_words(const json* value, const std::string& what, Words& words, std::vector<Words>& batch) {
    if (value == nullptr) return;
    if (!is_batch(value))
        words = words_of_json(*value, what);
    else if (value->size() == 1)
        words = words_of_json(value->front(), what);
    else
        batch = batch_of_json(*value, what);
}

/// BertViz' arguments stand one level lower.
const json& without_wrapper(const json& object) {
    const auto all = object.find("all");
    return all != object.end() && all->is_object() ? *all : object;
}

void add_object(const json& given, const std::string& what, const std::string& name,
                std::vector<GivenSentence>& sentences);

/// What stands under the key of a weight: a nested list, or BertViz' objects with their own words.
void add_weights(const std::string& key, const json& value, GivenSentence sentence,
                 std::vector<GivenSentence>& sentences) {
    if (value.is_array() && !value.empty() && value.front().is_object()) {
        for (std::size_t n = 0; n < value.size(); ++n) {
            const json& part = value[n];
            const bool named = part.is_object() && part.contains("name") && part["name"].is_string();
            const std::string number = std::to_string(n);
            add_object(part, sentence.what + ": " + key + "[" + number + "]",
                       named ? part["name"].get<std::string>() : key + " " + std::to_string(n + 1),
                       sentences);
        }
        return;
    }
    if (!value.is_array()) throw Error(sentence.what, key, "a nested list of weights", in_short(value));
    sentence.weights = array_of(value, sentence.what, key);
    sentences.push_back(std::move(sentence));
}

void add_object(const json& given, const std::string& what, const std::string& name,
                std::vector<GivenSentence>& sentences) {
    if (!given.is_object()) throw Error(what, "attention", "an object", in_short(given));
    const json& object = without_wrapper(given);
    const json *source = find(object, KeyMeaning::Source), *target = find(object, KeyMeaning::Target),
               *tokens = find(object, KeyMeaning::Tokens);
    std::vector<std::pair<const AttentionKey*, const json*>> weights;
    for (auto it = object.begin(); it != object.end(); ++it)
        if (const AttentionKey* key = find_key(it.key());
            key != nullptr && key->meaning == KeyMeaning::Weights && !it.value().is_null())
            weights.emplace_back(key, &it.value());
    std::stable_sort(weights.begin(), weights.end(),
                     [](const auto& a, const auto& b) { return a.first->between < b.first->between; });
    if (weights.empty())
        throw Error(what, "attention", "\"source\", \"target\" and \"attention\"", "no attention");
    for (const auto& [key, value] : weights) {
        GivenSentence sentence;
        sentence.what = what;
        const std::string group = weights.size() == 1 ? "" : std::string(key->key);
        sentence.name = name + (name.empty() || group.empty() ? "" : ", ") + group;
        sentence.between = key->between;
        const bool themselves = tokens != nullptr && source == nullptr && target == nullptr;
        if (themselves && key->between == Between::OutputsAndSources) sentence.between = Between::Sources;
        const bool one_missing = (source == nullptr) != (target == nullptr);
        const bool objects = value->is_array() && !value->empty() && value->front().is_object();
        if (sentence.between == Between::OutputsAndSources && one_missing && !objects)
            throw Error(what, "attention", "\"source\", \"target\" and \"attention\"",
                        source == nullptr ? "no source" : "no target");
        if (themselves) source = target = tokens;
        take_words(source, what + ": source", sentence.source, sentence.sources);
        take_words(target, what + ": target", sentence.target, sentence.targets);
        if (sentence.between == Between::Outputs) sentence.sources = sentence.targets;
        if (sentence.sources.size() != sentence.targets.size() &&
            sentence.between == Between::OutputsAndSources)
            throw Error(what, "target",
                        plural(std::max<std::size_t>(1, sentence.sources.size()), "sentence", "sentences") +
                            ", as there are of the source",
                        std::to_string(std::max<std::size_t>(1, sentence.targets.size())));
        add_weights(std::string(key->key), *value, std::move(sentence), sentences);
    }
}

/// [target, source, "weight", id, id], … : a row a target token, each as long as the source, which ends with
/// "</s>".
void add_links(const json& links, const std::string& what, const std::string& name,
               std::vector<GivenSentence>& sentences) {
    const auto sound = [](const json& link) {
        return link.is_array() && link.size() >= 3 && link[0].is_string() && link[1].is_string() &&
               (link[2].is_string() || link[2].is_number());
    };
    GivenSentence sentence;
    sentence.what = what;
    sentence.name = name;
    std::vector<std::vector<float>> rows(1);
    for (const json& link : links) {
        if (!sound(link)) throw Error(what, "a link", "[target, source, weight, …]", shown(link));
        if (rows.size() == 1) sentence.source.push_back(link[1].get<std::string>());
        const auto weight = link[2].is_number() ? std::optional(link[2].get<float>())
                                                : number_of(link[2].get_ref<const std::string&>());
        if (!weight) throw Error(what, "a weight", "a number", in_short(link[2]));
        if (rows.back().empty()) sentence.target.push_back(link[0].get<std::string>());
        rows.back().push_back(*weight);
        if (link[1] == "</s>") rows.emplace_back();
    }
    if (rows.back().empty()) rows.pop_back();
    sentence.weights = matrix_of(rows, what);
    sentences.push_back(std::move(sentence));
}

bool are_links(const json& value) {
    return value.is_array() && !value.empty() && value[0].is_array() && value[0].size() >= 3 &&
           value[0][0].is_string();
}

/// A list of lists down to a number: weights that no key names.
bool is_nested_numbers(const json& value) {
    const json* inner = &value;
    int depth = 0;
    for (; inner->is_array() && !inner->empty(); inner = &inner->front()) ++depth;
    return depth >= 2 && inner->is_number();
}

/// Python writes NaN, Infinity and -Infinity as they stand, which is no JSON: with quotes, to be found and
/// named. Empty where there are none.
std::string with_quoted_numbers(std::string_view text) {
    constexpr std::string_view names[] = {"NaN", "-Infinity", "Infinity"};
    std::string result;
    std::size_t copied = 0;
    bool inside = false;
    for (std::size_t n = 0; n < text.size(); ++n) {
        if (inside && text[n] == '\\')
            ++n;
        else if (text[n] == '"')
            inside = !inside;
        else if (!inside)
            for (const std::string_view name : names)
                if (text[n] == name[0] && text.substr(n, name.size()) == name) {
                    result.append(text.substr(copied, n - copied)).append(1, '"').append(name).append(1, '"');
                    copied = n + name.size();
                    n = copied - 1;
                    break;
                }
    }
    return copied == 0 ? std::string() : result.append(text.substr(copied));
}

/// The values of a text that holds one after the other, as JSON Lines do.
std::vector<std::string_view> values_in(std::string_view text) {
    std::vector<std::string_view> values;
    std::size_t begin = 0;
    int depth = 0;
    for_each_bracket(text, [&](std::size_t at, int now) {
        if (depth == 0 && now == 1) begin = at;
        if (now == 0) values.push_back(text.substr(begin, at + 1 - begin));
        depth = now;
        return depth >= 0;
    });
    if (depth != 0 || values.empty()) values.push_back(text.substr(begin));
    return values;
}

} // namespace

std::vector<GivenSentence> attention_in_json(std::string_view text, const std::string& file) {
    std::vector<GivenSentence> sentences;
    std::vector<json> items;
    const std::string quoted = with_quoted_numbers(text);
    for (const std::string_view value : values_in(quoted.empty() ? text : quoted)) {
        json parsed = parse_json(value, file);
        if (parsed.is_array() && !are_links(parsed) && !is_nested_numbers(parsed))
            std::move(parsed.begin(), parsed.end(), std::back_inserter(items));
        else
            items.push_back(std::move(parsed));
    }
    for (std::size_t n = 0; n < items.size(); ++n) {
        const std::string item = std::to_string(n + 1);
        const std::string what = items.size() == 1 ? file : file + ": item " + item;
        const std::string name = items.size() == 1 ? "" : "sentence " + item;
        if (are_links(items[n]))
            add_links(items[n], what, name, sentences);
        else if (is_nested_numbers(items[n])) {
            GivenSentence sentence;
            sentence.what = what;
            sentence.name = name;
            add_weights("weights", items[n], std::move(sentence), sentences);
        } else
            add_object(items[n], what, name, sentences);
    }
    return sentences;
}

std::pair<Words, Words> words_in_json(std::string_view text, const std::string& file) {
    const json object = parse_json(text, file);
    const json* source = object.is_object() ? find(object, KeyMeaning::Source) : nullptr;
    const json* target = object.is_object() ? find(object, KeyMeaning::Target) : nullptr;
    if (source == nullptr || target == nullptr)
        throw Error(file, "words", "\"source\" and \"target\"", in_short(object));
    return {words_of_json(*source, file + ": source"), words_of_json(*target, file + ": target")};
}

/// Looks for the keys of the outermost object, or of the first in a list; a list of links is known by its
/// first.
bool is_attention_json(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n[");
    if (first == text.npos) return false;
    const auto brackets = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(first), '[');
    if (text[first] == '"') { // ["target", "source", "0.1",
        if (brackets != 2) return false;
        const std::string_view link = text.substr(first, text.find(']', first) - first);
        return std::count(link.begin(), link.end(), ',') == 4;
    }
    if (brackets > 1 && (text[first] == '-' || std::isdigit(static_cast<unsigned char>(text[first]))))
        return true;
    if (text[first] != '{' || brackets > 1) return false;
    constexpr std::string_view space = " \t\r\n", wrapper = "\"all\"";
    if (const std::size_t key = text.find_first_not_of(space, first + 1);
        key != text.npos && text.substr(key, wrapper.size()) == wrapper) { // BertViz' arguments
        const std::size_t inner = text.find('{', key);
        return inner != text.npos &&
               text.substr(key + wrapper.size(), inner - key - wrapper.size())
                       .find_first_not_of(" :\t\r\n") == text.npos &&
               is_attention_json(text.substr(inner));
    }
    int depth = 0;
    bool words = false, weights = false, alone = false;
    for (std::size_t n = first; n < text.size(); ++n) {
        if (text[n] == '{' || text[n] == '[') ++depth;
        if ((text[n] == '}' || text[n] == ']') && --depth == 0) break;
        if (text[n] != '"') continue;
        const std::size_t begin = ++n;
        while (n < text.size() && text[n] != '"') n += text[n] == '\\' ? 2 : 1;
        if (n >= text.size()) break;
        const AttentionKey* key = depth == 1 ? find_key(text.substr(begin, n - begin)) : nullptr;
        const std::size_t colon = text.find_first_not_of(space, n + 1);
        if (key == nullptr || colon == text.npos || text[colon] != ':') continue;
        const std::size_t value = text.find_first_not_of(space, colon + 1);
        const bool list = value != text.npos && text[value] == '[';
        const std::size_t inner = list ? text.find_first_not_of(space, value + 1) : text.npos;
        const bool nested = inner != text.npos && (text[inner] == '[' || text[inner] == '{');
        words = words || key->meaning != KeyMeaning::Weights;
        weights = weights || (list && key->meaning == KeyMeaning::Weights);
        alone = alone || (nested && key->alone);
    }
    return (weights && words) || alone;
}

} // namespace heed::io
