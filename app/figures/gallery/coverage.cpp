#include "app/figures/gallery/coverage.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/maps/cells.h"
#include "app/figures/tokens.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

constexpr float gutter = 22, top = 40,
                foot = 22; // px: of row labels, of title and words, of what was written

struct SideBox {
    Scene& scene;
    const CopyRuns::Side& side;
    const FigureStyle& style;
    Box box;
    int rows;     // of the longer run
    int revealed; // so many are drawn

    const Trace& run() const { return *side.run; }
    const Palette& colors() const { return style.colors(); }
    float pitch_x() const { return (box.w - gutter) / static_cast<float>(run().source_length()); }
    float pitch_y() const { return (box.h - top - foot) / static_cast<float>(std::max(1, rows)); }
};

void draw_words(const SideBox& s) {
    const Palette& c = s.colors();
    add_text(s.scene, {s.box.x + gutter, s.box.y + 8}, s.side.title, Face::Semibold, 11, c.t1);
    for (int j = 0; j < s.run().source_length(); ++j)
        add_text(s.scene, {s.box.x + gutter + (static_cast<float>(j) + 0.5f) * s.pitch_x(), s.box.y + 28},
                 is_quiet_source(s.run(), j)
                     ? "·"
                     : fitted(s.style, shown_source(s.run(), j), Face::Mono, 10, s.pitch_x() + 2),
                 Face::Mono, 10, c.t2, Align::Centre);
    if (s.pitch_y() < 8) return;
    for (int i = 0; i < s.revealed; ++i)
        add_text(s.scene,
                 {s.box.x + gutter - 6, s.box.y + top + (static_cast<float>(i) + 0.5f) * s.pitch_y()},
                 s.run().steps[static_cast<std::size_t>(i)].token.is_end
                     ? "·"
                     : fitted(s.style, shown_output(s.run(), i), Face::Mono, 10, gutter - 6),
                 Face::Mono, 10, c.output, Align::Right);
}

void draw_cells(const SideBox& s) {
    const int columns = s.run().source_length();
    if (s.revealed == 0) return;
    auto shades = std::make_shared<std::vector<float>>(static_cast<std::size_t>(s.revealed * columns), 0.0f);
    for (int i = 0; i < s.revealed; ++i)
        for (int j = 0; j < columns; ++j)
            (*shades)[static_cast<std::size_t>(i * columns + j)] = s.run().weight(i, j);
    MatrixItem matrix = Shading{s.style}.matrix(
        {s.box.x + gutter, s.box.y + top, s.box.w - gutter, s.pitch_y() * static_cast<float>(s.revealed)},
        s.revealed, columns, std::move(shades));
    matrix.gap = cell_gap(std::min(s.pitch_x(), s.pitch_y()));
    matrix.radius = cell_radius(std::min(s.pitch_x(), s.pitch_y()));
    s.scene.add(matrix);
}

/// Letters stand close together, words apart.
std::string closely(const std::string& written) {
    std::string close;
    for (std::size_t k = 0; k < written.size(); ++k)
        if (k % 2 == 0)
            close += written[k];
        else if (written[k] != ' ')
            return written;
    return close;
}

/// What was written, and whether it is what was read.
void draw_foot(const SideBox& s) {
    const Palette& c = s.colors();
    const float y = s.box.bottom() - 9;
    const std::string written =
        fitted(s.style, closely(written_text(s.run(), s.revealed)), Face::Mono, 11, s.box.w - 22);
    add_text(s.scene, {s.box.x + 2, y}, written, Face::Mono, 11, s.side.right ? c.output : c.t2);
    if (s.revealed < s.run().outputs()) return;
    const float x = s.box.right() - 8;
    if (s.side.right) {
        s.scene.add(LineItem{
            .points = {{x - 5, y}, {x - 1, y + 4}, {x + 6, y - 5}}, .color = c.output, .width = 1.75f});
    } else {
        add_line(s.scene, {x - 5, y - 5}, {x + 5, y + 5}, c.error, 1.75f);
        add_line(s.scene, {x - 5, y + 5}, {x + 5, y - 5}, c.error, 1.75f);
    }
}

} // namespace

Miniature coverage_miniature(const CopyRuns& runs, float width, float height, float loop,
                             const FigureStyle& style) {
    Miniature small{Scene{.width = width, .height = height}};
    const float wide = (width - 20) / 2;
    const int rows = std::max(runs.plain.run->outputs(), runs.with.run->outputs());
    float x = 0;
    for (const CopyRuns::Side* side : {&runs.plain, &runs.with}) {
        const int all = side->run->outputs();
        const int revealed =
            loop <= 0 ? all
                      : std::min(all, static_cast<int>(std::ceil(loop * 1.15f * static_cast<float>(rows))));
        const SideBox s{small.scene, *side, style, {x, 0, wide, height}, rows, revealed};
        draw_words(s);
        draw_cells(s);
        draw_foot(s);
        x += wide + 20;
    }
    return small;
}

} // namespace heed
