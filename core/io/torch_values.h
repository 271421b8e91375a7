// What the records of a pickle mean where PyTorch or a user's program wrote them: tensors with their names,
// and everything else as JSON.
#pragma once

#include "core/io/file_contents.h"
#include "core/io/pickle.h"

#include <functional>
#include <string>

namespace heed::io {

/// A storage that a persistent id names.
struct TypedStorage {
    int storage = 0; // of FileContents
    NumberType type = NumberType::F32;
    std::uint64_t begin = 0; // in bytes: a view begins within its storage
    std::uint64_t bytes = 0; // from there on
    bool swapped = false;
};
using FindStorage = std::function<TypedStorage(const std::vector<pickle::Value>& id)>;

/// The type of "torch.FloatStorage" (and of the torch.cuda storages). Throws naming it where it is another.
NumberType storage_type(const pickle::Label& label, const std::string& subject);

/// Fills `contents` with the tensors and values of `root`. `pickled` is the number of bytes the arena was
/// made from: the tree may grow to a small multiple of them. Throws naming the tensor: shapes that do not fit
/// their storage, one name twice, values nested more than 200 deep.
void read_torch_values(const InputFile& file, const pickle::Arena& arena, pickle::Value root,
                       std::uint64_t pickled, const FindStorage& find_storage, FileContents& contents);

} // namespace heed::io
