// What a pass over an entity network leaves behind: a row for each of its values, its maps among them.
#pragma once

#include "core/models/entity/entity.h"
#include "core/trace/trace.h"

#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace heed::entity {

/// Every value that a pass notes, a row each, with its paper's equation. One that has a vector a slot
/// ("memory.candidates", "memory.sums", "memory.states") is kept by slot, as a site's head.
std::span<const QuantityInfo> values();
/// The row of a key, which must be there.
Quantity quantity_of(std::string_view key);

/// Gathers what a listener hears, each value of each slot whole: a column a sentence (of "memory.states" one
/// more, the keys first).
template <class T>
class Record {
public:
    /// To be heard while the record lives.
    Listener<T> listener();
    std::map<Site, Matrix<T>> take();

private:
    std::map<Site, std::vector<Matrix<T>>> columns_;
};

/// What the slots are called: the words that tied keys are tied to, or "slot 1", "slot 2", ….
std::vector<std::string> slot_labels(const Config& config, const std::vector<std::string>& words);

} // namespace heed::entity
