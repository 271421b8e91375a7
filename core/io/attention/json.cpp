// Attention in JSON, under the keys of several toolkits.
#include "core/io/attention/json.h"
#include "core/base/error.h"
#include "core/io/attention/keys.h"
#include "core/io/base/json_text.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <utility>

namespace heed::io {

namespace {

using nlohmann::json;

const json* find(const json& object, KeyMeaning meaning) {
    for (auto it = object.begin(); it != object.end(); ++it)
        if (is_key(meaning, it.key()) && !it.value().is_null()) return &it.value();
    return nullptr;
}

/// Lists may be long and deep: how long is enough.
std::string in_brief(const json& value) {
    if (value.is_object() && value.contains("class") && value["class"].is_string()) // of a pickle
        return "an object of class " + escaped(value["class"].get<std::string>(), 60);
    return value.is_array() ? "a list of " + std::to_string(value.size()) : shown(value);
}

/// A text, an id, or an object that names its token.
std::string word_of_json(const json& word, const std::string& what) {
    if (word.is_string()) return word.get<std::string>();
    if (word.is_number_integer()) return word.dump();
    for (const char* key : {"token", "text", "word"})
        if (word.is_object() && word.contains(key) && word[key].is_string())
            return word[key].get<std::string>();
    throw Error(what, "a word", "text", in_brief(word));
}

Words words_of_json(const json& value, const std::string& what) {
    if (value.is_string()) return words_of(value.get<std::string>());
    if (!value.is_array()) throw Error(what, "words", "a text or a list", shown(value));
    Words words;
    for (const json& word : value) words.push_back(word_of_json(word, what));
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

void add_object(const json& given, const std::string& what, const std::string& name,
                std::vector<GivenSentence>& sentences);

int depth_of_lists(const json& value) {
    int depth = 0;
    for (const json* at = &value; at->is_array() && !at->empty(); at = &at->front()) ++depth;
    return depth;
}

/// Keys that are numbers of layers or heads, "3", "layer_3", "head 3", with what stands under each; none
/// where a key is none.
std::map<int, std::pair<std::string_view, const json*>> by_number(const json& object) {
    std::map<int, std::pair<std::string_view, const json*>> found;
    for (auto it = object.begin(); it != object.end(); ++it) {
        const auto key = numbered_key(it.key());
        if (!key || !found.emplace(key->number, std::pair(key->key, &it.value())).second) return {};
    }
    return found;
}

/// Weights under the numbers of their layers and heads: as lists, the numbers in the sentence. Null where the
/// keys do not say which they are.
json in_lists(const json& object, const std::string& key, GivenSentence& sentence) {
    const auto outer = by_number(object);
    if (outer.empty()) return {};
    const auto said = [](std::string_view word, char letter) {
        return !word.empty() && (word[0] == letter || word[0] == letter - 'a' + 'A');
    };
    json lists = json::array();
    std::vector<int> layers, heads; // the keys win over lists of them beside the weights
    for (const auto& [number, item] : outer) {
        const auto& [word, value] = item;
        if (value->is_object()) { // a layer's heads
            json inner = json::array();
            std::vector<int> numbers;
            for (const auto& [head, below] : by_number(*value)) {
                inner.push_back(*below.second);
                numbers.push_back(head);
            }
            if (!layers.empty() && numbers != heads)
                throw Error(sentence.what, key + ", layer " + std::to_string(number),
                            "the heads that the first layer has", keys_text(*value));
            heads = std::move(numbers);
            layers.push_back(number);
            lists.push_back(std::move(inner));
            continue;
        }
        const int depth = depth_of_lists(*value);
        const bool layer = said(word, 'l') || (word.empty() && depth > 2),
                   head = said(word, 'h') && depth == 2;
        if (!layer && !head)
            throw Error(sentence.what, key, "keys that say whether they are layers or heads, as \"layer_0\"",
                        keys_text(object));
        (layer ? layers : heads).push_back(number);
        lists.push_back(layer && depth == 2 ? json::array({*value}) : *value);
    }
    if (!layers.empty()) sentence.layers = std::move(layers);
    if (!heads.empty()) sentence.heads = std::move(heads);
    return lists;
}

/// What stands under the key of a weight: a nested list, or BertViz' objects with their own words.
void add_weights(const std::string& key, const json& value, GivenSentence sentence,
                 std::vector<GivenSentence>& sentences) {
    if (value.is_array() && !value.empty() && value.front().is_object()) {
        for (std::size_t n = 0; n < value.size(); ++n) {
            const json& part = value[n];
            const bool named = part.is_object() && part.contains("name") && part["name"].is_string();
            const std::string number = std::to_string(n);
            const std::size_t before = sentences.size();
            add_object(part, sentence.what + ": " + key + "[" + number + "]",
                       named ? part["name"].get<std::string>() : key + " " + std::to_string(n + 1),
                       sentences);
            for (std::size_t s = before; s < sentences.size(); ++s) { // as it is said around them
                if (sentences[s].layers.empty()) sentences[s].layers = sentence.layers;
                if (sentences[s].heads.empty()) sentences[s].heads = sentence.heads;
            }
        }
        return;
    }
    const json listed = value.is_object() ? in_lists(value, key, sentence) : json();
    if (!value.is_array() && !listed.is_array())
        throw Error(sentence.what, key, "a nested list of weights", in_brief(value));
    sentence.weights = array_of(value.is_array() ? value : listed, sentence.what, key);
    sentences.push_back(std::move(sentence));
}

/// The lengths of a nested list, as far as its first ones tell.
std::vector<std::size_t> first_lengths(const json& value) {
    std::vector<std::size_t> lengths;
    for (const json* at = &value; at->is_array() && !at->empty(); at = &at->front())
        lengths.push_back(at->size());
    return lengths;
}

/// Steps of generate(): each sees one more of what was written than the one before.
bool are_growing_steps(const json& value) {
    constexpr std::size_t fewest = 4; // layers or a batch, heads, the step's output, what it sees
    std::vector<std::size_t> lengths = first_lengths(value.front());
    if (lengths.size() < fewest || lengths[lengths.size() - 2] != 1) return false;
    for (const json& step : value) {
        if (first_lengths(step) != lengths) return false;
        ++lengths.back();
    }
    return true;
}

/// A list of sentences, each with weights of its own size.
bool is_uneven_batch(const GivenSentence& sentence, const json& value) {
    if (sentence.sources.size() < 2 || !value.is_array() || value.size() != sentence.sources.size() ||
        sentence.targets.size() != sentence.sources.size() ||
        (sentence.between == Between::Outputs && are_growing_steps(value)))
        return false;
    const auto first = first_lengths(value.front());
    return std::any_of(value.begin(), value.end(),
                       [&](const json& one) { return first_lengths(one) != first; });
}

void add_uneven_batch(const std::string& key, const json& value, GivenSentence batch,
                      std::vector<GivenSentence>& sentences) {
    std::vector<Words> sources = std::exchange(batch.sources, {}), targets = std::exchange(batch.targets, {});
    for (std::size_t n = 0; n < value.size(); ++n) {
        const std::string number = "sentence " + std::to_string(n + 1);
        GivenSentence one = batch;
        one.what += ": " + number;
        one.name += (one.name.empty() ? "" : ", ") + number;
        one.sentence = static_cast<int>(n);
        one.source = std::move(sources[n]);
        one.target = std::move(targets[n]);
        add_weights(key, value[n], std::move(one), sentences);
    }
}

/// Which layers or heads the weights are of: "heads": [1, 5].
void put_numbers(const json& object, const char* key, std::vector<int>& numbers) {
    const auto list = object.find(key);
    const auto is_place = [](const json& n) {
        return n.is_number_unsigned() && n.get<std::uint64_t>() < 10'000;
    };
    if (list != object.end() && list->is_array() && std::all_of(list->begin(), list->end(), is_place))
        numbers = list->get<std::vector<int>>();
}

void add_object(const json& given, const std::string& what, const std::string& name,
                std::vector<GivenSentence>& sentences) {
    if (!given.is_object()) throw Error(what, "attention", "an object", in_brief(given));
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
        throw Error(what, "attention", "\"source\", \"target\" and \"attention\"",
                    "no attention among " + keys_text(object));
    const bool themselves = tokens != nullptr && source == nullptr && target == nullptr;
    if (themselves) source = target = tokens;
    for (const auto& [key, value] : weights) {
        GivenSentence sentence;
        sentence.what = what;
        const std::string group = weights.size() == 1 ? "" : std::string(key->key);
        sentence.name = name + (name.empty() || group.empty() ? "" : ", ") + group;
        sentence.between = key->between;
        if (themselves && key->between == Between::OutputsAndSources) sentence.between = Between::Sources;
        const bool one_missing = (source == nullptr) != (target == nullptr);
        const bool objects = value->is_array() && !value->empty() && value->front().is_object();
        sentence.one_sided = sentence.between == Between::OutputsAndSources && one_missing && !objects;
        put_numbers(object, "include_layers", sentence.layers); // BertViz', whose "heads" it begins with
        put_numbers(object, "include_heads", sentence.heads);
        if (!objects) {
            put_numbers(object, "layers", sentence.layers);
            put_numbers(object, "heads", sentence.heads);
        }
        take_words(source, what + ": source", sentence.source, sentence.sources);
        take_words(target, what + ": target", sentence.target, sentence.targets);
        if (sentence.between == Between::Outputs) sentence.sources = sentence.targets;
        if (sentence.one_sided && (!sentence.sources.empty() || !sentence.targets.empty()))
            throw Error(what, "attention", "\"source\", \"target\" and \"attention\"",
                        source == nullptr ? "no source" : "no target");
        if (sentence.sources.size() != sentence.targets.size() &&
            sentence.between == Between::OutputsAndSources)
            throw Error(what, "target",
                        plural(std::max<std::size_t>(1, sentence.sources.size()), "sentence", "sentences") +
                            ", as there are of the source",
                        std::to_string(std::max<std::size_t>(1, sentence.targets.size())));
        sentence.headed = &object != &given || object.contains("left_text"); // BertViz'
        sentence.layered = sentence.headed || is_of_layers(*key);
        sentence.sources_first = key->sources_first;
        if (is_uneven_batch(sentence, *value))
            add_uneven_batch(std::string(key->key), *value, std::move(sentence), sentences);
        else
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
        if (!weight) throw Error(what, "a weight", "a number", in_brief(link[2]));
        if (rows.back().empty()) sentence.target.push_back(link[0].get<std::string>());
        rows.back().push_back(*weight);
        if (link[1] == "</s>") rows.emplace_back();
    }
    if (rows.back().empty()) rows.pop_back();
    sentence.weights = matrix_of(rows, what); // as its form says
    sentences.push_back(std::move(sentence));
}

/// Numbers and percentages alone.
bool are_weights(const json& list) {
    return std::all_of(list.begin(), list.end(),
                       [](const json& one) { return one.is_number() || percentage_of(one); });
}

} // namespace

bool are_links(const json& value) {
    return value.is_array() && !value.empty() && value[0].is_array() && value[0].size() >= 3 &&
           value[0][0].is_string() && !are_weights(value[0]);
}

bool is_nested_numbers(const json& value) {
    const json* inner = &value;
    int depth = 0;
    for (; inner->is_array() && !inner->empty(); inner = &inner->front()) ++depth;
    return depth >= 2 && (inner->is_number() || percentage_of(*inner));
}

const json& without_wrapper(const json& object) {
    const auto all = object.find("all");
    return all != object.end() && all->is_object() ? *all : object;
}

std::optional<NumberedKey> numbered_key(std::string_view key) {
    std::size_t digits = key.size();
    while (digits > 0 && std::isdigit(static_cast<unsigned char>(key[digits - 1]))) --digits;
    int number = 0;
    const auto [end, error] = std::from_chars(key.data() + digits, key.data() + key.size(), number);
    if (error != std::errc() || end != key.data() + key.size()) return std::nullopt;
    std::string_view word = key.substr(0, digits);
    if (word.ends_with('_') || word.ends_with('-') || word.ends_with('.') || word.ends_with(' '))
        word.remove_suffix(1);
    return NumberedKey{word, number};
}

std::string keys_text(const json& object) {
    constexpr std::size_t most = 4;
    std::vector<std::string> keys;
    for (auto it = object.begin(); it != object.end() && keys.size() < most; ++it)
        keys.push_back(shown(json(it.key())));
    if (object.size() > most) keys.push_back(std::to_string(object.size() - most) + " more");
    return keys.empty() ? "no keys" : listed(keys, " and ");
}

void add_item(const json& item, const std::string& what, const std::string& name,
              std::vector<GivenSentence>& sentences) {
    if (are_links(item)) return add_links(item, what, name, sentences);
    if (!is_nested_numbers(item)) return add_object(item, what, name, sentences);
    GivenSentence sentence;
    sentence.what = what;
    sentence.name = name;
    add_weights("weights", item, std::move(sentence), sentences);
}

std::pair<Words, Words> words_in_json(std::string_view text, const std::string& file) {
    const json object = parse_json(text, file);
    const json* source = object.is_object() ? find(object, KeyMeaning::Source) : nullptr;
    const json* target = object.is_object() ? find(object, KeyMeaning::Target) : nullptr;
    if (source == nullptr || target == nullptr)
        throw Error(file, "words", "\"source\" and \"target\"", in_brief(object));
    return {words_of_json(*source, file + ": source"), words_of_json(*target, file + ": target")};
}

} // namespace heed::io
