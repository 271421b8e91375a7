// A text of JSON with attention: one value, a list of sentences, one after the other (JSON Lines), under
// numbers, or with keys that end in them.
#include "core/base/error.h"
#include "core/io/attention/inseq.h"
#include "core/io/attention/json.h"
#include "core/io/attention/keys.h"
#include "core/io/base/json_text.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace heed::io {

namespace {

using nlohmann::json;

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

std::string line_in(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, byte);
    return "line " + std::to_string(1 + std::count(before.begin(), before.end(), '\n'));
}

/// A value of a text, and where it begins.
struct JsonPart {
    std::string_view text;
    std::size_t begin = 0;
};

/// The values of a text that holds one after the other, as JSON Lines do. Throws where there is something
/// else between or behind them.
std::vector<JsonPart> parts_in(std::string_view text, const std::string& file) {
    std::vector<JsonPart> parts;
    std::size_t begin = 0, end = 0; // of the last whole value
    int depth = 0;
    const auto check_between = [&](std::size_t from, std::size_t to) {
        const std::size_t odd = text.substr(0, to).find_first_not_of(" \t\r\n", from);
        if (odd == text.npos || from == 0) return; // in front of the first: not JSON
        const std::size_t line = text.rfind('\n', odd) == text.npos ? 0 : text.rfind('\n', odd) + 1;
        throw Error(file + ": " + line_in(text, odd) + ", column " + std::to_string(odd - line + 1),
                    "text behind the JSON", "its end, or one more sentence as JSON",
                    in_quotes(text.substr(odd, std::min(text.find('\n', odd), to) - odd), 40));
    };
    for_each_bracket(text, [&](std::size_t at, int now) {
        if (depth == 0 && now == 1) {
            check_between(end, at);
            begin = parts.empty() ? 0 : at;
        }
        if (now < 0) check_between(end, at + 1); // a bracket too many
        if (now == 0) {
            parts.push_back({text.substr(begin, at + 1 - begin), begin});
            end = at + 1;
        }
        depth = now;
        return depth >= 0;
    });
    if (depth != 0 || parts.empty())
        parts.push_back({text.substr(parts.empty() ? 0 : end), parts.empty() ? 0 : end}); // which is said
    else
        check_between(end, text.size());
    return parts;
}

/// A sentence of a file, and what it is called in errors: empty where it is the only one.
struct JsonItem {
    json value;
    std::string place;
};

bool has_weights(const json& object) {
    for (auto it = object.begin(); it != object.end(); ++it)
        if (is_key(KeyMeaning::Weights, it.key()) && !it.value().is_null()) return true;
    return false;
}

/// "source_0", "attention_0", "source_1", …: an object a number, with what has none in each. Throws where one
/// source is of several.
void add_numbered(const json& object, const std::string& what, std::vector<JsonItem>& items) {
    std::map<int, json> numbered;
    json shared = json::object();
    std::vector<std::string> weights;
    bool words = false;
    for (auto it = object.begin(); it != object.end(); ++it) {
        const auto key = numbered_key(it.key());
        const AttentionKey* row = key ? find_key(key->key) : nullptr;
        if (row == nullptr) {
            shared[it.key()] = it.value();
            continue;
        }
        numbered[key->number][std::string(key->key)] = it.value();
        words = words || row->meaning != KeyMeaning::Weights;
        if (row->meaning == KeyMeaning::Weights) weights.push_back(shown(json(it.key())));
    }
    if (weights.size() > 1 && !words)
        throw Error(what, listed(weights, " and "),
                    "words of each, as \"source_0\", or one list of layers or heads under \"attention\"",
                    "no words with a number");
    constexpr std::size_t most_shared = 64u << 20; // bytes, in all items together
    if (const std::size_t size = shared.dump().size();
        size > most_shared / std::max<std::size_t>(numbered.size(), 1))
        throw Error(what, "what " + std::to_string(numbered.size()) + " numbered items share",
                    "at most " + std::to_string(most_shared) + " bytes in all of them",
                    std::to_string(size) + " bytes for each");
    for (auto& [number, one] : numbered) {
        one.update(shared);
        items.push_back({std::move(one), "number " + std::to_string(number)});
    }
}

/// The sentences that an object holds: itself, or those under its numbers.
void add_items(json object, const std::string& what, std::vector<JsonItem>& items) {
    const auto is_place = [](const std::string& key) {
        const auto place = numbered_key(key);
        return place && place->key.empty();
    };
    const json& inside = without_wrapper(object);
    if (has_weights(inside) || object.empty()) return items.push_back({std::move(object), ""});
    std::map<int, json> places;
    for (auto it = object.begin(); it != object.end(); ++it)
        if (is_place(it.key()) && it.value().is_object()) places[numbered_key(it.key())->number] = it.value();
    if (places.size() == object.size()) {
        for (auto& [number, value] : places)
            items.push_back({std::move(value), "\"" + std::to_string(number) + "\""});
        return;
    }
    bool numbered = false;
    for (auto it = object.begin(); it != object.end(); ++it) {
        const auto key = numbered_key(it.key());
        numbered = numbered || (key && is_key(KeyMeaning::Weights, key->key));
    }
    if (numbered) return add_numbered(object, what, items);
    for (auto it = object.begin(); it != object.end(); ++it) { // a list of them, whatever it is called
        const json& list = it.value();
        if (!list.is_array() || list.empty() || !list.front().is_object() ||
            !has_weights(without_wrapper(list.front())))
            continue;
        for (std::size_t n = 0; n < list.size(); ++n)
            items.push_back({list[n], it.key() + "[" + std::to_string(n) + "]"});
        return;
    }
    items.push_back({std::move(object), ""});
}

/// The row of that key, which may end in a number.
const AttentionKey* find_numbered(std::string_view key) {
    if (const AttentionKey* row = find_key(key)) return row;
    const auto numbered = numbered_key(key);
    return numbered ? find_key(numbered->key) : nullptr;
}

/// "{\"layer_0\": …": its first key ends in a number.
bool is_numbered_object(std::string_view text) {
    const std::size_t key = text.find_first_not_of(" \t\r\n", 1);
    if (!text.starts_with('{') || key == text.npos || text[key] != '"') return false;
    const std::size_t end = text.find('"', key + 1);
    return end != text.npos && numbered_key(text.substr(key + 1, end - key - 1)).has_value();
}

/// "\"60%\", \"40%\"": each of them.
bool are_percentages_written(std::string_view list) {
    const std::vector<std::string_view> all = split(list, ",");
    return !all.empty() && std::all_of(all.begin(), all.end(), [](std::string_view one) {
        one = trimmed(one);
        return one.size() > 3 && one.starts_with('"') && one.ends_with("%\"") &&
               number_of(trimmed(one.substr(1, one.size() - 3)));
    });
}

/// "\"0\": …": a number in quotes.
bool is_place_key(std::string_view text) {
    const std::size_t end = text.find('"', 1);
    return text.starts_with('"') && end != text.npos && end > 1 &&
           text.substr(1, end - 1).find_first_not_of("0123456789") == text.npos;
}

} // namespace

std::vector<GivenSentence> attention_in_json(std::string_view text, const std::string& file) {
    std::vector<GivenSentence> sentences;
    std::vector<JsonItem> items;
    const std::string quoted = with_quoted_numbers(text);
    const std::string_view whole = quoted.empty() ? text : quoted;
    std::size_t seen = 0; // of it, with so many ends of lines
    std::ptrdiff_t ends = 0;
    for (const JsonPart& part : parts_in(whole, file)) {
        const std::string_view before = whole.substr(seen, part.begin - seen);
        ends += std::count(before.begin(), before.end(), '\n');
        seen = part.begin;
        json parsed =
            parse_json(part.text, part.begin == 0 ? file : file + ": line " + std::to_string(ends + 1));
        if (is_inseq(parsed)) return attention_of_inseq(parsed, file);
        if (parsed.is_object())
            add_items(std::move(parsed), file, items);
        else if (parsed.is_array() && !are_links(parsed) && !is_nested_numbers(parsed))
            for (json& one : parsed) items.push_back({std::move(one), ""});
        else
            items.push_back({std::move(parsed), ""});
    }
    int next = 0; // number of a sentence
    for (std::size_t n = 0; n < items.size(); ++n) {
        const std::string item = std::to_string(n + 1);
        const std::string place = items[n].place.empty() ? "item " + item : items[n].place;
        const std::string what = items.size() == 1 ? file : file + ": " + place;
        const std::size_t before = sentences.size();
        add_item(items[n].value, what, items.size() == 1 ? "" : "sentence " + item, sentences);
        int last = next;
        for (std::size_t s = before; s < sentences.size(); ++s)
            last = std::max(last, sentences[s].sentence += next);
        next = last + 1;
    }
    return sentences;
}

namespace {

/// What a list begins with; 0: it is none.
char first_of_list(std::string_view text) {
    const std::size_t inner = text.starts_with('[') ? text.find_first_not_of(" \t\r\n", 1) : text.npos;
    return inner == text.npos ? '\0' : text[inner];
}

} // namespace

/// Looks for the keys of the outermost object, or of the first in a list, be it under a key; a list of links
/// is known by its first.
bool is_attention_json(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n[");
    if (first == text.npos) return false;
    const auto brackets = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(first), '[');
    if (text[first] == '"') { // ["target", "source", "0.1",
        const std::string_view link = text.substr(first, text.find(']', first) - first);
        if (brackets > 1 && are_percentages_written(link)) return true;
        return brackets == 2 && std::count(link.begin(), link.end(), ',') == 4;
    }
    if (brackets > 1 && (text[first] == '-' || std::isdigit(static_cast<unsigned char>(text[first]))))
        return true;
    if (text[first] != '{' || brackets > 1) return false;
    if (begins_as_inseq(text.substr(first))) return true;
    constexpr std::string_view space = " \t\r\n", wrapper = "\"all\""; // BertViz' arguments
    if (const std::size_t key = text.find_first_not_of(space, first + 1);
        key != text.npos && (text.substr(key, wrapper.size()) == wrapper || is_place_key(text.substr(key)))) {
        const std::size_t after = text.find('"', key + 1), inner = text.find('{', key);
        return inner != text.npos && after != text.npos && after < inner &&
               text.substr(after + 1, inner - after - 1).find_first_not_of(" :\t\r\n") == text.npos &&
               is_attention_json(text.substr(inner));
    }
    int depth = 0;
    bool words = false, weights = false, alone = false, below = false;
    for (std::size_t n = first; n < text.size(); ++n) {
        if (text[n] == '{' || text[n] == '[') ++depth;
        if ((text[n] == '}' || text[n] == ']') && --depth == 0) break;
        if (text[n] != '"') continue;
        const std::size_t begin = ++n;
        while (n < text.size() && text[n] != '"') n += text[n] == '\\' ? 2 : 1;
        if (n >= text.size()) break;
        if (depth != 1) continue;
        const AttentionKey* key = find_numbered(text.substr(begin, n - begin));
        const std::size_t colon = text.find_first_not_of(space, n + 1);
        if (colon == text.npos || text[colon] != ':') continue;
        const std::size_t value = text.find_first_not_of(space, colon + 1);
        if (key == nullptr) { // a list of sentences, whatever it is called, but for a model's examples
            if (text.substr(begin, n - begin) == "examples") continue;
            const std::string_view list = value == text.npos ? "" : text.substr(value);
            below = below || (brackets == 0 && first_of_list(list) == '{' && is_attention_json(list));
            continue;
        }
        const bool list =
            value != text.npos && (text[value] == '[' || is_numbered_object(text.substr(value)));
        const std::size_t inner = list ? text.find_first_not_of(space, value + 1) : text.npos;
        const bool nested = inner != text.npos && (text[inner] == '[' || text[inner] == '{');
        words = words || key->meaning != KeyMeaning::Weights;
        weights = weights || (list && key->meaning == KeyMeaning::Weights);
        alone = alone || (nested && key->alone);
    }
    return (weights && words) || alone || below;
}

} // namespace heed::io
