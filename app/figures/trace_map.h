// A run's weights as a labelled matrix.
#pragma once

#include "app/figures/maps/map.h"
#include "core/trace/trace.h"

namespace heed {

/// Rows are outputs, columns source tokens, as they are shown; the weights where there are any.
LabelledMap map_of(const Trace& trace);
/// The same without the weights: its labels.
LabelledMap labels_of(const Trace& trace);
/// Whether there is anything for labelled_map().
bool has_labelled_map(const Trace& trace);
/// For a page, with its caption: the weights of outputs over a source, or the first map that the run has.
/// Throws heed::Error when the model has none.
LabelledMap labelled_map(const Trace& trace);

} // namespace heed
