// What the panels say in numbers, a row each.
#include "app/figures/base/format.h"
#include "app/figures/compare/metric_words.h"
#include "app/figures/compare/side.h"
#include "app/figures/seq2seq/inspector/weights.h"
#include "app/figures/trace_map.h"

#include <algorithm>
#include <cmath>

namespace heed::compare {
namespace {

struct Metric {
    const char* heading;
    std::optional<double> CompareNumbers::Row::*value;
    MetricKind kind;
    int best;    // 1: the largest is best, -1: the smallest, 0: none is better than another
    bool forced; // of the right answer, whose map can be looked at
};
constexpr Metric metrics[] = {
    {"log-prob", &CompareNumbers::Row::log_prob, MetricKind::LogProb, 1, false},
    {"entropy", &CompareNumbers::Row::entropy, MetricKind::Entropy, 0, false},
    {"sharpness", &CompareNumbers::Row::sharpness, MetricKind::Sharpness, 0, false},
    {"τ grad", &CompareNumbers::Row::tau, MetricKind::Tau, 0, false},
    {"AER", &CompareNumbers::Row::error, MetricKind::Error, -1, false},
    {"forced", &CompareNumbers::Row::forced_error, MetricKind::ForcedError, -1, true}};

bool is_error(const Metric& metric) {
    return metric.kind == MetricKind::Error || metric.kind == MetricKind::ForcedError;
}

bool any(const Side& side, const Metric& metric) {
    return std::any_of(side.numbers.rows.begin(), side.numbers.rows.end(),
                       [&](const CompareNumbers::Row& row) { return (row.*metric.value).has_value(); });
}

/// Weights computed elsewhere have no probability: not even one that is still to come.
bool nothing_was_run(const Side& side) {
    return std::all_of(side.panels.begin(), side.panels.end(), [](const ComparePanel& panel) {
        return panel.trace && is_weights_only(*panel.trace);
    });
}

/// Whether some number of the right answer is not of the map that is shown.
bool forced_elsewhere(const Side& side) {
    return !side.options.forced_rows &&
           std::any_of(side.panels.begin(), side.panels.end(), [](const ComparePanel& panel) {
               return panel.trace && panel.judged.alignment && !panel.judged.right;
           });
}

/// Several maps of one run, as of its heads: what it wrote is as likely in each of them.
bool is_one_run(const Side& side) {
    const auto& rows = side.numbers.rows;
    return rows.size() > 2 && rows.front().log_prob &&
           std::all_of(rows.begin(), rows.end(),
                       [&](const CompareNumbers::Row& row) { return row.log_prob == rows.front().log_prob; });
}

/// Whether there is a τ, or one is being measured.
bool has_tau(const Side& side) {
    return side.options.measuring &&
           std::any_of(side.panels.begin(), side.panels.end(), [](const ComparePanel& panel) {
               return panel.problem.empty() && (!panel.meaning || panel.meaning->gradient);
           });
}

std::vector<Metric> metrics_of(const Side& side) {
    std::vector<Metric> chosen;
    for (const Metric& metric : metrics)
        if (metric.kind == MetricKind::Sharpness && forced_elsewhere(side))
            continue; // its room is the forced error's
        else if (metric.kind == MetricKind::Tau && !has_tau(side))
            continue;
        else if (metric.kind == MetricKind::LogProb && is_one_run(side))
            continue; // the heading says it once
        else if (metric.forced ? forced_elsewhere(side)
                               : !(is_error(metric) || nothing_was_run(side)) || any(side, metric))
            chosen.push_back(metric);
    return chosen;
}

std::string printed(const Metric& metric, double value) { return metric_text(metric.kind, value); }

/// How much of the bar a value fills: log-probabilities of the lowest one, entropy of that of even weights.
float bar_share(const Side& side, const Metric& metric, int k) {
    const double value = *(side.row(k).*metric.value);
    double whole = 1;
    if (metric.value == &CompareNumbers::Row::log_prob)
        for (const CompareNumbers::Row& row : side.numbers.rows) {
            if (row.log_prob) whole = std::max(whole, -*row.log_prob);
        }
    else if (metric.value == &CompareNumbers::Row::entropy && side.panel(k).trace)
        whole = std::log(std::max(2, side.panel(k).trace->source_length()));
    return std::clamp(static_cast<float>(std::abs(value) / whole), 0.0f, 1.0f);
}

bool is_best(const Side& side, const Metric& metric, const std::string& text) {
    if (metric.best == 0) return false;
    std::optional<double> best;
    int known = 0;
    for (const CompareNumbers::Row& row : side.numbers.rows)
        if (const auto value = row.*metric.value) {
            ++known;
            if (!best || metric.best * (*value - *best) > 0) best = value;
        }
    return known > 1 && best && printed(metric, *best) == text; // what prints alike is equally good
}

void add_metric(const Side& side, const Metric& metric, int k, Box cell) {
    const Palette& c = side.colors();
    const auto value = side.panel(k).trace ? side.row(k).*metric.value : std::nullopt;
    const bool roomy = cell.h >= 19;
    const float y = cell.y + (roomy ? cell.h / 2 - 1 : cell.h / 2);
    if (!value) {
        const bool measured = metric.kind != MetricKind::Tau || side.panel(k).meaning;
        const bool pending = side.panel(k).problem.empty() && !(side.panel(k).trace && measured);
        if (!pending && metric.kind == MetricKind::Tau)
            side.scene.pick(cell, {}, metric_tooltip(metric.kind, side.panel(k), side.row(k)));
        return add_text(side.scene, {cell.right(), y}, pending ? "…" : "–", Face::Mono, 11, c.t3,
                        Align::Right);
    }
    const std::string text = printed(metric, *value);
    const bool best = is_best(side, metric, text);
    add_text(side.scene, {cell.right(), y}, text, best ? Face::MonoSemibold : Face::Mono, 11,
             best ? c.t1 : c.t2, Align::Right);
    const bool map = metric.forced && !side.panel(k).judged.right;
    const bool meaning = opens_meaning(metric.kind, side.panel(k));
    const char* opens = map ? "forced" : meaning ? "meaning" : nullptr;
    if (opens) {
        const float wide = text_width(side.style, text, Face::Mono, 11);
        add_dashed_underline(side.scene, {cell.right() - wide, y + 7}, wide, c.t3);
    }
    side.scene.pick(cell,
                    {opens ? PickKind::Button : PickKind::TableRow, k, -1, opens ? k : -1,
                     opens ? opens : metric.heading},
                    metric_tooltip(metric.kind, side.panel(k), side.row(k)) +
                        (map ? ". Click to see that map" : ""));
    if (!roomy || opens) return;
    const float bar_y = cell.y + cell.h / 2 + 8;
    add_fill(side.scene, {cell.x, bar_y, cell.w, 2}, c.bg3, 1);
    const float filled = cell.w * bar_share(side, metric, k);
    if (filled > 0.5f) add_fill(side.scene, {cell.x, bar_y, filled, 2}, best ? c.t1 : c.t3, 1);
}

/// Not all of it is what the models wrote by themselves.
bool any_given(const Side& side) {
    for (int k = 0; k < static_cast<int>(side.numbers.rows.size()); ++k)
        if (side.panel(k).trace && was_given(*side.panel(k).trace)) return true;
    return false;
}

struct MetricColumn {
    float right = 0, width = 0;
    float left() const { return right - width; }
};

/// As wide as what stands in it.
float least_width(const Side& side, const Metric& metric) {
    float widest = text_width(side.style, metric.heading, Face::Regular, 11);
    for (const CompareNumbers::Row& row : side.numbers.rows)
        if (const auto value = row.*metric.value)
            widest =
                std::max(widest, text_width(side.style, printed(metric, *value), Face::MonoSemibold, 11));
    return widest;
}

/// Sharpness gives way where the names would be cut beside a τ.
void leave_room(const Side& side, std::vector<Metric>& shown, Box card, float names) {
    const auto is = [](MetricKind kind) { return [kind](const Metric& m) { return m.kind == kind; }; };
    if (std::none_of(shown.begin(), shown.end(), is(MetricKind::Tau))) return;
    float all = names + 8 + 2 * card_edge;
    for (const Metric& metric : shown) all += least_width(side, metric) + 10;
    if (all - 10 > card.w) std::erase_if(shown, is(MetricKind::Sharpness));
}

/// Columns of one width; as wide as what stands in each where else the names before them would be cut.
std::vector<MetricColumn> metric_columns(const Side& side, std::span<const Metric> shown, Box card,
                                         float names) {
    const auto count = static_cast<float>(shown.size());
    const float width = std::min(54.0f, (card.w - 2 * card_edge) / (count + 2));
    const float step = count > 4 ? std::max(width + 4, 56.0f)
                                 : std::max(width + (card.w >= 380 ? 14.0f : 8.0f),
                                            61.0f); // "sharpness" is 52 wide
    const float room = card.w - 2 * card_edge - names - 8;
    const bool crowded = std::any_of(shown.begin(), shown.end(), [&](const Metric& metric) {
        return text_width(side.style, metric.heading, Face::Regular, 11) > step - 8;
    });
    const bool cuts = crowded || width + step * (count - 1) > room;
    std::vector<MetricColumn> columns(shown.size());
    float all = 0;
    for (std::size_t n = 0; n < shown.size(); ++n)
        all += columns[n].width = cuts ? least_width(side, shown[n]) : width;
    const float gap = cuts ? std::clamp((room - all) / count, 10.0f, 24.0f) : step - width;
    float right = card.right() - card_edge;
    for (std::size_t n = shown.size(); n-- > 0; right -= columns[n].width + gap) columns[n].right = right;
    return columns;
}

void add_column_heading(const Side& side, const Metric& metric, Point right) {
    add_text(side.scene, right, metric.heading, Face::Regular, 11, side.colors().t3, Align::Right);
    const float width = text_width(side.style, metric.heading, Face::Regular, 11);
    if (metric.kind == MetricKind::Tau)
        side.scene.pick({right.x - width, right.y - 8, width, 16}, {},
                        "Kendall τ of the weights with gradient × input, mean over the outputs");
}

/// Encoders alone.
bool writes_nothing(const Side& side) {
    return std::all_of(side.panels.begin(), side.panels.end(), [](const ComparePanel& panel) {
        return !panel.trace || rows_are_places(*panel.trace);
    });
}

/// Whose numbers they are; where that has no room, its last clause gives way first.
std::string metrics_note(const Side& side, std::span<const Metric> shown) {
    const bool tau = std::any_of(shown.begin(), shown.end(),
                                 [](const Metric& metric) { return metric.kind == MetricKind::Tau; });
    const std::string temperature =
        side.options.temperature == 1 ? "" : "at T = " + up_to(side.options.temperature) + ", ";
    if (is_one_run(side) && !side.options.forced_rows)
        return temperature + "log-prob " + printed(metrics[0], *side.numbers.rows.front().log_prob) +
               (side.changed_words().empty() ? ", one run" : ", one changed run") +
               (tau ? ", τ with gradient × input" : "");
    const std::string changed = side.changed_words();
    const char* whose = side.options.forced_rows ? "made to write the right answer"
                        : !changed.empty()       ? changed.c_str()
                        : shown.back().forced    ? "forced: AER of the answer"
                        : is_error(shown.back()) ? "AER of each map"
                        : nothing_was_run(side)  ? "computed elsewhere"
                        : any_given(side)        ? "of given outputs, too"
                        : writes_nothing(side)   ? "of what was read"
                                                 : "as the models wrote them";
    return temperature + whose + (tau ? ", τ with gradient × input" : "");
}

} // namespace

void add_metrics(const Side& side, Box card, float pitch) {
    std::vector<Metric> shown = metrics_of(side);
    add_card(side.scene, card, side.colors());
    add_heading(side.scene, side.style, card, "Metrics of these maps", metrics_note(side, shown));
    const float right = card.right() - card_edge, line = card.y + 54, size = pitch >= 20 ? 13.0f : 11.0f;
    float names = 0;
    for (const ComparePanel& panel : side.panels)
        names = std::max(names, text_width(side.style, panel.title, Face::Medium, size));
    leave_room(side, shown, card, names);
    const std::vector<MetricColumn> columns = metric_columns(side, shown, card, names);
    for (std::size_t n = 0; n < shown.size(); ++n)
        add_column_heading(side, shown[n], {columns[n].right, line - 11});
    add_line(side.scene, {card.x + card_edge, line}, {right, line}, side.colors().line);
    for (int k = 0; k < side.count(); ++k) {
        const float y = line + 2 + static_cast<float>(k) * pitch;
        const float room = columns.front().left() - 8 - card.x - card_edge;
        side.name(k, {card.x + card_edge, y + pitch / 2}, room, pitch, Align::Left, Face::Medium);
        side.scene.pick({card.x, y, card_edge + room, pitch}, {PickKind::Button, -1, -1, k, "panel"},
                        names > room ? side.panel(k).title : "");
        for (std::size_t n = 0; n < shown.size(); ++n)
            add_metric(side, shown[n], k, {columns[n].left(), y, columns[n].width, pitch});
    }
}

} // namespace heed::compare
