// The sentences of a file: a drawer left of Step, and all of the window.
#pragma once

#include "app/state/navigator/navigator.h"
#include "app/views/views.h"

namespace heed {

void sentences_drawer(Ui& ui, Box room);
void navigator_view(Ui& ui, Box room);

} // namespace heed
