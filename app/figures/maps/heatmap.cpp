#include "app/figures/maps/heatmap.h"

#include "app/figures/base/color_map.h"
#include "app/figures/base/marks.h"
#include "app/figures/base/paper_parts.h"
#include "app/figures/tokens.h"
#include "core/base/error.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>
#include <cmath>

namespace heed {

// ---------------------------------------------------------------------------------------------- the map

namespace {

std::string sentence_case(std::string text) {
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::string upper_case(std::string text) {
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return text;
}

std::string describe(const ModelFacts& model) {
    if (model.score.empty()) return "Attention weights, computed elsewhere.";
    std::string text = sentence_case(model.score) + " attention";
    if (!model.alignment.empty() && model.alignment != "global") text += ", " + model.alignment;
    if (!seq2seq_facts(model).cell.empty()) text += ", " + upper_case(seq2seq_facts(model).cell);
    if (seq2seq_facts(model).hidden > 0) text += " " + std::to_string(seq2seq_facts(model).hidden);
    return text + ".";
}

} // namespace

LabelledMap labelled_map(const Trace& trace) {
    if (!trace.has_weights()) throw Error(trace.model.name, "this model has no attention weights to draw");
    LabelledMap map;
    for (int j = 0; j < trace.source_length(); ++j) {
        const TraceToken& token = trace.source[static_cast<std::size_t>(j)];
        const bool spanned =
            !token.is_end && token.end > token.begin && token.end <= trace.source_text.size();
        map.columns.push_back(spanned ? trace.source_text.substr(token.begin, token.end - token.begin)
                                      : token.text);
        map.column_is_end.push_back(is_quiet_source(trace, j));
    }
    for (const TraceStep& step : trace.steps) {
        map.rows.push_back(step.token.text);
        map.row_is_end.push_back(step.token.is_end);
    }
    map.weights.reserve(map.rows.size() * map.columns.size());
    for (int i = 0; i < trace.outputs(); ++i)
        for (int j = 0; j < trace.source_length(); ++j) map.weights.push_back(trace.weight(i, j));
    map.caption = describe(trace.model);
    return map;
}

// ---------------------------------------------------------------------------------------------- on paper

namespace {

struct Label {
    std::string text;
    Face face = Face::Regular;
    Color color;
    float width = 0;
};

struct Paper {
    const LabelledMap& map;
    const PaperSettings& settings;
    const FigureStyle& style;
    const Palette& colors;
    float width, font;
    int first_row, last_row, first_column, last_column;
    Box cells;
    float cell_width = 0, cell_height = 0;
    bool numbers = false;

    float label_size() const { return font * 1.15f; }
    int rows() const { return last_row - first_row + 1; }
    int columns() const { return last_column - first_column + 1; }
    float weight(int i, int j) const {
        return map.weights[static_cast<std::size_t>(i) * map.columns.size() + static_cast<std::size_t>(j)];
    }
    bool cropped() const { return columns() < static_cast<int>(map.columns.size()); }
};

Label label_of(const Paper& paper, const std::string& token, bool is_end, float room) {
    Label label;
    label.face = is_end ? Face::Italic : Face::Regular;
    label.color = is_end ? paper.colors.t3 : paper.colors.t1;
    label.text = fitted(paper.style,
                        !is_end                     ? shown(token)
                        : shown(token) == "‹start›" ? "start"
                                                    : "end",
                        label.face, paper.label_size(), room);
    label.width = text_width(paper.style, label.text, label.face, paper.label_size());
    return label;
}

/// All labels of one side; empty where they would stand closer than 1.2 (rows) or 1.4 (slanted) of their
/// size.
std::vector<Label> labels_of(const Paper& paper, bool rows, float pitch, float room) {
    const int first = rows ? paper.first_row : paper.first_column,
              last = rows ? paper.last_row : paper.last_column;
    const int stride = std::max(
        1, static_cast<int>(std::ceil(paper.label_size() * (rows ? 1.2f : 1.4f) / std::max(pitch, 0.1f))));
    std::vector<Label> labels(static_cast<std::size_t>(last - first + 1));
    for (int k = first; k <= last; k += stride) {
        const auto n = static_cast<std::size_t>(k);
        labels[static_cast<std::size_t>(k - first)] =
            rows ? label_of(paper, paper.map.rows[n], paper.map.row_is_end[n], room)
                 : label_of(paper, paper.map.columns[n], paper.map.column_is_end[n], room);
    }
    return labels;
}

float widest(const std::vector<Label>& labels) {
    float width = 0;
    for (const Label& label : labels) width = std::max(width, label.width);
    return width;
}

bool rows_sum_to_one(const Paper& paper) {
    for (int i = paper.first_row; i <= paper.last_row; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < paper.map.columns.size(); ++j)
            sum += paper.weight(i, static_cast<int>(j));
        if (!(std::abs(sum - 1) < 0.005)) return false;
    }
    return true;
}

std::string caption_of(const Paper& paper) {
    std::string text = paper.map.caption;
    const std::string unprinted = "weights under .05 are not printed.";
    if (!text.empty()) text += ' ';
    if (rows_sum_to_one(paper)) {
        text += paper.cropped() ? "Each row sums to 1 over the whole source" : "Each row sums to 1";
        return text + (paper.numbers ? "; " + unprinted : ".");
    }
    if (paper.numbers) text += "W" + unprinted.substr(1);
    return text;
}

// ---------------------------------------------------------------------------------------------- parts

void add_matrix(Scene& scene, const Paper& paper) {
    auto values = std::make_shared<std::vector<float>>();
    values->reserve(static_cast<std::size_t>(paper.rows() * paper.columns()));
    for (int i = paper.first_row; i <= paper.last_row; ++i)
        for (int j = paper.first_column; j <= paper.last_column; ++j) values->push_back(paper.weight(i, j));
    MatrixItem matrix;
    matrix.box = paper.cells;
    matrix.rows = paper.rows();
    matrix.columns = paper.columns();
    matrix.values = std::move(values);
    matrix.map = paper.style.map;
    matrix.scale = paper.style.scale;
    matrix.dark = paper.colors.dark();
    scene.add(matrix);

    const Box& box = paper.cells;
    const Color grid = fade(paper.colors.line, 0.8f);
    if (paper.cell_height >= 3)
        for (int i = 1; i < paper.rows(); ++i) {
            const float y = box.y + static_cast<float>(i) * paper.cell_height;
            add_line(scene, {box.x, y}, {box.right(), y}, grid, 0.25f);
        }
    if (paper.cell_width >= 3)
        for (int j = 1; j < paper.columns(); ++j) {
            const float x = box.x + static_cast<float>(j) * paper.cell_width;
            add_line(scene, {x, box.y}, {x, box.bottom()}, grid, 0.25f);
        }
    scene.add(RectItem{box, {0, 0, 0, 0}, paper.colors.t1, 0.6f, 0, {}});
}

void add_numbers(Scene& scene, const Paper& paper) {
    if (!paper.numbers) return;
    for (int i = paper.first_row; i <= paper.last_row; ++i)
        for (int j = paper.first_column; j <= paper.last_column; ++j) {
            const float a = paper.weight(i, j);
            if (!(a >= printed_from)) continue;
            const Color cell =
                map_color(paper.style.map, paper.colors.dark(), apply_scale(paper.style.scale, a));
            add_text(scene,
                     {paper.cells.x + (static_cast<float>(j - paper.first_column) + 0.5f) * paper.cell_width,
                      paper.cells.y + (static_cast<float>(i - paper.first_row) + 0.5f) * paper.cell_height},
                     cell_number(a), Face::Regular, paper.font, ink_on(cell), Align::Centre);
        }
}

void add_labels(Scene& scene, const Paper& paper, const std::vector<Label>& rows,
                const std::vector<Label>& columns) {
    const float size = paper.label_size();
    for (std::size_t k = 0; k < rows.size(); ++k)
        if (!rows[k].text.empty())
            add_text(scene,
                     {paper.cells.x - 0.55f * size,
                      paper.cells.y + (static_cast<float>(k) + 0.5f) * paper.cell_height},
                     rows[k].text, rows[k].face, size, rows[k].color, Align::Right);
    for (std::size_t k = 0; k < columns.size(); ++k) {
        const float x = paper.cells.x + (static_cast<float>(k) + 0.5f) * paper.cell_width;
        if (columns[k].text == shown(" ")) // lies flat whatever the others do
            add_text(scene, {x, paper.cells.y - 0.75f * size}, columns[k].text, columns[k].face, size,
                     columns[k].color, Align::Centre);
        else if (!columns[k].text.empty())
            add_text(scene, {x + 0.1f * size, paper.cells.y - 0.6f * size}, columns[k].text, columns[k].face,
                     size, columns[k].color, Align::Left, 45);
    }
}

struct Edges {
    float left, right;
};

/// Cells are square while the page allows it; what is left over goes to both sides.
void place_cells(Paper& paper, const Edges& edges, float top) {
    const float room = std::max(20.0f, paper.width - edges.left - edges.right);
    paper.cell_width = std::min(room / static_cast<float>(paper.columns()), 3.2f * paper.font);
    paper.cell_height = std::min(paper.cell_width, tallest_map / static_cast<float>(paper.rows()));
    if (paper.rows() <= 40)
        paper.cell_height =
            std::max(paper.cell_height, std::min(paper.label_size() * 1.3f, tallest_map / 40));
    const float wide = paper.cell_width * static_cast<float>(paper.columns());
    paper.cells = {edges.left + (room - wide) / 2, top, wide,
                   paper.cell_height * static_cast<float>(paper.rows())};
    const float full = text_width(paper.style, ".88", Face::Regular, paper.font);
    // Never smaller than the rest: a number that would touch its cell's edges is left out.
    paper.numbers = paper.settings.numbers && paper.cell_width >= full + 2 * clear_of_edge * paper.font &&
                    paper.cell_height >= paper.font * 1.2f;
}

Paper paper_of(const LabelledMap& map, const PaperSettings& settings, const FigureStyle& style) {
    if (map.rows.empty() || map.columns.empty() || map.weights.size() != map.rows.size() * map.columns.size())
        throw Error("heatmap", "there are no weights to draw");
    const int rows = static_cast<int>(map.rows.size()), columns = static_cast<int>(map.columns.size());
    const auto range = [](int first, int last, int count) {
        first = std::clamp(first, 0, count - 1);
        return std::pair{first, last < 0 ? count - 1 : std::clamp(last, first, count - 1)};
    };
    const auto [first_row, last_row] = range(settings.first_row, settings.last_row, rows);
    const auto [first_column, last_column] = range(settings.first_column, settings.last_column, columns);
    return {map,
            settings,
            style,
            style.colors(),
            std::max(40.0f, settings.width_mm) / 25.4f * 72,
            std::max(4.0f, settings.font_pt),
            first_row,
            last_row,
            first_column,
            last_column,
            {},
            0,
            0,
            false};
}

} // namespace

Scene paper_heatmap(const LabelledMap& map, const PaperSettings& settings, const FigureStyle& style) {
    Paper paper = paper_of(map, settings, style);
    const float f = paper.font, size = paper.label_size(), margin = 0.6f * f;
    Scene scene;
    scene.width = paper.width;
    if (!settings.transparent) scene.background = paper.colors.dark() ? paper.colors.bg0 : rgb(0xFFFFFF);

    // Labels first: they decide what is left for the cells. Their stride follows from the cells' size, so
    // twice.
    Edges edges{margin + 1.4f * f + size, margin + color_bar_room(style, f)};
    std::vector<Label> rows, columns;
    for (int pass = 0; pass < 2; ++pass) {
        rows = labels_of(paper, true, pass == 0 ? 1000 : paper.cell_height, paper.width * 0.26f);
        edges.left = margin + 1.4f * f + widest(rows) + 0.55f * size;
        place_cells(paper, edges, 0);
    }
    columns = labels_of(paper, false, paper.cell_width, paper.width * 0.4f);
    for (std::size_t k = 0; k < columns.size(); ++k) { // none may leave the page on the right
        const float room =
            paper.width - margin - paper.cells.x - (static_cast<float>(k) + 0.6f) * paper.cell_width - size;
        if (columns[k].width * 0.7072f <= room) continue;
        columns[k].text =
            fitted(style, columns[k].text, columns[k].face, size, std::max(size, room / 0.7072f));
        columns[k].width = text_width(style, columns[k].text, columns[k].face, size);
    }

    float y = margin;
    const float middle = paper.cells.centre().x;
    if (!settings.title.empty()) {
        for (const std::string& line :
             wrap_words(style, settings.title, 1.4f * f, paper.width - 2 * margin)) {
            add_text(scene, {paper.width / 2, y + 0.9f * f},
                     fitted(style, line, Face::Semibold, 1.4f * f, paper.width - 2 * margin), Face::Semibold,
                     1.4f * f, paper.colors.t1, Align::Centre);
            y += 1.9f * f;
        }
        y += 0.6f * f;
    }
    add_text(scene, {middle, y + 0.6f * f}, "Source", Face::Medium, f, paper.colors.t2, Align::Centre);
    y += 1.6f * f + widest(columns) * 0.7072f + 1.1f * size;
    place_cells(paper, edges, y);
    add_matrix(scene, paper);
    add_numbers(scene, paper);
    add_labels(scene, paper, rows, columns);
    add_color_bar(scene, style, paper.cells, f);
    const float half = text_width(style, "Output", Face::Medium, f) / 2;
    add_text(scene,
             {paper.cells.x - (edges.left - margin) + 0.6f * f,
              std::max(paper.cells.centre().y, paper.cells.y + half)},
             "Output", Face::Medium, f, paper.colors.t2, Align::Centre, 90);
    y = std::max(paper.cells.bottom(), paper.cells.y + 2 * half);
    if (settings.caption) {
        y += 1.8f * f;
        const float left = std::min(paper.cells.x, paper.width * 0.3f);
        for (const std::string& line : wrap_words(style, caption_of(paper), f, paper.width - margin - left)) {
            add_text(scene, {left, y}, line, Face::Regular, f, paper.colors.t2);
            y += 1.45f * f;
        }
        y -= 0.6f * f;
    } else {
        y += 0.5f * f;
    }
    scene.height = y + margin;
    return scene;
}

} // namespace heed
