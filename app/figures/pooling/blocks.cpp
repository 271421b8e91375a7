// Below the equation: the e² law, what every member answers, and each against its baseline (gallery §12,
// §15).
#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/inspector/tables.h"
#include "app/figures/pooling/explained.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace heed::pools {
namespace {

using inspector::Column;
using inspector::heading;

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

/// Words above the axis, each in the lowest of its lines where it touches nothing.
class Labels {
public:
    explicit Labels(Column& column) : column_(column) {}

    void add(float x, const std::string& words, Color color, Align align) {
        const float wide = column_.measure(words, Face::Regular, 11);
        float left = align == Align::Left ? x : align == Align::Right ? x - wide : x - wide / 2;
        left = std::clamp(left, 0.0f, std::max(0.0f, column_.width - wide));
        int line = 0;
        while (taken(line, left, left + wide)) ++line;
        words_.push_back({line, left, left + wide, words, color});
    }
    float height() const {
        int lines = 1;
        for (const Word& word : words_) lines = std::max(lines, word.line + 1);
        return pitch * static_cast<float>(lines);
    }
    /// The lowest line at y.
    void draw(float y) const {
        for (const Word& word : words_)
            column_.text(word.left, y - pitch * static_cast<float>(word.line), word.text, Face::Regular, 11,
                         word.color);
    }

private:
    static constexpr float pitch = 14;
    struct Word {
        int line;
        float left, right;
        std::string text;
        Color color;
    };
    bool taken(int line, float left, float right) const {
        return std::any_of(words_.begin(), words_.end(), [&](const Word& w) {
            return w.line == line && w.left < right + 6 && left < w.right + 6;
        });
    }
    Column& column_;
    std::vector<Word> words_;
};

/// Powers of ten from `low` to `high`, ratios on a scale of logarithms.
struct LogAxis {
    int low = 0, high = 2;
    float width = 0;

    LogAxis(const std::vector<Dot>& dots, float px) : width(px) {
        constexpr int least = -6, most = 12;
        for (const Dot& dot : dots) {
            while (dot.ratio > std::pow(10.0, high) && high < most) ++high;
            while (dot.ratio < std::pow(10.0, low) && low > least) --low;
        }
    }
    float x(double ratio) const {
        const double share = (std::log10(std::max(ratio, 1e-9)) - low) / (high - low);
        return width * static_cast<float>(std::clamp(share, 0.0, 1.0));
    }
};

std::string power_words(int power) {
    if (power < 0) return short_number(std::pow(10.0, power), -power);
    return power >= 6 ? compact(std::pow(10.0, power)) : thousands(std::llround(std::pow(10.0, power)), " ");
}

/// A tick at every power; numbers at 1, at both ends, and at all others that touch none.
void draw_powers(Column& c, const LogAxis& axis, float y) {
    const Palette& p = c.colors();
    struct Span {
        float left, right;
    };
    std::vector<Span> taken;
    std::vector<int> powers{axis.low, axis.high};
    for (int power = axis.low; power <= axis.high; ++power) {
        const float x = c.left + axis.x(std::pow(10.0, power));
        add_line(c.scene, {x, y - 4}, {x, y + 4}, p.t3, 1);
        if (power == 0 && power != axis.low)
            powers.insert(powers.begin() + 2, power);
        else if (power != axis.low && power != axis.high)
            powers.push_back(power);
    }
    for (const int power : powers) {
        const std::string words = power_words(power);
        const float wide = c.measure(words, Face::Mono, 11);
        const float left = std::clamp(axis.x(std::pow(10.0, power)) - wide / 2, 0.0f, c.width - wide);
        if (std::any_of(taken.begin(), taken.end(),
                        [&](const Span& s) { return s.left < left + wide + 8 && left < s.right + 8; }))
            continue;
        taken.push_back({left, left + wide});
        c.text(left, y + 17, words, Face::Mono, 11, p.t3);
    }
}

void law_axis(Column& c, const std::vector<Dot>& dots) {
    const Palette& p = c.colors();
    const LogAxis axis(dots, c.width);
    Labels words(c);
    words.add(axis.x(law) + 5, "e²", p.t1, Align::Left);
    for (const Dot& dot : dots)
        words.add(axis.x(dot.ratio) + (dot.ratio <= law ? -2.0f : 6.0f), dot.label, dot.chosen ? p.t1 : p.t2,
                  Align::Right);
    const float labels = c.y + words.height() + 5, y = labels + 16;
    const float from = axis.x(1 / law);
    c.scene.add(RectItem{.box = {c.left + from, y - 3, axis.x(law) - from, 6}, .fill = p.bg3, .radius = 3});
    add_line(c.scene, {c.left, y}, {c.right(), y}, p.line2, 1);
    draw_powers(c, axis, y);
    add_line(c.scene, {c.left + axis.x(law), y - 10}, {c.left + axis.x(law), y + 6}, p.t1, 1.5f);
    for (const Dot& dot : dots)
        c.scene.add(CircleItem{{c.left + axis.x(dot.ratio), y}, 4.5f, p.attention, p.bg1, 1.5f, {}});
    words.draw(labels);
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

/// Who is shown: all, or the one that is explained (of several attentions) and what it must beat.
bool listed_member(const PoolingBoard& board, std::size_t k, bool all) {
    if (all || !is_attention(board.members[k])) return true;
    const int map = map_member(board);
    return map >= 0 && is_attention(board.members[static_cast<std::size_t>(map)])
               ? static_cast<int>(k) == map
               : board.find(pooling::Kind::Attention) == static_cast<int>(k);
}

} // namespace

bool has_law(const PoolingBoard& board) {
    return std::any_of(board.members.begin(), board.members.end(), is_attention);
}

void law_block(Column& c, const PoolingBoard& board, const Input& input) {
    heading(c, "The e² law", ratio_name(input), 21);
    for (const std::string& line :
         wrap("tanh keeps every energy between −1 and 1, so one weight can be at most e¹ / e⁻¹ = e² = 7.39 "
              "times another. Without tanh nothing holds it.",
              c.width, Face::Regular, 13, *c.style.metrics)) {
        c.text(0, c.y + 9, line, Face::Regular, 13, c.colors().t2);
        c.y += 20;
    }
    const std::vector<Dot> dots = dots_of(board, input);
    if (!dots.empty()) return law_axis(c, dots);
    c.y += 4;
    inspector::note(c,
                    input.marks == 0 ? "There is no ratio here: only one is heard."
                    : input.words    ? "There is no ratio here: it takes words that decide and others."
                                     : "There is no ratio here: it takes marked moments and others.",
                    c.colors().t3);
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
            if (!titled) heading(c, "Twice the trained length", "", 17);
            titled = any = true;
            inspector::share_row(c, {.name = member.label,
                                     .tail = ", T = " + std::to_string(at->length),
                                     .share = at->right,
                                     .value = percent(at->right),
                                     .attention = is_attention(member),
                                     .strong = static_cast<int>(k) == board.chosen});
        }
    }
    if (any) return;
    c.y -= 4;
    inspector::note(c, "No share of right answers came with these models.", c.colors().t3);
}

} // namespace heed::pools
