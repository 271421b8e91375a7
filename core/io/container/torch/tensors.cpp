#include "core/io/container/torch/tensors.h"

#include "core/base/error.h"
#include "core/text/escape.h"

#include <algorithm>
#include <array>

namespace heed::io {

using pickle::Arena;
using pickle::Kind;
using pickle::Label;
using pickle::Record;
using pickle::Value;

namespace {

constexpr int deepest_wrap = 8; // a parameter of a parameter of …

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
    {"numpy.core.multiarray._reconstruct", Meaning::Array},
    {"numpy._core.multiarray._reconstruct", Meaning::Array},
    {"numpy.core.numeric._frombuffer", Meaning::ArrayOfBuffer},
    {"numpy._core.numeric._frombuffer", Meaning::ArrayOfBuffer},
});

Meaning meaning_of(const Label& label) {
    const std::string text = label.text();
    for (const MeaningRow& row : meanings) {
        if (row.label == text) return row.meaning;
    }
    return Meaning::Object;
}

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

TorchRecords::TorchRecords(const Arena& arena) : arena_(arena) {
    for (const Label& label : arena.labels) meanings_.push_back(meaning_of(label));
}

bool TorchRecords::is_tensor(const Record& record) const {
    const Meaning m = meaning(record);
    return m == Meaning::Tensor || m == Meaning::Wrapped || m == Meaning::Retyped;
}

bool TorchRecords::is_array(const Record& record) const {
    const Meaning m = meaning(record);
    return m == Meaning::Array || m == Meaning::ArrayOfBuffer;
}

bool TorchRecords::has_tensors() const {
    return std::any_of(arena_.records.begin(), arena_.records.end(),
                       [&](const Record& record) { return is_tensor(record); });
}

Value TorchRecords::argument(const Record& record, std::size_t n) const {
    const std::vector<Value>& arguments = arena_.list(record.arguments);
    return n < arguments.size() ? arguments[n] : Value{};
}

void TorchTensors::fail(const std::string& name, const std::string& expected,
                        const std::string& found) const {
    throw Error(tensor_subject(file_, name), "damaged", expected, found);
}

std::int64_t TorchTensors::whole_number(Value value, const std::string& name) const {
    if (value.kind != Kind::Int) fail(name, "whole numbers", "something else");
    return value.integer;
}

std::vector<std::int64_t> TorchTensors::whole_numbers(Value value, const std::string& name) const {
    if (value.kind == Kind::Record && records_.meaning(arena_.record(value)) == Meaning::FirstArgument)
        value = records_.argument(arena_.record(value), 0); // torch.Size
    if (value.kind != Kind::Tuple && value.kind != Kind::List)
        fail(name, "a list of whole numbers", "something else");
    if (arena_.list(value).size() > largest_rank) fail(name, "at most 8 dimensions", "more");
    std::vector<std::int64_t> numbers;
    for (const Value& number : arena_.list(value)) numbers.push_back(whole_number(number, name));
    return numbers;
}

/// The arguments of _rebuild_tensor_v2 below what wraps them; null where the record is no tensor.
const std::vector<Value>* TorchTensors::arguments_of(const Record& record, int depth) const {
    if (records_.meaning(record) == Meaning::Tensor) return &arena_.list(record.arguments);
    if (records_.meaning(record) == Meaning::Wrapped)
        return arguments_below(records_.argument(record, 0), depth);
    if (records_.meaning(record) != Meaning::Retyped) return nullptr;
    const Value function = records_.argument(record, 0), arguments = records_.argument(record, 2);
    if (function.kind != Kind::Label || arguments.kind != Kind::Tuple) return nullptr;
    const Meaning meaning = records_.meaning_of_label(function);
    if (meaning == Meaning::Tensor) return &arena_.list(arguments);
    const bool wraps = meaning == Meaning::Wrapped && !arena_.list(arguments).empty();
    return wraps ? arguments_below(arena_.list(arguments)[0], depth) : nullptr;
}

const std::vector<Value>* TorchTensors::arguments_below(Value tensor, int depth) const {
    return tensor.kind == Kind::Record && depth < deepest_wrap
               ? arguments_of(arena_.record(tensor), depth + 1)
               : nullptr;
}

void TorchTensors::add(const Record& record, const std::string& name) {
    const std::vector<Value>* arguments = arguments_of(record);
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
    if (__builtin_mul_overflow(static_cast<std::uint64_t>(offset), byte_count(tensor.type), &tensor.begin))
        fail(name, "an offset inside the storage", std::to_string(offset));
    const std::uint64_t extent = checked_extent(tensor, storage.bytes, tensor_subject(file_, name));
    growth_.add(tensor, std::max(extent, extent == 0 ? 0 : tensor.bytes()));
    tensor.begin += storage.begin;
    if (!names_.insert(name).second) fail(name, "each name once", "it twice");
    contents_.tensors.push_back(std::move(tensor));
}

} // namespace heed::io
