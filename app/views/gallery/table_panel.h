// The panel of a person's own CSV file, over an opened forecast (gallery §18).
#pragma once

#include "app/views/views.h"

namespace heed {

void table_panel(Ui& ui, Box box);

} // namespace heed
