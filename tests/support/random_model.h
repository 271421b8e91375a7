// A whole model with random numbers and a small vocabulary of characters, for tests of what runs it.
#pragma once

#include "core/models/model.h"

#include <cstdint>

namespace heed::test {

/// Characters: lower-case letters, digits, space, '-', '/', ',' and '.'; config's vocabulary sizes are filled
/// in.
Model random_model(Seq2SeqConfig config = {}, std::uint64_t seed = 1, double scale = 0.3);

} // namespace heed::test
