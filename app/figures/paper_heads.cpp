#include "app/figures/paper_heads.h"

#include "app/figures/base/format.h"
#include "app/figures/head_off/head_off.h"
#include "app/figures/heads/heads.h"
#include "app/figures/on_paper.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

/// What the window measured; else the run itself is measured.
const HeadsBoard* heads_measured(const FigureSource& s) {
    const auto* board = dynamic_cast<const HeadsBoard*>(s.board);
    return board && board->report && board->maps ? board : nullptr;
}

/// The atlas on a page of that width, with words at its outer maps where they have room.
HeadsSettings heads_on_page(HeadsSettings settings, float mm, const HeadsBoard& board,
                            const PaperSettings& paper, const FigureStyle& style) {
    if (paper.font_pt > 0) settings.width = px_wide(mm, paper.font_pt);
    settings.height = std::max(settings.height, 1.3f * settings.width); // of a page
    return with_words(settings, *board.report, *board.maps, style);
}

/// What is not there for want of room, and how wide a page has it; empty: all is there, or no page does.
std::string missing_words(const HeadsSettings& shown, const HeadsSettings& asked, const HeadsBoard& board,
                          const PaperSettings& paper, const FigureStyle& style) {
    constexpr float widest = 600, step = 4; // mm
    if (shown.row_words > 0 || paper.font_pt <= 0) return {};
    for (float mm = paper.width_mm; mm <= widest; mm += step)
        if (heads_on_page(asked, mm, board, paper, style).row_words > 0)
            return "Words beside the maps have no room here: a page " + std::to_string(std::lround(mm)) +
                   " mm wide has it.";
    return {};
}

} // namespace

bool can_print_heads(const FigureSource& s) {
    return heads_measured(s) || (s.trace && has_several_heads(*s.trace));
}

bool can_print_changed_heads(const FigureSource& s) {
    const auto* board = dynamic_cast<const HeadOffBoard*>(s.board);
    return board && board->work;
}

/// The canvas of the window, as high as its layers need, nothing scrolled.
Picture heads_on_paper(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    HeadsBoard own;
    const HeadsBoard* board = heads_measured(s);
    if (!board) {
        own.maps = head_maps(*s.trace);
        own.report = std::make_shared<const HeadReport>(head_report(*s.trace));
        board = &own;
    }
    HeadsSettings settings{.look = board->look, .title = true};
    if (s.trace) settings.model = s.trace->model.name;
    const HeadsSettings asked = settings;
    settings = heads_on_page(asked, paper.width_mm, *board, paper, style);
    const std::string missing = missing_words(settings, asked, *board, paper, style);
    const HeadsLayout layout = heads_layout(*board->report, settings);
    settings.width += layout.most_scroll_x;
    settings.height = layout.height;
    Scene scene = heads_figure(*board->report, *board->maps, settings, style);
    constexpr float edge = 16, letters = 11;
    if (!missing.empty())
        scene.height = add_paper_lines(scene, style, missing, {Face::Regular, letters, style.colors().t2},
                                       {edge, scene.height}, scene.width - 2 * edge);
    return on_paper(std::move(scene), settings.width, paper, style);
}

/// The canvas of the window, as wide as its words need.
Picture changed_heads_on_paper(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    const auto& board = dynamic_cast<const HeadOffBoard&>(*s.board);
    HeadOffSettings settings{.chosen = board.chosen,
                             .above = board.above,
                             .word = board.word,
                             .costs = board.costs,
                             .paper = true};
    settings.width = std::max(760.0f, px_wide(paper.width_mm, paper.font_pt));
    Scene scene = head_off_figure(*board.work, settings, style);
    return on_paper(std::move(scene), settings.width, paper, style);
}

} // namespace heed
