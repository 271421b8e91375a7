// What stands at the right of the picture (gallery §12).
#include "app/figures/pooling/explained.h"
#include "app/figures/roles.h"
#include "core/models/pooling/phases.h"

#include <functional>
#include <vector>

namespace heed {
namespace {

using namespace pools;
using inspector::Column;
using inspector::WelcomePart;

/// What will be seen, before the first step.
std::vector<WelcomePart> parts_of(const PoolingBoard& board) {
    const bool words =
        answers_with_classes(board) || (!board.members.empty() && config_of(board.members.front()).tokens());
    const std::string moment = words ? "word" : "moment";
    std::vector<WelcomePart> parts{
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
    inspector::opening(c, std::string(subject.now.phase.info->title),
                       heading_color(subject.now.phase, c.colors()),
                       reads ? subject.now.position + 1 : subject.now.phase_index + 1,
                       reads ? input.count() : subject.now.phases, meaning_of(subject));
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
        if (!moment_at(run->outline, playhead.at).started) return inspector::welcome(c, parts_of(board));
        explained(c, board, *run, input, playhead);
    };
    const Block law = [&](Column& c) { law_block(c, board, input); };
    const Block answers = [&](Column& c) { answers_block(c, board); };
    const Block baseline = [&](Column& c) { baseline_block(c, board, true); };
    const Block shorter = [&](Column& c) { baseline_block(c, board, false); };
    // In this order they give way to what room there is: never the baseline.
    std::vector<std::vector<Block>> choices{
        {top, answers, baseline}, {top, answers, shorter}, {top, baseline}, {top, shorter}};
    if (has_law(board))
        choices.insert(choices.begin(), {{top, law, answers, baseline}, {top, law, answers, shorter}});
    return inspector::first_that_fits(choices, width, height, style,
                                      [](Column& c, const std::vector<Block>& blocks) {
                                          for (const Block& block : blocks) block(c);
                                      });
}

} // namespace heed
