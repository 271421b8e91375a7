// Measuring heads over the lines of a file.
#pragma once

#include "app/state/heads/pair_lines.h"
#include "core/analysis/heads/pairs/corpus.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace heed::cli {

/// Every line that is not empty.
std::vector<PairLine> head_lines(const Model& model, const std::string& file);

struct HeadCorpus {
    heads::Corpus corpus;
    double running = 0, measuring = 0; // seconds: of the runs, and of all else, summed over threads
    bool all_good = true;
};
/// Runs the pairs, several at once, and measures their heads. A bad line is complained of and passed over.
HeadCorpus measure_heads(const Model& model, const Request& request, const std::vector<PairLine>& lines,
                         const Executor& executor, std::ostream& complaints);
/// The same of runs that were made before, the n-th with the n-th line; without lines they are not judged.
HeadCorpus measure_heads(const std::vector<Trace>& runs, const std::vector<PairLine>& lines,
                         const std::string& name, std::ostream& complaints);

} // namespace heed::cli
