// A line between two parts of a view that can be dragged, or moved by keys once Tab has come to it; and
// fields whose text counts once they are left.
#pragma once

#include "app/views/base/widgets.h"

#include <optional>

namespace heed {

enum class Split { Rows, Columns }; // parts above one another, or side by side
struct Moved {
    std::optional<float> to; // y or x that it goes to
    bool reset = false;      // a double click, or Enter: as it was
};
Moved splitter(Ui& ui, const std::string& id, Box line, Split split);

/// A field that answers once: with Enter, or when another place is clicked. None otherwise.
std::optional<std::string> settled_field(Ui& ui, const std::string& id, Box box, const std::string& value,
                                         const FieldLook& look);

} // namespace heed
