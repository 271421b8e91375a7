// The tree on paper: broken into lines of columns, as music is, where it is wider than the page.
#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/base/paper_parts.h"
#include "app/figures/search/tree_draw.h"
#include "core/base/error.h"

#include <algorithm>
#include <numeric>

namespace heed {
namespace {

constexpr float smallest_text = 11; // px on the screen; `font` on paper
constexpr float beside_token = 36;  // of a column: the box's room, and the line between two boxes
constexpr float widest_column = 140, narrowest_column = 52, widest_stretch = 1.5f;

/// "Beam search, width 4, length penalty 0.6."; of a model that ranks by another rule "…, ranked by log P /
/// N^0.8."
std::string caption_of(const Beam& beam, bool numbers) {
    std::string text = "Beam search, width " + std::to_string(beam.width);
    if (beam.exponent)
        text += ", ranked by " + ranking_words(beam);
    else if (beam.length_penalty != 0)
        text += ", length penalty " + up_to(beam.length_penalty);
    if (beam.coverage_penalty != 0) text += ", coverage penalty " + up_to(beam.coverage_penalty);
    text += ". A column is one output token; the wider a line, the likelier its token";
    if (numbers) text += ", whose probability stands below";
    return text + ". Dashed: dropped from the beam. Numbers in circles: the rank of a sentence.";
}

struct Line {
    int first, last;       // columns
    int top_row, last_row; // what is taken up in them
};

/// As wide as the widest token of each needs.
std::vector<float> column_widths(const TreePlan& plan, float k) {
    std::vector<float> widths;
    for (const auto& column : plan.columns) {
        float widest = 0;
        for (const int node : column) widest = std::max(widest, plan.at(node).label_width);
        widths.push_back(std::clamp(widest + beside_token, narrowest_column, widest_column) * k);
    }
    return widths;
}

Line line_of(const TreePlan& plan, int first, int last) {
    Line line{first, last, 0, 1};
    for (int column = first; column <= last; ++column)
        for (const int node : plan.columns[static_cast<std::size_t>(column)]) {
            const TreeNode& it = plan.at(node);
            line.top_row = std::min(line.top_row, it.row - (it.forced ? 1 : 0));
            line.last_row = std::max(line.last_row, it.row + 1);
            if (column != first) continue; // where its line comes from
            const int before = it.parent < 0 ? 0 : plan.at(it.parent).row;
            line.top_row = std::min(line.top_row, before);
            line.last_row = std::max(line.last_row, before);
        }
    return line;
}

/// As few lines as the page allows, and about equally long.
std::vector<Line> lines_of(const TreePlan& plan, const std::vector<float>& widths, float room) {
    const auto broken = [&](float limit) {
        std::vector<Line> lines;
        float used = 0;
        int first = 0;
        for (int column = 0; column < plan.length(); ++column) {
            const float wide = widths[static_cast<std::size_t>(column)];
            if (column > first && used + wide > limit) {
                lines.push_back({first, column - 1, 0, 0});
                first = column;
                used = 0;
            }
            used += wide;
        }
        lines.push_back({first, plan.length() - 1, 0, 0});
        return lines;
    };
    std::vector<Line> lines = broken(room);
    for (float limit = room; limit > room / 2;
         limit -= room / 40) { // the shortest that needs no more of them
        std::vector<Line> shorter = broken(limit);
        if (shorter.size() > lines.size()) break;
        lines = std::move(shorter);
    }
    for (Line& line : lines) line = line_of(plan, line.first, line.last);
    return lines;
}

/// One after the other, the first of the line at `begin`; those before it lie to its left.
void place_columns(TreeDraw& draw, const std::vector<float>& widths, int first, float begin) {
    draw.widths = widths;
    draw.centres.resize(widths.size());
    float x = begin;
    for (int column = 0; column < first; ++column) x -= widths[static_cast<std::size_t>(column)];
    for (std::size_t column = 0; column < widths.size(); ++column) {
        draw.centres[column] = x + widths[column] / 2;
        x += widths[column];
    }
}

} // namespace

Scene paper_tree(const TreePlan& plan, const PaperSettings& settings, const FigureStyle& style) {
    if (plan.nodes.empty()) throw Error("tree", "there is no search to draw");
    const Palette& c = style.colors();
    const float f = std::max(4.0f, settings.font_pt), k = f / smallest_text, margin = 0.6f * f;
    Scene scene = paper_page(settings, style);
    const float whole = scene.width - 2 * margin;
    float y = margin;
    if (!settings.title.empty())
        y = add_paper_lines(scene, style, settings.title,
                            {Face::Semibold, 1.4f * f, c.t1, Align::Centre, 0.65f, 1.36f},
                            {scene.width / 2, y}, whole) +
            0.6f * f;

    const float left = 40 * k, right = 34 * k; // of the start or of a line's beginning; of a rank
    std::vector<float> widths = column_widths(plan, k);
    const float room = whole - left - right;
    const std::vector<Line> lines = lines_of(plan, widths, room);
    float longest = 1;
    for (const Line& line : lines)
        longest = std::max(
            longest, std::accumulate(widths.begin() + line.first, widths.begin() + line.last + 1, 0.0f));
    for (float& wide : widths) wide *= std::clamp(room / longest, 1.0f, widest_stretch);
    const TreeStage stage = tree_stage(plan, -1);
    TreeSettings none;
    none.selected = -2;
    for (const Line& line : lines) {
        TreeDraw draw(scene, plan, stage, none, style);
        draw.k = k;
        draw.row = 24 * k;
        draw.first = line.first;
        draw.last = line.last;
        draw.numbers = settings.numbers;
        draw.picks = false;
        y += 1.4f * f;
        draw.paper = c.dark() ? c.bg0 : rgb(0xFFFFFF);
        const float begin = line.first > 0 ? margin : margin + 36 * k; // of the first column
        draw.start = {margin + 18 * k, 0};
        place_columns(draw, widths, line.first, begin);
        draw.column_numbers(y - 0.7f * f, -1);
        draw.start.y = y + draw.row * (0.6f - static_cast<float>(line.top_row));
        const float bottom = draw.start.y + draw.row * (static_cast<float>(line.last_row) + 0.5f);
        const float from = line.first > 0 ? margin : 0,
                    to = draw.x(line.last) + draw.column_width(line.last) / 2;
        scene.add(
            ClipItem{{from, y - 0.5f * f, to - from, bottom - y + f}}); // a line breaks between two columns
        draw.edges();
        scene.add(ClipEnd{});
        draw.shorten();
        draw.nodes();
        draw.start_mark();
        y = bottom + 0.6f * f;
    }
    if (settings.caption)
        y = add_paper_lines(scene, style, caption_of(plan.beam, settings.numbers),
                            {Face::Regular, f, c.t2, Align::Left, 0.65f, 1.45f}, {margin, y + 0.4f * f},
                            whole);
    scene.height = y + margin;
    return scene;
}

} // namespace heed
