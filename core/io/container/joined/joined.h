// Several checkpoints read as one, or one under other names.
#pragma once

#include "core/io/container/checkpoint.h"

#include <string>
#include <vector>

namespace heed::io {

struct JoinedPart {
    Checkpoint checkpoint;
    std::vector<std::string>
        names{}; // one for each of its tensors, in their order; empty: as they are called
};

/// The tensors of all parts one after another, each read from its own file when it is asked for; of values of
/// one name the first part's count. `name` is what errors call the whole; empty: as the first part. Throws
/// naming the tensor and both files where two parts have a tensor of one name.
Checkpoint joined_checkpoint(std::vector<JoinedPart> parts, std::string name = {},
                             std::string container = {});

} // namespace heed::io
