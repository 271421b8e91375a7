// The maps of a run's JSON, put where its architecture keeps them.
#pragma once

#include "core/io/run/trace_place.h"
#include "core/models/registry.h"
#include "core/trace/trace.h"

namespace heed::io {

/// The maps over the source that the steps do not hold: those of a run with several layers or heads.
void read_layer_maps(const TracePlace& json, Trace& trace);
/// The maps of a run of `architecture`, by the layers and heads in their names, or by its quantities. A map
/// it does not have is an error, as is a row of another length than its labels.
void read_maps(const TracePlace& json, const Architecture& architecture, Trace& trace);

} // namespace heed::io
