// Below the equation: what is weighed, whether the rule was found, the model and its baselines.
#include "app/figures/base/format.h"
#include "app/figures/forecast/explained.h"
#include "app/figures/inspector/tables.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::series {
namespace {

using inspector::Column;
using inspector::heading;
namespace quantity = forecast::quantity;

/// What is weighed: drivers at a moment, or moments at a step.
struct Weighed {
    const Subject& s;
    bool drivers() const { return s.of_drivers(); }
    int count() const { return drivers() ? s.r.drivers : s.r.window; }
    int chosen() const { return drivers() ? s.driver : s.moment; }
    bool muted(int n) const { return drivers() && s.r.muted(n); }
    double energy(int n) const {
        return static_cast<double>(drivers() ? s.r.at(quantity::InputEnergies)(n, s.moment)
                                             : s.r.at(quantity::TemporalEnergies)(n, s.step));
    }
    double weight(int n) const {
        return static_cast<double>(drivers() ? s.r.alpha(n, s.moment) : s.r.beta(s.step, n));
    }
    std::string name(int n) const { return drivers() ? s.r.name(n) : "lag " + std::to_string(s.r.lag(n)); }
};

void value_row(Column& c, const std::string& words, const std::string& value) {
    inspector::value_row(c, words, value, 20, 12);
}

} // namespace

void weights_block(Column& c, const Subject& s, int most_rows) {
    const Weighed w{s};
    const bool weights = s.doing != Doing::InputScore && s.doing != Doing::LagScore;
    std::vector<int> rows(static_cast<std::size_t>(w.count()));
    std::iota(rows.begin(), rows.end(), 0);
    const int all = w.count();
    if (all > most_rows) {
        std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) {
            if ((a == w.chosen()) != (b == w.chosen())) return a == w.chosen();
            return w.weight(a) > w.weight(b);
        });
        rows.resize(static_cast<std::size_t>(most_rows));
        std::sort(rows.begin(), rows.end());
    }
    const std::string title = w.drivers() ? "Drivers at lag " + s.lag() : "Lags at step " + s.t();
    const std::string symbols = w.drivers() ? weights ? "e   α" : "e" : weights ? "l   β" : "l";
    inspector::section(c, title, symbols, true);
    const inspector::TableLayout layout{.token_room = 92, .number = 168, .bar = 180};
    double shown = 0;
    for (const int n : rows) {
        shown += w.weight(n);
        inspector::TableRow row;
        row.index = n + 1;
        row.token = w.name(n);
        row.muted_token = w.muted(n);
        row.number = fixed(w.energy(n), 2);
        row.share = weights ? static_cast<float>(w.weight(n)) : -1; // a score has no share yet
        row.color = c.colors().attention;
        row.value = !weights ? "" : w.muted(n) ? "muted" : fixed(w.weight(n), 3);
        row.muted_value = w.muted(n);
        row.selected = n == w.chosen();
        row.pick =
            w.drivers() ? PickId{PickKind::Row, n, -1, -1, {}} : PickId{PickKind::Column, n, -1, -1, {}};
        inspector::table_row(c, row, layout);
    }
    if (!weights) return;
    if (all > static_cast<int>(rows.size()))
        inspector::others_row(c, 32, counted(all - static_cast<int>(rows.size()), "other"), "",
                              fixed(std::max(0.0, 1 - shown), 3), false);
    double entropy = 0;
    int heard = 0;
    for (int n = 0; n < all; ++n) {
        heard += w.muted(n) ? 0 : 1;
        if (w.weight(n) > 0) entropy -= w.weight(n) * std::log(w.weight(n));
    }
    inspector::others_row(c, 32, "sum",
                          "entropy " + fixed(entropy, 2) + " of " + fixed(std::log(std::max(1, heard)), 2),
                          "1.000", true);
}

void rule_block(Column& c, const Subject& s) {
    const ForecastBoard& board = s.board;
    if (!board.right_driver || !board.right_lag) {
        heading(c, "Do the weights move?", "this window", 21);
        value_row(c, "α changes with time", "variance " + significant(s.r.variance(), 2));
        return;
    }
    heading(c, "Did it find the rule?",
            board.windows > 0 ? thousands(board.windows) + " held-out windows" : "held-out windows", 21);
    value_row(c, "right driver", careful_percent(*board.right_driver));
    value_row(c, "right lag, within 1", careful_percent(*board.right_lag));
    value_row(c, "α changes with time", "variance " + significant(s.r.variance(), 2));
    if (board.largest_noise)
        value_row(c, "a noise driver’s mean, at most", cell_number(*board.largest_noise));
}

void baseline_block(Column& c, const ForecastBoard& board, bool all) {
    heading(c, "Against its baselines", "error, lower is better", 21);
    double most = 0;
    bool measured = false;
    for (const ForecastMethod& method : board.methods) {
        most = std::max(most, method.error.value_or(0));
        measured = measured || method.error;
    }
    if (!measured) return inspector::note(c, "No errors came with this model.", c.colors().t3);
    const ForecastMethod* best = board.best_baseline();
    for (const ForecastMethod& method : board.methods) {
        if (!method.error || (!all && !method.attention && &method != best)) continue;
        inspector::share_row(c, {.name = method.label,
                                 .share = most > 0 ? *method.error / most : 0,
                                 .value = significant(*method.error, 2),
                                 .attention = method.attention,
                                 .strong = method.attention,
                                 .round = true,
                                 .size = 12,
                                 .shortest = 3});
    }
    const ForecastMethod* model = board.model();
    if (model && model->error && best && *best->error < *model->error)
        inspector::note(c, "Attention loses to " + best->label + " here.", c.colors().t2);
}

} // namespace heed::series
