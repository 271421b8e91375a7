// Where one model looks more, or less, than another.
#include "app/figures/maps/difference.h"
#include "app/figures/compare/draw.h"
#include "app/figures/tokens.h"
#include "core/analysis/divergence.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace compare {
namespace {

/// The outputs that both wrote, with b's weights minus a's: as much of a trace as labels and picks need.
struct Difference {
    std::shared_ptr<Trace> trace;
    std::vector<std::pair<int, int>> shared; // row -> output of a, output of b
    MatrixXf values;                         // (T, rows)
    float scale = 1;                         // the difference at either end of the colours
};

Difference difference_of(const Trace& a, const Trace& b, double temperature) {
    Difference d;
    d.shared = analysis::shared_outputs(a, b);
    d.trace = std::make_shared<Trace>();
    d.trace->model = b.model;
    d.trace->source_text = b.source_text;
    d.trace->source = b.source;
    const MatrixXf left = compared_weights(a, temperature), right = compared_weights(b, temperature);
    d.values.resize(left.rows(), static_cast<Eigen::Index>(d.shared.size()));
    for (std::size_t row = 0; row < d.shared.size(); ++row) {
        const auto [i, k] = d.shared[row];
        d.trace->steps.push_back(b.steps[static_cast<std::size_t>(k)]);
        d.values.col(static_cast<Eigen::Index>(row)) = right.col(k) - left.col(i);
    }
    if (d.values.size() != 0) d.scale = difference_scale(d.values.cwiseAbs().maxCoeff());
    d.trace->set(Quantity::Weights, 0, d.values);
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

} // namespace

void add_difference_cells(const Painter& p, const Box& map, const MatrixXf& differences, float scale) {
    auto values = std::make_shared<std::vector<float>>(static_cast<std::size_t>(differences.size()),
                                                       std::numeric_limits<float>::quiet_NaN());
    const auto shown = static_cast<Eigen::Index>(p.revealed()) * differences.rows();
    for (Eigen::Index n = 0; n < shown; ++n) // column by column of (T, rows) is row by row of the map
        (*values)[static_cast<std::size_t>(n)] = difference_shade(differences.data()[n], scale);
    MatrixItem matrix;
    matrix.box = map;
    matrix.rows = p.outputs();
    matrix.columns = p.sources();
    matrix.values = std::move(values);
    matrix.map = ColorMapId::Difference;
    matrix.dark = p.colors().dark();
    matrix.gap = p.plan.gap();
    matrix.radius = p.plan.radius();
    p.scene.add(matrix);
    if (!p.style.numbers || p.plan.pitch_x < 30 || p.plan.pitch_y < 16) return;
    for (int i = 0; i < p.revealed(); ++i)
        for (int j = 0; j < p.sources(); ++j)
            if (const float value = differences(j, i); std::abs(value) >= 0.05f)
                add_text(p.scene, {p.column_x(map, j), p.row_y(map, i)}, signed_number(value), Face::Mono, 11,
                         difference_ink(p.style, difference_shade(value, scale)), Align::Centre);
}

namespace {

void add_legend(const Painter& p, const Difference& d, const std::string& a, const std::string& b) {
    const float y = p.card.bottom() - 30, width = std::clamp(p.card.w * 0.25f, 60.0f, 180.0f);
    const float x = add_difference_legend(p.scene, p.style, {p.card.x + card_edge, y}, width, d.scale) + 20;
    const std::string words = "Where " + b + " looks more, or less, than " + a;
    const float room = p.card.right() - card_edge - x;
    if (room >= 80)
        add_text(p.scene, {x, y}, fitted(p.style, words, Face::Regular, 11, room), Face::Regular, 11,
                 p.colors().t3);
}

void add_difference(const Painter& p, const Difference& d, const std::string& a, const std::string& b) {
    const Box map = p.map();
    add_difference_cells(p, map, d.values, d.scale);
    add_frames(p, map);
    add_labels(p, map);
    add_legend(p, d, a, b);
    const std::size_t first = p.scene.picks.size();
    add_map_picks(p, map);
    for (std::size_t n = first; n < p.scene.picks.size(); ++n) // rows of the map to outputs of a
        if (int& i = p.scene.picks[n].id.i; i >= 0) i = d.shared[static_cast<std::size_t>(i)].first;
    const int i = p.row(), j = p.column();
    if (i < 0 || j < 0 || i >= p.revealed()) return;
    const float right = p.card.right() - card_edge, y = p.card.y + 20;
    add_text(p.scene, {right, y}, signed_number(d.values(j, i)), Face::Mono, 13, p.colors().t1, Align::Right);
    add_text(p.scene, {right - 44, y},
             fitted(p.style, shown_output(*d.trace, i) + " → " + shown_source(*d.trace, j), Face::Regular, 11,
                    p.card.w * 0.3f),
             Face::Regular, 11, p.colors().t3, Align::Right);
}

/// The options in rows of the map instead of outputs of a.
CompareOptions in_rows(const CompareOptions& options, const Difference& d) {
    CompareOptions result = options;
    const auto row_of = [&](int output) {
        for (std::size_t row = 0; row < d.shared.size(); ++row)
            if (d.shared[row].first == output) return static_cast<int>(row);
        return -1;
    };
    CompareCell look = looked_at(options);
    if (look.row >= 0) look.row = row_of(look.row);
    result.hover = result.pinned = look;
    if (options.rows >= 0)
        result.rows = static_cast<int>(
            std::count_if(d.shared.begin(), d.shared.end(),
                          [&](const std::pair<int, int>& pair) { return pair.first < options.rows; }));
    return result;
}

} // namespace
} // namespace compare

Scene compare_difference(const ComparePanel& a, const ComparePanel& b, const CompareOptions& options,
                         float width, float height, const FigureStyle& style) {
    using namespace compare;
    Scene scene;
    scene.width = width;
    scene.height = height;
    ComparePanel panel;
    panel.title = b.title + " " + std::string(minus_sign) + " " + a.title;
    const Box card{0, 0, width, height};
    add_card(scene, card, style.colors());
    const std::string problem = why_not(a, b);
    Difference d;
    if (problem.empty()) d = difference_of(*a.trace, *b.trace, options.temperature);
    panel.trace = d.trace;
    PanelPlan plan = panel_plan({&panel, 1}, width, height - 36, false, style);
    const CompareOptions rows = in_rows(options, d);
    const Agreement agreement = agreement_of({&panel, 1});
    const Painter painter{scene, panel, rows, style, plan, agreement, std::nullopt, 0, -1, card};
    scene.add(ClipItem{card});
    add_heading(scene, style, card, panel.title, "");
    if (problem.empty())
        add_difference(painter, d, a.title, b.title);
    else
        add_sentences(painter, problem, "", style.colors().t3, Face::Regular);
    scene.add(ClipEnd{});
    return scene;
}

} // namespace heed
