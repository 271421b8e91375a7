#include "core/io/base/number_type.h"

#include <algorithm>
#include <array>

namespace heed::io {

namespace {

struct Row {
    std::string_view id, plain;
    std::size_t bytes;
    bool floating;
};
constexpr std::array<Row, 10> rows = {{{"F32", "float32", 4, true},
                                       {"F16", "float16", 2, true},
                                       {"BF16", "bfloat16", 2, true},
                                       {"F64", "float64", 8, true},
                                       {"I8", "int8", 1, false},
                                       {"U8", "uint8", 1, false},
                                       {"I16", "int16", 2, false},
                                       {"I32", "int32", 4, false},
                                       {"I64", "int64", 8, false},
                                       {"BOOL", "bool", 1, false}}}; // in the order of NumberType
static_assert(rows.size() == static_cast<std::size_t>(NumberType::Bool) + 1);

const Row& row(NumberType type) { return rows[static_cast<std::size_t>(type)]; }

} // namespace

std::string_view to_string(NumberType type) { return row(type).id; }
std::string_view plain_name(NumberType type) { return row(type).plain; }
std::size_t byte_count(NumberType type) { return row(type).bytes; }
bool is_floating(NumberType type) { return row(type).floating; }

std::vector<std::int64_t> row_major(const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t n = shape.size(); n-- > 1;) { // what does not fit is found when the numbers are counted
        if (__builtin_mul_overflow(strides[n], std::max<std::int64_t>(1, shape[n]), &strides[n - 1]))
            strides[n - 1] = INT64_MAX;
    }
    return strides;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
    std::string text = "[";
    for (std::size_t n = 0; n < shape.size(); ++n) text += (n > 0 ? ", " : "") + std::to_string(shape[n]);
    return text + "]";
}

} // namespace heed::io
