// All of the window: models side by side, conditions, histograms in the headings.
#include "app/figures/base/format.h"
#include "app/views/base/widgets.h"
#include "app/views/navigator/navigator.h"
#include "app/views/navigator/parts.h"
#include "app/views/standing.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace heed::navigator {
namespace {

constexpr float row_height = 26, preview_width = 420, least_with_preview = 1180;

float open_and_progress(Ui& ui, float x, float y) {
    const AppState& s = ui.state;
    const NavigatorState& n = s.navigator;
    const Palette& c = ui.colors;
    const std::string name = std::filesystem::path(n.file).filename().string();
    const float w = std::clamp(ui.width * 0.16f, 120.0f, 260.0f);
    ui.frame({x, y, w, 28}, c.bg0, c.line2, 6);
    ui.text({x + 12, y + 14}, name.empty() ? "no file" : ui.cut(name, Face::Mono, 13, w - 24), Face::Mono, 13,
            name.empty() ? c.t3 : c.t1);
    x += w + 8;
    if (button(ui, "navigator:open", {x, y, 80, 28}, "Open...")) ui.send({"navigator-choose"});
    return x + 80;
}

void progress(Ui& ui, float left, float y) {
    const AppState& s = ui.state;
    const NavigatorState& n = s.navigator;
    const Palette& c = ui.colors;
    const std::string words = progress_words(s);
    float right = ui.width - margin;
    if (n.open && !n.done() && n.problem.empty()) {
        right -= 28;
        if (icon_button(ui, "navigator:pause", {right, y, 28, 28}, n.paused ? Icon::Play : Icon::Pause,
                        n.paused ? "Go on measuring" : "Pause", {}, true, true))
            ui.send({"navigator-pause"});
        right -= 10;
    }
    const float w = ui.text_width(words, Face::Regular, 11);
    if (right - w < left + 8) return;
    ui.text({right, y + 14}, words, Face::Regular, 11, c.t3, Align::Right);
    const float track = std::min(220.0f, right - w - left - 28);
    if (n.done() || track < 60 || n.lines.size() == 0) return;
    const Box box{right - w - 14 - track, y + 12, track, 4};
    ui.fill(box, c.bg2, 2);
    ui.fill({box.x, box.y, box.w * float(n.measured) / float(n.lines.size()), 4}, c.t1, 2);
}

/// The models, the file, how far it has come.
void top_row(Ui& ui) {
    const AppState& s = ui.state;
    const NavigatorState& n = s.navigator;
    const Palette& c = ui.colors;
    const float y = top_bar_height + 12, w = ui.width < 1100 ? 160 : 216;
    ui.fill({0, top_bar_height, ui.width, input_row_height}, c.bg1);
    ui.fill({0, top_bar_height + input_row_height - 1, ui.width, 1}, c.line);
    float x = margin;
    const Standing standing = standing_of(s);
    const float sign = standing == Standing::Unsaid ? 0 : 22;
    if (menu_button(ui, "model", {x, y, w, 28}, model_words(s, 0), "", true, sign))
        ui.send({"menu", "", 0, static_cast<int>(Menu::Models)});
    standing_sign(ui, standing, {x + 19, y + 14});
    if (s.menu == Menu::None && !s.picker.open) ui.tooltip("model", {x, y, w, 28}, standing_sentence(s));
    x += w + 10;
    if (n.against) {
        ui.text({x, y + 14}, "against", Face::Regular, 13, c.t3);
        x += ui.text_width("against", Face::Regular, 13) + 10;
        const Box box{x, y, w, 28};
        ui.memory.places["second"] = box;
        if (menu_button(ui, "navigator:second", box, model_words(s, 1), "", true))
            ui.send({"menu", "", 0, static_cast<int>(Menu::Second)});
        x += w + 4;
        if (icon_button(ui, "navigator:alone", {x, y, 28, 28}, Icon::Close, "One model"))
            ui.send({"navigator-alone"});
        x += 38;
    } else {
        const float wide = ui.text_width("Second model", Face::Medium, 13) + 24;
        if (button(ui, "navigator:against", {x, y, wide, 28}, "Second model", {.enabled = can_navigate(s)}))
            ui.send({"navigator-against"});
        ui.tooltip("navigator:against", {x, y, wide, 28}, "Measure every sentence with another model, too");
        x += wide + 10;
    }
    x = open_and_progress(ui, x, y);
    progress(ui, x + 8, y);
}

/// The conditions, each with a cross that takes it away.
void chips(Ui& ui, float x, float y, float most) {
    const NavigatorState& n = ui.state.navigator;
    const Palette& c = ui.colors;
    for (std::size_t k = 0; k < n.chips.size(); ++k) {
        const auto condition = survey::parse_condition(n.chips[k], judged_model(n));
        if (!condition) continue;
        std::string words = condition_words(ui.state, *condition);
        const survey::Measure& m = survey::measures()[static_cast<std::size_t>(condition->measure)];
        if (n.against && !m.pair && !m.of_line) words += condition->model == 0 ? ", first" : ", second";
        const float w = ui.text_width(words, Face::Regular, 13) + 42;
        if (x + w > most) break;
        const Box box{x, y, w, 28};
        const std::string id = "condition:" + std::to_string(k);
        const Ui::Hit hit = ui.press(id, box, 14);
        ui.fill(box, hit.warmth > 0 ? c.bg3 : c.bg2, 14);
        ui.text({x + 14, y + 14}, words, Face::Regular, 13, c.t1);
        ui.draw(icon(Icon::Close, c.t2), {box.right() - 16, y + 14});
        ui.tooltip(id, box, "Take this condition away");
        if (hit.clicked) ui.send({"navigator-unfilter", "", 0, static_cast<int>(k)});
        x += w + 8;
    }
}

/// A drag over it is a condition.
void histogram(Ui& ui, const Column& column, Box box) {
    const NavigatorState& n = ui.state.navigator;
    const Palette& c = ui.colors;
    const survey::Measure& m = measure_of(column);
    const survey::Histogram& h = n.order->histograms[static_cast<std::size_t>(column.measure)];
    if (h.most == 0 || h.high <= h.low) return;
    const std::string id = "histogram:" + std::string(m.id);
    const Ui::Hit hit = ui.press(id, {box.x, box.y - 2, box.w, box.h + 4}, 2, false);
    const float pitch = box.w / survey::Histogram::bins;
    const float from = ui.memory.scroll[id], at = std::clamp(ui.mouse().x, box.x, box.right());
    const bool held = hit.held && ui.mouse_down();
    if (ui.mouse_pressed() && hit.held) ui.memory.scroll[id] = at;
    if (held && std::abs(at - from) > 2)
        ui.fill({std::min(at, from), box.y - 2, std::abs(at - from), box.h + 4}, fade(c.t1, 0.14f), 2);
    for (int k = 0; k < survey::Histogram::bins; ++k) {
        const float share = float(h.counts[static_cast<std::size_t>(k)]) / float(h.most);
        if (share <= 0) continue;
        const float height = std::max(1.0f, std::sqrt(share) * box.h);
        ui.fill({box.x + pitch * float(k), box.bottom() - height, std::max(1.0f, pitch - 1), height},
                n.sort == m.id ? c.t2 : c.line2);
    }
    ui.tooltip(id, box,
               measure_title(ui.state, m) + " from " + measure_number(m, h.low) + " to " +
                   measure_number(m, h.high) + "; heights are square roots of counts. Drag for a condition.");
    const std::string held_before = id + ":held";
    const bool was = std::exchange(ui.memory.scroll[held_before], held ? 1.0f : 0.0f) > 0;
    if (!was || held || std::abs(at - from) <= 2) return;
    const auto value = [&](float x) {
        const double v = h.low + (h.high - h.low) * static_cast<double>((x - box.x) / box.w);
        return m.whole ? std::round(v) : v;
    };
    ui.send({"navigator-filter", std::string(m.id) + "=" + six_digits(value(std::min(at, from))) + ".." +
                                     six_digits(value(std::max(at, from)))});
}

/// Columns from the right; what has no room is left out.
void place_columns(const NavigatorState& n, float left, float right, Table& t) {
    const bool two = n.two();
    if (two && is_known(n, "parting")) {
        t.parting_right = right;
        right -= 166;
    }
    if (!two && is_known(n, "wrong")) {
        t.wrong = right - 8;
        right -= 28;
    }
    // As they stand, from the right; where there is no room for all, the later ranks are left out.
    struct Wish {
        std::string_view id;
        float w;
        bool number, bar;
        int rank;
    };
    const Wish wishes[] = {{"words", 44, true, false, 1},  {"tau", 88, !two, true, 5},
                           {"unread", 88, !two, true, 6},  {"aer", 88, !two, true, 3},
                           {"entropy", 88, !two, true, 4}, {"logp", 88, !two, true, 2},
                           {"dlogp", 104, true, true, 0}};
    constexpr float gap = 18, least_text = 300;
    const auto rank_of = [&](const Wish& wish) { return n.sort == wish.id ? -1 : wish.rank; };
    std::vector<const Wish*> ranked;
    for (const Wish& wish : wishes)
        if (is_known(n, wish.id)) ranked.push_back(&wish);
    std::stable_sort(ranked.begin(), ranked.end(),
                     [&](const Wish* a, const Wish* b) { return rank_of(*a) < rank_of(*b); });
    float room = right - left - least_text;
    std::vector<const Wish*> shown;
    for (const Wish* wish : ranked)
        if (room >= wish->w + gap || rank_of(*wish) < 0) {
            shown.push_back(wish);
            room -= wish->w + gap;
        }
    for (const Wish& wish : wishes) {
        if (std::find(shown.begin(), shown.end(), &wish) == shown.end()) continue;
        right -= wish.w;
        t.columns.push_back(
            {survey::find_measure(wish.id), right, wish.w, wish.number || n.sort == wish.id, wish.bar});
        right -= gap;
    }
    t.text_right = right;
}

/// What bars mean, and the sums of what is shown.
void bottom_row(Ui& ui, Box box) {
    const AppState& s = ui.state;
    const NavigatorState& n = s.navigator;
    const Palette& c = ui.colors;
    ui.fill({box.x, box.y, box.w, 1}, c.line);
    const float y = box.y + 18;
    float x = box.x;
    if (n.two())
        for (int k = 0; k < 2; ++k) {
            const std::string name = ui.cut(model_words(s, k), Face::Regular, 11, 150);
            ui.fill({x, y - 2.5f, 24, 5}, k == 0 ? c.t1 : c.t3, 2.5f);
            ui.text({x + 32, y}, name, Face::Regular, 11, c.t2);
            x += 32 + ui.text_width(name, Face::Regular, 11) + 16;
        }
    const std::string sums = pooled_words(n), meaning = "longer is worse";
    const float sums_width = ui.text_width(sums, Face::Regular, 11),
                meaning_width = ui.text_width(meaning, Face::Regular, 11) + 16;
    if (x + meaning_width + sums_width < box.right()) ui.text({x, y}, meaning, Face::Regular, 11, c.t3);
    ui.text({box.right(), y}, ui.cut(sums, Face::Regular, 11, box.right() - x), Face::Regular, 11, c.t2,
            Align::Right);
}

} // namespace
} // namespace heed::navigator

namespace heed {

void navigator_view(Ui& ui, Box room) {
    using namespace navigator;
    const AppState& s = ui.state;
    const NavigatorState& n = s.navigator;
    const Palette& c = ui.colors;
    ui.fill(room, c.bg0);
    top_row(ui);
    doubt_at(ui, room.y + input_row_height);
    const bool side = ui.width >= least_with_preview;
    const float top = room.y + input_row_height + doubt_room(ui);
    const float right = side ? ui.width - preview_width - 2 * margin : ui.width - margin;
    const Box body{margin, top, right - margin, room.bottom() - top};
    ui.text({body.x, top + 24}, "Sentences", Face::Semibold, 15, c.t1);
    const float field = std::clamp(body.w * 0.24f, 190.0f, 280.0f);
    query_field(ui, {body.x + 96, top + 10, field, 28});
    chips(ui, body.x + 96 + field + 12, top + 10, body.right());
    Table t;
    t.row_height = row_height;
    t.text_size = 12;
    t.line = body.x;
    t.line_right = body.x + 56;
    t.text = body.x + 72;
    place_columns(n, t.text, body.right() - 14, t);
    const float heads = top + 76;
    if (n.order) {
        for (const Column& column : t.columns) {
            const float shift = column.number && column.bar ? 50.0f : 0.0f;
            if (column.bar) histogram(ui, column, {column.x + shift, heads - 30, column.w - shift, 18});
            heading(ui, column, heads, measure_title(s, measure_of(column)));
        }
        ui.text({t.line_right, heads}, "line", Face::Regular, 11, c.t3, Align::Right);
        ui.text({t.text, heads}, "sentence", Face::Regular, 11, c.t3);
        if (t.parting_right >= 0)
            ui.text({t.parting_right, heads}, "first parting", Face::Regular, 11, c.t3, Align::Right);
    }
    ui.fill({body.x, heads + 13, body.w, 1}, c.line);
    t.rows = {body.x - 8, heads + 16, body.w + 8, body.bottom() - heads - 16 - 44};
    table(ui, t);
    bottom_row(ui, {body.x, body.bottom() - 40, body.w, 40});
    if (side)
        preview(ui, {ui.width - preview_width - margin, top + margin, preview_width, body.h - 2 * margin});
}

} // namespace heed
