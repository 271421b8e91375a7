// Everything a beam search looked at: the tree of what it wrote, what it dropped on the way, and the finished
// sentences with the attention of each.
#pragma once

#include "core/trace/request.h"

#include <Eigen/Core>
#include <string>
#include <vector>

namespace heed {

struct LatticeNode {
    enum class Fate { Kept, Pruned, Finished };
    int parent = -1;  // index of the node before; -1: it is a first output
    int position = 0; // of the output, from 0
    int row = 0;      // column of `weights`: the attention it was written with
    int id = 0;
    std::string text;
    float log_prob = 0; // of this token
    double total = 0;   // log P of everything up to it
    Fate fate = Fate::Kept;
    bool forced = false; // the request asked for it
};

struct Hypothesis {
    std::vector<int> nodes; // from the first output to the last
    double log_prob = 0;    // log P
    double score = 0;       // log P / lp + cp (Wu et al. 2016, eq. 14)
    bool finished = true;   // it ends with the end token
};

struct Lattice {
    Beam settings;
    std::vector<LatticeNode> nodes; // by position; of one parent the likeliest first
    Eigen::MatrixXf weights; // (T, rows): a column for each state that was asked; empty without attention
    std::vector<Hypothesis> hypotheses; // best score first

    /// The weights of a hypothesis, (T, N) as Quantity::Weights has them.
    Eigen::MatrixXf weights_of(const Hypothesis& hypothesis) const;
};

/// Where the log P of a hypothesis is not that of its tokens, as the rules of the model's files say.
struct RuledTokens {
    bool forced = false;  // a token that is not certain counts 0
    bool changed = false; // one counts otherwise than it is likely
};
RuledTokens ruled_tokens(const Lattice& lattice, const Hypothesis& hypothesis);

/// log P / lp + cp with lp = (5 + N)^alpha / 6^alpha and cp = beta sum_j log min(C_j, 1), where C_j is what
/// source position j was given in all, at least 1e-10. N counts the end token. (Wu et al. 2016, section 7,
/// eq. 14)
double beam_score(double log_prob, int length, const Eigen::Ref<const Eigen::VectorXf>& coverage,
                  const Beam& settings);

} // namespace heed
