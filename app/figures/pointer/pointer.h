// A pointer network as a picture: the plane or the line its points lie on, what it has read, whom each output
// points at, and what masking costs (gallery §16, picture 17). Knows runs, not the models that made them.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/inspector/narration.h"
#include "app/figures/inspector/result_line.h"
#include "core/models/pointer/facts.h"
#include "core/trace/trace.h"

#include <optional>
#include <string>
#include <vector>

namespace heed {

/// One model of the family, as it was measured when it was trained.
struct PointerMember {
    std::string name;  // "hull/pointer"
    std::string label; // "pointer network"
    ModelFacts facts;
    std::optional<double> right; // share of held-out inputs that it answers exactly
    struct AtLength {
        int length = 0;
        double right = 0;
    };
    std::vector<AtLength> at_length; // on fresh inputs, shortest first
};

/// What is lost or won where a point can be chosen again, on fresh inputs of one length.
struct MaskingPrice {
    int points = 0, sets = 0;
    double with = 0, without = 0;           // shares that are exact
    double area_with = 0, area_without = 0; // of hulls
    double repeats = 0;                     // shares of answers that repeat a point, without
};

/// What stands beside a run: the models of its task, and the price of masking, measured in this program.
struct PointerBoard : Board {
    std::vector<PointerMember> members;
    std::vector<MaskingPrice> prices;     // of the loaded model, shortest first
    int trained_from = 0, trained_to = 0; // points, of the loaded model; 0: not said
    /// The one that has that name, or -1.
    int find(const std::string& name) const;
};
/// What such a model is called beside the others.
std::string pointer_label(const pointer::Config& config);

/// A point under the pressed pointer: it follows, and where it was is remembered.
struct PointDrag {
    int point = -1;     // from 0; -1: none
    float x = 0, y = 0; // where it was, as numbers of the input
    bool operator==(const PointDrag&) const = default;
};
struct PointerSettings {
    float width = 1240, height = 808; // of the canvas
    PointDrag drag{};
    bool hall = false; // without hints, legends and what masking costs
    bool operator==(const PointerSettings&) const = default;
};

/// Picks: PickKind::Column i = a slot (of the plane, of its column), PickKind::Cell i = output, j = slot (a
/// click forces it).
/// Hover: playhead.hover_column is a slot, hover_row an output, whose weights are shown then.
Scene pointer_figure(const Trace& run, const PointerBoard& board, const Playhead& playhead,
                     const PointerSettings& settings, const FigureStyle& style);

/// Where things are on the canvas, for the mouse.
struct PointerLayout {
    Box plane;                                        // what a press adds a point in, or moves one
    Box inner;                                        // where the range of the numbers lies
    float low = 0, high = 1;                          // that range, in both directions
    bool line = false;                                // numbers: they move along it alone
    Box controls;                                     // below it: free for what the window puts there
    Box toggle;                                       // of masking
    float radius = 9;                                 // of a point
    Point at(float x, float y) const;                 // of a point of the input
    std::pair<float, float> number_at(Point p) const; // and back, held to the range
};
PointerLayout pointer_layout(const Trace& run, const PointerSettings& settings);
/// The point of the input that lies there, the nearest of several; -1: none.
int pointer_point_at(const Trace& run, const PointerLayout& layout, Point p);

/// What stands at the right (gallery §12): the phase, its equation with this cell's numbers, every slot's
/// score and weight, how far the answer is right, and the model against its baseline. At at = 0: what will be
/// seen.
Scene pointer_inspector(const Trace& run, const PointerBoard& board, const Playhead& playhead, float width,
                        float height, const FigureStyle& style);
/// "Point 6 gets 90% of the weight. Three chosen points are masked."
Narration pointer_narration(const Trace& run, const Playhead& playhead, const Palette& colors);

/// For a hall, as designed for 1600 px; `height` without the band.
Scene pointer_lecture(const Trace& run, const Playhead& playhead, float width, float height,
                      const FigureStyle& style);
/// The equation of the newest phase with its result; empty before the first.
ResultLine pointer_result_line(const Trace& run, const Playhead& playhead, const FigureStyle& style);

/// What it answers as the screen counts: "1 4 6 5 end"; and how good that is: "exact", "area 98.2%", "".
std::string pointer_answer(const Trace& run);
std::string pointer_verdict(const Trace& run);

} // namespace heed
