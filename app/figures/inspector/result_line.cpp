#include "app/figures/inspector/result_line.h"

namespace heed::inspector {

ResultLine last_result(const FigureStyle& style, const std::function<void(Column&)>& card) {
    Column column(unbroken_width, style);
    card(column);
    ResultLine line;
    for (const PrintedLine& each : column.printed) {
        if (!each.symbols.empty()) line.symbols = each.symbols;
        if (!each.above.empty() && each.result.empty()) {
            line.symbols = each.left;
            line.above = each.above;
            line.below = each.below;
        }
        if (each.result.empty()) continue;
        line.result = each.result;
        line.color = each.color;
        line.sign = each.sign.empty() ? "=" : each.sign;
        line.number_above = each.above;
        line.number_below = each.below;
        line.words = each.words.empty() ? "" : mono(each.words);
        line.left = each.left.substr(0, each.left.find('`'));
    }
    return line;
}

} // namespace heed::inspector
