#include "app/figures/compare/own_past.h"

#include "app/figures/base/format.h"
#include "app/figures/tokens.h"
#include "core/models/transformer/facts.h"

#include <algorithm>

namespace heed::compare {
namespace {

constexpr float between = 14; // px: the maps of one card

} // namespace

LabelledMap past_map_of(const Trace& trace) {
    LabelledMap map;
    if (!trace.has(Quantity::PastWeights) || trace.outputs() < 2) return map;
    const int columns = trace.outputs() - 1; // nothing looks back at the last
    for (int k = 0; k < columns; ++k) {
        MapLabel& label = map.columns.emplace_back();
        label.text = shown_output(trace, k);
        label.number = k + 1;
        label.words = is_transformer(trace.model)
                          ? "Its own output " + std::to_string(k + 1) + ", " + quoted_output(trace, k)
                          : "The decoder’s own state " + std::to_string(k + 1) + ", which wrote " +
                                quoted_output(trace, k);
    }
    map.rows.resize(static_cast<std::size_t>(trace.outputs()));
    map.values = trace.at(Quantity::PastWeights).topRows(columns);
    return map;
}

std::vector<LabelledMap> with_past(std::span<const ComparePanel> panels, std::vector<LabelledMap> maps) {
    for (std::size_t n = 0; n < panels.size(); ++n) {
        if (!panels[n].trace) continue;
        const LabelledMap past = past_map_of(*panels[n].trace);
        maps[n].columns.insert(maps[n].columns.end(), past.columns.begin(), past.columns.end());
    }
    return maps;
}

MapPlan beside_past(MapPlan plan, int columns) {
    if (columns > 0) plan.right += static_cast<float>(columns) * plan.pitch_x + between;
    return plan;
}

void add_past_map(const Painter& p) {
    const LabelledMap past = past_map_of(p.trace());
    if (past.columns.empty()) return;
    const Box source = p.cells();
    const float left = source.right() + between;
    MapPlan plan = p.plan;
    plan.gutter = 0;
    plan.rows = MapLabels::Numbers; // its rows have none: they are those of the source's map
    plan.right = 0;
    const Box card{left - card_edge, p.card.y,
                   card_edge + static_cast<float>(past.column_count()) * plan.pitch_x, p.card.h};
    const MapPainter map{p.scene, past, p.style, plan, card, p.revealed, -1, -1, p.key};
    add_map_cells(map);
    add_map_labels(map);
    const float x = source.right() + between / 2;
    add_line(p.scene, {x, source.y - 6}, {x, source.bottom()}, p.colors().line2, 1, {3, 3});
}

namespace {

float past_share(const Trace& trace) {
    float past = 0;
    for (int i = 0; i < trace.outputs(); ++i) past += own_past_weight(trace, i);
    return past / static_cast<float>(std::max(1, trace.outputs()));
}

} // namespace

std::string past_share_words(const Trace& trace) {
    return percent(past_share(trace)) + " of the weight is on its own past";
}

std::string past_words(const Trace& trace) {
    const float past = past_share(trace);
    return "Left source, " + percent(1 - past) + " of the weight; right its own past, " + percent(past);
}

} // namespace heed::compare
