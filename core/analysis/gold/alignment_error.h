// Alignment error rate: how far attention is from a gold alignment (Och and Ney, 2003, "A systematic
// comparison of various statistical alignment models", eq. 26):
//
//     AER = 1 - (|A n S| + |A n P|) / (|A| + |S|),      sure links S inside possible links P.
//
// Counts are summed over all items before dividing; the rates of items are never averaged.
#pragma once

#include "core/base/link.h"

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace heed::analysis {

/// Sizes of the sets above; sums of weights for the soft rate.
struct AlignmentCounts {
    double links = 0;       // |A|
    double sure = 0;        // |S|
    double in_sure = 0;     // |A n S|
    double in_possible = 0; // |A n P|
    /// None where there is neither a link nor a sure one.
    std::optional<double> error_rate() const;
    AlignmentCounts& operator+=(const AlignmentCounts& other);
};

/// A set of links against gold; `possible` need not repeat the sure ones. Links given twice count once.
AlignmentCounts count_links(std::vector<Link> links, std::vector<Link> sure, std::vector<Link> possible = {});

/// What the weights of forced runs say against gold.
///
/// Scored are the target tokens that gold says something about (with a sure or a possible link): the dashes
/// of a date, and the end token, have no gold and are passed over. The source's end token stands for
/// "nothing".
/// - shift0: A has one link for a scored target token, to the position with the largest weight (the first of
///   equal ones); none if that is the source's end token.
/// - shift1: the same with the weights of the *next* output read as this token's. An attention that looks
/// back
///   at the token just written (as bahdanau order may learn to) is right here and wrong in shift0.
/// - soft: every source token but the end counts in A by its weight.
/// - perfect: A has one link for a scored target token, to a sure source token where there is one, else to a
///   possible one: as few errors as one link a row can make. Above 0 where a token has several sure links.
struct AlignmentError {
    AlignmentCounts shift0, shift1, soft, perfect;
    double rows = 0;       // scored target tokens
    double in_gold = 0;    // of these: the largest weight lies on a sure or possible link
    double within_one = 0; // or on a neighbour of one

    /// weights: (T, N), column i for output i; T source tokens with the end token last, N outputs of which
    /// the last is the end token.
    void add(const Eigen::Ref<const Eigen::MatrixXf>& weights, const std::vector<Link>& sure,
             const std::vector<Link>& possible);
    AlignmentError& operator+=(const AlignmentError& other);
};

} // namespace heed::analysis
