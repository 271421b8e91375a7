// Where the two cards beside the atlas stand, and what is in them: maps take what the measures leave.
#include "app/figures/heads/panel.h"

#include <algorithm>

namespace heed {
namespace atlas {
namespace {

constexpr float panel_top = 16, cards_apart = 8, label_size = 11;
constexpr float above_labels = 67, below_map = 22, to_table = 33; // from the card's top; from the caption
constexpr float flat_rise = 8, flat_air = 5; // of names that stand upright: above them, between two
constexpr float least_slant = 20, most_slant = 84, slant_rise = 0.82f, slant_run = 0.575f; // of 55°
constexpr float widest_row_label = 76, widest_cell = 30, usual_cell = 18, tallest_cell = 30;
constexpr float usual_map = 148, least_map = 84; // px
constexpr float usual_row = 21, least_row = 18, tallest_row = 24;

/// On screens of few dots letters stand on whole ones: a little wider than they measure.
float widest_label(const Sheet& p, const std::vector<MapLabel>& labels) {
    constexpr float whole_dots = 1.06f;
    float widest = 0;
    for (const MapLabel& label : labels)
        widest = std::max(widest, p.measure(label.text, Face::MonoSemibold, label_size));
    return whole_dots * widest;
}

/// What the heights of cells and rows come to.
float stand(const Sheet& p, SheetPlan& s, float rows, float measures) {
    s.map_top = panel_top + above_labels + (s.flat ? flat_rise : s.slant * slant_rise);
    s.caption_y = s.map_top + rows * s.cell_high + below_map;
    s.extent_y = s.caption_y + to_table;
    s.head = {0, panel_top, p.settings.width - 16, s.extent_y + measures * s.table_pitch + 18 - panel_top};
    const bool links = has_cross_heads(p.seen.report) || p.seen.linked();
    const float choice = links ? choice_height(p) : 0;
    s.choice = {0, s.head.bottom() + cards_apart, s.head.w, choice};
    return (choice > 0 ? s.choice.bottom() : s.head.bottom()) + cards_apart;
}

} // namespace

SheetPlan plan_of(const Sheet& p) {
    SheetPlan s;
    const heads::Head* head = p.head < 0 ? nullptr : &p.seen.one(p.head).head;
    const auto none = std::shared_ptr<const MapValues>();
    const auto& values = head ? p.maps.at(*head, p.seen.reading) : none;
    const float rows = values ? static_cast<float>(std::max(1, values->rows)) : 1,
                columns = values ? static_cast<float>(std::max(1, values->columns)) : 1,
                wide = p.settings.width - 16;
    float name = 0; // the widest above a column
    if (head) {
        const HeadMaps::Labels& labels = p.maps.of(head->kind, p.seen.reading);
        name = widest_label(p, labels.columns);
        s.labels = std::min(widest_label(p, labels.rows), widest_row_label);
    }
    const bool two = p.settings.weighted || p.settings.waits;
    s.left = 16 + s.labels + 8;
    const auto share_of = [&](float right) {
        return (right - s.left - (two ? s.between : 0)) / (two ? 2 : 1);
    };
    s.right = wide - 16;
    float cell = std::min(widest_cell, share_of(s.right) / columns);
    s.flat = head && name + flat_air <= cell;
    if (!s.flat) {
        s.slant = head ? std::clamp(name, least_slant, most_slant) : 0;
        cell = std::min(widest_cell, share_of(s.right - s.slant * slant_run) / columns);
        s.right += cell / 2 - s.slant * slant_run; // the last name begins above the middle of its cell
    }
    s.each = share_of(s.right);

    const auto measures = static_cast<float>(measures_of(p.seen.report, p.seen.kind).size());
    s.cell_high = std::min(usual_cell, usual_map / rows);
    s.table_pitch = usual_row;
    float free = p.settings.height - stand(p, s, rows, measures);
    const auto share = [&](float& size, float to, float count) { // of what is free, or missing
        const float by = free > 0 ? std::clamp(free / count, 0.0f, std::max(0.0f, to - size))
                                  : std::clamp(free / count, std::min(0.0f, to - size), 0.0f);
        size += by;
        free -= by * count;
    };
    if (free < 0) {
        share(s.table_pitch, least_row, measures);
        share(s.cell_high, std::min(s.cell_high, least_map / rows), rows);
    } else {
        const float tall = std::min(tallest_cell, std::max(usual_cell, 1.2f * cell));
        share(s.cell_high, std::min(tall, s.each * 1.5f / rows), rows);
        share(s.table_pitch, tallest_row, measures);
    }
    s.height = stand(p, s, rows, measures);
    if (free > 0 && s.choice.h > 0 && p.seen.report.choice) { // its curve is taller
        const float more = std::min(free, 120.0f);
        s.choice.h += more;
        s.height += more;
    }
    return s;
}

} // namespace atlas
} // namespace heed
