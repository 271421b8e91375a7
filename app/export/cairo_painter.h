// A Painter on a Cairo surface: pixels and PDF.
#pragma once

#include "app/export/painter.h"
#include "app/text/colored.h"

#include <cairo.h>

#include <string_view>
#include <vector>

namespace heed {

class CairoPainter : public Painter {
public:
    enum class Target { Pixels, Pdf };
    /// `scale` device units to a unit of the scene. On pixels, cells begin and end on whole device units.
    CairoPainter(cairo_surface_t* surface, double scale, Target target);
    ~CairoPainter() override;
    CairoPainter(const CairoPainter&) = delete;
    CairoPainter& operator=(const CairoPainter&) = delete;

    void paper(Color color) override;
    void rect(const RectItem& item) override;
    void circle(const CircleItem& item) override;
    void line(const LineItem& item) override;
    void curve(const CurveItem& item) override;
    void text(const TextItem& item) override;
    void cells(const ColorCells& cells) override;
    void begin_clip(const Box& box) override;
    void end_clip() override;

private:
    void source(Color color);
    void rounded(const Box& box, double radius);
    void fill(Color color);
    void stroke(const Stroke& stroke);
    void whole_words(const TextItem& item, PangoLayoutLine* line, const std::vector<TextRun>& runs, double x,
                     double y);
    void picture(const TextItem& item, const std::string& run, double x, double y);
    void unseen(std::string_view text, double x, double y, float size);
    void unseen_in_order(const TextItem& item, const TextLine& line);
    Box on_pixels(const Box& box) const;
    void image(const ColorCells& cells);

    cairo_t* cr_;
    double scale_;
    Target target_;
    TextSetter setter_;
};

} // namespace heed
