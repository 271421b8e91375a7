#include "core/analysis/gold/against_reference.h"

#include <algorithm>

namespace heed::analysis {
namespace {

std::vector<std::string> written(const Trace& run) {
    std::vector<std::string> tokens;
    for (const TraceStep& step : run.steps)
        if (!step.token.is_end) tokens.push_back(step.token.text);
    return tokens;
}

/// The reference's links, of targets that the run wrote, as links of its outputs.
std::vector<Link> moved(const std::vector<Link>& links, const std::vector<int>& output_of) {
    std::vector<Link> kept;
    for (const Link& link : links)
        if (const int i = output_of[static_cast<std::size_t>(link.target)]; i >= 0)
            kept.push_back({link.source, i});
    return kept;
}

/// One link for each output, in the reference's targets; outputs that are not its own come after them.
std::vector<Link> drawn_links(const Trace& run, const Alignment& outputs, const Reference& reference) {
    const MatrixXf& weights = run.at(Quantity::Weights);
    std::vector<bool> spoken(reference.target.size(), false);
    for (const auto* links : {&reference.sure, &reference.possible})
        for (const Link& link : *links) spoken[static_cast<std::size_t>(link.target)] = true;
    std::vector<Link> links;
    for (const AlignedRow& row : outputs) {
        if (row.a < 0 || (row.same && !spoken[static_cast<std::size_t>(row.b)])) continue;
        Eigen::Index strongest = 0;
        weights.col(row.a).maxCoeff(&strongest);
        if (run.source[static_cast<std::size_t>(strongest)].is_end) continue;
        const int target = row.same ? row.b : static_cast<int>(reference.target.size()) + row.a;
        links.push_back({static_cast<int>(strongest), target});
    }
    return links;
}

} // namespace

LeastError least_error(const Reference& reference, const std::vector<bool>& targets) {
    std::vector<int> sure(targets.size(), 0), possible(targets.size(), 0);
    for (const Link& link : reference.sure) ++sure[static_cast<std::size_t>(link.target)];
    for (const Link& link : reference.possible) ++possible[static_cast<std::size_t>(link.target)];
    LeastError least{0, static_cast<int>(reference.sure.size()), 0};
    double hits = 0;
    for (std::size_t n = 0; n < targets.size(); ++n) {
        if (!targets[n] || sure[n] + possible[n] == 0) continue;
        ++least.drawn;
        hits += sure[n] > 0 ? 2 : 1; // a sure link is a possible one, too
    }
    const int all = least.drawn + least.sure;
    least.rate = all > 0 ? 1 - hits / all : 0;
    return least;
}

AgainstReference against_reference(const Trace& run, const Reference& reference) {
    AgainstReference result;
    result.outputs = align_tokens(written(run), reference.target);
    std::vector<int> output_of(reference.target.size(), -1);
    std::vector<bool> there(reference.target.size(), false);
    for (const AlignedRow& row : result.outputs)
        if (row.same) {
            output_of[static_cast<std::size_t>(row.b)] = row.a;
            there[static_cast<std::size_t>(row.b)] = true;
        }
    result.right = run.finished && tally(result.outputs).equal == static_cast<int>(result.outputs.size());
    result.sure = moved(reference.sure, output_of);
    result.possible = moved(reference.possible, output_of);
    result.least = least_error(reference, there);
    if (run.has_weights())
        result.counts =
            count_links(drawn_links(run, result.outputs, reference), reference.sure, reference.possible);
    return result;
}

} // namespace heed::analysis
