#include "app/figures/seq2seq/inspector/weights.h"

#include "app/figures/inspector/tables.h"
#include "app/figures/tokens.h"
#include "core/analysis/entropy.h"
#include "core/trace/row_sums.h"

#include <algorithm>
#include <numeric>

namespace heed {
namespace {

using namespace inspector;

constexpr std::size_t most_rows = 24;

/// In reading order while they all fit, else the strongest.
std::vector<int> positions_of(const Eigen::VectorXf& weights, int column) {
    std::vector<int> order(static_cast<std::size_t>(weights.size()));
    std::iota(order.begin(), order.end(), 0);
    if (order.size() <= most_rows) return order;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return weights(a) > weights(b); });
    const auto chosen = std::find(order.begin(), order.end(), column);
    if (chosen != order.end() && chosen - order.begin() >= static_cast<std::ptrdiff_t>(most_rows))
        order[most_rows - 1] = column;
    order.resize(most_rows);
    return order;
}

void table(Column& c, const Trace& trace, int row, int column) {
    const Palette& p = c.colors();
    const Eigen::VectorXf weights = trace.at(Quantity::Weights).col(row);
    const std::vector<int> positions = positions_of(weights, column);
    section(c, positions.size() < static_cast<std::size_t>(weights.size()) ? "Strongest weights" : "Weights",
            "of output " + std::to_string(row + 1), true);
    TableLayout layout{.token_room = 118, .bar = 164};
    float rest = weights.sum();
    for (const int j : positions) {
        rest -= weights(j);
        table_row(c,
                  {.index = j + 1,
                   .token = shown_source(trace, j),
                   .muted_token = is_quiet_source(trace, j),
                   .share = std::min(1.0f, weights(j)),
                   .color = p.attention,
                   .value = fixed(weights(j), 4),
                   .muted_value = weights(j) < 0.05f,
                   .selected = j == column,
                   .pick = {PickKind::TableRow, -1, j},
                   .tooltip = quoted_source(trace, j) + " gets " + exact(static_cast<double>(weights(j))) +
                              " for output " + std::to_string(row + 1)},
                  layout);
    }
    const auto others = weights.size() - std::ssize(positions);
    if (others > 0) others_row(c, 32, counted(static_cast<int>(others), "other"), "", fixed(rest, 4), false);
    others_row(c, 32, "sum", "entropy " + fixed(analysis::entropy(weights), 2) + " nats",
               fixed(weights.sum(), 4), true);
    if (!sums_to_one(weights.sum()))
        note(c, "This row does not sum to 1. It is drawn as it was given.", p.t3);
}

} // namespace

bool is_weights_only(const Trace& trace) { return trace.model.architecture == "weights"; }

std::string weights_summary(const Trace& trace) {
    const std::string odd = odd_rows(trace);
    return counted(trace.outputs(), "output") + " over " + counted(trace.source_length(), "source token") +
           ". " + (odd.empty() ? "Each row sums to 1" : odd) + ".";
}

Scene weights_row_figure(const Trace& trace, int row, int column, float width, const FigureStyle& style) {
    Column c(width, style);
    const Palette& p = c.colors();
    head(c, "Output " + std::to_string(row + 1), p.attention, row + 1, trace.outputs());
    const Eigen::VectorXf weights = trace.at(Quantity::Weights).col(row);
    Eigen::Index strongest = 0;
    if (weights.size() > 0) weights.maxCoeff(&strongest);
    meaning(c, "Where " + quoted_output(trace, row) + " looks. Most at " +
                   quoted_source(trace, static_cast<int>(strongest)) + ", " +
                   percent(weights.size() > 0 ? weights(strongest) : 0) + ".");
    table(c, trace, row, column);
    note(c,
         is_weights_only(trace)
             ? "Computed elsewhere: there is no model here, so nothing else is known of this output."
             : "As the file has them. What the model does here is said below the map.",
         p.t3);
    c.scene.height = c.y + 20;
    return std::move(c.scene);
}

} // namespace heed
