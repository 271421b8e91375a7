// A picture in plain data: what the window draws, and what the exporters write.
//
// Units are px at scale 1, y downwards. Items are drawn in order. A Scene knows no toolkit.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heed {

struct Color {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;
    bool operator==(const Color&) const = default;
};
constexpr Color rgb(std::uint32_t hex) {
    return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
            static_cast<std::uint8_t>(hex), 255};
}
/// The colour with its opacity multiplied by k in [0, 1].
constexpr Color fade(Color c, float k) {
    return {c.r, c.g, c.b,
            static_cast<std::uint8_t>(static_cast<float>(c.a) * (k < 0   ? 0
                                                                 : k > 1 ? 1
                                                                         : k) +
                                      0.5f)};
}

struct Point {
    float x = 0, y = 0;
};
struct Box {
    float x = 0, y = 0, w = 0, h = 0;
    float right() const { return x + w; }
    float bottom() const { return y + h; }
    Point centre() const { return {x + w / 2, y + h / 2}; }
    bool contains(Point p) const { return p.x >= x && p.x < x + w && p.y >= y && p.y < y + h; }
};

enum class Face {
    Regular,
    Medium,
    Semibold,
    Italic,
    Mono,
    MonoMedium,
    MonoSemibold
}; /// That a token stands in, which is `usual` but of a space's sign: that of Inter is flat, and the same in
   /// every
/// picture.
inline Face token_face(std::string_view shown, Face usual = Face::Mono) {
    return shown == "␣" ? Face::Regular : usual;
}
// Inter …, JetBrains Mono …

struct Dash {
    float on = 0, off = 0; // both 0: solid
};

struct RectItem {
    Box box;
    Color fill{0, 0, 0, 0};
    Color border{0, 0, 0, 0};
    float border_width = 0;
    float radius = 0;
    Dash dash{};
};
struct CircleItem {
    Point centre;
    float radius = 0;
    Color fill{0, 0, 0, 0};
    Color border{0, 0, 0, 0};
    float border_width = 0;
    Dash dash{};
};
struct LineItem { // a polyline; closed and filled when `fill` is visible
    std::vector<Point> points;
    Color color;
    float width = 1;
    Dash dash{};
    bool closed = false;
    Color fill{0, 0, 0, 0};
};
struct CurveItem { // cubic Bézier
    Point a, b, c, d;
    Color color;
    float width = 1;
    Dash dash{};
};
enum class Align { Left, Centre, Right };
struct TextItem {
    Point at; // horizontal: the anchor named by align; vertical: the middle of the x-height line box
    std::string text;
    Face face = Face::Regular;
    float size = 13;
    Color color;
    Align align = Align::Left;
    float angle = 0; // degrees, counter-clockwise, about `at`
};
enum class ColorMapId { Ember, Viridis, Cividis, Grey, Difference }; // the last: signed, .5 is none
enum class ValueScale { Linear, LiftSmall };
struct MatrixItem { // a heatmap: one textured quad, nearest sampled
    Box box;
    int rows = 0, columns = 0;
    std::shared_ptr<const std::vector<float>> values; // row-major, rows × columns; NaN = not yet (not drawn)
    ColorMapId map = ColorMapId::Ember;
    ValueScale scale = ValueScale::Linear;
    bool dark = true;  // which theme's stops
    float gap = 0;     // px left between cells, in the colour beneath
    float radius = 0;  // of each cell
    float maximum = 1; // value that maps to the top of the colour map
};
/// The numbers of a map as they lie in memory, row by row. Who draws them often makes textures of them once.
struct MapValues {
    std::shared_ptr<const void> kept; // what they belong to
    const float* values = nullptr;
    int rows = 0, columns = 0;
};
struct TiledItem { // a part of a map; where cells are smaller than a pixel, the largest of each pixel
    Box box;       // of the part
    std::shared_ptr<const MapValues> values;
    float first_row = 0, first_column = 0, rows = 0, columns = 0; // the part, in cells
    ColorMapId map = ColorMapId::Ember;
    ValueScale scale = ValueScale::Linear;
    bool dark = true;
    float gap = 0, radius = 0;
    float minimum = 0, maximum = 1; // values at either end of the colour map; below 0: of differences
};
struct GlowItem { // soft light behind a moving part; may be left out by a renderer
    Box box;
    float radius = 10;
    Color color;
};
struct ClipItem { // everything until the matching ClipEnd is cut to the box
    Box box;
};
struct ClipEnd {};

using SceneItem = std::variant<RectItem, CircleItem, LineItem, CurveItem, TextItem, MatrixItem, TiledItem,
                               GlowItem, ClipItem, ClipEnd>;

/// What lies under the pointer. i: output, j: source, k: unit, row or other index; -1 = not that.
enum class PickKind {
    None,
    Column,
    Row,
    Cell,
    Bar,
    State,
    ForwardCell,
    BackwardCell,
    Annotation,
    Embedding,
    Token,
    Context,
    OutputBox,
    TableRow,
    Unit,
    Tensor,
    Candidate,
    Segment,
    Playhead,
    Button,
    Column_header
};
struct PickId {
    PickKind kind = PickKind::None;
    int i = -1, j = -1, k = -1;
    std::string name{}; // of a tensor or a button
    bool operator==(const PickId&) const = default;
};
/// Cells of one size in a pick's box, so that thousands need not be picks of their own.
struct PickCells {
    float width = 0, height = 0;           // of a cell; 0: the pick is one thing
    float first_row = 0, first_column = 0; // at the box's upper left corner, in cells
};
struct Pick {
    Box box;
    PickId id;
    std::string tooltip; // one line; may end in "\t" and the key that does the same
    PickCells cells{};
    bool told_above = false; // its tooltip stands above it: what is below is read with it
    /// What lies at a point of the box: of cells, the one there as i and j.
    PickId at(Point p) const {
        if (cells.width <= 0 || cells.height <= 0) return id;
        PickId cell = id;
        cell.i = static_cast<int>(std::floor(cells.first_row + (p.y - box.y) / cells.height));
        cell.j = static_cast<int>(std::floor(cells.first_column + (p.x - box.x) / cells.width));
        return cell;
    }
};

struct Scene {
    float width = 0, height = 0;
    Color background{0, 0, 0, 0};
    std::vector<SceneItem> items{};
    std::vector<Pick> picks{}; // the last one that contains the point wins

    template <class Item>
    void add(Item item) {
        items.emplace_back(std::move(item));
    }
    void pick(Box box, PickId id, std::string tooltip = {}) {
        picks.push_back({box, std::move(id), std::move(tooltip)});
    }
    void pick_cells(Box box, PickId id, PickCells cells) { picks.push_back({box, std::move(id), {}, cells}); }
    const Pick* hit(Point p) const {
        for (std::size_t n = picks.size(); n-- > 0;)
            if (picks[n].box.contains(p)) return &picks[n];
        return nullptr;
    }
};

/// How wide text is, as the one who will draw it measures it.
class TextMetrics {
public:
    virtual ~TextMetrics() = default;
    virtual float width(const std::string& text, Face face, float size) const = 0;
};

} // namespace heed
