// Attention in JSON, under the keys of several toolkits.
#include "core/base/error.h"
#include "core/io/base/json_text.h"
#include "core/io/run/attention_parts.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>

namespace heed::io {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 9> source_keys = {"source",      "src",          "source_tokens",
                                                         "source_sent", "source_words", "src_tokens",
                                                         "article_lst", "input",        "right_text"};
constexpr std::array<std::string_view, 13> target_keys = {
    "target",     "tgt",         "trg",    "target_tokens", "target_sent", "target_words", "tgt_tokens",
    "trg_tokens", "decoded_lst", "output", "hypothesis",    "translation", "left_text"};
constexpr std::array<std::string_view, 11> weight_keys = {
    "attention", "attentions", "weights", "attention_weights", "alignment",       "alignments",
    "matrix",    "attn",       "attns",   "attn_dists",        "cross_attentions"};

template <std::size_t N>
bool lists(const std::array<std::string_view, N>& keys, std::string_view key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

const json* find(const json& object, AttentionKey meaning) {
    for (auto it = object.begin(); it != object.end(); ++it) {
        if (is_key(meaning, it.key())) return &it.value();
    }
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

MatrixXf rows_of_json(const json& value, const std::string& what) {
    std::vector<std::vector<float>> rows;
    for (const json& list : value) {
        if (!list.is_array()) throw Error(what, "a row of weights", "a list", in_short(list));
        rows.emplace_back();
        for (const json& number : list) {
            if (!number.is_number()) throw Error(what, "a weight", "a number", in_short(number));
            rows.back().push_back(number.get<float>());
        }
    }
    return matrix_of(rows, what);
}

/// How long the first list of each depth is: [heads, rows, columns].
std::vector<std::int64_t> axes_of(const json& value) {
    std::vector<std::int64_t> axes;
    for (const json* at = &value; at->is_array() && axes.size() < 12; at = &at->front()) {
        axes.push_back(static_cast<std::int64_t>(at->size()));
        if (at->empty()) break;
    }
    return axes;
}

/// "5 axes, 3 × 1 × 4 × 6 × 5".
std::string axes_text(const std::vector<std::int64_t>& axes) {
    std::string text = plural(axes.size(), "axis", "axes");
    for (std::size_t n = 0; n < axes.size(); ++n) text += (n == 0 ? ", " : " × ") + std::to_string(axes[n]);
    return text;
}

std::vector<const json*> items_of(const json& value, const std::string& what) {
    if (!value.is_array()) throw Error(what, "weights", "a list", in_short(value));
    std::vector<const json*> items;
    for (const json& item : value) items.push_back(&item);
    return items;
}

/// Rows, heads of rows, layers of heads, or layers of a batch that is one sentence's heads.
void add_maps(GivenSentence& sentence, const json& value, int rank) {
    std::vector<const json*> layers{&value};
    if (rank >= 4) layers = items_of(value, sentence.what);
    int layer = 0;
    for (const json* of_layer : layers) {
        const std::string at_layer = place_in(sentence.what, std::min(rank, 4), layer, -1);
        if (rank == 5) {
            const auto batch = items_of(*of_layer, at_layer);
            if (batch.size() != 1) throw not_one_sentence(at_layer, 2, 5, std::ssize(batch));
            of_layer = batch.front();
        }
        std::vector<const json*> heads{of_layer};
        if (rank >= 3) heads = items_of(*of_layer, at_layer);
        int head = 0;
        for (const json* rows : heads) {
            const std::string what = place_in(sentence.what, rank, layer, head);
            if (rank >= 3) items_of(*rows, what);
            sentence.maps.push_back({layer, head++, rows_of_json(*rows, what)});
        }
        ++layer;
    }
}

/// The only item of a list, which is that axis.
const json& only(const json& list, const Error& otherwise) {
    if (!list.is_array() || list.size() != 1) throw otherwise;
    return list.front();
}

/// A list of a step, as long as in the first.
std::vector<const json*> items_of_step(const json& value, const std::string& what, const char* items,
                                       std::size_t wanted) {
    const std::vector<const json*> all = items_of(value, what);
    if (all.size() != wanted)
        throw Error(what, items, std::to_string(wanted) + ", as the first has", std::to_string(all.size()));
    return all;
}

/// steps × layers × batch × heads × 1 × sources: a row a step.
void add_steps(GivenSentence& sentence, const json& value, const std::vector<std::int64_t>& axes) {
    const auto layers = static_cast<std::size_t>(axes[1]), heads = static_cast<std::size_t>(axes[3]);
    std::vector<std::vector<std::vector<float>>> rows(layers * heads);
    int step = 0;
    for (const json* of_step : items_of(value, sentence.what)) {
        const std::string at_step = sentence.what + ", step " + std::to_string(++step);
        const auto of_layers = items_of_step(*of_step, at_step, "layers", layers);
        for (std::size_t layer = 0; layer < layers; ++layer) {
            const std::string at_layer = at_step + ", layer " + std::to_string(layer + 1);
            const json& batch = *of_layers[layer];
            const auto of_heads = items_of_step(
                only(batch, not_one_sentence(at_layer, 3, 6, std::ssize(batch))), at_layer, "heads", heads);
            for (std::size_t head = 0; head < heads; ++head) {
                const std::string what = at_layer + ", head " + std::to_string(head + 1);
                const json& outputs = *of_heads[head];
                only(outputs, not_one_output(what, std::ssize(outputs)));
                const MatrixXf row = rows_of_json(outputs, what);
                rows[layer * heads + head].emplace_back(row.data(), row.data() + row.size());
            }
        }
    }
    for (std::size_t n = 0; n < rows.size(); ++n) {
        const int layer = static_cast<int>(n / heads), head = static_cast<int>(n % heads);
        sentence.maps.push_back({layer, head, matrix_of(rows[n], place_in(sentence.what, 4, layer, head))});
    }
}

/// BertViz' arguments stand one level lower.
const json& without_wrapper(const json& object) {
    const auto all = object.find("all");
    return all != object.end() && all->is_object() ? *all : object;
}

void add_object(const json& given, const std::string& what, const std::string& name,
                std::vector<GivenSentence>& sentences) {
    const json& object = without_wrapper(given);
    GivenSentence sentence;
    sentence.what = what;
    sentence.name = name;
    const json* source = find(object, AttentionKey::Source);
    const json* target = find(object, AttentionKey::Target);
    const json* weights = find(object, AttentionKey::Weights);
    if (source == nullptr || target == nullptr || weights == nullptr)
        throw Error(what, "attention", "\"source\", \"target\" and \"attention\"",
                    source == nullptr   ? "no source"
                    : target == nullptr ? "no target"
                                        : "no attention");
    sentence.source = words_of_json(*source, what + ": source");
    sentence.target = words_of_json(*target, what + ": target");
    const std::vector<std::int64_t> axes = axes_of(*weights);
    if (axes.size() < fewest_axes || axes.size() > most_axes || axes.back() == 0)
        throw Error(what, "attention", std::string(expected_axes),
                    weights->is_array() ? axes_text(axes) : shown(*weights));
    if (axes.size() == 6)
        add_steps(sentence, *weights, axes);
    else
        add_maps(sentence, *weights, static_cast<int>(axes.size()));
    sentences.push_back(std::move(sentence));
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
    sentence.maps = {{0, 0, matrix_of(rows, what)}};
    sentences.push_back(std::move(sentence));
}

bool are_links(const json& value) {
    return value.is_array() && !value.empty() && value[0].is_array() && value[0].size() >= 3 &&
           value[0][0].is_string();
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

bool is_key(AttentionKey meaning, std::string_view key) {
    return meaning == AttentionKey::Source   ? lists(source_keys, key)
           : meaning == AttentionKey::Target ? lists(target_keys, key)
                                             : lists(weight_keys, key);
}

std::vector<GivenSentence> attention_in_json(std::string_view text, const std::string& file) {
    std::vector<GivenSentence> sentences;
    std::vector<json> items;
    for (const std::string_view value : values_in(text)) {
        json parsed = parse_json(value, file);
        if (parsed.is_array() && !are_links(parsed))
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
        else if (items[n].is_object())
            add_object(items[n], what, name, sentences);
        else
            throw Error(what, "attention", "an object", in_short(items[n]));
    }
    return sentences;
}

std::pair<Words, Words> words_in_json(std::string_view text, const std::string& file) {
    const json object = parse_json(text, file);
    const json* source = object.is_object() ? find(object, AttentionKey::Source) : nullptr;
    const json* target = object.is_object() ? find(object, AttentionKey::Target) : nullptr;
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
    bool source = false, target = false, weights = false;
    for (std::size_t n = first; n < text.size(); ++n) {
        if (text[n] == '{' || text[n] == '[') ++depth;
        if ((text[n] == '}' || text[n] == ']') && --depth == 0) break;
        if (text[n] != '"') continue;
        const std::size_t begin = ++n;
        while (n < text.size() && text[n] != '"') n += text[n] == '\\' ? 2 : 1;
        if (n >= text.size()) break;
        const std::string_view key = text.substr(begin, n - begin);
        const std::size_t colon = text.find_first_not_of(" \t\r\n", n + 1);
        if (depth != 1 || colon == text.npos || text[colon] != ':') continue;
        const std::size_t value = text.find_first_not_of(" \t\r\n", colon + 1);
        const bool list = value != text.npos && text[value] == '[';
        source = source || is_key(AttentionKey::Source, key);
        target = target || is_key(AttentionKey::Target, key);
        weights = weights || (list && is_key(AttentionKey::Weights, key));
    }
    return weights && (source || target);
}

} // namespace heed::io
