// A run's weights as a labelled matrix.
#pragma once

#include "app/figures/maps/map.h"
#include "core/trace/trace.h"

#include <string>

namespace heed {

/// Rows are outputs, columns source tokens, as they are shown; the weights where there are any.
LabelledMap map_of(const Trace& trace);
/// The same without the weights: its labels.
LabelledMap labels_of(const Trace& trace);
/// Of an encoder alone: what looks are the places of the source, and stand as outputs (with_heads()).
bool rows_are_places(const Trace& trace);
/// Of a Transformer, which has many maps, the one that stands for the run: "layer 2, mean of 4 heads"; of a
/// decoder alone also where what its rows lack to 1 went. Empty: it has one, or none was chosen of those that
/// are not over a source.
std::string shown_map_words(const Trace& trace);
/// Whether there is anything for labelled_map().
bool has_labelled_map(const Trace& trace);
/// For a page, with its caption: the weights of outputs over a source, or the first map that the run has.
/// Throws heed::Error when the model has none.
LabelledMap labelled_map(const Trace& trace);

} // namespace heed
