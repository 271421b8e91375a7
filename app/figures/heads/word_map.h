// A head's weights in words, as they are drawn.
#pragma once

#include "app/figures/base/scene.h"
#include "core/analysis/heads/run_heads.h"
#include "core/trace/words/words.h"

#include <memory>

namespace heed::atlas {

/// Of weights with a column a row of the map.
std::shared_ptr<const MapValues> word_map(const MatrixXf& weights, const RunWords& words, heads::Kind kind,
                                          heads::Reading reading);

} // namespace heed::atlas
