// Below the equation: whom the step looks at, the same states on other scales, the model and its baseline.
#include "app/figures/base/format.h"
#include "app/figures/inspector/tables.h"
#include "app/figures/one_rnn/explained.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed::past {
namespace {

using inspector::Column;
using inspector::heading;
using inspector::share_row;

/// "94.5%", "100%".
std::string share_words(double share) { return up_to(100 * share, 1) + "%"; }

} // namespace

// -------------------------------------------------------------------------------------------- weights

void weights_block(Column& c, const Subject& s, int most_rows) {
    const Reading& r = s.reading;
    const bool weights = s.weighed;
    std::vector<int> rows;
    for (int k = r.first(s.step); k < s.step; ++k) rows.push_back(k);
    if (rows.empty()) return;
    const int all = static_cast<int>(rows.size());
    if (all > most_rows) {
        std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) {
            if ((a == s.column) != (b == s.column)) return a == s.column;
            const float x = r.muted(a) ? -1 : r.weight(s.step, a), y = r.muted(b) ? -1 : r.weight(s.step, b);
            return x > y;
        });
        rows.resize(static_cast<std::size_t>(most_rows));
        std::stable_sort(rows.begin(), rows.end(),
                         [&](int a, int b) { return r.weight(s.step, a) > r.weight(s.step, b); });
    }
    inspector::section(c, weights ? "Scores and weights, step " + s.t() : "Scores, step " + s.t(),
                       r.energy_symbol() + (weights ? ", " + r.symbol() : ""), true);
    const inspector::TableLayout layout{.token_room = 74, .number = 158, .bar = 172};
    double shown_weight = 0;
    for (const int k : rows) {
        const float w = r.muted(k) ? 0 : r.weight(s.step, k);
        shown_weight += static_cast<double>(w);
        inspector::TableRow row;
        row.index = r.token_of(k) + 1;
        row.token = r.token_of(k) < 0 ? "h₀ = 0" : "after " + r.word(k);
        row.muted_token = r.quiet(k) && r.token_of(k) >= 0;
        row.number = fixed(static_cast<double>(r.energy(s.step, k)), 2);
        row.share = weights ? w : -1; // a score has no share yet
        row.color = c.colors().attention;
        row.value = !weights ? "" : r.muted(k) ? "muted" : fixed(static_cast<double>(w), 3);
        row.muted_value = r.muted(k);
        row.selected = k == s.column;
        row.pick = {PickKind::Column, k, -1, -1, {}};
        inspector::table_row(c, row, layout);
    }
    if (!weights) return;
    if (all > static_cast<int>(rows.size()))
        inspector::others_row(c, 32, counted(all - static_cast<int>(rows.size()), "other"), "",
                              fixed(std::max(0.0, 1 - shown_weight), 3), false);
    const double most = std::log(static_cast<double>(std::max(1, r.heard(s.step))));
    const std::string entropy = "entropy " + fixed(r.entropy(s.step), 2) + " of " + fixed(most, 2);
    inspector::others_row(c, 32, "sum", entropy, r.heard(s.step) > 0 ? "1.000" : "0.000", true);
}

// -------------------------------------------------------------------------------------------- other scales

namespace {
struct Scale {
    std::string_view key, name;
    one_rnn::Score score;
};
constexpr std::array<Scale, 3> scales{{{"same_states.mean.weights", "mean", one_rnn::Score::Mean},
                                       {"same_states.scaled.weights", "÷ √H", one_rnn::Score::Scaled},
                                       {"same_states.sum.weights", "sum", one_rnn::Score::Sum}}};
} // namespace

bool has_other_scales(const Subject& s) {
    return s.config().product() && s.column >= 0 && s.step > 1 && s.doing != Doing::Answer &&
           s.reading.value(scales[0].key);
}

void scales_block(Column& c, const Subject& s) {
    heading(c, "Same states, other scales", "on state " + s.i() + ", not retrained", 21);
    c.y += 2;
    for (const Scale& scale : scales) {
        const MatrixXf* weights = s.reading.value(scale.key);
        if (!weights) continue;
        const auto w = static_cast<double>((*weights)(s.column, s.step));
        share_row(c, {.name = std::string(scale.name),
                      .share = w,
                      .value = fixed(w, 3),
                      .attention = true,
                      .strong = scale.score == s.config().attention.score});
    }
}

// -------------------------------------------------------------------------------------------- answer

void answers_block(Column& c, const Subject& s) {
    if (const MatrixXf* logs = s.reading.value("log_probs"))
        inspector::likeliest_words(c, s.reading.run.labels_of(Axis::Vocabulary), logs->col(logs->cols() - 1));
}

// -------------------------------------------------------------------------------------------- baseline

void baseline_block(Column& c, const Trace& run, const OneRnnBoard& board, bool all) {
    const int own = board.find(run.model.name), base = board.baseline();
    const auto member = [&](int n) -> const OneRnnMember* {
        return n < 0 ? nullptr : &board.members[static_cast<std::size_t>(n)];
    };
    const OneRnnMember *mine = member(own), *without = member(base);
    heading(c, "Against its baseline", "right, held out", 21);
    if (!mine || !mine->right)
        inspector::note(c, "No share of right answers came with this model.", c.colors().t3);
    const auto rows = [&](std::optional<double> OneRnnMember::*share) {
        for (const OneRnnMember* m : {mine, own == base ? nullptr : without})
            if (m && m->*share)
                share_row(c, {.name = m == without ? "same task, RNN without" : m->label,
                              .share = *(m->*share),
                              .value = share_words(*(m->*share)),
                              .attention = m != without,
                              .strong = m == mine});
    };
    rows(&OneRnnMember::right);
    if (all && mine && mine->twice) {
        heading(c, "Twice the trained length", "", 17);
        rows(&OneRnnMember::twice);
    }
    if (mine && mine->hits)
        inspector::note(c,
                        "Its largest weight lies on what is asked for in " + share_words(*mine->hits) +
                            " of the held-out inputs.",
                        c.colors().t2);
}

} // namespace heed::past
