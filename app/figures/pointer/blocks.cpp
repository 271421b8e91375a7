// Below the equation: every slot, how far the answer is right, the model and its baseline.
#include "app/figures/base/format.h"
#include "app/figures/inspector/tables.h"
#include "app/figures/pointer/explained.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::points {
namespace {

using inspector::Column;
using inspector::heading;

void value_row(Column& c, const std::string& name, const std::string& value) {
    inspector::value_row(c, name, value, 21, 13);
}

} // namespace

void slots_block(Column& c, const Subject& s, int most_rows) {
    const Reading& r = s.reading;
    std::vector<int> rows(static_cast<std::size_t>(r.slots));
    std::iota(rows.begin(), rows.end(), 0);
    if (r.slots > most_rows) {
        std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) {
            if ((a == s.slot) != (b == s.slot)) return a == s.slot;
            return r.weight(s.output, a) > r.weight(s.output, b);
        });
        rows.resize(static_cast<std::size_t>(most_rows));
        std::sort(rows.begin(), rows.end());
    }
    const std::string of = r.plane() && r.has_end() ? "corner " : "output ";
    inspector::section(c, (s.weighed ? "Scores and weights for " : "To be scored for ") + of + s.i(),
                       s.weighed ? (r.points_at() ? "u   p" : "l   p") : "", true);
    const inspector::TableLayout layout{.token_room = 74, .number = 158, .bar = 172};
    double shown_weight = 0;
    for (const int slot : rows) {
        const bool open = r.open(s.output, slot);
        const float w = open ? r.weight(s.output, slot) : 0;
        shown_weight += static_cast<double>(w);
        inspector::TableRow row;
        row.index = r.is_end(slot) ? 0 : slot + 1;
        row.token = r.is_end(slot) ? "end" : r.numbers(slot);
        row.muted_token = r.is_end(slot);
        row.share = -1; // no bar of what has no weight
        if (s.weighed) {
            row.number = open ? fixed(static_cast<double>(r.energy(s.output, slot)), 2)
                              : std::string(minus_sign) + "∞";
            if (open) row.share = w;
            row.value = fixed(static_cast<double>(w), 3);
            row.muted_value = !open;
        }
        row.color = r.points_at() ? c.colors().attention : c.colors().t2;
        row.selected = s.weighed && slot == s.slot;
        row.pick = {PickKind::Column, slot, -1, -1, {}};
        inspector::table_row(c, row, layout);
    }
    if (!s.weighed) return;
    if (r.slots > static_cast<int>(rows.size()))
        inspector::others_row(c, 32, counted(r.slots - static_cast<int>(rows.size()), "other"), "",
                              fixed(std::max(0.0, 1 - shown_weight), 3), false);
    const double most = std::log(static_cast<double>(std::max(1, r.slots - r.closed(s.output))));
    inspector::others_row(c, 32, "sum", "entropy " + fixed(r.entropy(s.output), 2) + " of " + fixed(most, 2),
                          "1.000", true);
}

bool has_truth(const Subject& s) { return !s.reading.right().empty(); }

void truth_block(Column& c, const Subject& s) {
    const Reading& r = s.reading;
    heading(c, r.line() ? "These numbers" : "This set of points", "", 21);
    int written = 0; // points, not the end
    for (int i = 0; i < s.taken; ++i) written += !r.is_end(r.chosen(i));
    const int right = r.right_so_far(s.taken), all = static_cast<int>(r.right().size());
    const std::string found = std::to_string(right) + " of " + std::to_string(all);
    value_row(c, r.line() ? "numbers in their place" : "corners found in order",
              (s.taken < r.outputs ? "so far " : "") + found);
    if (r.plane() && all > 2)
        value_row(c, "area covered", written < 3 ? "–" : exact_percent(r.area(s.taken)));
}

void baseline_block(Column& c, const Trace& run, const PointerBoard& board) {
    // The longest that all who are here were measured at, within the trained ones.
    int length = 0;
    for (const PointerMember& member : board.members)
        for (const auto& at : member.at_length)
            if (at.length <= std::max(1, board.trained_to)) length = std::max(length, at.length);
    const bool any = std::any_of(board.members.begin(), board.members.end(),
                                 [](const PointerMember& m) { return !m.at_length.empty(); });
    heading(c, "Against its baseline",
            length > 0 ? "exact, n = " + std::to_string(length) : "exact, held out", 21);
    if (!any) {
        c.y -= 4;
        inspector::note(c, "No share of right answers came with these models.", c.colors().t3);
        return;
    }
    for (const PointerMember& member : board.members)
        for (const auto& at : member.at_length)
            if (at.length == length)
                inspector::share_row(c, {.name = member.label,
                                         .share = at.right,
                                         .value = careful_percent(at.right),
                                         .attention = pointer_facts(member.facts).config.points(),
                                         .strong = member.name == run.model.name});
}

} // namespace heed::points
