// heed align by chosen attention heads.
#pragma once

#include "core/base/executor.h"
#include "core/models/model.h"
#include "core/trace/request.h"
#include "core/trace/trace.h"

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace heed::cli {

/// Which heads are read, and how.
struct HeadWords {
    std::string heads;   // "best", or "L:H,…" counted from 0; empty: the map that stands for the model
    std::string gold;    // pairs with links that the best is found on; empty: the file's own
    std::string reading; // "predicts" or "reads"; empty: of "best" the better one, else "predicts"
    bool any() const { return !heads.empty() || !reading.empty(); }
    /// Throws WrongWords: pairs without heads that are found on them.
    void check() const;
    /// Also heads that the model has not, where it tells without a run: heed::Error.
    void check(const Model& model) const;
};
/// Adds --heads, --gold and --reading.
void add_heads_words(CLI::App& command, HeadWords& words);

/// The cross-attention heads of a run, of an encoder its own, that the words name: "mean" of all, "L:H,…", or
/// "best", on the pairs of
/// --gold by the row that predicts a word. Throws WrongWords, and heed::Error where there is no such head.
std::vector<Site> heads_in(const Trace& run, const Model& model, const Request& request,
                           const HeadWords& words, const Executor& executor);

/// Answers every line of the file with the links of its words, as `links` writes them of weights (words + 1,
/// words written + 1). Returns the exit status.
int align_by_heads(const Model& model, const Request& request, const std::string& file,
                   const HeadWords& words, const Executor& executor,
                   const std::function<std::string(const Eigen::MatrixXf&)>& links);

} // namespace heed::cli
