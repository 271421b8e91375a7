// Where one output looks: a row of bars for every function.
#include "app/figures/compare/side.h"
#include "app/figures/tokens.h"
#include "app/figures/trace_map.h"

#include <algorithm>

namespace heed::compare {
namespace {

/// The output whose rows are shown: looked at, else newest, else where the functions differ most.
int profile_row(const Side& side) {
    if (const int row = looked_at(side.options).row; row >= 0) return row;
    if (side.options.rows > 0) return side.options.rows - 1;
    return std::max(0, side.numbers.most_different);
}

/// The panel that gives the profile its tokens: the one pointed at, else the first that has the output.
int profile_panel(const Side& side, int row) {
    const auto has = [&](int k) {
        return k >= 0 && k < side.count() && side.panel(k).trace && row < side.panel(k).trace->outputs();
    };
    if (const int k = looked_at(side.options).panel; has(k)) return k;
    for (int k = 0; k < side.count(); ++k)
        if (has(k)) return k;
    return -1;
}

struct Profile {
    int row = 0, panel = -1;
    float left = 0, right = 0, top = 0, pitch = 0; // of the bars, and of a function's row
    int sources = 0;
    float x(int j) const {
        return left + static_cast<float>(j) * (right - left) / static_cast<float>(sources);
    }
};

void add_bars(const Side& side, const Profile& profile, int k) {
    const Palette& c = side.colors();
    const Trace& trace = *side.panel(k).trace;
    const MatrixXf& weights = trace.at(Quantity::Weights);
    const float base = profile.top + static_cast<float>(k + 1) * profile.pitch - 3, high = profile.pitch - 5;
    const float width = (profile.right - profile.left) / static_cast<float>(trace.source_length());
    const float gap = width >= 8 ? 4 : width >= 3 ? 1 : 0;
    const int column = looked_at(side.options).column;
    for (int j = 0; j < trace.source_length(); ++j) {
        const float a = std::max(0.0f, weights(j, profile.row)),
                    x = profile.left + static_cast<float>(j) * width;
        const float height = std::max(1.0f, std::min(1.0f, a) * high);
        add_fill(side.scene, {x + gap / 2, base - height, std::max(0.5f, width - gap), height},
                 fade(c.attention, j == column || height > 1 ? 1.0f : 0.55f),
                 height >= 4 && width >= 8 ? 1.0f : 0.0f);
        if (width >= 3)
            side.scene.pick({x, base - high, width, high + 3}, {PickKind::Cell, profile.row, j, k},
                            quoted_source(trace, j) + " gets " + exact(static_cast<double>(a)) + " from " +
                                side.panel(k).title);
    }
}

/// Its name; where it wrote another token there, that token; and its bars, or why there are none.
void add_profile_row(const Side& side, const Profile& profile, int k) {
    const Palette& c = side.colors();
    const ComparePanel& panel = side.panel(k);
    const float middle = profile.top + (static_cast<float>(k) + 0.5f) * profile.pitch;
    const Point at{profile.left - 10, middle};
    const float room = profile.left - 10 - card_edge;
    const bool has = panel.trace && profile.row < panel.trace->outputs();
    const Trace& shown_by = *side.panel(profile.panel).trace;
    const bool other = has && shown_output(*panel.trace, profile.row) != shown_output(shown_by, profile.row);
    side.name(k, at, room, profile.pitch, Align::Right);
    if (other && profile.pitch >= 26)
        add_text(
            side.scene, {at.x, middle + 13},
            fitted(side.style, "wrote " + quoted_output(*panel.trace, profile.row), Face::Regular, 11, room),
            Face::Regular, 11, c.output, Align::Right);
    else if (other)
        side.scene.add(CircleItem{
            {at.x - std::min(room, text_width(side.style, panel.title, Face::Regular, 11)) - 5, middle},
            1.75f,
            c.output});
    const bool revealed = has && profile.row < revealed_outputs(*panel.trace, side.options);
    if (revealed && panel.trace->has_weights() && panel.trace->source_length() == profile.sources)
        return add_bars(side, profile, k);
    const std::string why = !panel.problem.empty()        ? "not run"
                            : !panel.trace                ? "running"
                            : !has                        ? "ended before"
                            : !revealed                   ? "not yet"
                            : !panel.trace->has_weights() ? "no weights"
                                                          : "another source";
    add_text(side.scene, {profile.left + 2, middle}, why, Face::Regular, 11, c.t3);
}

/// A label of the axis, kept between the ends of the bars.
struct AxisLabel {
    std::string text;
    float x, half;
    Face face;
};

AxisLabel axis_label(const Side& side, const Profile& profile, int j, bool now, bool number, float room) {
    const Face face = now ? Face::Semibold : Face::Regular;
    const Trace& trace = *side.panel(profile.panel).trace;
    const std::string text =
        number ? std::to_string(j + 1) : fitted(side.style, shown_source(trace, j), face, 11, room);
    const float half = text_width(side.style, text, face, 11) / 2;
    const float middle = (profile.x(j) + profile.x(j + 1)) / 2;
    return {text,
            std::clamp(middle, profile.left + half, std::max(profile.left + half, profile.right - half)),
            half, face};
}

/// Below the bars: the token looked at and the last one, between them as many as have room; of long sources
/// every tenth number.
void add_axis(const Side& side, const Profile& profile, float y) {
    constexpr int most_tokens = 30;
    const Palette& c = side.colors();
    const bool numbers = profile.sources > most_tokens;
    const int column = looked_at(side.options).column, last = profile.sources - 1;
    std::vector<std::pair<float, float>> taken;
    const auto place = [&](int j, bool now, float room) {
        constexpr float air = 1.5f; // at either side
        const AxisLabel label = axis_label(side, profile, j, now, numbers && !now, room);
        const float from = label.x - label.half - air, until = label.x + label.half + air;
        for (const auto& [left, right] : taken)
            if (from < right && until > left) return false;
        taken.emplace_back(from, until);
        add_text(side.scene, {label.x, y}, label.text, label.face, 11, now ? c.attention : c.t3,
                 Align::Centre);
        return true;
    };
    const auto add = [&](int j, bool now) { // cut to its bars where it would touch its neighbours
        constexpr float widest = 90, least = 20;
        const float own = profile.x(1) - profile.x(0) - 4;
        if (!place(j, now, widest) && !numbers && own >= least) place(j, now, own);
    };
    if (column >= 0 && column <= last) add(column, true);
    const int stride = !numbers ? 1 : profile.sources <= 120 ? 10 : profile.sources <= 600 ? 50 : 200;
    if (!numbers) add(last, false);
    for (int j = stride - 1; j <= last; j += stride) add(j, false);
}

/// With room for the token that a function wrote there, or for a dot before its name.
float names_width(const Side& side, const Profile& profile, float pitch, float left) {
    constexpr float widest = 136;
    const Trace& shown_by = *side.panel(profile.panel).trace;
    float needed = left;
    for (const ComparePanel& panel : side.panels) {
        if (!panel.trace || profile.row >= panel.trace->outputs() ||
            shown_output(*panel.trace, profile.row) == shown_output(shown_by, profile.row))
            continue;
        const std::string words = "wrote " + quoted_output(*panel.trace, profile.row);
        const float dotted = text_width(side.style, panel.title, Face::Regular, 11) + 8;
        needed =
            std::max(needed, (pitch >= 26 ? text_width(side.style, words, Face::Regular, 11) : dotted) + 10);
    }
    return std::min(needed, std::max(left, widest));
}

} // namespace

void add_profile(const Side& side, Box card, float pitch, float left) {
    const Palette& c = side.colors();
    add_card(side.scene, card, c);
    Profile profile;
    profile.row = profile_row(side);
    profile.panel = profile_panel(side, profile.row);
    if (profile.panel < 0) return add_heading(side.scene, side.style, card, "Where an output looks", "");
    const Trace& trace = *side.panel(profile.panel).trace;
    const bool differ =
        looked_at(side.options).row < 0 && side.options.rows <= 0 && side.numbers.most_different >= 0;
    const auto& between = side.numbers.divergence; // of matched outputs, wherever they stand
    const bool alike = looked_at(side.options).row < 0 && side.options.rows <= 0 &&
                       side.numbers.most_different < 0 && side.count() > 1 &&
                       std::none_of(between.begin(), between.end(), [](const auto& d) { return d > 1e-9; });
    add_heading(side.scene, side.style, card, "Where " + quoted_output(trace, profile.row) + " looks",
                (rows_are_places(trace) ? "place " : "output ") + std::to_string(profile.row + 1) +
                    (differ  ? ", where they differ most"
                     : alike ? ", no row differs"
                             : ""));
    profile.sources = trace.source_length();
    profile.left = card.x + card_edge + names_width(side, profile, pitch, left);
    profile.right = card.right() - card_edge;
    profile.top = card.y + 36;
    profile.pitch = pitch;
    const float bottom = profile.top + pitch * static_cast<float>(side.count());
    const int column = looked_at(side.options).column;
    if (column >= 0 && column < profile.sources)
        add_fill(side.scene,
                 {profile.x(column) - 1, profile.top, std::max(3.0f, profile.x(1) - profile.x(0) + 2),
                  bottom - profile.top},
                 c.bg2, 2);
    for (int k = 0; k < side.count(); ++k) add_profile_row(side, profile, k);
    add_axis(side, profile, bottom + 11);
}

} // namespace heed::compare
