#include "app/figures/paper_picture.h"

#include "app/figures/report/doubt.h"

namespace heed {

std::string doubt_of(const FigureSource& source) {
    if (source.trace && !source.trace->model.doubt.empty()) return source.trace->model.doubt;
    std::string all; // a sentence for each of several
    for (const ComparePanel& panel : source.panels)
        if (panel.trace && !panel.trace->model.doubt.empty())
            all += (all.empty() ? "" : ". ") + panel.title + ": " + panel.trace->model.doubt;
    return all;
}

Picture paper_picture(const FigureKind& figure, const FigureSource& source, const PaperSettings& paper,
                      const FigureStyle& style) {
    constexpr float usual_font = 7;
    Picture picture = figure.paper(source, paper, style);
    const float points = static_cast<float>(picture.units_per_inch) / 72;
    const float size = (paper.font_pt > 0 ? paper.font_pt : usual_font) * points;
    picture.scene = with_doubt(std::move(picture.scene), doubt_of(source), size, style);
    return picture;
}

} // namespace heed
