// The phases of one recurrent network, one row each: it reads token by token and, after the last, answers.
#pragma once

#include "core/models/one_rnn/config.h"
#include "core/trace/outline.h"

namespace heed::one_rnn {

/// Each kind has rows of its own, for it writes values of its own. In the order in which its steps go through
/// them; the last one is the answer's.
std::span<const PhaseInfo> phases(Kind kind);

/// T steps, the end token's among them where it is read, then one answer.
Outline outline_of(const Config& config, int steps);

} // namespace heed::one_rnn
