// The lines of a file of pairs with links, as the window and the command line measure heads over them.
#pragma once

#include "core/analysis/heads/pairs/corpus.h"
#include "core/io/base/line_source.h"

#include <functional>
#include <string>
#include <vector>

namespace heed {

/// What is known of a line, in its place.
struct PairLine {
    long long number = 0; // from 1
    std::string error;    // if not empty there is no pair
    heads::Pair pair;
};

/// Every line that is not empty, until `enough`.
std::vector<PairLine> read_pair_lines(const Model& model, io::LineSource& source,
                                      const std::function<bool()>& enough = nullptr);

} // namespace heed
