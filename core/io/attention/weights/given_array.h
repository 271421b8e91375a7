// Numbers with axes, as a file of attention holds them: a nested list, a tensor, or a list of tensors.
#pragma once

#include "core/io/base/json_text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heed::io {

class Checkpoint;
struct StoredTensor;

struct GivenArray {
    std::vector<std::int64_t> shape;
    std::vector<float> values; // the last axis runs fastest
    bool hard = false;         // integers or booleans, each of them 0 or 1
    bool written = false;      // its form says which axis is which: outputs × sources
    bool percent = false;      // its numbers are written as percentages: "10%"
    bool grown = false;        // a step sees one more than the step before: what it does not see is 0

    std::size_t numbers() const;
    bool empty() const { return shape.empty(); }
};

/// "5 axes, 3 × 1 × 4 × 6 × 5".
std::string axes_text(const std::vector<std::int64_t>& shape);

/// A list that stands under `key`, of numbers or of texts such as "10%". Throws naming `what` and the place,
/// key[1][0]: a list of another length than the first of its depth, what is no number, numbers of both kinds.
/// Lists of steps may grow from one to the next.
GivenArray array_of(const Json& list, const std::string& what, const std::string& key);

/// 10 of a text "10%"; none: it is something else.
std::optional<float> percentage_of(const Json& value);

/// One tensor, or several as one more axis in front: `names` share a beginning and end in their places,
/// "cross_attentions.0", "cross_attentions.1". Throws where they are not of one shape, and of integers where
/// one is neither 0 nor 1.
GivenArray array_in(const Checkpoint& checkpoint, const std::vector<const StoredTensor*>& tensors,
                    const std::vector<std::int64_t>& front);

} // namespace heed::io
