// The encoder-decoder's row of the registry.
#pragma once

#include "core/models/architecture.h"
#include "core/models/seq2seq/config.h"

namespace heed::seq2seq {
extern const Architecture architecture;
}
