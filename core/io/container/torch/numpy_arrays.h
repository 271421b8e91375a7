// NumPy's arrays in a pickle: what the records of numpy.ndarray and numpy.dtype say, and where in the file
// their numbers are.
#pragma once

#include "core/io/container/file_contents.h"
#include "core/io/container/torch/pickle.h"
#include "core/io/container/torch/tensors.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace heed::io {

/// What a pickle was read from, and where that begins in the file.
struct PickledBytes {
    std::string_view bytes;
    std::uint64_t offset = 0;
};

/// Adds arrays to `contents`, each with its bytes of the file for a storage.
class NumpyArrays {
public:
    /// Holds all of them, which must live as long; `pickled` is the text that the arena refers into.
    NumpyArrays(const InputFile& file, const TorchRecords& records, const PickledBytes& pickled,
                FileContents& contents)
        : file_(file), records_(records), arena_(records.arena()), pickled_(pickled), contents_(contents),
          growth_(file) {}

    /// "Python objects (O), which are never read"; empty: its type is one of numbers, or it is damaged.
    std::string why_no_numbers(const pickle::Record& record) const;

    /// Throws naming the tensor: a state that is none of an array, a shape that is not as large as its bytes,
    /// one name twice, numbers in lines of protocol 0.
    void add(const pickle::Record& record, const std::string& name);

private:
    struct Parts {
        pickle::Value shape, type, fortran, bytes;
    };
    std::optional<Parts> parts_of(const pickle::Record& record) const;
    std::optional<std::string> code_of(pickle::Value type) const; // "f4"
    bool is_swapped(pickle::Value type) const;
    bool is_fortran(pickle::Value order) const;
    std::vector<std::int64_t> shape_of(pickle::Value shape, const std::string& name) const;
    StoredBytes bytes_of(pickle::Value bytes, const std::string& name) const;
    [[noreturn]] void fail(const std::string& name, const std::string& expected,
                           const std::string& found) const;

    const InputFile& file_;
    const TorchRecords& records_;
    const pickle::Arena& arena_;
    PickledBytes pickled_;
    FileContents& contents_;
    GrowthLimit growth_;
    std::unordered_set<std::string> names_;
};

} // namespace heed::io
