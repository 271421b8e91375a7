// The equation of a lecture's band: what the inspector's card of the newest phase prints, with its result.
#include "app/figures/pooling/explained.h"
#include "app/figures/pooling/lecture.h"
#include "core/text/strings.h"

namespace heed {
using namespace pools;

namespace {

/// The letter t of an equation becomes the moment's number; not that which a sum runs over.
std::string of_moment(std::string markup, const std::string& t) {
    if (markup.find("Σ_t") != std::string::npos) return markup;
    for (const auto& [sign, number] : {std::pair<std::string, std::string>{"_t ", "_{" + t + "} "},
                                       {"_t)", "_{" + t + "})"},
                                       {"_t}", "_{" + t + "}}"}})
        markup = replaced(markup, sign, number);
    if (markup.ends_with("_t")) markup = markup.substr(0, markup.size() - 1) + "{" + t + "}";
    return markup;
}

} // namespace

ResultLine pooling_result_line(const PoolingBoard& board, const Playhead& playhead,
                               const FigureStyle& style) {
    constexpr float card_width = 4000; // nothing is broken or cut
    const Trace* run = run_of(board.now, board.chosen);
    if (!run || !moment_at(run->outline, playhead.at).started) return {};
    const Input input = input_of(board.now);
    const Subject subject = subject_of(board, *run, input, playhead);
    inspector::Column column(card_width, style);
    equation_card(column, subject);
    ResultLine line;
    const std::string t = subject.number();
    for (const inspector::PrintedLine& each : column.printed) {
        if (!each.symbols.empty()) line.symbols = of_moment(each.symbols, t);
        if (!each.above.empty() && each.result.empty()) {
            line.symbols = of_moment(each.left, t);
            line.above = of_moment(each.above, t);
            line.below = of_moment(each.below, t);
        }
        if (each.result.empty()) continue;
        line.result = each.result;
        line.color = each.color;
        line.sign = each.sign.empty() ? "=" : each.sign;
        line.number_above = each.above;
        line.number_below = each.below;
        line.words = each.words.empty() ? "" : "`" + each.words + "`";
        line.left = each.above.empty() && each.words.empty() ? each.left.substr(0, each.left.find('`')) : "";
    }
    return line;
}

} // namespace heed
