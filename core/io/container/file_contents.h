// What a reader of one kind of file hands to the Checkpoint.
#pragma once

#include "core/io/container/checkpoint.h"
#include "core/io/container/stored_bytes.h"
#include "core/io/container/zip.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

struct FileContents {
    std::string_view container; // "PyTorch, zip"
    std::vector<StoredTensor> tensors;
    std::vector<StoredBytes> storages; // StoredTensor::storage
    nlohmann::json values = nlohmann::json::object();
    std::vector<std::string> notes;
};

/// What a tensor, a text or a tree may grow to beyond what the file holds: views that repeat numbers, values
/// that are referred to many times. Nothing honest comes near.
inline constexpr std::uint64_t largest_growth = 16, always_allowed_growth = 1u << 20;

/// Counts what the tensors of a file would take if each were copied out, and throws naming the one that is
/// too much.
class GrowthLimit {
public:
    explicit GrowthLimit(const InputFile& file) : file_(file) {}
    void add(const StoredTensor& tensor, std::uint64_t bytes);

private:
    const InputFile& file_;
    std::uint64_t sum_ = 0;
};

/// The bytes from element 0 to the last that shape and strides reach, both included; 0 where there are none.
/// Throws naming `what`: sizes or strides below 0, products past 64 bits, and elements past `available`
/// bytes.
std::uint64_t checked_extent(const StoredTensor& tensor, std::uint64_t available, const std::string& what);

/// "FILE: tensor "encoder.weight""
std::string tensor_subject(const InputFile& file, std::string_view name);

/// Bytes as JSON may hold them: what is not UTF-8 is replaced.
std::string as_utf8(std::string_view bytes);

/// Of NumPy's "f4", without its byte order; none: of no numbers.
std::optional<NumberType> numpy_type(std::string_view code);
/// The strides of a shape, in elements: row by row, or in Fortran's order.
std::vector<std::int64_t> numpy_strides(const std::vector<std::int64_t>& shape, bool fortran);

FileContents read_torch_zip(const InputFile& file, const ZipFile& zip);
/// A stream of pickles and numbers, as torch.save wrote before 1.6; or a pickle by itself.
FileContents read_pickle_stream(const InputFile& file);
FileContents read_safetensors(const InputFile& file);
FileContents read_npz(const InputFile& file, const ZipFile& zip);
FileContents read_npy(const InputFile& file);

} // namespace heed::io
