// The safetensors container: eight bytes of header length N (little endian), N bytes of JSON, then the
// numbers.
//
// Nothing in such a file is trusted: the header is read with a grammar of its own (no value is built that the
// format does not have), sizes are multiplied with care, and every byte must belong to exactly one tensor.
#pragma once

#include "core/base/executor.h"
#include "core/io/base/file.h"
#include "core/io/base/number_type.h"
#include "core/nn/parameters.h"

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

struct TensorEntry {
    std::string name; // raw, as in the file: show it escaped
    NumberType type = NumberType::F32;
    std::vector<std::int64_t> shape;  // [out, in], [n], or empty for a scalar
    std::uint64_t begin = 0, end = 0; // bytes from the end of the header

    std::uint64_t numbers() const { return (end - begin) / byte_count(type); }
};

/// A limit that the format itself sets.
inline constexpr std::uint64_t largest_safetensors_header = 100'000'000;

struct SafetensorsLayout {
    std::uint64_t data_begin = 0;     // in the file
    std::vector<TensorEntry> tensors; // in the order of their bytes
    std::map<std::string, std::string> metadata;
};

/// Reads the header and checks the whole layout. Throws heed::Error naming the file and the tensor: header
/// too long or malformed, unknown type, dimensions that are not whole numbers, sizes that do not fit,
/// overlaps, holes, bytes left over, one name twice.
SafetensorsLayout read_safetensors_layout(const InputFile& file);

class SafetensorsFile {
public:
    /// Throws as read_safetensors_layout.
    explicit SafetensorsFile(const std::filesystem::path& path);

    /// In the order of their bytes.
    const std::vector<TensorEntry>& tensors() const { return layout_.tensors; }
    const TensorEntry* find(std::string_view name) const; // or null
    const std::map<std::string, std::string>& metadata() const { return layout_.metadata; }
    const std::string& name() const { return file_.name(); } // for errors

    /// The numbers in float, rows × columns for [out, in], a column for [n], 1 × 1 for a scalar. Throws where
    /// the rank is more than two or the type is not a floating one.
    Eigen::MatrixXf matrix(const TensorEntry& entry, const Executor& executor = in_turn) const;

private:
    InputFile file_;
    SafetensorsLayout layout_;
};

/// The bytes of such a file: tensors in the order of the set, numbers as F32 or F16. The same set gives the
/// same bytes. Throws heed::Error where a number is not finite or does not fit into F16.
std::string safetensors_bytes(const nn::ParameterSet<float>& set, NumberType type = NumberType::F32,
                              const std::map<std::string, std::string>& metadata = {});

} // namespace heed::io
