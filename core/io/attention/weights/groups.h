// Which tensors of a NumPy or PyTorch file belong together, as weights of one sentence.
#pragma once

#include "core/io/attention/keys.h"
#include "core/io/container/checkpoint.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace heed::io {

using ListPlace = std::vector<std::int64_t>;

/// Tensors of one name: one, or those of lists.
struct TensorGroup {
    const AttentionKey* key = nullptr; // null: the only thing in the file
    std::map<ListPlace, const StoredTensor*> parts;
    int sentence = 0;         // of a file of several
    std::optional<int> words; // the number that the keys of its words end in; of a list, its place

    /// The lengths of the lists they lie in; nothing where places are missing.
    std::optional<ListPlace> front() const;
    std::size_t axes() const { return parts.begin()->first.size() + parts.begin()->second->shape.size(); }
    std::uint64_t numbers() const;
    std::vector<const StoredTensor*> tensors() const; // in their order
};

/// What is called as weights are, or all of a file whose tensors have no names but their places. Maps that
/// differ in outputs and sources, and those whose words have numbers, are sentences of their own.
std::vector<TensorGroup> groups_of(const Checkpoint& checkpoint);

} // namespace heed::io
