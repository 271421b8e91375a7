#include "core/io/container/archive/gzip_bytes.h"

#include "core/base/error.h"

#include <libdeflate.h>
#include <memory>
#include <new>

namespace heed::io {

std::string gzip_bytes(const std::string& packed, std::size_t size, const std::string& subject) {
    constexpr std::size_t most_times = 1032; // what deflate can do
    const std::string wanted = "a gzip of " + std::to_string(size) + " bytes";
    if (size / most_times > packed.size()) throw Error(subject, "damaged", wanted, "fewer");
    const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> decompressor(
        libdeflate_alloc_decompressor(), &libdeflate_free_decompressor);
    if (!decompressor) throw std::bad_alloc();
    std::string bytes(size, '\0');
    const libdeflate_result result = libdeflate_gzip_decompress(decompressor.get(), packed.data(),
                                                                packed.size(), bytes.data(), size, nullptr);
    if (result != LIBDEFLATE_SUCCESS)
        throw Error(subject, "damaged", wanted,
                    result == LIBDEFLATE_SHORT_OUTPUT         ? "fewer"
                    : result == LIBDEFLATE_INSUFFICIENT_SPACE ? "more"
                                                              : "bytes that cannot be unpacked");
    return bytes;
}

} // namespace heed::io
