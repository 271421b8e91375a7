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
    const Trace* run = run_of(board.now, board.chosen);
    if (!run || !moment_at(run->outline, playhead.at).started) return {};
    const Input input = input_of(board.now);
    const Subject subject = subject_of(board, *run, input, playhead);
    ResultLine line = inspector::last_result(style, [&](inspector::Column& c) { equation_card(c, subject); });
    for (std::string* markup : {&line.symbols, &line.above, &line.below})
        *markup = of_moment(*markup, subject.number());
    if (!line.number_above.empty() || !line.words.empty()) line.left.clear(); // that of the symbols
    return line;
}

} // namespace heed
