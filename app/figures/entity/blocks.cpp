// Below the equation: every slot, the likeliest words, vectors, how good the gates are, and the baseline.
#include "app/figures/base/format.h"
#include "app/figures/entity/explained.h"
#include "app/figures/inspector/strips.h"
#include "app/figures/inspector/tables.h"

#include <algorithm>

namespace heed::slots {
namespace {

using inspector::Column;
using inspector::heading;

} // namespace

void slots_block(Column& c, const Subject& s, int most_rows) {
    const Reading& r = s.reading;
    const bool story = s.story();
    std::vector<int> order;
    for (int j = 0; j < r.slots; ++j) order.push_back(j);
    const auto share = [&](int j) { return story ? r.gate(s.sentence, j) : r.weight(j); };
    if (r.slots > most_rows) {
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
            if ((a == s.slot) != (b == s.slot)) return a == s.slot;
            return share(a) > share(b);
        });
        order.resize(static_cast<std::size_t>(most_rows));
        std::sort(order.begin(), order.end());
    }
    inspector::section(c, story ? "Slots, sentence " + s.number() : "Slots, question",
                       story ? "score, then g: sigmoid, not softmax" : "score, then p", true);
    for (const int j : order) {
        inspector::TableRow row;
        row.index = j + 1;
        row.token = r.names[static_cast<std::size_t>(j)];
        row.number =
            fixed(static_cast<double>(story ? r.score(s.sentence, j) : r.value("answer.energies")(j, 0)), 2);
        row.share = share(j);
        row.color = c.colors().attention;
        row.value = fixed(static_cast<double>(share(j)), 3);
        row.selected = j == s.slot;
        row.pick = {PickKind::Column, j, -1, -1, {}};
        inspector::table_row(c, row, {});
    }
    if (r.slots > most_rows)
        inspector::others_row(c, 32, counted(r.slots - most_rows, "other"), "", "", false);
}

void words_block(Column& c, const Subject& s) {
    inspector::likeliest_words(c, s.reading.run.labels_of(Axis::Vocabulary),
                               s.reading.value("log_probs").col(0));
}

void vectors_block(Column& c, const Subject& s) {
    const Reading& r = s.reading;
    const Palette& p = c.colors();
    const int t = s.sentence;
    std::vector<inspector::ValueRow> rows;
    const auto add = [&](const std::string& symbol, const Eigen::VectorXf& values, Color color) {
        rows.push_back({symbol, "", {.values = values, .color = color}, values(s.unit)});
    };
    if (s.story()) {
        add("s_{" + s.number() + "}", r.value("story.vectors").col(t), p.t2);
        add("{f:h}_j", r.before(t, s.slot), p.forward);
        if (s.doing != Doing::Gate) add("{f:h̃}_j", r.value("memory.candidates", s.slot).col(t), p.forward);
        if (s.doing == Doing::Update) add("{f:h}_j′", r.after(t, s.slot), p.forward);
    } else {
        add("q", r.value("question.vector").col(0), p.decoder);
        add("{f:h}_j", r.after(r.sentences - 1, s.slot), p.forward);
        if (s.doing != Doing::Match) add("{a:u}", r.value("answer.context").col(0), p.attention);
    }
    inspector::section(c, "Tensors", s.name() + ", number " + std::to_string(s.unit + 1), true);
    inspector::value_rows(c, rows, s.unit, {.caption = 40, .strip = 40});
}

void measure_block(Column& c, const Subject& s) {
    const auto measure = measure_of(s.reading, s.board);
    if (!measure) return;
    heading(c, "Gates against the story", "", 21);
    const auto row = [&](const std::string& name, const std::string& value) {
        inspector::value_row(c, name, value, 22, 11);
    };
    row("area under the curve", fixed(measure->area, 3));
    row("strongest gate of a slot that is not concerned", gate_words(measure->wrong));
}

void baseline_block(Column& c, const Trace& run, const StoryBoard& board, bool all) {
    const int own = board.find(run.model.name);
    const auto rows = [&](std::optional<double> StoryMember::*share) {
        for (std::size_t n = 0; n < board.members.size(); ++n)
            if (const StoryMember& m = board.members[n]; m.*share)
                inspector::share_row(c, {.name = m.label,
                                         .share = *(m.*share),
                                         .value = careful_percent(*(m.*share)),
                                         .attention = m.gated,
                                         .strong = static_cast<int>(n) == own});
    };
    heading(c, "Against its baseline", "right answers, held out", 21);
    if (own < 0 || !board.members[static_cast<std::size_t>(own)].right)
        inspector::note(c, "No share of right answers came with this model.", c.colors().t3);
    rows(&StoryMember::right);
    const bool any = std::any_of(board.members.begin(), board.members.end(),
                                 [](const StoryMember& m) { return m.twice.has_value(); });
    if (!all || !any) return;
    heading(c, "Twice the trained length", "", 17);
    rows(&StoryMember::twice);
}

} // namespace heed::slots
