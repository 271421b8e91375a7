// What a run of a pointer network leaves behind: a row for each of its values, and its map.
#pragma once

#include "core/models/pointer/pointer.h"
#include "core/models/record.h"
#include "core/trace/quantity.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::pointer {

/// Every value that a run notes, a row each, with its paper's equation.
std::span<const QuantityInfo> values();
/// The row of a key, which must be there.
Quantity quantity_of(std::string_view key);
/// The rows that figures ask for by name.
namespace quantity {
extern const Quantity Points;         // as they are read (P, N)
extern const Quantity EncoderStates;  // e_j  (H, N)
extern const Quantity DecoderInput;   // what d_i was fed (P, M)
extern const Quantity DecoderStates;  // d_i  (H, M)
extern const Quantity Energies;       // u_ij (S, M), before masking
extern const Quantity Weights;        // p_ij (S, M), exactly 0 where it is masked
extern const Quantity LogProbs;       // log p_ij, NaN where it is masked
extern const Quantity NumberEnergies; // the same three of a model that says a number and points at nothing
extern const Quantity NumberShares;   //
extern const Quantity NumberLogProbs; //
} // namespace quantity

using heed::Record;

/// "point 1", "point 2" … and "end".
std::string slot_label(int slot, int points);
std::vector<std::string> slot_labels(const Config& config, int points);

} // namespace heed::pointer
