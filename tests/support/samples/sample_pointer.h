// Pointer networks with numbers that were drawn, for tests of what is run and drawn.
#pragma once

#include "core/models/model.h"
#include "core/models/pointer/config.h"

namespace heed {

/// With numbers as they are before training; of the kind of `config`, with small sizes. Of two numbers a
/// point its task is hull, of one it is sort.
Model sample_pointer_model(pointer::Config config = {});
/// The same without an end, over numbers.
Model sample_sorter();

} // namespace heed
