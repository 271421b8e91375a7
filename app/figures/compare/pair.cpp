#include "app/figures/compare/pair.h"

#include "core/analysis/divergence.h"

#include <algorithm>

namespace heed {
namespace {

using analysis::AlignedRow;
using analysis::Alignment;

int slot_of(const Alignment& slots, int panel, int place) {
    if (place < 0) return -1;
    const auto found = std::find_if(slots.begin(), slots.end(), [&](const AlignedRow& slot) {
        return ComparePair::place(slot, panel) == place;
    });
    return found == slots.end() ? -1 : static_cast<int>(found - slots.begin());
}

/// A row of weights over all columns of both; nothing where this one has no such column.
Eigen::VectorXf spread(const ComparePair& pair, int panel, int output) {
    Eigen::VectorXf row = Eigen::VectorXf::Zero(static_cast<Eigen::Index>(pair.source.size()));
    for (std::size_t n = 0; n < pair.source.size(); ++n)
        if (const int j = ComparePair::place(pair.source[n], panel); j >= 0)
            row(static_cast<Eigen::Index>(n)) = pair.run(panel).weight(output, j);
    return row;
}

ComparePair::Row measured(const ComparePair& pair, const AlignedRow& slot) {
    const std::vector<double> terms =
        analysis::divergence_terms(spread(pair, 0, slot.a), spread(pair, 1, slot.b));
    ComparePair::Row row;
    for (std::size_t n = 0; n < terms.size(); ++n) {
        row.all += terms[n];
        if (n < pair.source.size() && !pair.source[n].both()) row.unmatched += terms[n];
    }
    row.all = std::clamp(row.all, 0.0, 1.0); // rounding only
    row.unmatched = std::clamp(row.unmatched, 0.0, row.all);
    return row;
}

std::optional<double> weight_on_unmatched(const ComparePair& pair, int panel) {
    const Trace& run = pair.run(panel);
    const analysis::AlignmentTally rows = analysis::tally(pair.output);
    const int count = rows.equal + rows.replaced; // those that are compared
    if (!run.has_weights() || count == 0) return std::nullopt;
    double sum = 0;
    for (const AlignedRow& row : pair.output)
        for (const AlignedRow& column : pair.source)
            if (const int j = ComparePair::place(column, panel); row.both() && !column.both() && j >= 0)
                sum += static_cast<double>(run.weight(ComparePair::place(row, panel), j));
    return sum / count;
}

void measure(ComparePair& pair) {
    pair.rows.resize(pair.output.size());
    for (const int panel : {0, 1})
        pair.on_unmatched[static_cast<std::size_t>(panel)] = weight_on_unmatched(pair, panel);
    if (!pair.has_maps()) return;
    double all = 0, unmatched = 0, most = 0;
    int count = 0;
    for (std::size_t n = 0; n < pair.output.size(); ++n) {
        if (!pair.output[n].both()) continue;
        const ComparePair::Row row = measured(pair, pair.output[n]);
        pair.rows[n] = row;
        all += row.all;
        unmatched += row.unmatched;
        ++count;
        if (row.all < 5e-4 || row.all <= most) continue; // prints as no difference at all
        most = row.all;
        pair.most_different = static_cast<int>(n);
    }
    if (count == 0) return;
    pair.mean = all / count;
    pair.mean_unmatched = unmatched / count;
}

} // namespace

int ComparePair::output_slot(int panel, int output) const { return slot_of(this->output, panel, output); }
int ComparePair::source_slot(int panel, int position) const { return slot_of(source, panel, position); }

std::shared_ptr<const ComparePair> match_panels(std::shared_ptr<const Trace> a,
                                                std::shared_ptr<const Trace> b, bool by_position) {
    auto pair = std::make_shared<ComparePair>();
    pair->by_position = by_position;
    const auto same_source = [&](int i, int k) { return analysis::same_source(*a, i, *b, k); };
    const auto same_output = [&](int i, int k) { return analysis::same_output(*a, i, *b, k); };
    pair->source = by_position
                       ? analysis::align_positions(a->source_length(), b->source_length(), same_source)
                       : analysis::align_sources(*a, *b);
    pair->output = by_position ? analysis::align_positions(a->outputs(), b->outputs(), same_output)
                               : analysis::align_outputs(*a, *b);
    pair->a = std::move(a);
    pair->b = std::move(b);
    measure(*pair);
    return pair;
}

} // namespace heed
