// The thumbnails, with the names of layers and heads and the legend below (heads §26).
#include "app/figures/base/format.h"
#include "app/figures/heads/draw.h"
#include "app/figures/maps/cells.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace heed {
namespace atlas {
namespace {

constexpr float caption = 11; // px
constexpr int ranked = 5;     // so many are said to be among the best

/// Right of a map: the measure, and two that say what kind of head it is.
std::vector<const AtlasMeasure*> three_measures(const Seen& seen) {
    std::vector<const AtlasMeasure*> found{seen.measure};
    for (const char* id : {"evenness", "end", "first"})
        if (found.size() < 3 && seen.measure->id != id) found.push_back(&atlas_measure(id));
    return found;
}

void draw_map(const Atlas& a, int head, Box box) {
    const auto& values = a.maps.at(a.seen.one(head).head, a.seen.reading);
    if (!values || values->rows == 0 || values->columns == 0) return;
    TiledItem tiles = Shading{a.style}.tiles(box, values);
    const float cell = std::min(box.w / tiles.columns, box.h / tiles.rows);
    tiles.gap = cell_gap(cell);
    tiles.radius = cell_radius(cell);
    a.scene.add(std::move(tiles));
}

void draw_bar(const Atlas& a, Box track, double share, Color color) {
    add_fill(a.scene, track, a.colors().bg3, 1);
    const auto part = static_cast<float>(std::clamp(share, 0.0, 1.0));
    if (part > 0) add_fill(a.scene, {track.x, track.y, std::max(1.0f, track.w * part), track.h}, color, 1);
}

bool is_ranked(const Atlas& a, int head) {
    const heads::Rank& rank = a.seen.ranked(head);
    return rank.first > 0 && rank.first <= ranked && rank.last - rank.first < ranked && // not all are first
           heads::find_measure(a.seen.measure->id)->better != heads::Better::Neither;
}

/// Right of the map, 25 apart, each over its bar.
void draw_numbers(const Atlas& a, int head, Box map) {
    const Palette& c = a.colors();
    const float right = a.plan.numbers_right(map), left = map.right() + 7,
                apart = std::min(25.0f, map.h / 3.2f);
    float y = map.y + 10;
    bool first = true;
    for (const AtlasMeasure* measure : three_measures(a.seen)) {
        const bool bright = first && is_ranked(a, head);
        if (const auto value = a.seen.value(head, *measure, a.seen.reading)) {
            a.text({right, y}, cell_number(*value), caption, bright || first ? c.t1 : c.t3, Align::Right,
                   bright ? Face::MonoSemibold : Face::Mono);
            draw_bar(a, {left, y + 8, right - left, 2}, *value, bright ? c.t1 : c.t3);
        }
        y += apart;
        first = false;
    }
}

/// A head that is off is crossed out.
void draw_edit(const Atlas& a, int head, Box map) {
    const HeadEdit* edit = edit_of(a.settings.edits, a.seen.one(head).head);
    if (!edit || edit->kind != HeadEdit::Kind::Off) return;
    const Palette& c = a.colors();
    add_fill(a.scene, map, fade(c.bg0, 0.6f), 0);
    const float arm = std::min(map.w, map.h) * 0.28f;
    const Point m = map.centre();
    add_line(a.scene, {m.x - arm, m.y - arm}, {m.x + arm, m.y + arm}, c.t1, 2);
    add_line(a.scene, {m.x - arm, m.y + arm}, {m.x + arm, m.y - arm}, c.t1, 2);
}

/// Below it: what kind of head it is, and its rank among the first.
void draw_words(const Atlas& a, int head, Box map) {
    const Palette& c = a.colors();
    const float y = map.bottom() + 13, right = a.plan.numbers_right(map);
    const heads::Type* type = a.seen.type(head);
    const bool aligns = type && type->id == "aligns";
    float x = map.x, room = right - x;
    if (is_ranked(a, head)) {
        const std::string rank = ordinal(a.seen.ranked(head));
        a.text({right, y}, rank, caption, c.t1, Align::Right, Face::Semibold);
        room -= a.measure(rank, Face::Semibold, caption) + 6;
    }
    if (a.plan.named) {
        const std::string name = place_name(a.seen.one(head).head);
        a.text({x, y}, name, caption, c.t2, Align::Left, Face::Mono);
        const float wide = a.measure(name, Face::Mono, caption) + 6;
        x += wide;
        room -= wide;
    }
    if (const HeadEdit* edit = edit_of(a.settings.edits, a.seen.one(head).head)) {
        a.text({x, y}, a.cut(head_edit_brief(*edit), Face::Semibold, caption, room), caption, c.t1,
               Align::Left, Face::Semibold);
        return;
    }
    if (!type || room < 12) return;
    const Face face = aligns ? Face::Semibold : Face::Regular;
    a.text({x, y}, a.cut(std::string(type->title), face, caption, room), caption, aligns ? c.t1 : c.t3,
           Align::Left, face);
}

/// Below a small map: one bar, or its name where names do not stand beside it, and one number.
void draw_line(const Atlas& a, int head, Box map) {
    constexpr float bar_from = 38, bar = 15;
    const Palette& c = a.colors();
    if (!a.plan.numbers) return;
    const float y = map.bottom() + 11;
    const bool bright = is_ranked(a, head);
    const auto value = a.seen.value(head);
    if (value)
        a.text({a.plan.numbers_right(map), y}, cell_number(*value), caption, bright ? c.t1 : c.t3,
               Align::Right, bright ? Face::MonoSemibold : Face::Mono);
    if (a.plan.named)
        a.text({map.x, y}, place_name(a.seen.one(head).head), caption, c.t2, Align::Left, Face::Mono);
    else if (value && map.w >= bar_from)
        draw_bar(a, {map.x, y - 1, bar, 2}, *value, bright ? c.t1 : c.t3);
}

void draw_frames(const Atlas& a, int head, Box map) {
    const Palette& c = a.colors();
    const float air = a.settings.bare ? 1.5f : 3;
    const bool member = std::find(a.seen.members.begin(), a.seen.members.end(), head) != a.seen.members.end();
    if (head == a.seen.best)
        add_frame(a.scene, grown(map, air), c.attention, 1.5f, 1 + air);
    else if (member)
        add_frame(a.scene, grown(map, air), c.attention, 1.5f, 1 + air, {4, 3});
}

void draw_ground(const Atlas& a, const Place& place) {
    if (place.head != a.seen.chosen || a.settings.title) return;
    const Palette& c = a.colors();
    const Box map = a.plan.map(place);
    const float wide = a.plan.numbers_right(map) - map.x;
    const Box small{map.x - 6, map.y - 6, wide + 12, std::min(a.plan.pitch_y + 3, map.h + 27)};
    a.scene.add(RectItem{a.plan.compact ? small : a.plan.whole(place), fade(c.bg3, 0.5f), c.t1, 1.5f, 8});
}

void draw_beside(const Atlas& a, const Place& place) {
    const Box map = a.plan.map(place), whole = a.plan.whole(place);
    draw_edit(a, place.head, map);
    if (a.plan.compact) {
        draw_line(a, place.head, map);
    } else {
        draw_numbers(a, place.head, map);
        draw_words(a, place.head, map);
    }
    draw_frames(a, place.head, map);
    const PickId id{PickKind::Button, a.seen.one(place.head).head.site.layer,
                    a.seen.one(place.head).head.site.head, place.head, "head"};
    a.scene.pick(whole, id);
}

void head_names(const Atlas& a) {
    const Palette& c = a.colors();
    const float y = a.plan.from.y - 16 - a.settings.column_words;
    if (a.plan.compact) a.text({16, y}, "head", caption, c.t3);
    const Place* chosen = a.plan.grid.of(a.seen.chosen);
    constexpr float two_digits = 16;
    const int each = std::max(1, static_cast<int>(std::ceil(two_digits / a.plan.pitch_x)));
    for (int k = 0; k < a.plan.grid.columns; k += each) {
        const float x = a.plan.map({0, k, 0}).centre().x;
        if (x < a.plan.area.x || x > a.plan.area.right() - 8) continue;
        const bool here = chosen && chosen->column == k;
        a.text({x, y}, (a.plan.compact ? "" : "head ") + std::to_string(k + 1), caption, here ? c.t1 : c.t3,
               Align::Centre, here ? Face::Semibold : Face::Regular);
    }
}

void layer_names(const Atlas& a) {
    const Palette& c = a.colors();
    constexpr float line = 13;
    std::set<int> named;
    float last = -line;
    for (const Place& place : a.plan.grid.places) {
        const int layer = a.seen.one(place.head).head.site.layer;
        if (!named.insert(layer).second) continue;
        const float y = a.plan.map(place).centre().y;
        if (y < a.plan.area.y + 6 || y > a.plan.area.bottom() - 6) continue;
        if (a.settings.bare && std::abs(y - last) < line) continue;
        last = y;
        const bool here = a.seen.chosen >= 0 && a.seen.one(a.seen.chosen).head.site.layer == layer;
        a.text({16, y}, "layer " + std::to_string(layer + 1), caption, here ? c.t1 : c.t3, Align::Left,
               here ? Face::Semibold : Face::Regular);
    }
}

/// What the numbers at each map are, the longest way to say it first.
std::vector<std::string> measured_words(const Atlas& a) {
    const Seen& seen = a.seen;
    if (!a.plan.numbers)
        return {"a wider page has a number under each map, and words beside them",
                "without numbers and words: the page is narrow"};
    const std::string name = a.plan.named ? "layer:head, " : "", measure(seen.measure->brief);
    if (a.plan.compact)
        return {"under each map: " + name + measure + " over " + seen.report.over,
                "under each map: " + name + measure, "under it: " + name + measure};
    std::string all, least;
    for (const AtlasMeasure* m : three_measures(seen)) {
        const std::string brief(m->brief);
        all += (all.empty() ? "" : ", ") + brief;
        least += (least.empty() ? "" : ", ") + (m->id == "evenness" ? "entropy" : brief);
    }
    return {"right of each map: " + all + "; " + seen.report.over, "right of each map: " + all,
            "right of each: " + least, "right: " + least};
}

struct LegendFrame {
    std::string words;
    Color color;
    Dash dash;
};

std::vector<LegendFrame> legend_frames(const Atlas& a) {
    const Palette& c = a.colors();
    std::vector<LegendFrame> frames;
    if (a.seen.best >= 0)
        frames.push_back({a.seen.aligned() ? "best head" : "first by " + std::string(a.seen.measure->brief),
                          c.attention,
                          {}});
    if (!a.seen.members.empty()) {
        const std::size_t all = a.seen.report.choice->mean.heads.size();
        const bool with = a.seen.members.size() < all; // the best is one of them
        frames.push_back({(with ? "with it, best mean of " : "best mean of ") + std::to_string(all),
                          c.attention, Dash{4, 3}});
    }
    if (!a.settings.title) frames.push_back({"chosen", c.t1, {}});
    return frames;
}

/// Whether cells are smaller than a pixel.
bool is_pooled(const Atlas& a) {
    if (a.seen.chosen < 0) return false;
    const auto& values = a.maps.at(a.seen.one(a.seen.chosen).head, a.seen.reading);
    return values && (static_cast<float>(values->columns) > a.plan.map_wide ||
                      static_cast<float>(values->rows) > a.plan.map_high);
}

constexpr float frame_words = 22, frames_apart = 28,
                frames_close = 14; // px from a frame to its words; behind them

/// Up to the last one's words.
float legend_frames_width(const Atlas& a, float apart) {
    float wide = 0;
    for (const LegendFrame& frame : legend_frames(a))
        wide += (wide > 0 ? apart : 0) + frame_words + a.measure(frame.words, Face::Regular, caption);
    return wide;
}

/// Returns where they end.
float draw_legend_frames(const Atlas& a, float x, float y) {
    const float room = a.settings.width - 16 - x;
    const float apart = legend_frames_width(a, frames_apart) <= room ? frames_apart : frames_close;
    for (const LegendFrame& frame : legend_frames(a)) {
        add_frame(a.scene, {x, y - 7, 14, 14}, frame.color, 1.5f, 3, frame.dash);
        a.text({x + frame_words, y}, frame.words, caption, a.colors().t3);
        x += frame_words + a.measure(frame.words, Face::Regular, caption) + apart;
    }
    return x - apart + frames_apart;
}

/// What the numbers are, the longest way that fits right of there; whether one does.
bool draw_measured(const Atlas& a, float from, float y) {
    const float right = a.settings.width - 16;
    for (const std::string& words : measured_words(a)) {
        if (from + a.measure(words, Face::Regular, caption) > right) continue;
        a.text({right, y}, words, caption, a.colors().t3, Align::Right);
        return true;
    }
    return false;
}

/// Beside the ramp what the frames are, then what the numbers are; what has no room there stands in the line
/// of the ramp's numbers. Where neither line holds all, the frames come first.
void draw_beside_ramp(const Atlas& a, float from, float y) {
    constexpr float below = 17;
    const float right = a.settings.width - 16, lower = a.plan.from.x + 170;
    const float tight = legend_frames_width(a, frames_close);
    if (from + tight <= right) {
        const float end = draw_legend_frames(a, from, y);
        if (!draw_measured(a, end, y)) draw_measured(a, lower, y + below);
        return;
    }
    draw_measured(a, from, y);
    draw_legend_frames(a, std::max(16.0f, std::min(lower, right - tight)), y + below);
}

void draw_legend(const Atlas& a) {
    const Palette& c = a.colors();
    const Box ramp{a.plan.from.x, a.plan.legend, 141, 10};
    const Shading shading{a.style};
    add_ramp(a.scene, shading, ramp, 65);
    add_ramp_marks(a.scene, shading, ramp);
    const float y = ramp.centre().y;
    std::string weight = a.style.scale == ValueScale::Linear ? "weight" : "weight, small lifted";
    if (a.settings.whole_run) weight += ", whole run";
    if (is_pooled(a)) weight += ", the largest of each pixel";
    a.text({ramp.right() + 12, y}, weight, caption, c.t3);
    if (a.settings.legend_below > 0) {
        draw_legend_frames(a, 16, y + 40);
        for (const std::string& words : measured_words(a))
            if (a.measure(words, Face::Regular, caption) <= a.settings.width - 32)
                return a.text({16, y + 60}, words, caption, c.t3);
        return;
    }
    const float from = ramp.right() + 12 + a.measure(weight, Face::Regular, caption) + 36;
    draw_beside_ramp(a, from, y);
}

void draw_scroll_bars(const Atlas& a) {
    const Plan& p = a.plan;
    const auto bar = [&](float from, float length, float most, float at) {
        const float size = length * length / (length + most);
        return std::pair(from + (length - size) * at / most, size);
    };
    if (p.most_scroll_y > 0) {
        const auto [y, size] = bar(p.area.y, p.area.h, p.most_scroll_y, p.scroll_y);
        add_fill(a.scene, {a.settings.width - 7, y, 4, size}, a.colors().line2, 2);
    }
    if (p.most_scroll_x > 0) {
        const auto [x, size] = bar(p.area.x, p.area.w, p.most_scroll_x, p.scroll_x);
        add_fill(a.scene, {x, p.area.bottom() + 2, size, 4}, a.colors().line2, 2);
    }
}

} // namespace
} // namespace atlas

Scene heads_figure(const HeadReport& report, const HeadMaps& maps, const HeadsSettings& settings,
                   const FigureStyle& style) {
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    const atlas::Seen looked = atlas::seen(report, settings.look);
    const atlas::Plan plan = atlas::plan_of(looked, settings);
    const atlas::Atlas a{{scene, style}, looked, plan, maps, settings};
    if (settings.title) atlas::draw_title(a);
    if (plan.scrolls()) scene.add(ClipItem{plan.area});
    std::vector<atlas::Place> seen;
    for (const atlas::Place& place : plan.grid.places)
        if (plan.shows(plan.whole(place))) seen.push_back(place);
    for (const atlas::Place& place : seen) atlas::draw_ground(a, place);
    // Maps one after another: they are drawn at once.
    for (const atlas::Place& place : seen) atlas::draw_map(a, place.head, plan.map(place));
    for (const atlas::Place& place : seen) atlas::draw_beside(a, place);
    if (plan.scrolls()) scene.add(ClipEnd{});
    if (!plan.named) atlas::head_names(a);
    if (plan.by_layer) atlas::layer_names(a);
    if (settings.row_words > 0) atlas::draw_outer_words(a);
    atlas::draw_legend(a);
    atlas::draw_scroll_bars(a);
    return scene;
}

HeadsLayout heads_layout(const HeadReport& report, const HeadsSettings& settings) {
    const atlas::Plan p = atlas::plan_of(atlas::seen(report, settings.look), settings);
    return {p.scroll_x, p.scroll_y, p.most_scroll_x, p.most_scroll_y, p.height};
}

HeadsLayout heads_in_sight(const HeadReport& report, const HeadsSettings& settings, int head) {
    const atlas::Plan p = atlas::plan_of(atlas::seen(report, settings.look), settings);
    HeadsLayout to{p.scroll_x, p.scroll_y, p.most_scroll_x, p.most_scroll_y, p.height};
    const atlas::Place* place = p.grid.of(head);
    if (!place) return to;
    const Box whole = p.whole(*place);
    const auto into = [](float& scroll, float most, float from, float to_end, float low, float high) {
        if (from < low) scroll += from - low;
        if (to_end > high) scroll += to_end - high;
        scroll = std::clamp(scroll, 0.0f, most);
    };
    into(to.scroll_x, p.most_scroll_x, whole.x, whole.right(), p.area.x, p.area.right());
    into(to.scroll_y, p.most_scroll_y, whole.y, whole.bottom(), p.area.y, p.area.bottom());
    return to;
}

} // namespace heed
