// How little weight, moved to one source position, makes a model write another token.
#pragma once

#include "core/models/model.h"
#include "core/trace/trace.h"

#include <atomic>
#include <optional>
#include <span>
#include <string>

namespace heed::analysis {

struct Fragility {
    Eigen::VectorXf row; // (T), not negative, with the sum of the row it changes
    float moved = 0;     // weight that position `to` gained, and all others together lost
    int to = -1;         // source position
    int before_id = -1, after_id = -1;
    std::string before, after; // likeliest tokens under the old row and the new one
};

/// Moves weight to each source position in turn, taken from all others in proportion, and looks for the least
/// that makes another token the likeliest at `output`. Everything before the output stays. Each amount found
/// is the first of those looked at; nine tenths of it, moved in the same way, do not change the token. None:
/// no amount that was tried does, the whole row on one position among them. Throws heed::Error where the
/// model has no weights, decode::Cancelled when `cancelled` becomes true.
std::optional<Fragility> fragility(const Model& model, const Trace& run, int output,
                                   const std::atomic<bool>* cancelled = nullptr);

/// The edit after which the source has that row, and whatever else takes part in the softmax (the decoder's
/// own past, slots past the source) what it had.
RowEdit edit_to(const Trace& run, std::span<const float> row);

} // namespace heed::analysis
