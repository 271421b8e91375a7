// What a task's right answer says of a run: whether it wrote it, and how far its own map is from the gold
// alignment of the answer.
#pragma once

#include "core/analysis/gold/alignment_error.h"
#include "core/analysis/token_alignment.h"
#include "core/trace/trace.h"

#include <optional>
#include <string>
#include <vector>

namespace heed::analysis {

/// A right answer with its links, targets being its own tokens. The end tokens are not among them.
struct Reference {
    std::vector<std::string> source, target;
    std::vector<Link> sure, possible;
};

/// The lowest rate that one link for each of these targets can reach: a target with a sure link drawn there,
/// one with possible links only on one of those.
struct LeastError {
    int drawn = 0, sure = 0; // links that can be drawn, sure links there are
    double rate = 0;
};
LeastError least_error(const Reference& reference, const std::vector<bool>& targets);

struct AgainstReference {
    bool right = false;               // the run wrote the reference
    Alignment outputs;                // a: the run's outputs without the end token, b: the reference's
    std::vector<Link> sure, possible; // of the outputs that are the reference's, targets being outputs
    // Of the run's own map, where it has one. An output that is the reference's is scored where gold speaks
    // of it; one that is not draws a link that no gold has; all sure links of the reference are wanted.
    // Links to the source's end token are none.
    std::optional<AlignmentCounts> counts;
    LeastError least; // what one link for each of the outputs that are the reference's can reach
};
AgainstReference against_reference(const Trace& run, const Reference& reference);

/// What a task says of a run, for a comparison.
struct Judgement {
    bool has_gold = false;                   // the task knows the right answer, and where it comes from
    std::vector<Link> sure, possible;        // of the run's outputs that are the answer's
    std::optional<AlignmentError> alignment; // of the answer, which the model was made to write
    bool right = false;                      // the run wrote the answer
    std::vector<std::string> answer{};       // its tokens
    std::optional<AlignmentCounts> own{};    // of the run's own map, as AgainstReference counts
    LeastError least{}, forced_least{};      // that the own map can reach, and the forced one
    std::optional<double> forced_log_prob{}; // of the answer
    std::vector<Link> reference_sure{}, reference_possible{}; // of the answer's own tokens
};

} // namespace heed::analysis
