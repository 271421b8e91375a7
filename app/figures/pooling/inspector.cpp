// What stands at the right of the picture (gallery §12).
#include "app/figures/base/format.h"
#include "app/figures/pooling/explained.h"
#include "app/figures/roles.h"
#include "core/models/pooling/phases.h"

#include <functional>
#include <vector>

namespace heed {
namespace {

using namespace pools;
using inspector::Column;

struct Part {
    std::string name, gloss;
    Color Palette::*color;
};

/// What will be seen, before the first step.
std::vector<Part> parts_of(const PoolingBoard& board) {
    const bool words =
        answers_with_classes(board) || (!board.members.empty() && config_of(board.members.front()).tokens());
    const std::string moment = words ? "word" : "moment";
    std::vector<Part> parts{
        {words ? "Words" : "Moments", "Read one by one, each by itself.", &Palette::forward}};
    if (has_law(board))
        parts.push_back({"Attention", "Gives each " + moment + " a weight, made anew for every input.",
                         &Palette::attention});
    if (board.find(pooling::Kind::Mean) >= 0)
        parts.push_back({"Mean pooling", "Gives all the same weight: the baseline to beat.", &Palette::t3});
    if (dense_member(board) >= 0)
        parts.push_back(
            {"Dense", "Has learned numbers for each place, the same for every input.", &Palette::t2});
    parts.push_back(
        {"Answer", words ? "One for the whole text." : "One for all moments together.", &Palette::output});
    return parts;
}

void welcome(Column& c, const PoolingBoard& board) {
    const Palette& p = c.colors();
    c.text(0, 26, "What you will see", Face::Semibold, 15, p.t1);
    c.y = 48;
    for (const Part& part : parts_of(board)) {
        const std::vector<std::string> lines =
            wrap(part.gloss, c.width - 16, Face::Regular, 11, *c.style.metrics);
        const float high = 18 + 16 * static_cast<float>(lines.size());
        c.scene.add(RectItem{.box = {c.left, c.y, 4, high}, .fill = p.*part.color, .radius = 2});
        c.text(16, c.y + 8, part.name, Face::Semibold, 13, p.t1);
        for (std::size_t n = 0; n < lines.size(); ++n)
            c.text(16, c.y + 26 + 16 * static_cast<float>(n), lines[n], Face::Regular, 11, p.t2);
        c.y += high + 12;
    }
    c.y += 2;
}

/// The chosen model cannot read this input: why, and what the others say stays below.
void unread(Column& c, const PoolingBoard& board) {
    const std::size_t k = static_cast<std::size_t>(std::max(0, board.chosen));
    inspector::head(c, k < board.members.size() ? board.members[k].label : "No model", c.colors().t3, 0, 0);
    const std::string why = problem_of(board.now, board.chosen);
    inspector::meaning(c, why.empty() ? "Not read yet." : why);
}

void explained(Column& c, const PoolingBoard& board, const Trace& run, const Input& input,
               const Playhead& playhead) {
    const Subject subject = subject_of(board, run, input, playhead);
    const bool reads = subject.now.axis == Axis::Moment;
    inspector::head(c, std::string(subject.now.phase.info->title),
                    heading_color(subject.now.phase, c.colors()),
                    reads ? subject.now.position + 1 : subject.now.phase_index + 1,
                    reads ? input.count() : subject.now.phases);
    inspector::meaning(c, meaning_of(subject));
    c.y -= 5;
    equation_card(c, subject);
}

} // namespace

Scene pooling_inspector(const PoolingBoard& board, const Playhead& playhead, float width, float height,
                        const FigureStyle& style) {
    const Input input = input_of(board.now);
    const Trace* run = run_of(board.now, board.chosen);
    using Block = std::function<void(Column&)>;
    const Block top = [&](Column& c) {
        if (!run) return unread(c, board);
        if (!moment_at(run->outline, playhead.at).started) return welcome(c, board);
        explained(c, board, *run, input, playhead);
    };
    const Block law = [&](Column& c) { law_block(c, board, input); };
    const Block answers = [&](Column& c) { answers_block(c, board); };
    const Block baseline = [&](Column& c) { baseline_block(c, board, true); };
    const Block shorter = [&](Column& c) { baseline_block(c, board, false); };
    // In this order they give way to what room there is: never the baseline.
    const std::vector<std::vector<Block>> choices{{top, law, answers, baseline},
                                                  {top, law, answers, shorter},
                                                  {top, answers, baseline},
                                                  {top, answers, shorter},
                                                  {top, baseline},
                                                  {top, shorter}};
    for (std::size_t n = 0; n < choices.size(); ++n) {
        if (!has_law(board) && n < 2) continue;
        Column column(width, style);
        for (const Block& block : choices[n]) block(column);
        column.scene.height = column.y + 14;
        if (column.scene.height <= height || n + 1 == choices.size()) return std::move(column.scene);
    }
    return {};
}

} // namespace heed
