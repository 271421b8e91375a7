// The phases of an entity network, one row each: it reads sentence by sentence and then answers.
#pragma once

#include "core/models/entity/config.h"
#include "core/trace/outline.h"

namespace heed::entity {

namespace phase {
extern const PhaseInfo Gate, Candidate, Update, Match, Context, Answer;
} // namespace phase

/// N sentences, each of them through gate, candidate and update; then the answer.
Outline outline_of(int sentences);

} // namespace heed::entity
