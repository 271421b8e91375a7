// What the records of a pickle mean where PyTorch or a user's program wrote them: tensors with their names,
// and everything else as JSON.
#pragma once

#include "core/io/container/file_contents.h"
#include "core/io/container/torch/numpy_arrays.h"
#include "core/io/container/torch/pickle.h"
#include "core/io/container/torch/tensors.h"

namespace heed::io {

/// Fills `contents` with the tensors and values of `root`: NumPy's arrays are tensors where there are none of
/// PyTorch. `pickled` is what the arena was made from: the tree may grow to a small multiple of it. Throws
/// naming the tensor: shapes that do not fit their storage, one name twice, values nested more than 200 deep.
void read_torch_values(const InputFile& file, const pickle::Arena& arena, pickle::Value root,
                       const PickledBytes& pickled, const FindStorage& find_storage, FileContents& contents);

} // namespace heed::io
