// The tree in the upper half of the Search workspace.
#pragma once

#include "app/views/base/ui.h"

namespace heed {

void search_tree(Ui& ui, Box box);
/// While a token is typed: the field at the selected node, and what could be meant. `box`: the tree's.
void search_typed_token(Ui& ui, Box box);

} // namespace heed
