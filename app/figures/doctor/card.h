// What the column and the page of the doctor share: words in lines, the drawing from a finding's numbers,
// marks.
#pragma once

#include "app/figures/inspector/column.h"
#include "core/analysis/doctor/finding.h"

#include <string>
#include <vector>

namespace heed::doctor_card {

/// Words in lines of at most that width.
std::vector<std::string> lines_of(const FigureStyle& style, const std::string& words, Face face, float size,
                                  float width);

/// How large its words are, and how far its drawing may go.
struct Look {
    float words = 11, pitch = 16; // of what was measured
    float label = 44;             // from "Likely" to what is likely
    float column = 24;            // the widest bar of a row of bars, with its gap
    float bars = 0;               // the widest bar of a share; 0: all the room there is
    bool beside = false;          // there is room at the right of a drawing
};

/// Fills the room between `left` and `left + width` from the column's y.
class Card {
public:
    Card(inspector::Column& column, float left, float width, const Look& look)
        : c_(column), left_(left), width_(width), look_(look) {}

    void words(const std::string& text);
    void labelled(const std::string& label, const std::string& text);
    void draw(const doctor::Drawing& drawing);

private:
    void paragraph(const std::string& text, float size, float pitch, Color color, float from);
    void shares(const doctor::Drawing& drawing);
    void bars(const std::vector<doctor::Drawing::Bar>& bars, float left, float width, float height);
    void columns(const doctor::Drawing& drawing);
    void rows(const doctor::Drawing& drawing);
    void curve(const doctor::Drawing& drawing);
    void maps_beside(const doctor::Drawing& drawing, float left);
    void steps_beside(const doctor::Drawing& drawing, Point at, float height);
    void matrix(const Eigen::MatrixXf& map, Box box);

    inspector::Column& c_;
    float left_, width_;
    Look look_;
};

/// Red for what is broken, an eye for what may be right.
void mark(Scene& scene, Point at, doctor::Severity severity, const Palette& colors);
/// Of a check that could not be looked for: pointed at, what a sentence must have for it.
void say_needs(Scene& scene, Box box, const doctor::NoFinding& check);
/// A check without a finding: looked for, or not.
void tick(Scene& scene, Point at, bool found_out, const Palette& colors);

} // namespace heed::doctor_card
