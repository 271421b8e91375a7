// Where one model looks more, or less, than another.
#include "app/figures/base/format.h"
#include "app/figures/compare/draw.h"
#include "app/figures/trace_map.h"
#include "core/analysis/divergence.h"

#include <algorithm>

namespace heed {
namespace compare {
namespace {

/// The outputs that both wrote, with b's weights minus a's.
struct Difference {
    LabelledMap map;
    std::vector<std::pair<int, int>> shared; // row -> output of a, output of b

    int row_of(int output) const { // of a; -1: it has none
        const auto found = std::find_if(shared.begin(), shared.end(),
                                        [&](const auto& pair) { return pair.first == output; });
        return found == shared.end() ? -1 : static_cast<int>(found - shared.begin());
    }
};

Difference difference_of(const Trace& a, const Trace& b, double temperature) {
    Difference d;
    d.shared = analysis::shared_outputs(a, b);
    const LabelledMap left = compared_map(a, temperature);
    LabelledMap right = compared_map(b, temperature);
    d.map.columns = std::move(right.columns);
    d.map.values.resize(left.values.rows(), static_cast<Eigen::Index>(d.shared.size()));
    for (std::size_t row = 0; row < d.shared.size(); ++row) {
        const auto [i, k] = d.shared[row];
        d.map.rows.push_back(right.row(k));
        d.map.rows.back().number = static_cast<int>(row) + 1;
        d.map.values.col(static_cast<Eigen::Index>(row)) = right.values.col(k) - left.values.col(i);
    }
    d.map.scale = difference_scale(d.map.has_values() ? d.map.values.cwiseAbs().maxCoeff() : 1);
    return d;
}

std::string why_not(const ComparePanel& a, const ComparePanel& b) {
    for (const ComparePanel* panel : {&a, &b}) {
        if (!panel->trace) return panel->problem.empty() ? panel->title + " is running" : panel->problem;
        if (!panel->trace->has_weights())
            return panel->title + " has no weights: there is nothing to compare";
    }
    if (a.trace->source_length() != b.trace->source_length()) return "They read sources of different length";
    if (analysis::shared_outputs(*a.trace, *b.trace).empty()) return "They share no output";
    return {};
}

void add_legend(const MapPainter& p, const std::string& a, const std::string& b) {
    const float y = p.card.bottom() - 30, width = std::clamp(p.card.w * 0.25f, 60.0f, 180.0f);
    const float x =
        add_difference_legend(p.scene, p.style, {p.card.x + card_edge, y}, width, p.map.scale) + 20;
    const std::string words = "Where " + b + " looks more, or less, than " + a;
    const float room = p.card.right() - card_edge - x;
    if (room >= 80)
        add_text(p.scene, {x, y}, fitted(p.style, words, Face::Regular, 11, room), Face::Regular, 11,
                 p.colors().t3);
}

void add_difference(const MapPainter& p, const Difference& d, const std::string& a, const std::string& b) {
    add_map_cells(p);
    add_map_frames(p);
    add_map_labels(p);
    add_legend(p, a, b);
    const std::size_t first = p.scene.picks.size();
    add_map_picks(p);
    for (std::size_t n = first; n < p.scene.picks.size(); ++n) // rows of the map to outputs of a
        if (int& i = p.scene.picks[n].id.i; i >= 0) i = d.shared[static_cast<std::size_t>(i)].first;
    if (!p.looks_at_cell()) return;
    const float right = p.card.right() - card_edge, y = p.card.y + 20;
    add_text(p.scene, {right, y}, signed_number(p.value()), Face::Mono, 13, p.colors().t1, Align::Right);
    add_text(p.scene, {right - 44, y}, fitted(p.style, p.pair_words(), Face::Regular, 11, p.card.w * 0.3f),
             Face::Regular, 11, p.colors().t3, Align::Right);
}

} // namespace

MapPainter painter_of(Scene& scene, const LabelledMap& map, const FigureStyle& style, const MapPlan& plan,
                      Box card, int revealed, CompareCell look, int key) {
    return {scene,
            map,
            style,
            plan,
            card,
            revealed,
            look.row < map.row_count() ? look.row : -1,
            look.column < map.column_count() ? look.column : -1,
            key};
}

LabelledMap compared_map(const Trace& trace, double temperature) {
    LabelledMap map = map_of(trace);
    if (map.has_values()) map.values = compared_weights(trace, temperature);
    return map;
}

} // namespace compare

Scene compare_difference(const ComparePanel& a, const ComparePanel& b, const CompareOptions& options,
                         float width, float height, const FigureStyle& style) {
    using namespace compare;
    Scene scene{.width = width, .height = height};
    const Box card{0, 0, width, height};
    add_card(scene, card, style.colors());
    const std::string problem = why_not(a, b);
    Difference d;
    if (problem.empty()) d = difference_of(*a.trace, *b.trace, options.temperature);
    const MapPlan plan = map_plan({&d.map, 1}, width, height - 36, false, style);
    CompareCell look = looked_at(options);
    if (look.row >= 0) look.row = d.row_of(look.row);
    const auto revealed =
        std::count_if(d.shared.begin(), d.shared.end(), [&](const std::pair<int, int>& pair) {
            return options.rows < 0 || pair.first < options.rows;
        });
    const MapPainter painter =
        painter_of(scene, d.map, style, plan, card, static_cast<int>(revealed), look, -1);
    scene.add(ClipItem{card});
    add_heading(scene, style, card, b.title + " " + std::string(minus_sign) + " " + a.title, "");
    if (problem.empty())
        add_difference(painter, d, a.title, b.title);
    else
        add_sentences(painter, problem, "", style.colors().t3, Face::Regular);
    scene.add(ClipEnd{});
    return scene;
}

} // namespace heed
