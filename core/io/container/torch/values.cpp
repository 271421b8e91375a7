#include "core/io/container/torch/values.h"

#include "core/base/error.h"
#include "core/text/escape.h"

#include <array>
#include <optional>
#include <unordered_map>

namespace heed::io {

namespace {

using nlohmann::json;
using pickle::Arena;
using pickle::Kind;
using pickle::Label;
using pickle::Record;
using pickle::Value;

constexpr int deepest_value = 200;
constexpr std::size_t longest_name = 4000;

/// The keys from the top down to a value.
struct ValuePlace {
    ValuePlace(const ValuePlace* above, std::string_view key)
        : above(above), key(key), length(key.size() + (above == nullptr ? 0 : above->length + 1)) {}

    const ValuePlace* above; // null at the top
    std::string_view key;
    std::size_t length; // of the name
};

class Walker {
public:
    Walker(const InputFile& file, const Arena& arena, const PickledBytes& pickled,
           const FindStorage& find_storage, FileContents& contents)
        : file_(file), arena_(arena), records_(arena), tensors_(file, records_, find_storage, contents),
          arrays_(file, records_, pickled, contents), contents_(contents), torch_(records_.has_tensors()),
          most_text_(largest_growth * pickled.bytes.size() + always_allowed_growth),
          most_values_(most_values(arena)) {
        open_lists_.resize(arena.lists.size());
        open_records_.resize(arena.records.size());
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

    Meaning meaning(const Record& record) const { return records_.meaning(record); }

    static std::string name_of(const ValuePlace* place) {
        if (place == nullptr) return "tensor"; // a file that is a tensor and nothing else
        std::vector<std::string_view> keys;
        for (; place != nullptr; place = place->above) keys.push_back(place->key);
        std::string name(keys.back());
        for (std::size_t n = keys.size() - 1; n-- > 0;) (name += ".") += keys[n];
        return name;
    }

    /// A module's tensor may stand among its other attributes again: there it is the name that it has.
    json tensor_json(Value value, const ValuePlace* place, bool listed) {
        if (!listed) {
            const auto it = named_.find(value.index);
            return {{"tensor", it == named_.end() ? json() : json(it->second)}};
        }
        if (place != nullptr && place->length > longest_name)
            throw Error(file_.name(), "the name of a tensor",
                        "at most " + std::to_string(longest_name) + " bytes", std::to_string(place->length));
        const std::string name = name_of(place);
        if (records_.is_array(arena_.record(value)))
            arrays_.add(arena_.record(value), name);
        else
            tensors_.add(arena_.record(value), name);
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
    json module_json(const Module& parts, const Record& record, const ValuePlace* place, bool listed,
                     int depth) {
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

    json object_json(const Record& record, const ValuePlace* place, bool listed, int depth) {
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

    json record_json(Value value, const ValuePlace* place, bool listed, int depth) {
        const Record& record = arena_.record(value);
        if (records_.is_tensor(record)) return tensor_json(value, place, listed);
        if (records_.is_array(record) && !torch_) {
            const std::string odd = arrays_.why_no_numbers(record);
            if (odd.empty()) return tensor_json(value, place, listed);
            if (place == nullptr) throw Error(file_.name(), "type", "floating or whole numbers or bool", odd);
            contents_.notes.push_back("\"" + escaped(name_of(place)) + "\" is an array of " + odd);
            return nullptr;
        }
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
                       : json_of(records_.argument(record, 0), place, listed, depth + 1);
        default:
            return object_json(record, place, listed, depth);
        }
    }

    json pairs_json(const Pairs& pairs, const ValuePlace* place, bool listed, int depth) {
        json object = json::object();
        for (const auto& [key, value] : pairs) {
            const std::string name = key_text(key);
            const ValuePlace below(place, name);
            object[text_of(name)] = json_of(value, &below, listed, depth + 1);
        }
        return object;
    }

    json dictionary_json(const std::vector<Value>& entries, const ValuePlace* place, bool listed, int depth) {
        Pairs pairs;
        add_pairs(entries, pairs);
        return pairs_json(pairs, place, listed, depth);
    }

    json list_json(const std::vector<Value>& values, const ValuePlace* place, bool listed, int depth) {
        json array = json::array();
        for (std::size_t n = 0; n < values.size(); ++n) {
            const std::string name = std::to_string(n);
            const ValuePlace below(place, name);
            array.push_back(json_of(values[n], &below, listed, depth + 1));
        }
        return array;
    }

    /// `place` is where the value stands, `listed` whether tensors there are the file's own. A value within
    /// itself (a module that knows its parent) is null there.
    json json_of(Value value, const ValuePlace* place, bool listed, int depth) {
        if (depth > deepest_value)
            throw Error(file_.name(), "nested too deeply",
                        "at most " + std::to_string(deepest_value) + " levels", "more");
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
    TorchRecords records_;
    TorchTensors tensors_;
    NumpyArrays arrays_;
    FileContents& contents_;
    bool torch_;                                           // it holds tensors: arrays beside them are values
    std::vector<bool> open_lists_, open_records_;          // those that are being walked
    std::unordered_map<std::uint64_t, std::string> named_; // records that are tensors
    std::uint64_t text_ = 0, most_text_;
    std::uint64_t values_ = 0, most_values_;
};

} // namespace

void read_torch_values(const InputFile& file, const Arena& arena, Value root, const PickledBytes& pickled,
                       const FindStorage& find_storage, FileContents& contents) {
    contents.values = Walker(file, arena, pickled, find_storage, contents).walk(root);
    for (const std::string& label : arena.suspicious)
        contents.notes.push_back("it names " + escaped(label) +
                                 ", which belongs to no model; nothing was run");
}

} // namespace heed::io
