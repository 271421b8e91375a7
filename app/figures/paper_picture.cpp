#include "app/figures/paper_picture.h"

#include "app/figures/base/format.h"
#include "app/figures/base/paper_parts.h"
#include "app/figures/changes.h"
#include "app/figures/report/doubt.h"
#include "core/trace/row_sums.h"

#include <algorithm>
#include <cmath>

namespace heed {

std::string doubt_of(const FigureSource& source) {
    if (source.trace && !source.trace->model.doubt.empty()) return source.trace->model.doubt;
    std::string all; // a sentence for each of several
    for (const ComparePanel& panel : source.panels)
        if (panel.trace && !panel.trace->model.doubt.empty())
            all += (all.empty() ? "" : ". ") + panel.title + ": " + panel.trace->model.doubt;
    return all;
}

namespace {

std::string changes_of(const FigureSource& source) {
    if (source.panels.empty()) return source.trace ? changes_of(*source.trace) : std::string();
    std::string all; // a sentence for each of several
    for (const ComparePanel& panel : source.panels)
        if (const std::string words = panel.trace ? changes_of(*panel.trace) : std::string(); !words.empty())
            all += (all.empty() ? "" : ". ") + panel.title + ": " + words;
    return all;
}

/// Of weights that were computed elsewhere: percentages, rows that do not sum to 1.
std::string given_of(const FigureSource& source) {
    if (source.panels.empty()) return source.trace ? given_words(*source.trace) : std::string();
    std::string all;
    for (const ComparePanel& panel : source.panels)
        if (const std::string words = panel.trace ? given_words(*panel.trace) : std::string(); !words.empty())
            all += (all.empty() ? "" : ". ") + panel.title + ": " + words;
    return all;
}

/// The sentence below the picture.
Scene with_changes(Scene picture, const std::string& words, float size, const FigureStyle& style) {
    if (words.empty()) return picture;
    const float end =
        add_paper_lines(picture, style, words + ".", {Face::Regular, size, style.colors().t2, Align::Left},
                        {size, picture.height + size * .4f}, picture.width - 2 * size);
    picture.height = end + size * .8f;
    return picture;
}

/// In the scene's units; 0: there are none.
float smallest_letters(const Scene& scene) {
    float least = 0;
    for (const SceneItem& item : scene.items)
        if (const auto* text = std::get_if<TextItem>(&item); text && !text->text.empty())
            least = least > 0 ? std::min(least, text->size) : text->size;
    return least;
}

/// Letters smaller than they were asked for are not printed without a word.
void check_letters(const FigureKind& figure, const Picture& picture, float asked, float width_mm) {
    constexpr float rounding = 0.02f; // points
    if (figure.font_pt == 0) return;  // as its own size has it
    const float least = smallest_letters(picture.scene) * 72 / static_cast<float>(picture.units_per_inch);
    if (least <= 0 || least >= asked - rounding) return;
    throw NoRoomForLetters(
        std::string(figure.title) + " on " + up_to(static_cast<double>(width_mm)) + " mm",
        "its letters would have " + fixed(static_cast<double>(least), 1) + " pt, not " +
            up_to(static_cast<double>(asked)),
        "a width of " + std::to_string(static_cast<int>(std::ceil(width_mm * asked / least))) + " mm or more",
        up_to(static_cast<double>(width_mm)));
}

} // namespace

Picture paper_picture(const FigureKind& figure, const FigureSource& source, const PaperSettings& paper,
                      const FigureStyle& style) {
    constexpr float usual_font = 7;
    Picture picture = figure.paper(source, paper, style);
    const float points = static_cast<float>(picture.units_per_inch) / 72;
    const float font = paper.font_pt > 0 ? paper.font_pt : usual_font, size = font * points;
    check_letters(figure, picture, font, paper.width_mm);
    picture.scene = with_changes(std::move(picture.scene), given_of(source), size, style);
    picture.scene = with_changes(std::move(picture.scene), changes_of(source), size, style);
    picture.scene = with_doubt(std::move(picture.scene), doubt_of(source), size, style);
    return picture;
}

} // namespace heed
