// Attention on a plane: keys and a query that are moved by hand, and what every scoring function makes of
// them (gallery §13, picture 14). Nothing is trained: every number can be checked by hand.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/inspector/narration.h"

#include <memory>
#include <string>
#include <vector>

namespace heed {

inline constexpr float pad_reach = 2.2f;  // units that the pad shows to either side of its origin
inline constexpr int pad_field_size = 46; // cells of a field to a side

/// What one scoring function makes of the keys and the query.
struct PadAnswers {
    std::string id, name, formula;        // formula in the markup of app/figures/base/equation.h
    std::string says;                     // what its fixed numbers do
    std::vector<float> energies, weights; // a number a key
    Point context;
    float ceiling = 1; // more than this no weight can be; 1: there is none
    /// The largest weight, were the query in each of so many places: rows from the top.
    std::shared_ptr<const std::vector<float>> field;
};

struct QueryPad : Board {
    std::vector<Point> keys; // units, y upwards
    Point query;
    float temperature = 1;
    int score = 0;     // that is shown large
    int selected = -1; // the key that is held or was pressed last
    std::vector<PadAnswers> scores;
    const PadAnswers& now() const { return scores[static_cast<std::size_t>(score)]; }
    Point average() const; // of all keys, as without attention
    int strongest() const; // key
};
/// Score, softmax, context.
inline constexpr int pad_phases = 3;

struct PadSettings {
    float width = 1240, height = 808;
    int phase = 1;      // that the inspector explains; nothing is hidden
    int hover_key = -1; // under the pointer
    bool paper = false; // nothing can be taken hold of: no words about that, and the slider is drawn
    bool operator==(const PadSettings&) const = default;
};

/// Where the window takes hold of it.
struct PadLayout {
    Box pad;                         // the plane
    Box temperature, reset;          // the slider's track, and the button beside it
    std::vector<Box> tiles;          // one a score
    Point place(Point units) const;  // on the canvas
    Point units(Point canvas) const; // kept on the pad
};
PadLayout pad_layout(const QueryPad& pad, const PadSettings& settings);
/// The key at a place of the canvas, or -1.
int pad_key_at(const QueryPad& pad, const PadLayout& layout, Point at);
/// A slider's place of a temperature, and the other way round: .1 to 10 on a logarithmic scale.
float pad_slider(float temperature);
float pad_temperature(float slider);

/// Picks: PickKind::Column i = a key, in the plane and in its column; PickKind::Button i = a score's tile.
Scene pad_figure(const QueryPad& pad, const PadSettings& settings, const FigureStyle& style);
/// What stands at the right: the phase, its equation with this cell's numbers, the table, against its
/// baseline.
Scene pad_inspector(const QueryPad& pad, const PadSettings& settings, float width, float height,
                    const FigureStyle& style);
Narration pad_narration(const QueryPad& pad, int phase, const Palette& colors);
/// In small, for its card.
Scene pad_miniature(const QueryPad& pad, float width, float height, const FigureStyle& style);

} // namespace heed
