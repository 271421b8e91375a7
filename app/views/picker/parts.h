// The parts of the list of models: families, rows, a card.
#pragma once

#include "app/state/picker/picker.h"
#include "app/views/base/widgets.h"

namespace heed {

/// On the left: families, one's own, what was used last.
void picker_families(Ui& ui, const PickerLists& lists, Box room);
/// The same in one line above the rows, where there is no room for a column: families alone.
void picker_chips(Ui& ui, const PickerLists& lists, Box room);
/// The models of the family that is shown.
void picker_rows(Ui& ui, const PickerLists& lists, Box room);
/// All that is said of one model.
void picker_card(Ui& ui, const ModelChoice& model, Box room);

/// A small map, hatched where there are no weights, empty while it is not known.
void picker_map(Ui& ui, Box box, const PickerShot* shot);

} // namespace heed
