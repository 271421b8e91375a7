// The column beside the panels: metrics, how different the maps are, and where one output looks.
#include "app/figures/compare/side.h"
#include "app/figures/base/color_map.h"
#include "app/figures/base/format.h"
#include "app/figures/compare/metric_words.h"
#include "app/figures/seq2seq/inspector/weights.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace compare {
namespace {

constexpr float widest_name = 112; // px

// ---------------------------------------------------------------------------------------------- metrics

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

/// Whose numbers they are; where that has no room, its last clause gives way first.
std::string metrics_note(const Side& side, std::span<const Metric> shown) {
    const bool tau = std::any_of(shown.begin(), shown.end(),
                                 [](const Metric& metric) { return metric.kind == MetricKind::Tau; });
    const std::string temperature =
        side.options.temperature == 1 ? "" : "at T = " + up_to(side.options.temperature) + ", ";
    const char* whose = side.options.forced_rows ? "made to write the right answer"
                        : shown.back().forced    ? "forced: AER of the answer"
                        : is_error(shown.back()) ? "AER of each map"
                        : nothing_was_run(side)  ? "computed elsewhere"
                        : any_given(side)        ? "of given outputs, too"
                                                 : "as the models wrote them";
    return temperature + whose + (tau ? ", τ with gradient × input" : "");
}

void add_metrics(const Side& side, Box card, float pitch) {
    const std::vector<Metric> shown = metrics_of(side);
    add_card(side.scene, card, side.colors());
    add_heading(side.scene, side.style, card, "Metrics of these maps", metrics_note(side, shown));
    const float right = card.right() - card_edge, line = card.y + 54, size = pitch >= 20 ? 13.0f : 11.0f;
    float names = 0;
    for (const ComparePanel& panel : side.panels)
        names = std::max(names, text_width(side.style, panel.title, Face::Medium, size));
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

// ---------------------------------------------------------------------------------------------- differences

float widest_title(const Side& side) {
    float widest = 30;
    for (const ComparePanel& panel : side.panels)
        widest = std::max(widest, text_width(side.style, panel.title, Face::Regular, 11));
    return std::min(widest, widest_name);
}

std::string first_word(const std::string& title) { return title.substr(0, title.find_first_of(" ,")); }

/// One word where the whole title is too wide: the first, as "scaled" of "scaled dot", or the last where
/// another title begins with the same, as "tanh" of "general, tanh".
std::string short_title(const Side& side, int k, float room) {
    const auto fits = [&](const std::string& text) {
        return text_width(side.style, text, Face::Regular, 11) <= room;
    };
    const std::string title = side.panel(k).title, first = first_word(title);
    if (fits(title)) return title;
    bool shared = false;
    for (int other = 0; other < side.count(); ++other)
        shared = shared || (other != k && first_word(side.panel(other).title) == first);
    const std::string last = title.substr(title.find_last_of(" ,") + 1);
    if (shared && fits(last)) return last;
    return fits(first) ? first : "";
}

/// Of a column of the matrix.
float pair_width(const Side& side, float left) {
    return std::min(60.0f, (side.width - 2 * card_edge - left) / static_cast<float>(side.count()));
}

/// Whether every column's name fits above its column.
bool has_heads(const Side& side, float pitch_x) {
    for (int k = 0; k + 1 < side.count(); ++k)
        if (short_title(side, k, pitch_x - 2).empty()) return false;
    return true;
}

std::string pair_tooltip(const Side& side, int a, int b, const std::optional<double>& value) {
    const std::string names = side.panel(b).title + " and " + side.panel(a).title;
    const bool sums = side.row(a).short_rows || side.row(b).short_rows;
    return value ? names + ": " + fixed(*value, 3) + " bits, the mean over the outputs that both wrote" +
                       (sums ? ". What a row lacks of 1 counts as a place of its own" : "") +
                       ". Click for the difference"
                 : names + " cannot be compared: no weights, other sources or no shared output";
}

/// ".02", "0", "<.01".
std::string bits_cell(double value) {
    return value <= 1e-9   ? "0"
           : value < 0.005 ? "<.01"
           : value < 0.995 ? cell_number(value)
                           : weight_number(value);
}

/// Grey, by the square root of the divergence: that is a distance.
void add_pair(const Side& side, int a, int b, Box cell) {
    const Palette& c = side.colors();
    const auto value = side.divergence(a, b);
    const Color fill = value ? mixed(c.bg2, c.t2, static_cast<float>(std::sqrt(*value))) : c.bg1;
    const bool asked = std::minmax(a, b) == std::minmax(side.options.difference_a, side.options.difference_b);
    side.scene.add(RectItem{cell, fill,
                            asked   ? c.t1
                            : value ? Color{0, 0, 0, 0}
                                    : c.line,
                            asked   ? 1.5f
                            : value ? 0.0f
                                    : 1.0f,
                            2});
    const bool ready = side.panel(a).trace && side.panel(b).trace;
    if (cell.w >= 20 && cell.h >= 11) {
        const std::string text = value ? bits_cell(*value) : ready ? "–" : "…";
        const bool fits = text_width(side.style, text, Face::Mono, 11) <= cell.w;
        add_text(side.scene, cell.centre(), text, Face::Mono, fits ? 11.0f : 9.0f,
                 value ? ink_on(fill) : c.t3, Align::Centre);
    }
    if (value || ready)
        side.scene.pick(cell, {PickKind::Button, a, b, -1, "difference"}, pair_tooltip(side, a, b, value));
}

/// Where the whole title has no room, a word of it.
void add_column_name(const Side& side, int k, Point left, float room) {
    const std::string word = short_title(side, k, room);
    add_text(side.scene, left,
             word.empty() ? fitted(side.style, side.panel(k).title, Face::Regular, 11, room) : word,
             Face::Regular, 11, side.colors().t3);
}

void add_differences(const Side& side, Box card, float pitch, float left, float head) {
    const Palette& c = side.colors();
    add_card(side.scene, card, c);
    add_heading(side.scene, side.style, card, "How different are they?", "JS divergence, bits");
    const float x0 = card.x + card_edge + left, top = card.y + 38 + head;
    const float pitch_x = pair_width(side, left);
    for (int a = 0; a < side.count(); ++a) {
        const float y = top + static_cast<float>(a) * pitch, x = x0 + static_cast<float>(a) * pitch_x;
        side.name(a, {x0 - 10, y + pitch / 2}, left - 10, pitch, Align::Right);
        for (int b = 0; b < a; ++b)
            add_pair(side, a, b, {x0 + static_cast<float>(b) * pitch_x, y, pitch_x - 2, pitch - 2});
        add_fill(side.scene, {x, y, pitch_x - 2, pitch - 2}, fade(c.bg2, 0.6f), 2);
        if (a + 1 == side.count()) continue; // nothing stands below it
        if (head > 0)
            add_text(side.scene, {x + (pitch_x - 2) / 2, top - 12}, short_title(side, a, pitch_x - 2),
                     Face::Regular, 11, c.t2, Align::Centre);
        else // the column's name begins where the column does
            add_column_name(side, a, {x + 5, y + pitch / 2 - 1}, card.right() - 4 - x - 5);
    }
}

// ---------------------------------------------------------------------------------------------- heights

constexpr float metrics_rest = 66, differences_rest = 48, head_height = 24,
                profile_rest = 62; // px besides rows
constexpr float tallest_bars = 180;

struct Heights {
    float metrics = most_row, differences = most_row, profile = most_row; // of a row
};

/// Rows as high as there is room for; what is left over goes to the bars of the profile.
Heights heights_for(const Side& side, float room, bool pairs) {
    const auto n = static_cast<float>(side.count());
    Heights heights;
    const float row = std::clamp(room / (n * (pairs ? 3 : 2)), least_row, most_row);
    heights.metrics = std::clamp(row * 1.08f, least_row, 27.0f);
    heights.differences = std::clamp(row, least_row, 29.0f);
    const float rest = room - n * heights.metrics - (pairs ? n * heights.differences : 0);
    heights.profile = std::clamp(rest / n, least_row, tallest_bars);
    return heights;
}

} // namespace
} // namespace compare

Scene compare_side(std::span<const ComparePanel> panels, const CompareOptions& options, float width,
                   float height, const FigureStyle& style) {
    using namespace compare;
    Scene scene{.width = width, .height = height};
    if (panels.empty()) return scene;
    const CompareNumbers numbers = numbers_for(panels, options);
    const Side side{scene, panels, options, numbers, style, width};
    const auto n = static_cast<float>(panels.size());
    const bool pairs = panels.size() > 1;
    const float left = widest_title(side) + 10;
    const float head = has_heads(side, pair_width(side, left)) && n < 7 ? head_height : 0;
    const float rest =
        metrics_rest + profile_rest + card_gap + (pairs ? differences_rest + head + card_gap : 0);
    const Heights rows = heights_for(side, height - rest, pairs);
    float y = 0;
    const auto card = [&](float high) {
        const Box box{0, y, width, high};
        y += high + card_gap;
        return box;
    };
    add_metrics(side, card(metrics_rest + n * rows.metrics), rows.metrics);
    if (pairs)
        add_differences(side, card(differences_rest + head + n * rows.differences), rows.differences, left,
                        head);
    add_profile(side, card(profile_rest + n * rows.profile), rows.profile, left);
    scene.height = std::max(height, y - card_gap); // more only where not even the lowest rows fit
    return scene;
}

} // namespace heed
