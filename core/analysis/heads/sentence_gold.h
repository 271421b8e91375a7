// What is known of the right alignment of one run: of its words, by a pair whose links are known.
#pragma once

#include "core/analysis/heads/run_heads.h"
#include "core/tasks/sample.h"

#include <optional>
#include <string_view>

namespace heed::heads {

/// The links of the pair as links of the run's words: its source must be the last words that the run read
/// (what tells the task may stand before it); of its target those that the run wrote. None: another source,
/// no links, or nothing of the target was written.
std::optional<Gold> gold_of_run(const RunWords& words, const tasks::Sample& pair);

/// What a task itself says of a text; none where it knows no answer to it.
std::optional<tasks::Sample> answer_of(std::string_view task, std::string_view text);

} // namespace heed::heads
