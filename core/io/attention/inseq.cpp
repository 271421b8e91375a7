#include "core/io/attention/inseq.h"

#include "core/base/error.h"
#include "core/io/container/archive/gzip_bytes.h"
#include "core/text/escape.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace heed::io {

namespace {

constexpr const char* all_of_inseq = "sequence_attributions";
constexpr std::size_t most_inseq_numbers = std::size_t{1} << 24, most_axes_of_inseq = 8;

/// What an object of a class holds; else the value itself.
const Json& attributes_of(const Json& value) {
    const auto inner =
        value.is_object() && value.contains("__instance_type__") ? value.find("attributes") : value.end();
    return value.is_object() && inner != value.end() ? *inner : value;
}

const Json* part_of(const Json& object, const char* key) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

Words tokens_of_inseq(const Json& object, const char* key, const std::string& what) {
    Words words;
    const Json* list = part_of(object, key);
    if (list == nullptr) return words;
    if (!list->is_array()) throw Error(what, key, "a list of tokens", shown(*list));
    for (const Json& one : *list) {
        const Json& token = attributes_of(one);
        const Json* text = token.is_string() ? &token : part_of(token, "token");
        if (text == nullptr || !text->is_string())
            throw Error(what, key, "tokens, as {\"token\": …, \"id\": …}", shown(token));
        words.push_back(text->get<std::string>());
    }
    return words;
}

std::string bytes_of_base64(std::string_view text, const std::string& what) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    while (text.ends_with('=')) text.remove_suffix(1);
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t kept = 0;
    int bits = 0;
    for (const char c : text) {
        const std::size_t digit = digits.find(c);
        if (digit == digits.npos) throw Error(what, "__ndarray__", "base64", "a letter that is none of it");
        kept = (kept << 6 | static_cast<std::uint32_t>(digit)) & 0xFFFFFF;
        if ((bits += 6) < 8) continue;
        bits -= 8;
        bytes += static_cast<char>(kept >> bits & 0xFF);
    }
    return bytes;
}

/// IEEE 754, two bytes.
float of_half(std::uint16_t half) {
    const int exponent = half >> 10 & 31;
    const float fraction = static_cast<float>(half & 1023) / 1024;
    const float size = exponent == 31  ? (fraction == 0 ? INFINITY : NAN)
                       : exponent == 0 ? std::ldexp(fraction, -14)
                                       : std::ldexp(1 + fraction, exponent - 15);
    return half >> 15 ? -size : size;
}

template <class Number>
std::vector<float> numbers_in(const std::string& bytes, float (*as_float)(Number)) {
    std::vector<float> values(bytes.size() / sizeof(Number));
    for (std::size_t n = 0; n < values.size(); ++n) {
        Number number;
        std::memcpy(&number, bytes.data() + n * sizeof number, sizeof number);
        values[n] = as_float(number);
    }
    return values;
}

std::vector<std::int64_t> shape_of_inseq(const Json& array, const std::string& what) {
    const Json* list = part_of(array, "shape");
    std::vector<std::int64_t> shape;
    std::size_t numbers = 1;
    const bool sound = list != nullptr && list->is_array() && list->size() <= most_axes_of_inseq &&
                       std::all_of(list->begin(), list->end(), [&](const Json& n) {
                           if (!n.is_number_unsigned() || n.get<std::uint64_t>() > most_inseq_numbers)
                               return false;
                           shape.push_back(n.get<std::int64_t>());
                           return (numbers *= n.get<std::size_t>()) <= most_inseq_numbers;
                       });
    if (!sound)
        throw Error(what, "shape", "a list of lengths, at most 8, of at most 16777216 numbers together",
                    list == nullptr ? "none" : shown(*list));
    return shape;
}

/// "b64:…", or "b64.gz:…": what lies in memory, row by row.
GivenArray packed_array(const Json& array, const std::string& data, const std::string& what) {
    constexpr std::string_view plain = "b64:", packed = "b64.gz:";
    GivenArray read;
    read.shape = shape_of_inseq(array, what);
    const Json* said = part_of(array, "dtype");
    const std::string type = said != nullptr && said->is_string() ? said->get<std::string>() : "";
    const std::size_t bytes = type == "float64" ? 8 : type == "float32" ? 4 : type == "float16" ? 2 : 0;
    if (bytes == 0) throw Error(what, "dtype", "float32, float64 or float16", shown(Json(type)));
    std::string held;
    if (data.starts_with(plain))
        held = bytes_of_base64(std::string_view(data).substr(plain.size()), what);
    else if (data.starts_with(packed))
        held = gzip_bytes(bytes_of_base64(std::string_view(data).substr(packed.size()), what),
                          read.numbers() * bytes, what);
    else
        throw Error(what, "__ndarray__", "lists of numbers, or base64 behind \"b64:\" or \"b64.gz:\"",
                    in_quotes(data, 20));
    if (held.size() != read.numbers() * bytes)
        throw Error(what, "__ndarray__",
                    std::to_string(read.numbers() * bytes) + " bytes, as shape and dtype say",
                    std::to_string(held.size()));
    read.values = bytes == 8   ? numbers_in<double>(held, [](double n) { return static_cast<float>(n); })
                  : bytes == 4 ? numbers_in<float>(held, [](float n) { return n; })
                               : numbers_in<std::uint16_t>(held, of_half);
    return read;
}

/// NaN stands where nothing was looked at, since it was not written yet.
Json with_zeros(const Json& list) {
    if (list == "NaN") return 0.0;
    if (!list.is_array()) return list;
    Json all = Json::array();
    for (const Json& one : list) all.push_back(with_zeros(one));
    return all;
}

GivenArray array_of_inseq(const Json& value, const std::string& what, const char* key) {
    const Json* data = value.is_object() ? part_of(value, "__ndarray__") : &value;
    if (data == nullptr) throw Error(what, key, "lists of numbers, or {\"__ndarray__\": …}", shown(value));
    if (!data->is_string()) return array_of(with_zeros(*data), what, key);
    GivenArray array = packed_array(value, data->get_ref<const std::string&>(), what + ": " + key);
    std::replace_if(
        array.values.begin(), array.values.end(), [](float n) { return std::isnan(n); }, 0.0f);
    return array;
}

/// Outputs that have a column: those that were written, not those that were given in front of them.
Words attributed(const Words& target, const Json& sequence, std::int64_t columns) {
    const Json* begin = part_of(sequence, "attr_pos_start");
    const auto size = std::ssize(target);
    if (columns == size || columns > size) return target;
    const bool said =
        begin != nullptr && begin->is_number_unsigned() &&
        begin->get<std::uint64_t>() + static_cast<std::uint64_t>(columns) <= static_cast<std::uint64_t>(size);
    const std::int64_t from = said ? begin->get<std::int64_t>() : size - columns;
    return {target.begin() + from, target.begin() + from + columns};
}

/// What made the numbers: attributions need not be attention.
void name_method(const Json& all, GivenSentence& sentence) {
    const Json* info = part_of(all, "info");
    const auto said = [&](const char* key) {
        const Json* value = info == nullptr ? nullptr : part_of(attributes_of(*info), key);
        return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
    };
    const std::string method = said("attribution_method"), model = said("model_name");
    const std::string by = method.empty() ? "a method that is not named" : in_quotes(method, 60);
    const std::string of = model.empty() ? "" : ", of the model " + in_quotes(model, 80);
    if (method == "attention") {
        sentence.notes.push_back("Inseq's, by the method " + by + of);
        return;
    }
    sentence.assumed.push_back("Attributions of Inseq by " + by + ", which need not be attention");
    sentence.notes.push_back(sentence.assumed.back() + of);
}

} // namespace

bool is_inseq(const Json& value) { return part_of(attributes_of(value), all_of_inseq) != nullptr; }

bool begins_as_inseq(std::string_view beginning) {
    return beginning.starts_with('{') &&
           (beginning.substr(0, 512).find("\"FeatureAttributionOutput\"") != beginning.npos ||
            beginning.find("\"sequence_attributions\"") != beginning.npos);
}

std::vector<GivenSentence> attention_of_inseq(const Json& value, const std::string& file) {
    const Json& all = attributes_of(value);
    const Json& list = *part_of(all, all_of_inseq);
    if (!list.is_array() || list.empty())
        throw Error(file, all_of_inseq, "a list of sentences",
                    list.is_array() ? "an empty list" : shown(list));
    std::vector<GivenSentence> sentences;
    for (std::size_t n = 0; n < list.size(); ++n) {
        const Json& sequence = attributes_of(list[n]);
        const std::string what =
            list.size() == 1 ? file : file + ": " + all_of_inseq + "[" + std::to_string(n) + "]";
        const Words source = tokens_of_inseq(sequence, "source", what),
                    target = tokens_of_inseq(sequence, "target", what);
        const Json *on_source = part_of(sequence, "source_attributions"),
                   *on_target = part_of(sequence, "target_attributions");
        if (on_source == nullptr && on_target == nullptr)
            throw Error(what, "attention", "source_attributions or target_attributions", "neither");
        for (const auto& [key, part] :
             {std::pair{"source_attributions", on_source}, std::pair{"target_attributions", on_target}}) {
            if (part == nullptr) continue;
            GivenSentence one;
            one.what = what;
            one.name = list.size() == 1 ? "" : "sentence " + std::to_string(n + 1);
            if (on_source != nullptr && on_target != nullptr)
                one.name += (one.name.empty() ? "" : ", ") + std::string(key);
            one.sentence = static_cast<int>(n);
            one.sources_first = true; // tokens that are looked at × outputs, layers and heads behind them
            one.weights = array_of_inseq(*part, what, key);
            one.source = part == on_source ? source : target;
            one.target =
                one.weights.shape.size() < 2 ? target : attributed(target, sequence, one.weights.shape[1]);
            name_method(all, one);
            sentences.push_back(std::move(one));
        }
    }
    return sentences;
}

} // namespace heed::io
