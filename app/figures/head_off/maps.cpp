// What a head above sees now: its map in both runs and the difference, and the heads that changed most.
#include "app/figures/base/format.h"
#include "app/figures/head_off/plan.h"
#include "app/figures/maps/cells.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace headoff {
namespace {

constexpr float list_row = 23, list_head = 34, title_high = 44, slanted = 62;
constexpr float slant_rise = 0.82f, slant_run = 0.575f; // of 55°

HeadPlace place_of(const heads::Head& head) { return {head.kind, head.site.layer, head.site.head}; }

std::shared_ptr<const MapValues> difference_of(const MapValues& before, const MapValues& now) {
    auto kept = std::make_shared<std::vector<float>>();
    for (int k = 0; k < before.rows * before.columns; ++k) kept->push_back(now.values[k] - before.values[k]);
    auto values = std::make_shared<MapValues>();
    values->values = kept->data();
    values->rows = before.rows;
    values->columns = before.columns;
    values->kept = std::move(kept);
    return values;
}

float largest_of(const MapValues& map) {
    float most = 0;
    for (int k = 0; k < map.rows * map.columns; ++k)
        if (std::abs(map.values[k]) > most) most = std::abs(map.values[k]);
    return most;
}

/// The three maps and what is looked at in them.
struct Three {
    std::array<std::shared_ptr<const MapValues>, 3> values;
    const HeadMaps::Labels& labels;
    HeadKind kind;
    float scale = 0.1f; // of the difference
    int row = -1, column = -1;
    float at(std::size_t which, int i, int j) const {
        return values[which]->values[i * values[which]->columns + j];
    }
    int rows() const { return values[0]->rows; }
    int columns() const { return values[0]->columns; }
};

/// The cell pointed at; else of the row that lost most, or of all, the one that changed most.
void look_at(const Drawing& d, Three& t) {
    const int i = d.settings.hover_row, j = d.settings.hover_column;
    if (i >= 0 && j >= 0 && i < t.rows() && j < t.columns()) {
        t.row = i;
        t.column = j;
        return;
    }
    const int word = framed_word(d.work, d.settings);
    const bool by_word = t.kind == HeadKind::Cross && word >= 0 && word < t.rows();
    float most = -1;
    for (int row = by_word ? word : 0; row < (by_word ? word + 1 : t.rows()); ++row)
        for (int column = 0; column < t.columns(); ++column)
            if (const float by = std::abs(t.at(2, row, column)); by > most) {
                most = by;
                t.row = row;
                t.column = column;
            }
}

std::optional<Three> three_of(const Drawing& d, const heads::Head& head) {
    const auto &before = d.work.before->at(head, heads::Reading::Predicts),
               &now = d.work.now->at(head, heads::Reading::Predicts);
    if (!before || !now || before->rows != now->rows || before->columns != now->columns ||
        before->rows == 0 || before->columns == 0)
        return std::nullopt;
    Three t{{before, now, difference_of(*before, *now)},
            d.work.before->of(head.kind, heads::Reading::Predicts),
            head.kind};
    t.scale = difference_scale(largest_of(*t.values[2]));
    look_at(d, t);
    return t;
}

/// One of the three as it stands.
struct Placed {
    Box cells;
    float wide = 0, high = 0;
    float names = 0;   // px that those of its columns may be long
    float value_y = 0; // of the cell that is looked at: beside the title, or below where that has no room
    float right = 0;   // of what stands beside the title
};

int every_label(float pitch, float apart) { return std::max(1, static_cast<int>(std::ceil(apart / pitch))); }

void draw_row_labels(const Drawing& d, const Three& t, const Placed& p, float room) {
    const Palette& c = d.colors();
    const int each = every_label(p.high, 12);
    for (int i = 0; i < t.rows(); ++i) {
        const bool here = i == t.row;
        if (!here && (i % each != 0 || (each > 1 && t.row >= 0 && std::abs(i - t.row) < each))) continue;
        const MapLabel& label = t.labels.rows[static_cast<std::size_t>(i)];
        const Face face = token_face(label.text, label.quiet ? Face::Italic
                                                 : here      ? Face::MonoSemibold
                                                             : Face::Mono);
        d.text({p.cells.x - 8, p.cells.y + (static_cast<float>(i) + 0.5f) * p.high},
               d.cut(label.text, face, small, room), small,
               here ? (t.kind == HeadKind::Encoder ? c.t1 : c.output) : c.t2, Align::Right, face);
    }
}

void draw_column_labels(const Drawing& d, const Three& t, const Placed& p, float room) {
    const Palette& c = d.colors();
    const int each = every_label(p.wide, 13);
    for (int j = 0; j < t.columns(); ++j) {
        const bool here = j == t.column;
        if (!here && (j % each != 0 || (each > 1 && t.column >= 0 && std::abs(j - t.column) < each)))
            continue;
        const MapLabel& label = t.labels.columns[static_cast<std::size_t>(j)];
        const Face face = token_face(label.text, label.quiet ? Face::Italic
                                                 : here      ? Face::MonoSemibold
                                                             : Face::Mono);
        add_text(d.scene, {p.cells.x + (static_cast<float>(j) + 0.5f) * p.wide, p.cells.y - 7},
                 d.cut(label.text, face, small, room + 1), face, small, here ? c.attention : c.t3,
                 Align::Left, 55);
    }
}

std::array<std::string, 3> titles_of(const HeadOffWork& work) {
    return {work.model_name(), "Changed", "Difference"};
}

/// The cell that is looked at, in one of the three; empty: there is none.
std::string value_shown(const Three& t, std::size_t which) {
    if (t.row < 0 || t.column < 0) return {};
    const float value = t.at(which, t.row, t.column);
    if (std::isnan(value)) return {};
    return which == 2 ? change_number(static_cast<double>(value)) : cell_number(static_cast<double>(value));
}

void draw_map(const Drawing& d, const Three& t, std::size_t which, const Placed& p) {
    const Palette& c = d.colors();
    const bool difference = which == 2;
    const Shading shading{d.style, difference ? t.scale : 0};
    TiledItem tiles = shading.tiles(p.cells, t.values[which]);
    tiles.gap = cell_gap(std::min(p.wide, p.high));
    tiles.radius = cell_radius(std::min(p.wide, p.high));
    d.scene.add(std::move(tiles));
    draw_column_labels(d, t, p, p.names);
    const float y = d.plan.maps.y + title_high + 10;
    d.text({p.cells.x, y}, titles_of(d.work)[which], small, c.t2, Align::Left, Face::Semibold);
    d.scene.pick_cells(p.cells, {PickKind::Cell, -1, -1, static_cast<int>(which), "head-off-map"},
                       {p.wide, p.high, 0, 0});
    if (t.row < 0 || t.column < 0) return;
    const auto frame = [&](Box box) { add_frame(d.scene, grown(box, 1), fade(c.t1, 0.62f), 1, 3); };
    frame({p.cells.x, p.cells.y + static_cast<float>(t.row) * p.high, p.cells.w, p.high});
    frame({p.cells.x + static_cast<float>(t.column) * p.wide, p.cells.y, p.wide, p.cells.h});
    const bool below = p.value_y > y;
    d.text({below ? p.cells.x : p.right, p.value_y}, value_shown(t, which), letters,
           difference ? c.t1 : c.attention, below ? Align::Left : Align::Right, Face::Mono);
}

/// Whether each title has room for its value beside it, in so many px.
bool values_fit(const Drawing& d, const Three& t, float room) {
    const auto titles = titles_of(d.work);
    for (std::size_t which = 0; which < titles.size(); ++which)
        if (d.measure(titles[which], Face::Semibold, small) + 8 +
                d.measure(value_shown(t, which), Face::Mono, letters) >
            room)
            return false;
    return true;
}

/// So many heads are named below the maps.
int listed(const Drawing& d) {
    constexpr float least_maps = 150;
    const float free = d.plan.maps.h - title_high - 20 - slanted - least_maps - list_head - 10;
    const int fit = std::clamp(static_cast<int>(free / list_row), 2, 4);
    return std::min(fit, static_cast<int>(d.work.shifts.size()));
}

void draw_list(const Drawing& d, const HeadPlace& shown, float y) {
    const Palette& c = d.colors();
    const Box& card = d.plan.maps;
    const float left = card.x + margin_x, right = card.right() - margin_x;
    add_line(d.scene, {left, y}, {right, y}, c.line, 1);
    d.text({left, y + 18}, "Heads above that changed most", letters, c.t1, Align::Left, Face::Semibold);
    d.text({right, y + 18}, card.w > 480 ? "JS divergence of their maps, bits" : "JSD, bits", small, c.t3,
           Align::Right);
    float row_y = y + list_head, names = 32, types = 0, told = 0;
    for (int n = 0; n < listed(d); ++n) {
        const HeadOffShift& shift = d.work.shifts[static_cast<std::size_t>(n)];
        names = std::max(names, d.measure(head_name(place_of(shift.head)), Face::Mono, letters));
        if (!shift.type.empty())
            types = std::max(types, std::min(64.0f, d.measure(shift.type, Face::Regular, small)) + 10);
        told = std::max(told, d.measure(shift.words, Face::Regular, letters));
    }
    const float type_x = left + names + 12, words_x = type_x + types, bar_right = right - 48;
    constexpr float least_bar = 48;
    const float free = bar_right - 16 - words_x - told; // where words need it, their numbers stand alone
    const float bar = free < least_bar ? 0.0f : std::min({free, 168.0f, card.w * 0.2f});
    const float words_end = bar > 0 ? bar_right - bar - 16 : bar_right - 4;
    const double most = std::max(1e-9, d.work.shifts.front().bits);
    for (int n = 0; n < listed(d); ++n, row_y += list_row) {
        const HeadOffShift& shift = d.work.shifts[static_cast<std::size_t>(n)];
        const HeadPlace place = place_of(shift.head);
        const Box row{card.x + 8, row_y, card.w - 16, list_row};
        if (place == shown) add_fill(d.scene, row, c.bg3, 5);
        const float middle = row.centre().y;
        const std::string name = head_name(place);
        d.text({left, middle}, name, letters, c.t1, Align::Left, Face::Mono);
        d.text({type_x, middle}, d.cut(shift.type, Face::Regular, small, 64), small, c.t3);
        const std::string words = d.cut(shift.words, Face::Regular, letters, words_end - words_x);
        d.text({words_x, middle}, words, letters, c.t1);
        const Box track{bar_right - bar, middle - 3, bar, 6};
        if (bar > 0) {
            add_fill(d.scene, track, c.bg0, 3);
            add_fill(d.scene,
                     {track.x, track.y, std::max(3.0f, bar * static_cast<float>(shift.bits / most)), 6},
                     place == shown ? c.t1 : c.t3, 3);
        }
        d.text({right, middle}, bits_number(shift.bits, most), small, c.t1, Align::Right, Face::Mono);
        d.scene.pick(
            row, {PickKind::Button, static_cast<int>(place.kind), place.layer, place.head, "head-off-above"},
            words == shift.words ? "Show its map in both runs"
                                 : name + " " + shift.words + ". Click: its map in both runs");
    }
}

float widest_label(const Drawing& d, const std::vector<MapLabel>& labels) {
    float widest = 0;
    for (const MapLabel& label : labels)
        widest = std::max(widest, d.measure(label.text, Face::MonoSemibold, small));
    return widest;
}

/// Names of columns are whole where rows keep the height of their own.
float column_names(const Drawing& d, const Three& t, float room) {
    constexpr float least = 20, usual = 54, most = 84, row = 13;
    const float free = (room - row * static_cast<float>(t.rows()) - 17) / slant_rise;
    return std::min(std::clamp(widest_label(d, t.labels.columns), least, most), std::max(usual, free));
}

void draw_three(const Drawing& d, const Three& t, float bottom) {
    constexpr float between = 28, widest_row = 96;
    const Box& card = d.plan.maps;
    const float labels = std::min(widest_label(d, t.labels.rows), std::min(widest_row, card.w * 0.14f));
    const float under_title = card.y + title_high + 20;
    Placed p;
    p.names = column_names(d, t, bottom - under_title);
    const float left = card.x + margin_x + labels + 10, right = card.right() - margin_x - p.names * slant_run;
    const float each = (right - left - 2 * between) / 3, top = under_title + 17 + p.names * slant_rise;
    p.wide = std::min(44.0f, each / static_cast<float>(t.columns()));
    const bool beside =
        values_fit(d, t, std::min(each, std::max(p.wide * static_cast<float>(t.columns()), 110.0f)));
    if (!beside) bottom -= 18;
    p.high = std::min(std::max(26.0f, 0.86f * p.wide), (bottom - top) / static_cast<float>(t.rows()));
    if (p.wide <= 0.2f || p.high <= 0.2f) return;
    for (std::size_t which = 0; which < 3; ++which) {
        p.cells = {left + static_cast<float>(which) * (each + between), top,
                   p.wide * static_cast<float>(t.columns()), p.high * static_cast<float>(t.rows())};
        if (which == 0) draw_row_labels(d, t, p, labels);
        p.right = std::min(p.cells.x + each, std::max(p.cells.right(), p.cells.x + 110));
        p.value_y = beside ? card.y + title_high + 10 : p.cells.bottom() + 12;
        draw_map(d, t, which, p);
    }
}

const heads::Head* head_at(const HeadOffWork& work, const HeadPlace& place) {
    const HeadOffShift* shift = work.shift(place);
    return shift ? &shift->head : nullptr;
}

} // namespace

Box above_box(const Box& maps) {
    return {maps.x + margin_x + 160, maps.y + 8, std::min(196.0f, maps.w - 192), 28};
}

void draw_maps(const Drawing& d) {
    const Palette& c = d.colors();
    const Box card = d.plan.maps;
    draw_card(d, card);
    const auto above = head_off_above(d.work, d.settings);
    if (!above) return draw_outputs(d);
    d.text({card.x + margin_x, card.y + 22}, "What layer " + std::to_string(above->layer + 1) + " sees now",
           letters, c.t1, Align::Left, Face::Semibold);
    if (d.settings.paper)
        d.text({above_box(card).x, card.y + 22},
               std::string(atlas_title(above->kind)) + ", layer " + std::to_string(above->layer + 1) +
                   ", head " + std::to_string(above->head + 1),
               letters, c.t2);
    const float list_y = card.bottom() - 10 - list_head - list_row * static_cast<float>(listed(d));
    const auto t = three_of(d, *head_at(d.work, *above));
    if (t) {
        draw_three(d, *t, list_y - 14);
        if (t->row >= 0 && t->column >= 0) {
            const std::string words = t->labels.rows[static_cast<std::size_t>(t->row)].text + " → " +
                                      t->labels.columns[static_cast<std::size_t>(t->column)].text;
            const float room = card.right() - margin_x - above_box(card).right() - 12;
            if (room > 40)
                d.text({card.right() - margin_x, card.y + 22}, d.cut(words, Face::Mono, small, room), small,
                       c.t3, Align::Right, Face::Mono);
        }
    }
    draw_list(d, *above, list_y);
}

} // namespace headoff

std::optional<HeadPlace> head_off_above(const HeadOffWork& work, const HeadOffSettings& settings) {
    if (settings.above && work.shift(*settings.above)) return settings.above;
    if (work.shifts.empty()) return std::nullopt;
    return headoff::place_of(work.shifts.front().head);
}

} // namespace heed
