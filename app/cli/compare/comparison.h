// Several models, or one under several scoring functions, on one input: what heed compare and heed export
// --figure compare work on.
#pragma once

#include "app/figures/compare/compare.h"

#include <string>
#include <vector>

namespace heed::cli {

struct ComparisonWords {
    std::vector<std::string> models, scores; // as typed; scores may be none
    std::string input, family;               // family: of models of other toolkits
    /// Which heads stand for a run: "mean" of all, or "L:H" from 0; several are compared, each beside the
    /// others. None: what stands for the model.
    std::vector<std::string> heads;
    bool words = false; // pieces folded into words; two models that cut one text otherwise always are
    std::vector<std::string> head = {}; // what is done to heads; as typed
};

struct Comparison {
    std::string input;
    std::vector<ComparePanel> panels; // each with its trace
    CompareNumbers numbers;
};

/// Which models run, and under which score, in order:
/// - a bundled model, a folder or a file: itself; with scores, itself under each of them (its own states and
///   annotations, scored otherwise);
/// - the name of a family: alone, all its models; beside others, its default; with scores, its
///   member of each name: "translate" and "dot" are "translate/dot".
/// Then runs them; where heads are changed, each model that has such heads a second time, with them changed.
/// Where the input's task knows the right answer, each model is also made to write it, to measure its
/// alignment. Throws WrongWords when there are none or too many; heed::Error from loading and running, for a
/// family that has no such member, and where heads are to be changed and no model has any.
Comparison run_comparison(const ComparisonWords& words);

} // namespace heed::cli
