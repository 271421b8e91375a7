// Whether a model is the one that was there before.
#pragma once

#include "core/models/model.h"

#include <string>

namespace heed::io {

/// Of a model's numbers, their names and shapes, and its words: "1f0c22a9-136732". Equal models have equal
/// ones, whatever file they came from; it takes as long as reading every number once.
std::string fingerprint(const Model& model);

/// Of how it computes: the score, the cells, how text is read, "5e1d0c37". A file that another family reads
/// in another way has the same numbers and another form.
std::string form_fingerprint(const Model& model);

} // namespace heed::io
