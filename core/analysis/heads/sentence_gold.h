// What is known of the right alignment of one run: of its words, by a pair whose links are known.
#pragma once

#include "core/analysis/heads/run_heads.h"
#include "core/tasks/sample.h"

#include <optional>
#include <span>
#include <string_view>

namespace heed::heads {

struct Pair;

/// The links of the pair as links of the run's words: its source must be the last words that the run read,
/// with nothing before them but what tells the task, which ends in a colon; of its target those that the run
/// wrote. None: another source, no links, or nothing of the target was written.
std::optional<Gold> gold_of_run(const RunWords& words, const tasks::Sample& pair);

/// Links with the words that they are between.
struct RunGold {
    RunWords words;
    Gold gold;
};
/// Those of the first pair of a file whose source the run read, its words cut as the file cuts them, before
/// one that it read behind what tells the task: control tokens, or words that end in a colon. Of a run that
/// read both texts at once, a tab between them, both must be the pair's. Of what a run wrote itself, words
/// are cut as the pair's target where it is that text, else as words_of(run) has them. None: there is no such
/// pair, or it has no links.
std::optional<RunGold> gold_among(const Trace& run, std::span<const Pair> pairs);

/// What a task itself says of a text; none where it knows no answer to it.
std::optional<tasks::Sample> answer_of(std::string_view task, std::string_view text);

} // namespace heed::heads
