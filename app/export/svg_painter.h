// A Painter that writes SVG: text stays text, so that it can be searched, selected and edited.
#pragma once

#include "app/export/painter.h"
#include "app/text/colored.h"

#include <string>
#include <vector>

namespace heed {

class SvgPainter : public Painter {
public:
    /// `unit_mm`: what a unit of the scene is on paper.
    SvgPainter(float width, float height, double unit_mm);

    void paper(Color color) override;
    void rect(const RectItem& item) override;
    void circle(const CircleItem& item) override;
    void line(const LineItem& item) override;
    void curve(const CurveItem& item) override;
    void text(const TextItem& item) override;
    void cells(const ColorCells& cells) override;
    void begin_clip(const Box& box) override;
    void end_clip() override;

    /// The whole document. The painter is done with.
    std::string finish();

private:
    SvgPainter& operator<<(std::string_view text);
    SvgPainter& operator<<(double number);
    void box(const Box& box, float radius);
    void paint(const char* attribute, Color color);
    void stroke(const Stroke& stroke);
    void image(const ColorCells& cells);
    void words(const TextItem& item, const std::string& text, bool leftwards, float x, Align align,
               bool visible);
    void turned(const TextItem& item);
    void colored_text(const TextItem& item, const std::vector<TextRun>& runs, float width);

    std::string out_;
    TextSetter setter_;
    float width_, height_;
    int clips_ = 0;
};

} // namespace heed
