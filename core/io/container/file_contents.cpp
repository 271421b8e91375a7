#include "core/io/container/file_contents.h"

#include "core/base/error.h"
#include "core/text/escape.h"
#include "core/text/tokenizer.h"

#include <algorithm>

namespace heed::io {

void GrowthLimit::add(const StoredTensor& tensor, std::uint64_t bytes) {
    const std::uint64_t most = largest_growth * file_.size() + always_allowed_growth;
    if (bytes > most || (sum_ += bytes) > most) {
        throw Error(tensor_subject(file_, tensor.name) + ": " + shape_text(tensor.shape),
                    "too large for the file",
                    "views of at most " + std::to_string(largest_growth) + " times its size",
                    std::to_string(std::max(bytes, sum_)) + " bytes");
    }
}

std::uint64_t checked_extent(const StoredTensor& tensor, std::uint64_t available, const std::string& what) {
    if (tensor.strides.size() != tensor.shape.size())
        throw Error(what, "strides", "one for each of " + shape_text(tensor.shape),
                    shape_text(tensor.strides));
    if (tensor.shape.size() > largest_rank) throw Error(what, "shape", "at most 8 dimensions", "more");
    bool empty = false;
    std::uint64_t numbers = 1, last = 0; // elements
    const auto too_large = [&] {
        return Error(what, "too large", "a size that fits the file", shape_text(tensor.shape));
    };
    for (std::size_t n = 0; n < tensor.shape.size(); ++n) {
        const std::int64_t size = tensor.shape[n], stride = tensor.strides[n];
        if (size < 0) throw Error(what, "shape", "sizes of at least 0", shape_text(tensor.shape));
        if (stride < 0) throw Error(what, "strides", "at least 0", shape_text(tensor.strides));
        if (size == 0) empty = true;
        std::uint64_t reach = 0;
        if (size > 1 && __builtin_mul_overflow(static_cast<std::uint64_t>(size - 1),
                                               static_cast<std::uint64_t>(stride), &reach))
            throw too_large();
        if (__builtin_add_overflow(last, reach, &last)) throw too_large();
        if (size > 0 && __builtin_mul_overflow(numbers, static_cast<std::uint64_t>(size), &numbers))
            throw too_large();
    }
    if (empty) return 0;
    std::uint64_t extent = 0, bytes = 0;
    if (__builtin_add_overflow(last, std::uint64_t{1}, &extent) ||
        __builtin_mul_overflow(extent, byte_count(tensor.type), &extent) ||
        __builtin_mul_overflow(numbers, byte_count(tensor.type), &bytes))
        throw too_large();
    if (tensor.begin > available || available - tensor.begin < extent)
        throw Error(what, std::string(plain_name(tensor.type)) + " " + shape_text(tensor.shape),
                    std::to_string(tensor.begin) + " + " + std::to_string(extent) + " bytes",
                    std::to_string(available));
    return extent;
}

std::string tensor_subject(const InputFile& file, std::string_view name) {
    return file.name() + ": tensor \"" + escaped(name) + "\"";
}

std::string as_utf8(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t at = 0; at < bytes.size();) {
        const CodePoint c = decode_utf8(bytes, at);
        if (c.valid)
            text += bytes.substr(at, c.length);
        else
            text += encode_utf8(c.value); // U+FFFD
        at += c.length;
    }
    return text;
}

} // namespace heed::io
