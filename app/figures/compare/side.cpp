// The column beside the panels: metrics, how different the maps are, and where one output looks.
#include "app/figures/compare/side.h"
#include "app/figures/base/color_map.h"
#include "app/figures/base/format.h"
#include "app/figures/seq2seq/inspector/weights.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace compare {
namespace {

constexpr float widest_name = 112; // px

// ---------------------------------------------------------------------------------------------- differences

float widest_title(const Side& side) {
    float widest = 30;
    for (const ComparePanel& panel : side.panels)
        widest = std::max(widest, text_width(side.style, panel.title, Face::Regular, 11));
    return std::min(widest, widest_name);
}

std::string first_word(const std::string& title) { return title.substr(0, title.find_first_of(" ,")); }

/// "2:1" of "layer 2, head 1"; empty: it is no head.
std::string head_title(const std::string& title) {
    constexpr std::string_view layer = "layer ", head = ", head ";
    const std::size_t at = title.find(head);
    if (!title.starts_with(layer) || at == title.npos) return {};
    return title.substr(layer.size(), at - layer.size()) + ":" + title.substr(at + head.size());
}

/// One word where the whole title is too wide: a head's numbers; the first, as "scaled" of "scaled dot", or
/// the last where another title begins with the same, as "tanh" of "general, tanh".
std::string short_title(const Side& side, int k, float room) {
    const auto fits = [&](const std::string& text) {
        return text_width(side.style, text, Face::Regular, 11) <= room;
    };
    const std::string title = side.panel(k).title, first = first_word(title);
    if (fits(title)) return title;
    if (const std::string numbers = head_title(title); !numbers.empty()) return fits(numbers) ? numbers : "";
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

/// Of relative luminance, as WCAG 2 has it.
double luminance_of(Color color) {
    const auto linear = [](std::uint8_t channel) {
        const double x = channel / 255.0;
        return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

/// At least 4.5 to 1 on any grey: black on light ones, white on dark ones.
Color cell_ink(Color fill) {
    const double light = luminance_of(fill) + 0.05;
    return light * light > 1.05 * 0.05 ? Color{0, 0, 0, 255} : Color{255, 255, 255, 255};
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
                 value ? cell_ink(fill) : c.t3, Align::Centre);
    }
    if (value || ready)
        side.scene.pick(cell, {PickKind::Button, a, b, -1, "difference"}, pair_tooltip(side, a, b, value));
}

/// Where the whole title has no room up to the card's edge, a word of it; a head keeps clear of its padding.
void add_column_name(const Side& side, int k, Point left, float to_edge) {
    const float room = to_edge - (head_title(side.panel(k).title).empty() ? 4 : card_edge);
    std::string word = short_title(side, k, room);
    if (word.empty()) word = fitted(side.style, side.panel(k).title, Face::Regular, 11, room);
    if (word.size() < 2) return; // a digit of a title is none
    add_text(side.scene, left, word, Face::Regular, 11, side.colors().t3);
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
            add_column_name(side, a, {x + 5, y + pitch / 2 - 1}, card.right() - x - 5);
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
