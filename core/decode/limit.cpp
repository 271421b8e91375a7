#include "core/decode/limit.h"

#include "core/decode/run.h"
#include "core/models/generation.h"

#include <algorithm>

namespace heed::decode {

std::optional<int> places_for_outputs(const Model& model, int source_length) {
    if (model.most_outputs <= 0) return std::nullopt;
    return model.most_outputs - (model.one_text ? source_length - 1 : 0);
}

int own_limit(const Model& model, int source_length) {
    const int given = model.one_text ? source_length : 1; // of what is written, there before it is
    const int ruled = model.generation ? model.generation->limit(given) : 0;
    const int limit = ruled > 0 ? ruled : output_limit(source_length);
    return std::min(limit, places_for_outputs(model, source_length).value_or(limit));
}

} // namespace heed::decode
