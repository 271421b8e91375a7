// One drawing code for every picture format: a Scene is walked once, and a Painter sets down what it is told.
#pragma once

#include "app/figures/base/scene.h"

#include <vector>

namespace heed {

struct Stroke {
    Color color{0, 0, 0, 0};
    float width = 0;
    Dash dash;
    bool visible() const { return color.a > 0 && width > 0; }
};

/// A matrix, its values already turned into colours. Alpha 0 is a cell that is not drawn.
struct ColorCells {
    Box box;
    int rows = 0, columns = 0;
    float gap = 0, radius = 0;
    std::vector<Color> colors; // row-major

    Color at(int row, int column) const { return colors[static_cast<std::size_t>(row * columns + column)]; }
    /// Where a cell is drawn. Half of the gap lies on each side, so that cells stay centred in their columns.
    Box cell(int row, int column) const;
    /// The same, reaching a little under the next cells to the right and below where these will be drawn over
    /// it: edges between cells then show no seam in viewers that smooth them.
    Box overlapping_cell(int row, int column) const;
    /// So many that a viewer is better served by one small image.
    bool better_as_image() const { return gap <= 0 && radius <= 0 && colors.size() > 4096; }
};

/// Units are the Scene's. Borders lie inside their box, as on the screen.
class Painter {
public:
    virtual ~Painter() = default;
    /// Everything there is to draw on, to the last pixel.
    virtual void paper(Color color) = 0;
    virtual void rect(const RectItem& item) = 0;
    virtual void circle(const CircleItem& item) = 0;
    virtual void line(const LineItem& item) = 0;
    virtual void curve(const CurveItem& item) = 0;
    virtual void text(const TextItem& item) = 0;
    virtual void cells(const ColorCells& cells) = 0;
    virtual void begin_clip(const Box& box) = 0;
    virtual void end_clip() = 0;
};

/// Background and items in order. Glows are soft light on a screen and are left out. Clips that the scene
/// does not end are ended here; ends without a beginning are ignored.
void draw_scene(const Scene& scene, Painter& painter);

/// From the middle of a line of text to its baseline, as a share of the font size. Half the height of the
/// capitals of Inter and of JetBrains Mono, which is also where their line boxes are centred.
constexpr float baseline_shift = 0.364f;

} // namespace heed
