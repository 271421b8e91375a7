// What a run's weights mean, as lines.
#pragma once

#include "core/analysis/meaning/measured.h"
#include "core/trace/trace.h"

#include <iosfwd>
#include <span>

namespace heed::cli {

/// How far the weights rank the source as other measures do, with intervals; then a line an output: its τ,
/// which token each measure puts first, and the map that differs most with the same output.
void print_meaning(std::ostream& out, const Trace& run, const analysis::meaning::Sentence& sentence,
                   std::span<const analysis::meaning::OutputMeaning> outputs);

} // namespace heed::cli
