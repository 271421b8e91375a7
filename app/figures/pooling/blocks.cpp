// Below the equation: the e² law, what every member answers, and each against its baseline (gallery §12,
// §15).
#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/pooling/explained.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace heed::pools {
namespace {

using inspector::Column;

const double law = std::exp(2.0); // of two weights whose energies lie between -1 and 1

// -------------------------------------------------------------------------------------------- e² law

/// A ratio on the axis, under its label.
struct Dot {
    std::string label;
    double ratio = 1;
    bool chosen = false;
};

std::vector<Dot> dots_of(const PoolingBoard& board, const Input& input) {
    std::vector<Dot> dots;
    for (std::size_t k = 0; k < board.members.size(); ++k) {
        const Trace* run = run_of(board.now, static_cast<int>(k));
        if (!run || !is_attention(board.members[k])) continue;
        if (const auto ratio = ratio_of(*run, input))
            dots.push_back({energy_name(board.members[k]) + " " + ratio_text(ratio->value), ratio->value,
                            static_cast<int>(k) == board.chosen});
    }
    std::stable_sort(dots.begin(), dots.end(), [](const Dot& a, const Dot& b) { return a.ratio < b.ratio; });
    return dots;
}

/// Words above the axis, in the lowest of its lines where they touch nothing.
class Labels {
public:
    explicit Labels(Column& column, float base) : column_(column), base_(base) {}

    void place(float x, const std::string& words, Color color, Align align) {
        const float wide = column_.measure(words, Face::Regular, 11);
        float left = align == Align::Left ? x : align == Align::Right ? x - wide : x - wide / 2;
        left = std::clamp(left, 0.0f, std::max(0.0f, column_.width - wide));
        int line = 0;
        while (taken(line, left, left + wide)) ++line;
        spans_.push_back({line, left, left + wide});
        column_.text(left, base_ - 14 * static_cast<float>(line), words, Face::Regular, 11, color);
    }

private:
    struct Span {
        int line;
        float left, right;
    };
    bool taken(int line, float left, float right) const {
        return std::any_of(spans_.begin(), spans_.end(), [&](const Span& s) {
            return s.line == line && s.left < right + 6 && left < s.right + 6;
        });
    }
    Column& column_;
    float base_;
    std::vector<Span> spans_;
};

void law_axis(Column& c, const std::vector<Dot>& dots) {
    const Palette& p = c.colors();
    double largest = 100;
    for (const Dot& dot : dots)
        while (dot.ratio > largest && largest < 1e12) largest *= 10;
    const auto x = [&](double ratio) {
        return c.width * static_cast<float>(
                             std::clamp(std::log10(std::max(ratio, 1e-9)) / std::log10(largest), 0.0, 1.0));
    };
    const float labels = c.y + (dots.size() > 2 ? 36.0f : 22.0f), y = labels + 16;
    c.scene.add(RectItem{.box = {c.left, y - 3, x(law), 6}, .fill = p.bg3, .radius = 3});
    add_line(c.scene, {c.left, y}, {c.right(), y}, p.line2, 1);
    const double every = largest > 1e4 ? 1e3 : 10; // few marks on a long axis
    for (double mark = 1; mark <= largest * 1.001; mark *= every) {
        add_line(c.scene, {c.left + x(mark), y - 4}, {c.left + x(mark), y + 4}, p.t3, 1);
        const Align align = mark == 1                        ? Align::Left
                            : mark * every > largest * 1.001 ? Align::Right
                                                             : Align::Centre;
        c.text(x(mark), y + 17, mark >= 1e5 ? compact(mark) : thousands(std::llround(mark), " "), Face::Mono,
               11, p.t3, align);
    }
    add_line(c.scene, {c.left + x(law), y - 10}, {c.left + x(law), y + 6}, p.t1, 1.5f);
    Labels words(c, labels);
    words.place(x(law) + 5, "e²", p.t1, Align::Left);
    for (const Dot& dot : dots) {
        c.scene.add(CircleItem{{c.left + x(dot.ratio), y}, 4.5f, p.attention, p.bg1, 1.5f, {}});
        words.place(x(dot.ratio) + (dot.ratio <= law ? -2.0f : 6.0f), dot.label, dot.chosen ? p.t1 : p.t2,
                    Align::Right);
    }
    c.y = y + 24;
}

// -------------------------------------------------------------------------------------------- tables

void selected_row(Column& c, float pitch) {
    c.scene.add(RectItem{.box = {c.left - 8, c.y, c.width + 16, pitch}, .fill = c.colors().bg3, .radius = 4});
}

/// What a member says of the input, and how good that is.
void answer_row(Column& c, const PoolingBoard& board, int k) {
    constexpr float pitch = 21;
    const Palette& p = c.colors();
    const PoolingMember& member = board.members[static_cast<std::size_t>(k)];
    const Trace* run = run_of(board.heard, k);
    const bool chosen = k == board.chosen;
    const float y = c.y + pitch / 2, answer = c.width - 66;
    if (chosen) selected_row(c, pitch);
    const float name = c.measure(member.label, Face::Regular, 11) + 10;
    c.text_within(0, y, answer - 44, member.label, Face::Regular, 11, p.t1);
    if (!run) {
        const std::string why = problem_of(board.heard, k);
        const bool fits = c.measure(why, Face::Regular, 11) <= c.width - name;
        c.text(c.width, y,
               why.empty() ? "–"
               : fits      ? why
                           : "cannot read it",
               Face::Regular, 11, p.t3, Align::Right);
    } else {
        const bool classes = config_of(member).classes();
        const auto measure = classes ? probability_of(*run, board.heard.answer) : error_of(board.heard, *run);
        c.text(answer, y, fit(answer_text(*run), answer - name, Face::Mono, 11, *c.style.metrics), Face::Mono,
               11, p.output, Align::Right);
        if (measure)
            c.text(c.width, y, short_number(*measure, classes ? 2 : 3), Face::Mono, 11, p.t2, Align::Right);
    }
    c.scene.pick({c.left - 8, c.y, c.width + 16, pitch}, {.kind = PickKind::TableRow, .k = k},
                 run ? member.facts.name : problem_of(board.heard, k));
    c.y += pitch;
}

// -------------------------------------------------------------------------------------------- baseline

using AtLength = PoolingMember::AtLength;

/// The longest that is not past `most`; or, with `least`, the shortest from that on. None: not measured.
const AtLength* measured(const PoolingMember& member, int least, int most) {
    const AtLength* found = nullptr;
    for (const AtLength& at : member.right) {
        if (least > 0 && at.length >= least && (!found || at.length < found->length)) found = &at;
        if (least == 0 && at.length <= most && (!found || at.length > found->length)) found = &at;
    }
    return found;
}

void baseline_row(Column& c, const PoolingMember& member, const AtLength& at, bool chosen) {
    constexpr float pitch = 22, thick = 6;
    const Palette& p = c.colors();
    const float y = c.y + pitch / 2, left = c.width / 2, width = c.width / 2 - 44;
    const std::string length = ", T = " + std::to_string(at.length);
    const float room = left - 8 - c.measure(length, Face::Regular, 11);
    c.text(0, y, fit(member.label, room, Face::Regular, 11, *c.style.metrics) + length, Face::Regular, 11,
           chosen ? p.t1 : p.t2);
    c.scene.add(RectItem{.box = {c.left + left, y - thick / 2, width, thick}, .fill = p.bg2, .radius = 3});
    const float share = std::clamp(static_cast<float>(at.right), 0.0f, 1.0f);
    c.scene.add(RectItem{.box = {c.left + left, y - thick / 2, std::max(2.0f, share * width), thick},
                         .fill = is_attention(member) ? p.attention : p.t3,
                         .radius = 3 * std::min(1.0f, share * 8)});
    c.text(c.width, y, percent(at.right), Face::Mono, 11, p.t1, Align::Right);
    c.y += pitch;
}

/// Who is shown: all, or the one that is explained (of several attentions) and what it must beat.
bool listed_member(const PoolingBoard& board, std::size_t k, bool all) {
    if (all || !is_attention(board.members[k])) return true;
    const int map = map_member(board);
    return map >= 0 && is_attention(board.members[static_cast<std::size_t>(map)])
               ? static_cast<int>(k) == map
               : board.find(pooling::Kind::Attention) == static_cast<int>(k);
}

void heading(Column& c, const std::string& title, const std::string& caption, float above) {
    const float y = c.y + above;
    const float room = c.width - (caption.empty() ? 0 : c.measure(caption, Face::Regular, 11) + 12);
    c.text_within(0, y, room, title, Face::Semibold, 13, c.colors().t1);
    if (!caption.empty()) c.text(c.width, y, caption, Face::Regular, 11, c.colors().t3, Align::Right);
    c.y = y + 12;
}

} // namespace

bool has_law(const PoolingBoard& board) {
    return std::any_of(board.members.begin(), board.members.end(), is_attention);
}

void law_block(Column& c, const PoolingBoard& board, const Input& input) {
    heading(c, "The e² law", ratio_name(input), 21);
    for (const std::string& line : wrap("tanh keeps every energy between −1 and 1, so one weight can be at "
                                        "most e¹ / e⁻¹ = e² = 7.39 times "
                                        "another. Without tanh nothing holds it.",
                                        c.width, Face::Regular, 13, *c.style.metrics)) {
        c.text(0, c.y + 9, line, Face::Regular, 13, c.colors().t2);
        c.y += 20;
    }
    law_axis(c, dots_of(board, input));
}

void answers_block(Column& c, const PoolingBoard& board) {
    constexpr float pitch = 21;
    const Palette& p = c.colors();
    const bool classes = answers_with_classes(board);
    const std::string which =
        board.sample >= 0 ? "Sample " + std::to_string(board.sample + 1) : std::string("Your input");
    const bool known = !board.heard.answer.empty();
    c.text(c.width, c.y + 21, known ? classes ? "p of right" : "error" : "", Face::Regular, 11, p.t3,
           Align::Right);
    c.text(c.width - 66, c.y + 21, "answer", Face::Regular, 11, p.t3, Align::Right);
    c.text_within(0, c.y + 21, c.width - 120, which + ", nothing muted", Face::Semibold, 13, p.t1);
    c.scene.add(RectItem{.box = {c.left, c.y + 31, c.width, 1}, .fill = p.line});
    c.y += 33;
    if (known) {
        const auto right = right_number(board.heard);
        const std::string answer = right && !classes ? short_number(*right) : board.heard.answer;
        c.text(0, c.y + pitch / 2, "should be", Face::Regular, 11, p.t3);
        c.text(c.width - 66, c.y + pitch / 2, fit(answer, c.width - 140, Face::Mono, 11, *c.style.metrics),
               Face::Mono, 11, p.t2, Align::Right);
        c.y += pitch;
    }
    for (std::size_t k = 0; k < board.members.size(); ++k) answer_row(c, board, static_cast<int>(k));
}

std::string measure_words(const PoolingBoard& board) {
    return board.task == "adding" ? "within .04, held out" : "right, held out";
}

void baseline_block(Column& c, const PoolingBoard& board, bool all) {
    heading(c, "Against its baseline", measure_words(board), 21);
    bool any = false;
    for (const bool twice : {false, true}) {
        bool titled = !twice;
        for (std::size_t k = 0; k < board.members.size(); ++k) {
            const PoolingMember& member = board.members[k];
            const AtLength* at =
                twice ? measured(member, 2 * member.trained_to, 0) : measured(member, 0, member.trained_to);
            if (!at || member.trained_to <= 0 || !listed_member(board, k, all)) continue;
            if (!titled) heading(c, "Twice the trained length", "", 11);
            titled = any = true;
            baseline_row(c, member, *at, static_cast<int>(k) == board.chosen);
        }
    }
    if (any) return;
    c.y -= 4;
    inspector::note(c, "No share of right answers came with these models.", c.colors().t3);
}

} // namespace heed::pools
