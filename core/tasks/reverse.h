// Letters a to z, to be written backwards. Gold: the mirror.
#pragma once

#include "core/base/random.h"
#include "core/tasks/sample.h"

namespace heed::tasks {

/// 5 to 40 letters.
Sample sample_reverse(Random& random);

/// `shortest` to `longest` letters: for measuring beyond the trained lengths.
Sample sample_reverse(Random& random, int shortest, int longest);

} // namespace heed::tasks
