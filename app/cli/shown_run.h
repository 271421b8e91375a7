// How a run is shown: which heads stand for it, and whether its pieces are folded into words.
#pragma once

#include "app/cli/heads/align_heads.h"
#include "core/models/model.h"
#include "core/trace/trace.h"

#include <optional>
#include <string>
#include <vector>

namespace heed::cli {

struct ShownWords {
    bool words = false;
    std::string gold; // of heads that are "best"
};
/// Adds --words and --gold.
void add_shown(CLI::App& command, ShownWords& words);

/// Runs of one model, one after the other.
class ShownRun {
public:
    /// `heads`: "mean", "best", "L:H,…"; empty: what stands for the model.
    ShownRun(const Model& model, const ShownWords& words, std::string heads);
    /// Throws WrongWords, and heed::Error where the run has no such head.
    Trace operator()(Trace run);

private:
    const Model& model_;
    bool words_;
    HeadWords heads_;
    std::optional<std::vector<Site>> best_; // found once
};

} // namespace heed::cli
