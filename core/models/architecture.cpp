#include "core/models/architecture.h"

#include <algorithm>

namespace heed {

TensorPart part_in(std::span<const TensorRow> rows, std::string_view tensor) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const TensorRow& row) { return row.tensor == tensor; });
    return found == rows.end() ? TensorPart{"", Role::Text, ""} : found->part;
}

} // namespace heed
