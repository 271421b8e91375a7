#include "core/io/torch_values.h"

#include "core/base/error.h"
#include "core/text/escape.h"

#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace heed::io {

namespace {

using nlohmann::json;
using pickle::Arena;
using pickle::Kind;
using pickle::Label;
using pickle::Record;
using pickle::Value;

constexpr int deepest = 200;
constexpr std::size_t longest_name = 4000;

/// The keys from the top down to a value.
struct Place {
    Place(const Place* above, std::string_view key)
        : above(above), key(key), length(key.size() + (above == nullptr ? 0 : above->length + 1)) {}

    const Place* above; // null at the top
    std::string_view key;
    std::size_t length; // of the name
};

struct StorageRow {
    std::string_view name;
    NumberType type;
};
constexpr auto storage_rows = std::to_array<StorageRow>({{"FloatStorage", NumberType::F32},
                                                         {"HalfStorage", NumberType::F16},
                                                         {"BFloat16Storage", NumberType::BF16},
                                                         {"DoubleStorage", NumberType::F64},
                                                         {"CharStorage", NumberType::I8},
                                                         {"ByteStorage", NumberType::U8},
                                                         {"ShortStorage", NumberType::I16},
                                                         {"IntStorage", NumberType::I32},
                                                         {"LongStorage", NumberType::I64},
                                                         {"BoolStorage", NumberType::Bool}});

/// What a record of a label stands for; any other is an object of its class.
enum class Meaning {
    Object,
    Tensor,        // (storage, offset, size, stride, …)
    Wrapped,       // (tensor, …)
    Retyped,       // (function, type, its arguments, state)
    Dictionary,    // its entries, and a dictionary or pairs that it was made of
    Attributes,    // its state
    FirstArgument, // that
};
struct MeaningRow {
    std::string_view label;
    Meaning meaning;
};
constexpr auto meanings = std::to_array<MeaningRow>({
    {"torch._utils._rebuild_tensor", Meaning::Tensor},
    {"torch._utils._rebuild_tensor_v2", Meaning::Tensor},
    {"torch._utils._rebuild_parameter", Meaning::Wrapped},
    {"torch._utils._rebuild_parameter_with_state", Meaning::Wrapped},
    {"torch._tensor._rebuild_from_type", Meaning::Retyped},
    {"torch._tensor._rebuild_from_type_v2", Meaning::Retyped},
    {"collections.OrderedDict", Meaning::Dictionary},
    {"collections.Counter", Meaning::Dictionary},
    {"collections.defaultdict", Meaning::Dictionary},
    {"builtins.dict", Meaning::Dictionary},
    {"__builtin__.dict", Meaning::Dictionary},
    {"argparse.Namespace", Meaning::Attributes},
    {"types.SimpleNamespace", Meaning::Attributes},
    {"builtins.set", Meaning::FirstArgument},
    {"__builtin__.set", Meaning::FirstArgument},
    {"builtins.frozenset", Meaning::FirstArgument},
    {"__builtin__.frozenset", Meaning::FirstArgument},
    {"builtins.list", Meaning::FirstArgument},
    {"__builtin__.list", Meaning::FirstArgument},
    {"torch.Size", Meaning::FirstArgument},
    {"_codecs.encode", Meaning::FirstArgument},
});

Meaning meaning_of(const Label& label) {
    const std::string text = label.text();
    for (const MeaningRow& row : meanings) {
        if (row.label == text) return row.meaning;
    }
    return Meaning::Object;
}

class Walker {
public:
    Walker(const InputFile& file, const Arena& arena, std::uint64_t pickled, const FindStorage& find_storage,
           FileContents& contents)
        : file_(file), arena_(arena), find_storage_(find_storage), contents_(contents), growth_(file),
          most_text_(largest_growth * pickled + always_allowed_growth), most_values_(most_values(arena)) {
        open_lists_.resize(arena.lists.size());
        open_records_.resize(arena.records.size());
        for (const Label& label : arena.labels) meanings_.push_back(meaning_of(label));
    }

    json walk(Value value) { return json_of(value, nullptr, true, 0); }

private:
    using Pairs = std::vector<std::pair<Value, Value>>;
    using Module = std::array<std::optional<Value>, 3>; // _parameters, _buffers, _modules

    static std::uint64_t most_values(const Arena& arena) {
        std::uint64_t references = 0;
        for (const auto& list : arena.lists) references += list.size();
        for (const Record& record : arena.records)
            references += 2 + record.items.size() + record.entries.size();
        return 1000 + 4 * references;
    }

    Meaning meaning(const Record& record) const { return meanings_[record.label]; }

    Value argument(const Record& record, std::size_t n) const {
        const std::vector<Value>& arguments = arena_.list(record.arguments);
        return n < arguments.size() ? arguments[n] : Value{};
    }

    // ------------------------------------------------------------------ tensors
    [[noreturn]] void fail(const std::string& name, const std::string& expected,
                           const std::string& found) const {
        throw Error(tensor_subject(file_, name), "damaged", expected, found);
    }

    std::int64_t whole_number(Value value, const std::string& name) const {
        if (value.kind != Kind::Int) fail(name, "whole numbers", "something else");
        return value.integer;
    }

    std::vector<std::int64_t> whole_numbers(Value value, const std::string& name) const {
        if (value.kind == Kind::Record && meaning(arena_.record(value)) == Meaning::FirstArgument)
            value = argument(arena_.record(value), 0); // torch.Size
        if (value.kind != Kind::Tuple && value.kind != Kind::List)
            fail(name, "a list of whole numbers", "something else");
        if (arena_.list(value).size() > largest_rank) fail(name, "at most 8 dimensions", "more");
        std::vector<std::int64_t> numbers;
        for (const Value& number : arena_.list(value)) numbers.push_back(whole_number(number, name));
        return numbers;
    }

    /// The arguments of _rebuild_tensor_v2 below what wraps them; null where the record is no tensor.
    const std::vector<Value>* tensor_arguments(const Record& record, int depth = 0) const {
        if (depth > 8) return nullptr;
        switch (meaning(record)) {
        case Meaning::Tensor:
            return &arena_.list(record.arguments);
        case Meaning::Wrapped: {
            const Value inner = argument(record, 0);
            return inner.kind == Kind::Record ? tensor_arguments(arena_.record(inner), depth + 1) : nullptr;
        }
        case Meaning::Retyped: {
            const Value function = argument(record, 0), arguments = argument(record, 2);
            const bool makes_tensors = function.kind == Kind::Label && arguments.kind == Kind::Tuple &&
                                       (meanings_[function.index] == Meaning::Tensor ||
                                        meanings_[function.index] == Meaning::Wrapped);
            if (!makes_tensors) return nullptr;
            if (meanings_[function.index] == Meaning::Tensor) return &arena_.list(arguments);
            const std::vector<Value>& list = arena_.list(arguments);
            return !list.empty() && list[0].kind == Kind::Record
                       ? tensor_arguments(arena_.record(list[0]), depth + 1)
                       : nullptr;
        }
        default:
            return nullptr;
        }
    }

    bool is_tensor(const Record& record) const {
        const Meaning m = meaning(record);
        return m == Meaning::Tensor || m == Meaning::Wrapped || m == Meaning::Retyped;
    }

    void add_tensor(const Record& record, const std::string& name) {
        const std::vector<Value>* arguments = tensor_arguments(record);
        if (arguments == nullptr || arguments->size() < 4)
            fail(name, "storage, offset, size and stride", "something else");
        if ((*arguments)[0].kind != Kind::Persistent) fail(name, "a storage", "something else");
        const TypedStorage storage = find_storage_(arena_.list((*arguments)[0]));
        StoredTensor tensor;
        tensor.name = name;
        tensor.type = storage.type;
        tensor.shape = whole_numbers((*arguments)[2], name);
        tensor.strides = whole_numbers((*arguments)[3], name);
        tensor.storage = storage.storage;
        tensor.swapped = storage.swapped;
        const std::int64_t offset = whole_number((*arguments)[1], name);
        if (offset < 0) fail(name, "an offset of at least 0", std::to_string(offset));
        if (__builtin_mul_overflow(static_cast<std::uint64_t>(offset), byte_count(tensor.type),
                                   &tensor.begin))
            fail(name, "an offset inside the storage", std::to_string(offset));
        const std::uint64_t extent = checked_extent(tensor, storage.bytes, tensor_subject(file_, name));
        growth_.add(tensor, std::max(extent, extent == 0 ? 0 : tensor.bytes()));
        tensor.begin += storage.begin;
        if (!names_.insert(name).second) fail(name, "each name once", "it twice");
        contents_.tensors.push_back(std::move(tensor));
    }

    static std::string name_of(const Place* place) {
        if (place == nullptr) return "tensor"; // a file that is a tensor and nothing else
        std::vector<std::string_view> keys;
        for (; place != nullptr; place = place->above) keys.push_back(place->key);
        std::string name(keys.back());
        for (std::size_t n = keys.size() - 1; n-- > 0;) (name += ".") += keys[n];
        return name;
    }

    /// A module's tensor may stand among its other attributes again: there it is the name that it has.
    json tensor_json(Value value, const Place* place, bool listed) {
        if (!listed) {
            const auto it = named_.find(value.index);
            return {{"tensor", it == named_.end() ? json() : json(it->second)}};
        }
        if (place != nullptr && place->length > longest_name)
            throw Error(file_.name(), "the name of a tensor",
                        "at most " + std::to_string(longest_name) + " bytes", std::to_string(place->length));
        const std::string name = name_of(place);
        add_tensor(arena_.record(value), name);
        named_.emplace(value.index, as_utf8(name));
        return {{"tensor", as_utf8(name)}};
    }

    // ------------------------------------------------------------------ everything else
    std::string text_of(std::string_view bytes) {
        if ((text_ += bytes.size()) > most_text_)
            throw Error(file_.name(), "values that are referred to so often that they would fill the memory");
        return as_utf8(bytes);
    }

    std::string key_text(Value key) {
        switch (key.kind) {
        case Kind::Text:
        case Kind::Bytes:
            return std::string(arena_.text(key));
        case Kind::Int:
            return std::to_string(key.integer);
        case Kind::Bool:
            return key.integer ? "True" : "False";
        case Kind::None:
            return "None";
        case Kind::Real:
            return json(key.real).dump();
        case Kind::Label:
            return arena_.label(key).text();
        case Kind::Tuple: {
            std::string text; // of what is no tuple itself
            for (const Value& part : arena_.list(key)) {
                text += (text.empty() ? "" : ", ") + (part.kind == Kind::Tuple ? "…" : key_text(part));
                if (text.size() > 1000) break;
            }
            return text;
        }
        default:
            return "an object";
        }
    }

    static void add_pairs(const std::vector<Value>& entries, Pairs& pairs) {
        for (std::size_t n = 0; n + 1 < entries.size(); n += 2)
            pairs.emplace_back(entries[n], entries[n + 1]);
    }

    /// The pairs that OrderedDict([[key, value], …]), Counter({key: value}) and dictionaries hold.
    Pairs pairs_of(Value value) const {
        Pairs pairs;
        if (value.kind == Kind::Dict) add_pairs(arena_.list(value), pairs);
        if (value.kind != Kind::Record) return pairs;
        const Record& record = arena_.record(value);
        if (meaning(record) == Meaning::Dictionary) {
            for (const Value& from : arena_.list(record.arguments)) {
                if (from.kind == Kind::Dict) add_pairs(arena_.list(from), pairs);
                if (from.kind != Kind::List) continue;
                for (const Value& pair : arena_.list(from)) {
                    const bool two = (pair.kind == Kind::List || pair.kind == Kind::Tuple) &&
                                     arena_.list(pair).size() == 2;
                    if (two) pairs.emplace_back(arena_.list(pair)[0], arena_.list(pair)[1]);
                }
            }
        }
        add_pairs(record.entries, pairs);
        return pairs;
    }

    bool is_dictionary(Value value) const {
        return value.kind == Kind::Dict ||
               (value.kind == Kind::Record && meaning(arena_.record(value)) == Meaning::Dictionary);
    }

    /// A class with __slots__ has (dictionary or None, slots) for its state.
    Value state_of(const Record& record) const {
        const Value state = record.state;
        if (state.kind != Kind::Tuple || arena_.list(state).size() != 2) return state;
        const Value first = arena_.list(state)[0];
        return first.kind == Kind::None ? arena_.list(state)[1] : first;
    }

    /// The three dictionaries of a torch.nn.Module, whatever its class.
    std::optional<Module> module_parts(const Record& record) const {
        const Value state = state_of(record);
        if (!is_dictionary(state)) return std::nullopt;
        constexpr std::array<std::string_view, 3> keys = {"_parameters", "_buffers", "_modules"};
        Module parts;
        for (const auto& [key, value] : pairs_of(state)) {
            for (std::size_t n = 0; n < keys.size(); ++n) {
                if (key.kind == Kind::Text && arena_.text(key) == keys[n] && is_dictionary(value))
                    parts[n] = value;
            }
        }
        return parts[0] && parts[2] ? std::optional(parts) : std::nullopt;
    }

    /// The dictionaries of parameters, buffers and modules add nothing to the names of what they hold, as in
    /// state_dict(); tensors among the other attributes are not listed.
    json module_json(const Module& parts, const Record& record, const Place* place, bool listed, int depth) {
        json state = json::object();
        constexpr std::array<const char*, 3> keys = {"_parameters", "_buffers", "_modules"};
        for (std::size_t n = 0; n < parts.size(); ++n) {
            if (parts[n]) state[keys[n]] = json_of(*parts[n], place, listed, depth + 1);
        }
        for (const auto& [key, value] : pairs_of(state_of(record))) {
            const std::string name = text_of(key_text(key));
            if (!state.contains(name)) state[name] = json_of(value, place, false, depth + 1);
        }
        return state;
    }

    json object_json(const Record& record, const Place* place, bool listed, int depth) {
        if (!record.entries.empty()) return dictionary_json(record.entries, place, listed, depth);
        if (!record.items.empty()) return list_json(record.items, place, listed, depth);
        json object = {{"class", text_of(arena_.labels[record.label].text())}};
        if (const std::vector<Value>& arguments = arena_.list(record.arguments); !arguments.empty())
            object["args"] = list_json(arguments, place, listed, depth + 1);
        if (const auto parts = module_parts(record))
            object["state"] = module_json(*parts, record, place, listed, depth);
        else if (const Value state = state_of(record); state.kind != Kind::None)
            object["state"] = json_of(state, place, listed, depth + 1);
        return object;
    }

    json record_json(Value value, const Place* place, bool listed, int depth) {
        const Record& record = arena_.record(value);
        if (is_tensor(record)) return tensor_json(value, place, listed);
        switch (meaning(record)) {
        case Meaning::Dictionary:
            return pairs_json(pairs_of(value), place, listed, depth);
        case Meaning::Attributes:
            return is_dictionary(state_of(record)) ? json_of(state_of(record), place, listed, depth + 1)
                                                   : json::object();
        case Meaning::FirstArgument:
            if (!record.items.empty()) return list_json(record.items, place, listed, depth);
            return arena_.list(record.arguments).empty()
                       ? json::array()
                       : json_of(argument(record, 0), place, listed, depth + 1);
        default:
            return object_json(record, place, listed, depth);
        }
    }

    json pairs_json(const Pairs& pairs, const Place* place, bool listed, int depth) {
        json object = json::object();
        for (const auto& [key, value] : pairs) {
            const std::string name = key_text(key);
            const Place below(place, name);
            object[text_of(name)] = json_of(value, &below, listed, depth + 1);
        }
        return object;
    }

    json dictionary_json(const std::vector<Value>& entries, const Place* place, bool listed, int depth) {
        Pairs pairs;
        add_pairs(entries, pairs);
        return pairs_json(pairs, place, listed, depth);
    }

    json list_json(const std::vector<Value>& values, const Place* place, bool listed, int depth) {
        json array = json::array();
        for (std::size_t n = 0; n < values.size(); ++n) {
            const std::string name = std::to_string(n);
            const Place below(place, name);
            array.push_back(json_of(values[n], &below, listed, depth + 1));
        }
        return array;
    }

    /// `place` is where the value stands, `listed` whether tensors there are the file's own. A value within
    /// itself (a module that knows its parent) is null there.
    json json_of(Value value, const Place* place, bool listed, int depth) {
        if (depth > deepest)
            throw Error(file_.name(), "nested too deeply", "at most " + std::to_string(deepest) + " levels",
                        "more");
        if (++values_ > most_values_)
            throw Error(file_.name(), "values that are referred to so often that they would fill the memory");
        if (value.kind == Kind::Record || (value.kind >= Kind::List && value.kind <= Kind::Set)) {
            std::vector<bool>& open = value.kind == Kind::Record ? open_records_ : open_lists_;
            if (open[value.index]) return nullptr;
            open[value.index] = true;
            json result = value.kind == Kind::Record ? record_json(value, place, listed, depth)
                          : value.kind == Kind::Dict
                              ? dictionary_json(arena_.list(value), place, listed, depth)
                              : list_json(arena_.list(value), place, listed, depth);
            open[value.index] = false;
            return result;
        }
        return plain_json(value);
    }

    json plain_json(Value value) {
        switch (value.kind) {
        case Kind::Bool:
            return value.integer != 0;
        case Kind::Int:
            return value.integer;
        case Kind::Real:
            return value.real;
        case Kind::Text:
        case Kind::Bytes:
            return text_of(arena_.text(value));
        case Kind::Label:
            return {{"class", text_of(arena_.label(value).text())}};
        default:
            return nullptr;
        }
    }

    const InputFile& file_;
    const Arena& arena_;
    const FindStorage& find_storage_;
    FileContents& contents_;
    std::vector<bool> open_lists_, open_records_; // those that are being walked
    GrowthLimit growth_;
    std::vector<Meaning> meanings_; // of the labels
    std::unordered_set<std::string> names_;
    std::unordered_map<std::uint64_t, std::string> named_; // records that are tensors
    std::uint64_t text_ = 0, most_text_;
    std::uint64_t values_ = 0, most_values_;
};

} // namespace

NumberType storage_type(const Label& label, const std::string& subject) {
    const bool torch =
        label.module == "torch" || label.module == "torch.cuda" || label.module == "torch.storage";
    for (const StorageRow& row : storage_rows) {
        if (torch && row.name == label.name) return row.type;
    }
    throw Error(subject, "type of numbers", "float32, float16, bfloat16, float64, whole numbers or bool",
                escaped(label.text()));
}

void read_torch_values(const InputFile& file, const Arena& arena, Value root, std::uint64_t pickled,
                       const FindStorage& find_storage, FileContents& contents) {
    contents.values = Walker(file, arena, pickled, find_storage, contents).walk(root);
    for (const std::string& label : arena.suspicious)
        contents.notes.push_back("it names " + escaped(label) +
                                 ", which belongs to no model; nothing was run");
}

} // namespace heed::io
