// What stands behind a Checkpoint: one file, or several that make one.
#pragma once

#include "core/io/container/checkpoint.h"

#include <optional>

namespace heed::io {

struct TensorSource {
    std::string name;       // of the file, for errors
    std::string container;  // "PyTorch, zip"
    std::uint64_t size = 0; // of the files, in bytes
    std::vector<StoredTensor> tensors;
    nlohmann::json values = nlohmann::json::object();
    std::vector<std::string> notes;
    std::vector<std::string> doubts;
    std::vector<PackedText> texts; // lists of words in the archive that the file is

    TensorSource() = default;
    virtual ~TensorSource() = default;
    TensorSource(const TensorSource&) = delete;
    TensorSource& operator=(const TensorSource&) = delete;

    /// As Checkpoint::matrix. The tensor may be a copy: what it is called says which is meant.
    virtual Eigen::MatrixXf matrix(const StoredTensor& tensor, const Executor& executor) const = 0;
    /// As Checkpoint::whole_numbers; of one file alone.
    virtual Eigen::MatrixXf whole_numbers(const StoredTensor& tensor) const {
        return matrix(tensor, in_turn); // which says that they are none
    }
    /// As Checkpoint::stored, where the numbers lie so that they can be taken as they are.
    virtual std::optional<StoredMatrix> as_stored(const StoredTensor&, bool /*turned*/,
                                                  const Executor&) const {
        return std::nullopt;
    }
};

} // namespace heed::io
