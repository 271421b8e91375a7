#include "app/cli/print/trace/small_maps.h"

#include "app/cli/print/shades.h"
#include "app/cli/print/trace/trace_words.h"
#include "app/figures/base/palette.h"
#include "app/figures/tokens.h"

#include <algorithm>

namespace heed::cli {
namespace {

constexpr int widest_word = 10, tallest_head = 10, apart = 3; // columns, lines

struct Block {
    std::vector<std::string> lines;
    int width = 0; // columns of each line
};

struct Maker {
    const Terminal& terminal;
    int cell; // columns of one weight

    std::string styled(std::string_view style, const std::string& text) const {
        return terminal.color ? std::string(style) + text + std::string(plain) : text;
    }

    std::string weight(float value) const {
        const auto columns = static_cast<std::size_t>(cell);
        if (terminal.color) return background(cell_color(value)) + std::string(columns, ' ');
        const std::string mark(shade(value));
        if (cell == 1) return mark;
        return mark == shades.front().mark ? " " + mark : mark + mark;
    }

    /// Tokens from top to bottom, a letter a line, above their columns.
    std::vector<std::string> head(const Trace& trace, int label, std::size_t height) const {
        std::vector<std::string> lines(height, std::string(static_cast<std::size_t>(label + 1), ' '));
        for (int j = 0; j < trace.source_length(); ++j) {
            const auto letters = letters_of(trace, j);
            for (std::size_t row = 0; row < height; ++row) {
                const std::size_t skipped = height - letters.size();
                std::string letter = row < skipped ? " " : letters[row - skipped];
                if (display_width(letter) > cell) letter = "·";
                lines[row] += padded_left(letter, cell);
            }
        }
        return lines;
    }
    static std::vector<std::string> letters_of(const Trace& trace, int j) {
        if (trace.source[static_cast<std::size_t>(j)].is_end) return {"■"};
        auto letters = characters(printable(shown_source(trace, j)));
        if (letters.size() > tallest_head) {
            letters.resize(tallest_head);
            letters.back() = "⋮";
        }
        return letters;
    }
    static std::size_t head_height(const Trace& trace) {
        std::size_t height = 1;
        for (int j = 0; j < trace.source_length(); ++j)
            height = std::max(height, letters_of(trace, j).size());
        return height;
    }

    static int label_width(const Trace& trace) {
        int width = 3;
        for (int i = 0; i < trace.outputs(); ++i)
            width = std::max(width, display_width(printable(shown_output(trace, i))));
        return std::min(width, widest_word);
    }

    Block block(const ComparePanel& panel) const {
        const Trace& trace = *panel.trace;
        const int label = label_width(trace);
        Block block;
        block.width = label + 1 + cell * trace.source_length();
        block.lines.push_back(
            styled(bold, padded_right(clipped(printable(panel.title), block.width), block.width)));
        for (std::string& line : head(trace, label, head_height(trace)))
            block.lines.push_back(std::move(line));
        for (int i = 0; i < trace.outputs(); ++i) {
            const std::string text = padded_left(clipped(printable(shown_output(trace, i)), label), label);
            std::string line = styled(foreground(dark_palette.output), text) + ' ';
            for (int j = 0; j < trace.source_length(); ++j) line += weight(trace.weight(i, j));
            block.lines.push_back(line + (terminal.color ? std::string(plain) : ""));
        }
        if (const std::string rest = rest_of_rows(trace); !rest.empty())
            block.lines.push_back(padded_right(clipped(rest, block.width), block.width));
        return block;
    }
};

std::vector<Block> blocks_of(std::span<const ComparePanel> panels, const Terminal& terminal, int cell) {
    std::vector<Block> blocks;
    for (const ComparePanel& panel : panels)
        if (panel.trace && panel.trace->has_weights()) blocks.push_back(Maker{terminal, cell}.block(panel));
    return blocks;
}

int widest(const std::vector<Block>& blocks) {
    int width = 1;
    for (const Block& block : blocks) width = std::max(width, block.width);
    return width;
}

/// One row of blocks, their last lines level.
std::string beside(std::span<const Block> blocks) {
    std::size_t height = 0;
    for (const Block& block : blocks) height = std::max(height, block.lines.size());
    std::string text;
    for (std::size_t row = 0; row < height; ++row) {
        for (std::size_t n = 0; n < blocks.size(); ++n) {
            if (n > 0) text += std::string(apart, ' ');
            text += row < blocks[n].lines.size()
                        ? blocks[n].lines[row]
                        : std::string(static_cast<std::size_t>(blocks[n].width), ' ');
        }
        while (text.ends_with(' ')) text.pop_back();
        text += '\n';
    }
    return text;
}

} // namespace

std::string small_maps(std::span<const ComparePanel> panels, const Terminal& terminal) {
    std::vector<Block> blocks = blocks_of(panels, terminal, 2);
    const auto in_a_row = [&] { return (terminal.columns + apart) / (widest(blocks) + apart); };
    if (in_a_row() < std::min<int>(2, static_cast<int>(blocks.size())))
        blocks = blocks_of(panels, terminal, 1);
    const int columns = in_a_row();
    if (columns < 1) return {};
    std::string text;
    for (std::size_t at = 0; at < blocks.size(); at += static_cast<std::size_t>(columns))
        text += '\n' + beside(std::span(blocks).subspan(
                           at, std::min<std::size_t>(static_cast<std::size_t>(columns), blocks.size() - at)));
    return text;
}

} // namespace heed::cli
