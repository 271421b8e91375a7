#include "app/figures/what_if/row.h"

#include "app/figures/base/marks.h"
#include "app/figures/tokens.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed {
namespace {

constexpr float bar_room = 52, top_room = 16, label_room = 20; // px: bars, numbers above, tokens below
constexpr std::size_t most_named = 3;

/// Positions to draw, in reading order: all, or as many as there is room for, where most changed.
std::vector<int> drawn(std::span<const float> row, std::span<const float> own, float width) {
    std::vector<int> order(row.size());
    std::iota(order.begin(), order.end(), 0);
    const auto most = static_cast<std::size_t>(std::max(1.0f, std::floor(width / 19)));
    if (order.size() <= most) return order;
    const auto change = [&](int j) {
        return std::abs(row[static_cast<std::size_t>(j)] - own[static_cast<std::size_t>(j)]);
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return change(a) > change(b); });
    order.resize(most);
    std::sort(order.begin(), order.end());
    return order;
}

struct Move {
    int j;
    float by;
};

/// Where weight was taken (by < 0) or put, largest first; what is hardly anything is left out.
std::vector<Move> moves(std::span<const float> row, std::span<const float> own, bool taken) {
    std::vector<Move> found;
    for (std::size_t j = 0; j < row.size(); ++j)
        if (const float by = row[j] - own[j]; (by < 0) == taken && std::abs(by) >= 0.005f)
            found.push_back({static_cast<int>(j), by});
    std::sort(found.begin(), found.end(),
              [](const Move& a, const Move& b) { return std::abs(a.by) > std::abs(b.by); });
    return found;
}

/// “M” and “a”; of many: “M”, “a” and 3 others.
std::string names(const Trace& trace, const std::vector<Move>& of) {
    std::string text;
    const std::size_t named = of.size() <= most_named ? of.size() : most_named - 1;
    for (std::size_t n = 0; n < named; ++n)
        text += (n == 0 ? "" : n + 1 == of.size() ? " and " : ", ") + quoted_source(trace, of[n].j);
    if (named < of.size()) text += " and " + std::to_string(of.size() - named) + " others";
    return text;
}

} // namespace

Scene row_change_figure(const Trace& trace, std::span<const float> row, std::span<const float> own,
                        float width, const FigureStyle& style) {
    Scene scene;
    const Palette& c = style.colors();
    scene.width = width;
    scene.height = top_room + bar_room + label_room;
    const std::vector<int> positions = drawn(row, own, width);
    const float pitch =
        std::min(44.0f, width / static_cast<float>(std::max<std::size_t>(1, positions.size())));
    const float left = (width - pitch * static_cast<float>(positions.size())) / 2, base = top_room + bar_room;
    float most = 0.02f;
    for (const int j : positions)
        most = std::max({most, row[static_cast<std::size_t>(j)], own[static_cast<std::size_t>(j)]});
    add_line(scene, {0, base}, {width, base}, c.line2, 1);
    for (std::size_t n = 0; n < positions.size(); ++n) {
        const int j = positions[n];
        const float a = row[static_cast<std::size_t>(j)], b = own[static_cast<std::size_t>(j)];
        const float x = left + (static_cast<float>(n) + 0.5f) * pitch, w = std::max(4.0f, pitch * 0.55f);
        const auto bar = [&](float value) {
            return Box{x - w / 2, base - value / most * bar_room, w, value / most * bar_room};
        };
        const Box now = bar(a), before = bar(b);
        const bool moved = std::abs(a - b) >= 0.005f;
        if (now.h >= 0.75f)
            add_fill(scene, now, fade(c.attention, moved ? 1.0f : 0.55f), std::min(2.0f, now.h / 2));
        if (before.h >= 1.5f)
            add_frame(scene, before, fade(c.attention, 0.75f), 1, std::min(2.0f, before.h / 2), {3, 2.5f});
        if (moved && pitch >= 17)
            add_text(scene, {x, std::min(now.y, before.y) - 8}, cell_number(static_cast<double>(a)),
                     Face::Mono, pitch >= 22 ? 11.0f : 9.0f, c.t1, Align::Centre);
        const bool quiet = is_quiet_source(trace, j);
        const Face face = quiet ? Face::Italic : shown_source(trace, j) == "␣" ? Face::Regular : Face::Mono;
        add_text(scene, {x, base + 11}, fitted(style, shown_source(trace, j), face, 11, pitch - 1), face, 11,
                 quiet ? c.t3 : c.t2, Align::Centre);
        scene.pick({x - pitch / 2, 0, pitch, scene.height}, {PickKind::TableRow, -1, j},
                   quoted_source(trace, j) + ": " + fixed(static_cast<double>(b), 3) + " → " +
                       fixed(static_cast<double>(a), 3));
    }
    return scene;
}

std::string row_change_words(const Trace& trace, std::span<const float> row, std::span<const float> own) {
    const std::vector<Move> from = moves(row, own, true), to = moves(row, own, false);
    float moved = 0;
    for (std::size_t j = 0; j < row.size(); ++j) moved += std::max(0.0f, own[j] - row[j]);
    if (from.empty() || to.empty())
        return "Moving " + cell_number(static_cast<double>(moved)) + " of the weight";
    return "Moving " + cell_number(static_cast<double>(moved)) + " of the weight from " + names(trace, from) +
           " to " + names(trace, to);
}

// ---------------------------------------------------------------------------------------------- words

namespace {

std::string short_p(float log_prob) {
    const double p = std::exp(static_cast<double>(log_prob));
    return p < 0.005 ? probability(p) : cell_number(p);
}

std::string held_words(const Trace& trace, int i, const RowEdit& edit) {
    const MatrixXf& used = trace.at(Quantity::Weights);
    if (edit.held.size() > 1) {
        if (edit.held.size() > 3)
            return "You hold " + std::to_string(edit.held.size()) + " weights; the rest share what is left.";
        std::string all;
        std::size_t n = 0;
        for (const auto& [j, w] : edit.held)
            all += (n == 0                      ? ""
                    : n + 1 == edit.held.size() ? " and "
                                                : ", ") +
                   quoted_source(trace, j) + " at " + cell_number(static_cast<double>(w)),
                ++n;
        return "You hold " + all + "; the rest share what is left.";
    }
    const auto& [j, weight] = *edit.held.begin();
    const float own = trace.has(Quantity::OwnWeights) ? trace.at(Quantity::OwnWeights)(j, i) : used(j, i);
    const std::string rest = std::abs(weight - own) < 1e-6f ? "stay"
                             : weight > own                 ? "shrink in proportion"
                                                            : "grow in proportion";
    return "You hold " + quoted_source(trace, j) + " at " + cell_number(static_cast<double>(weight)) +
           "; the rest " + rest + ".";
}

std::string row_words(const Trace& trace, int i, const RowEdit& edit) {
    const std::string output = "output " + std::to_string(i + 1);
    switch (edit.kind) {
    case RowEdit::Kind::Held:
        return held_words(trace, i, edit);
    case RowEdit::Kind::Given:
        return "You gave " + output + " its weights.";
    case RowEdit::Kind::Uniform:
        return "You spread the weights of " + output + " evenly.";
    case RowEdit::Kind::HardMax: {
        Eigen::Index j = 0;
        trace.at(Quantity::Weights).col(i).maxCoeff(&j);
        return "You let " + output + " look at nothing but " + quoted_source(trace, static_cast<int>(j)) +
               ", its strongest.";
    }
    case RowEdit::Kind::Previous:
        return i == 0 ? "There is no row before " + output + ": it keeps its own."
                      : "You gave " + output + " the row of output " + std::to_string(i) + ".";
    case RowEdit::Kind::Without: {
        std::vector<Move> left_out;
        for (const int j : edit.without) left_out.push_back({j, 0});
        return "You took " + names(trace, left_out) + " away from " + output +
               "; the rest grow in proportion.";
    }
    case RowEdit::Kind::Shuffled:
        return "You shuffled the weights of " + output + ".";
    }
    return {};
}

} // namespace

std::string edit_words(const Trace& trace, int i) {
    if (i < 0 || i >= trace.outputs()) return {};
    const Edits& edits = trace.request.edits;
    const RowEdit* row = trace.has_weights() ? edits.row(i) : nullptr;
    std::string words = row ? row_words(trace, i, *row) : "";
    if (edits.forced.contains(i))
        words += (words.empty() ? "" : " ") + std::string("You forced ") + quoted_output(trace, i) +
                 " as output " + std::to_string(i + 1) + ".";
    if (words.empty() && edits.temperature != 1 && trace.has_weights())
        words = "You divided all scores by " + compact(edits.temperature) + ": the weights are " +
                (edits.temperature < 1 ? "sharper." : "softer.");
    return words;
}

std::string edit_narration(const Trace& trace, const WhatIf* w, int i) {
    std::string words = edit_words(trace, i);
    if (words.empty() || !w || w->changed.get() != &trace || i >= w->model->outputs()) return words;
    const TraceStep& before = w->model->steps[static_cast<std::size_t>(i)];
    const TraceStep& now = trace.steps[static_cast<std::size_t>(i)];
    return words + " Output " + std::to_string(i + 1) + ": " + shown_output(*w->model, i) + " → " +
           shown_output(trace, i) + ", p " + short_p(before.log_prob) + " → " + short_p(now.log_prob);
}

} // namespace heed
