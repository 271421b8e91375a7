#include "core/io/container/torch/numpy_arrays.h"

#include "core/base/error.h"
#include "core/text/escape.h"

#include <functional>

namespace heed::io {

using pickle::Kind;
using pickle::Label;
using pickle::Record;
using pickle::Value;

namespace {

bool is_list_of(const pickle::Arena& arena, Value value, std::size_t least) {
    return value.kind == Kind::Tuple && arena.list(value).size() >= least;
}

/// numpy.ndarray, and the two of NumPy's own that hold the same.
bool is_array_class(const Label& label) {
    const bool own = label.module == "numpy" || label.module.starts_with("numpy.");
    return own && (label.name == "ndarray" || label.name == "matrix" || label.name == "memmap");
}

bool spells_bytes(std::string_view encoding) {
    return encoding == "latin1" || encoding == "latin-1" || encoding == "iso-8859-1";
}

} // namespace

void NumpyArrays::fail(const std::string& name, const std::string& expected, const std::string& found) const {
    throw Error(tensor_subject(file_, name), "damaged", expected, found);
}

/// _reconstruct(class, …) has (version, shape, type, Fortran's order, bytes) for its state; _frombuffer is
/// given (bytes, type, shape, "C" or "F").
std::optional<NumpyArrays::Parts> NumpyArrays::parts_of(const Record& record) const {
    const std::vector<Value>& given = arena_.list(record.arguments);
    if (records_.meaning(record) == Meaning::ArrayOfBuffer)
        return given.size() < 4 ? std::nullopt : std::optional(Parts{given[2], given[1], given[3], given[0]});
    const bool plain =
        !given.empty() && given[0].kind == Kind::Label && is_array_class(arena_.label(given[0]));
    if (!plain || !is_list_of(arena_, record.state, 5)) return std::nullopt;
    const std::vector<Value>& state = arena_.list(record.state);
    return Parts{state[1], state[2], state[3], state[4]};
}

std::optional<std::string> NumpyArrays::code_of(Value type) const {
    if (type.kind != Kind::Record) return std::nullopt;
    const Record& record = arena_.record(type);
    const Label& label = arena_.labels[record.label];
    const Value code = records_.argument(record, 0);
    if (label.module != "numpy" || label.name != "dtype" || code.kind != Kind::Text) return std::nullopt;
    return std::string(arena_.text(code));
}

/// dtype's state is (version, byte order, …).
bool NumpyArrays::is_swapped(Value type) const {
    const Value state = arena_.record(type).state;
    if (!is_list_of(arena_, state, 2)) return false;
    const Value order = arena_.list(state)[1];
    return order.kind == Kind::Text && arena_.text(order) == ">";
}

bool NumpyArrays::is_fortran(Value order) const {
    if (order.kind == Kind::Text) return arena_.text(order) == "F";
    return (order.kind == Kind::Bool || order.kind == Kind::Int) && order.integer != 0;
}

std::string NumpyArrays::why_no_numbers(const Record& record) const {
    const Value of = records_.argument(record, 0); // bytes of a buffer
    if (of.kind == Kind::Label && !is_array_class(arena_.label(of)))
        return "class " + escaped(arena_.label(of).text(), 60) + ", which is not read";
    const std::optional<Parts> parts = parts_of(record);
    const std::optional<std::string> code = parts ? code_of(parts->type) : std::nullopt;
    if (!code || numpy_type(*code)) return {};
    if (code->starts_with('O')) return "Python objects (" + escaped(*code, 20) + "), which are never read";
    return "type " + in_quotes(escaped(*code, 20), 40) + ", which is not read";
}

std::vector<std::int64_t> NumpyArrays::shape_of(Value shape, const std::string& name) const {
    if (shape.kind != Kind::Tuple) fail(name, "a shape", "something else");
    if (arena_.list(shape).size() > largest_rank) fail(name, "at most 8 dimensions", "more");
    std::vector<std::int64_t> sizes;
    for (const Value& size : arena_.list(shape)) {
        if (size.kind != Kind::Int || size.integer < 0) fail(name, "sizes of at least 0", "something else");
        sizes.push_back(size.integer);
    }
    return sizes;
}

/// Bytes as they are, or before protocol 3 as a text that is encoded: they lie in the file either way.
StoredBytes NumpyArrays::bytes_of(Value value, const std::string& name) const {
    bool spelled = false;
    if (value.kind == Kind::Record) {
        const Record& record = arena_.record(value);
        const std::string label = arena_.labels[record.label].text();
        const std::size_t given = arena_.list(record.arguments).size();
        if ((label == "__builtin__.bytes" || label == "builtins.bytes") && given == 0) return {};
        const Value encoding = records_.argument(record, 1);
        spelled = label == "_codecs.encode" && given == 2 && encoding.kind == Kind::Text &&
                  spells_bytes(arena_.text(encoding));
        if (!spelled) fail(name, "bytes", "something else");
        value = records_.argument(record, 0);
    }
    if (value.kind != Kind::Text && (spelled || value.kind != Kind::Bytes))
        fail(name, "bytes", "something else");
    const std::string_view text = arena_.text(value);
    if (text.empty()) return {};
    const std::less<const char*> before;
    const char* const begin = pickled_.bytes.data();
    if (before(text.data(), begin) || before(begin + pickled_.bytes.size(), text.data() + text.size()))
        throw Error(tensor_subject(file_, name), "protocol", "2 or later, as pickle.dump(…, protocol=4)",
                    "numbers in lines, of protocol 0");
    StoredBytes bytes;
    bytes.offset = pickled_.offset + static_cast<std::uint64_t>(text.data() - begin);
    bytes.packed = bytes.size = text.size();
    bytes.spelled = spelled;
    if (spelled) {
        const std::optional<std::uint64_t> size = spelled_bytes(text);
        if (!size) fail(name, "bytes as characters up to U+00FF", "other text");
        bytes.size = *size;
    }
    return bytes;
}

void NumpyArrays::add(const Record& record, const std::string& name) {
    const std::optional<Parts> parts = parts_of(record);
    const std::optional<std::string> code = parts ? code_of(parts->type) : std::nullopt;
    const std::optional<NumberType> type = code ? numpy_type(*code) : std::nullopt;
    if (!type) fail(name, "an array's shape, type, order and bytes", "something else");
    StoredTensor tensor;
    tensor.name = name;
    tensor.type = *type;
    tensor.shape = shape_of(parts->shape, name);
    tensor.strides = numpy_strides(tensor.shape, is_fortran(parts->fortran));
    tensor.swapped = byte_count(*type) > 1 && is_swapped(parts->type);
    tensor.storage = static_cast<int>(contents_.storages.size());
    const StoredBytes bytes = bytes_of(parts->bytes, name);
    const std::uint64_t extent = checked_extent(tensor, bytes.size, tensor_subject(file_, name));
    if (extent != bytes.size)
        throw Error(tensor_subject(file_, name),
                    std::string(plain_name(tensor.type)) + " " + shape_text(tensor.shape),
                    std::to_string(extent) + " bytes", std::to_string(bytes.size));
    growth_.add(tensor, extent);
    if (!names_.insert(name).second) fail(name, "each name once", "it twice");
    contents_.storages.push_back(bytes);
    contents_.tensors.push_back(std::move(tensor));
}

} // namespace heed::io
