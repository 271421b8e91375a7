#include "app/figures/seq2seq/inspector/every_map.h"

#include "app/figures/inspector/tables.h"
#include "app/figures/tokens.h"
#include "core/text/strings.h"

#include <algorithm>
#include <utility>

namespace heed {
namespace {

using namespace inspector;

constexpr std::size_t most_lines = 24;

struct Line {
    int map;
    float value;
};

/// As many as there is room for; the map that is lit is among them.
std::vector<Line> shown_lines(std::vector<Line> lines, int looked_at) {
    if (lines.size() <= most_lines) return lines;
    const auto lit =
        std::find_if(lines.begin(), lines.end(), [&](const Line& line) { return line.map == looked_at; });
    if (lit != lines.end() && lit - lines.begin() >= static_cast<std::ptrdiff_t>(most_lines))
        lines[most_lines - 1] = *lit;
    lines.resize(most_lines);
    return lines;
}

struct Table {
    std::string title, caption;
    std::vector<Line> lines{};
    bool weights = false; // else entropies
};

/// What a row and a column of the map stand for, in quotes.
std::pair<std::string, std::string> cell_tokens(const RunMap& map, int row, int column) {
    if (map.site.quantity == Quantity::Weights)
        return {quoted_output(*map.alone, row), quoted_source(*map.alone, column)};
    const QuantityInfo& what = info(map.site.quantity);
    const auto named = [&](Axis axis, int k) {
        const std::vector<std::string> labels = map.run->labels_of(axis);
        return k < static_cast<int>(labels.size()) ? quoted(shown(labels[static_cast<std::size_t>(k)]))
                                                   : std::to_string(k + 1);
    };
    return {named(what.columns, row), named(what.rows, column)};
}

/// The weight of the cell in every map over the words of the one that is lit.
Table weights_of(std::span<const RunMap> maps, const RunMap& lit, int row, int column) {
    const auto [asks, looked_at] = cell_tokens(lit, row, column);
    Table table{.title = asks + " → " + looked_at, .caption = "weight in each map", .weights = true};
    for (std::size_t k = 0; k < maps.size(); ++k)
        if (maps[k].same_axes(lit))
            table.lines.push_back({static_cast<int>(k), (*maps[k].weights)(column, row)});
    std::stable_sort(table.lines.begin(), table.lines.end(),
                     [](const Line& a, const Line& b) { return a.value > b.value; });
    return table;
}

Table entropies_of(std::span<const RunMap> maps) {
    Table table{.title = "Entropy of each map", .caption = "0: one token, 1: all alike"};
    for (std::size_t k = 0; k < maps.size(); ++k)
        table.lines.push_back({static_cast<int>(k), maps[k].entropy});
    std::stable_sort(table.lines.begin(), table.lines.end(),
                     [](const Line& a, const Line& b) { return a.value < b.value; });
    return table;
}

/// Of several sentences' layers and heads there is room for "Sentence 6, 2:3".
std::string row_name(const RunMap& map) {
    if (map.sentence.empty() || !map.layered || !map.headed) return title_of(map);
    return capitalized(map.sentence) + ", " + std::to_string(map.site.layer + 1) + ":" +
           std::to_string(map.site.head + 1);
}

void draw(Column& c, const Table& table, std::span<const RunMap> maps, int looked_at) {
    const Palette& p = c.colors();
    section(c, table.title, table.caption, true);
    TableLayout layout;
    layout.index = -1;
    layout.token = 0;
    layout.bar = 140;
    layout.token_room = 130;
    float sum = 0;
    for (const Line& line : table.lines) sum += line.value;
    const std::vector<Line> lines = shown_lines(table.lines, looked_at);
    for (const Line& line : lines) {
        const RunMap& map = maps[static_cast<std::size_t>(line.map)];
        const std::string name = row_name(map);
        table_row(c,
                  {.share = std::clamp(line.value, 0.0f, 1.0f),
                   .color = table.weights ? p.attention : p.t3,
                   .value = fixed(static_cast<double>(line.value), 3),
                   .muted_value = table.weights && line.value < 0.05f,
                   .selected = line.map == looked_at,
                   .pick = {},
                   .tooltip = {}},
                  layout);
        c.text_within(layout.token, c.y - layout.pitch / 2, layout.token_room, name, Face::Regular, 13,
                      line.map == looked_at ? p.t1 : p.t2);
    }
    const auto rest = std::ssize(table.lines) - std::ssize(lines);
    if (rest > 0) note(c, counted(static_cast<int>(rest), "other") + " not shown.", p.t3);
    const auto count = static_cast<float>(table.lines.size());
    others_row(c, 0, "mean of " + std::to_string(table.lines.size()), "",
               fixed(static_cast<double>(sum / count), 3), true);
}

} // namespace

std::string maps_summary(std::span<const RunMap> maps) {
    if (maps.empty()) return {};
    const bool one = maps.back().run == maps.front().run;
    const Trace& first = *maps.front().alone;
    const bool kinds = one && !maps.front().kind.empty();
    std::string text = kinds ? "Maps of several kinds, each over its own words"
                       : one ? "Each over " + counted(first.outputs(), "output") + " and " +
                                   counted(first.source_length(), "source token")
                             : "Maps of several sentences";
    const auto odd =
        std::count_if(maps.begin(), maps.end(), [](const RunMap& map) { return !map.rows_sum_to_one; });
    if (odd == 0) return text + ". Each row sums to 1.";
    return text + ". " + (odd == 1 ? "One has" : counted(static_cast<int>(odd), "map") + " have") +
           " rows that do not sum to 1; they are drawn as they were given.";
}

std::string cell_words(const RunMap& map, int row, int column) {
    const auto [asks, looked_at] = cell_tokens(map, row, column);
    return asks + " looks at " + looked_at;
}

std::string title_of(const RunMap& map) {
    const std::string both =
        map.sentence + (map.sentence.empty() || map.place.empty() ? "" : ", ") + map.place;
    return both.empty() ? map.alone->model.name : capitalized(both);
}

Scene every_map_figure(std::span<const RunMap> maps, int looked_at, int row, int column, float width,
                       const FigureStyle& style) {
    Column c(width, style);
    if (maps.empty()) return std::move(c.scene);
    const RunMap& lit =
        maps[static_cast<std::size_t>(std::clamp(looked_at, 0, static_cast<int>(maps.size()) - 1))];
    const bool cell = row >= 0 && column >= 0 && row < lit.rows() && column < lit.columns();
    draw(c, cell ? weights_of(maps, lit, row, column) : entropies_of(maps), maps, looked_at);
    c.scene.height = c.y + 20;
    return std::move(c.scene);
}

} // namespace heed
