// A file of named tensors, whatever program wrote it: safetensors, PyTorch (zip and the stream before it),
// npz, npy, and pickles without tensors. Nothing inside is run: of a pickle only a fixed list of opcodes is
// read, and the classes it names are labels.
//
// The file is read in blocks when its numbers are asked for, and never mapped into memory: that costs no more
// than mapping it (the pages are copied either way), and a file that shrinks under our hands is an Error
// where a mapped one would end the program.
//
// Tensors are named by their place: the keys of the dictionaries around them, joined by dots
// ("model.encoder.rnn.weight_ih_l0"; a list's index counts as a key). A whole module that was pickled gives
// the names of its state_dict().
#pragma once

#include "core/autodiff/stored_matrix.h"
#include "core/base/executor.h"
#include "core/io/base/number_type.h"
#include "core/io/container/packed_text.h"

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heed::io {

/// One tensor: where its numbers lie in the file, and how. That every element which shape and strides reach
/// lies inside the storage has been checked.
struct StoredTensor {
    std::string name; // raw, as in the file: show it escaped
    NumberType type = NumberType::F32;
    std::vector<std::int64_t> shape;   // [out, in], [n], or empty for a scalar
    std::vector<std::int64_t> strides; // in elements, one a dimension; 0 repeats
    int storage = 0;                   // tensors of the same storage share their numbers
    std::uint64_t begin = 0;           // of element 0, in bytes from the storage's first
    bool swapped = false;              // big endian

    std::uint64_t numbers() const;                                       // product of the shape
    std::uint64_t bytes() const { return numbers() * byte_count(type); } // as they would lie side by side
};

struct TensorSource;

/// A value: copies stand for the same files.
class Checkpoint {
public:
    /// Opens the file by its content, never by its name, and checks its whole layout. A file that is packed
    /// (gzip, tar) counts as the one file of tensors in it. Throws heed::Error naming the file, the item,
    /// what was expected and what was found. open_checkpoint (joined/open_checkpoint.h) also takes what lies
    /// in several files.
    explicit Checkpoint(const std::filesystem::path& path);
    /// Throws where two of its tensors have one name.
    explicit Checkpoint(std::shared_ptr<const TensorSource> source);

    /// In the order of the file; names are unique.
    const std::vector<StoredTensor>& tensors() const;
    const StoredTensor* find(std::string_view name) const; // or null

    /// Everything in the file but the tensors: dictionaries (also of classes derived from dict, Namespaces
    /// and safetensors' metadata) are objects, whose keys that are not text are written as text ("3"); lists,
    /// tuples and sets are arrays; an object of a class is {"class": "torchtext.vocab.Vocab", "args": […],
    /// "state": {…}} with what it lacks left out; a tensor is {"tensor": its name}. An int8 or uint8 array of
    /// an npz whose name begins with "special:" is text here as well.
    const nlohmann::json& values() const;

    const std::string& name() const;    // of the file, for errors
    std::string_view container() const; // "PyTorch, zip", "safetensors, 3 shards", "NumPy archive", …
    std::uint64_t size() const;         // of the files, in bytes
    /// A sentence for whatever was unusual but harmless.
    const std::vector<std::string>& notes() const;
    /// Why its numbers may not be the model's, sentences without their ends.
    const std::vector<std::string>& doubts() const;
    /// Of an archive: the lists of words that lie in it, of at most 64 MB together.
    const std::vector<PackedText>& texts() const;

    /// The numbers in float: rows x columns for [out, in], a column for [n], 1 x 1 for a scalar; read from
    /// the file at each call, in blocks. Throws where the rank is more than two, the type is not a floating
    /// one, or a number is not finite.
    Eigen::MatrixXf matrix(const StoredTensor& tensor, const Executor& executor = in_turn) const;
    /// Integers or booleans in float, shaped as matrix(); what is above 2^24 is rounded. Throws where the
    /// rank is more than two or the type is a floating one.
    Eigen::MatrixXf whole_numbers(const StoredTensor& tensor) const;
    /// The numbers of [out, in] as the file has them, or of [in, out] where it is `turned`: in 16 bits where
    /// they are, else in float. Throws as matrix().
    StoredMatrix stored(const StoredTensor& tensor, bool turned, const Executor& executor = in_turn) const;

private:
    std::shared_ptr<const TensorSource> source_;
    std::shared_ptr<const std::unordered_map<std::string_view, std::size_t>> index_; // of the tensors
};

} // namespace heed::io
