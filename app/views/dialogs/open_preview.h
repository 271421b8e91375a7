// What the chosen file is, beside the list of Ctrl+O.
#pragma once

#include "app/views/base/ui.h"

namespace heed {

/// What was seen of it without opening it: title, facts, and where its words are.
void open_preview(Ui& ui, Box box);

} // namespace heed
