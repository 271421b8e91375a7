// The transport's timeline while a search is looked at: a segment an output.
#pragma once

#include "app/figures/base/figure.h"

#include <string>
#include <vector>

namespace heed {

/// `tokens`: of the sentence that is looked at, as shown; `outputs` at least as many. Those up to `revealed`
/// are done, the last of them is current.
Scene tree_timeline(const std::vector<std::string>& tokens, int outputs, int revealed, float width,
                    float height, const FigureStyle& style);
/// How many outputs a press at x reveals.
int tree_timeline_at(int outputs, float width, float x);

} // namespace heed
