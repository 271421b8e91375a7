#include "core/models/generation.h"

#include <algorithm>

namespace heed {

bool GenerationRules::ends_with(int id) const {
    return std::find(ends.begin(), ends.end(), id) != ends.end();
}

int GenerationRules::limit(int given) const {
    if (max_new > 0) return max_new;
    return max_length > 0 ? std::max(1, max_length - given) : 0;
}

} // namespace heed
