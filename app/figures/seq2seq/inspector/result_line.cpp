#include "app/figures/seq2seq/inspector/result_line.h"

#include "app/figures/seq2seq/inspector/phases.h"
#include "core/models/seq2seq/phases.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>

namespace heed {
namespace inspector {
namespace {

/// "i" and "j" of an equation in symbols become the numbers of this cell; not the j that a sum runs over.
std::string with_indices(std::string markup, const Subject& s) {
    const std::string i = std::to_string(s.i + 1), j = std::to_string(s.j + 1);
    if (s.moment.decoding()) {
        for (const auto& [sign, number] :
             {std::pair<std::string, std::string>{"_{i−1}", "_{" + std::to_string(s.i) + "}"},
              {"_{ik}", "_{" + i + ",k}"},
              {"_{i}", "_{" + i + "}"},
              {"_i^", "_{" + i + "}^"},
              {"_i ", "_{" + i + "} "},
              {"_i)", "_{" + i + "})"}})
            markup = replaced(markup, sign, number);
        if (markup.ends_with("_i")) markup = markup.substr(0, markup.size() - 1) + "{" + i + "}";
        const bool sums = markup.find("Σ_j") != std::string::npos;
        markup = replaced(markup, "_{ij}", "_{" + i + (sums ? ",j}" : "," + j + "}"));
        if (sums) return markup;
    }
    for (const auto& [sign, number] :
         {std::pair<std::string, std::string>{"_{j−1}", "_{" + std::to_string(s.j) + "}"},
          {"_{j+1}", "_{" + std::to_string(s.j + 2) + "}"},
          {"_{j}", "_{" + j + "}"},
          {"_j^", "_{" + j + "}^"},
          {"_j ", "_{" + j + "} "},
          {"_j)", "_{" + j + "})"}})
        markup = replaced(markup, sign, number);
    if (markup.ends_with("_j")) markup = markup.substr(0, markup.size() - 1) + "{" + j + "}";
    return markup;
}

/// What stands before the first sign, without colours and braces.
std::string named_by(std::string markup) {
    markup = markup.substr(0, std::min(markup.find('`'), markup.find(" = ")));
    for (const char* role : {"{f:", "{b:", "{d:", "{a:", "{o:", "{1:", "{2:", "{3:", "{", "}", " "})
        markup = replaced(markup, role, "");
    return markup;
}

/// "E["M"]" of "x_{3}` = E["M"]`": monospaced.
std::string after_sign(const std::string& markup) {
    const std::size_t at = markup.find("` = ");
    return at == std::string::npos ? "" : "`" + markup.substr(at + std::string("` = ").size());
}

/// The last line that has a result; of a chain that ends in words, the result of the line after.
const PrintedLine* with_result(const std::vector<PrintedLine>& lines) {
    const auto found =
        std::find_if(lines.rbegin(), lines.rend(), [](const PrintedLine& l) { return !l.result.empty(); });
    return found == lines.rend() ? nullptr : &*found;
}

/// "{d:s}_{7,5}": of the vector that the symbols name, the unit that the lines before the last speak of.
std::string unit_of(const std::string& symbols, const std::vector<PrintedLine>& lines) {
    std::string vector = symbols.substr(0, symbols.find(" = "));
    for (const PrintedLine& each : lines) {
        const std::size_t at = each.left.find_last_of('_');
        if (each.words.empty() || at == std::string::npos) continue;
        std::string unit;
        for (const char sign : each.left.substr(at))
            if (sign >= '0' && sign <= '9') unit += sign;
        if (unit.empty() || !vector.ends_with('}')) return {};
        return vector.substr(0, vector.size() - 1) + "," + unit + "}";
    }
    return {};
}

ResultLine chosen_line(const std::vector<PrintedLine>& lines, const Subject& s) {
    ResultLine line;
    const PrintedLine* last = with_result(lines);
    if (!last) return line;
    line.sign = last->sign.empty() ? "=" : last->sign;
    line.result = last->result;
    line.color = last->color;
    const PrintedLine* symbols = nullptr;
    for (const PrintedLine& each : lines)
        if (!each.symbols.empty() || (!each.above.empty() && each.result.empty())) symbols = &each;
    if (symbols) {
        line.symbols = with_indices(symbols->symbols.empty() ? symbols->left : symbols->symbols, s);
        line.above = with_indices(symbols->above, s);
        line.below = with_indices(symbols->below, s);
    }
    line.number_above = last->above;
    line.number_below = last->below;
    line.words = last->words.empty() ? "" : "`" + last->words + "`";
    const std::string name = named_by(line.symbols);
    const bool told = s.moment.phase.is(seq2seq::Choose) || s.moment.phase.is(seq2seq::Embed);
    for (const PrintedLine& each : lines) // what the symbols are, in this cell's words
        if (told && each.symbols.empty() && named_by(each.left) == name) line.words = after_sign(each.left);
    const bool number = last->left.empty() && name.find(',') != std::string::npos; // of one cell
    if (named_by(last->left) == name || told || number) return line;
    line.left =
        last->left.empty() ? unit_of(line.symbols, lines) : last->left.substr(0, last->left.find('`'));
    if (line.left.empty()) line.words = line.result = ""; // a vector is no number
    return line;
}

} // namespace
} // namespace inspector

ResultLine result_line(const Trace& trace, const Playhead& playhead, const FigureStyle& style) {
    using namespace inspector;
    const Subject subject = subject_of(trace, playhead);
    if (!subject.moment.started) return {};
    Column column(unbroken_width, style);
    build_phase(column, subject);
    return chosen_line(column.printed, subject);
}

} // namespace heed
