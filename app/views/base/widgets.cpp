#include "app/views/base/widgets.h"

#include <algorithm>
#include <cmath>

namespace heed {

bool button(Ui& ui, const std::string& id, Box box, const std::string& label, ButtonLook look) {
    const Palette& c = ui.colors;
    const Ui::Hit hit = ui.press(id, box, 6, true, look.enabled);
    const float faint = look.enabled ? 1.0f : 0.45f;
    Color ink = look.primary ? c.bg0 : c.t1;
    if (look.primary)
        ui.fill(box, fade(c.t1, faint * (1 - 0.12f * hit.warmth)), 6);
    else if (!look.quiet)
        ui.frame(box, look.enabled ? ui.control_fill(hit) : Color{0, 0, 0, 0}, fade(c.line2, faint), 6);
    else if (hit.warmth > 0)
        ui.fill(box, fade(c.bg3, hit.warmth), 6);
    ink = fade(ink, faint);
    float x = box.centre().x;
    if (look.icon) {
        const float w = ui.text_width(label, Face::Medium, 13) + 22;
        ui.draw(icon(*look.icon, ink), {x - w / 2 + 7, box.centre().y});
        ui.text({x - w / 2 + 22, box.centre().y}, label, Face::Medium, 13, ink);
    } else {
        ui.text({x, box.centre().y}, label, Face::Medium, 13, ink, Align::Centre);
    }
    return hit.clicked;
}

bool icon_button(Ui& ui, const std::string& id, Box box, Icon which, const std::string& tip,
                 std::string_view key, bool enabled, bool boxed) {
    const Palette& c = ui.colors;
    const Ui::Hit hit = ui.press(id, box, 6, true, enabled);
    if (boxed)
        ui.fill(box, ui.control_fill(hit), 6);
    else if (hit.warmth > 0)
        ui.fill(box, fade(c.bg3, hit.warmth), 6);
    ui.draw(icon(which, enabled ? (boxed ? c.t1 : c.t2) : fade(c.t3, 0.6f)), box.centre());
    ui.tooltip(id, box, tip, key);
    return hit.clicked;
}

bool menu_button(Ui& ui, const std::string& id, Box box, const std::string& strong, const std::string& weak,
                 bool strong_first, float sign) {
    const Palette& c = ui.colors;
    const Ui::Hit hit = ui.press(id, box);
    ui.frame(box, ui.control_fill(hit), c.line2, 6);
    float x = box.x + 10 + sign;
    const auto put = [&](const std::string& words, Face face, Color ink) {
        if (words.empty()) return;
        const std::string shown = ui.cut(words, face, 13, box.right() - 24 - x);
        ui.text({x, box.centre().y}, shown, face, 13, ink);
        x += ui.text_width(shown, face, 13) + 8;
    };
    if (strong_first) put(strong, Face::Semibold, c.t1);
    // What is chosen matters more than what it is called.
    const float both = ui.text_width(weak, Face::Regular, 13) + 8 + ui.text_width(strong, Face::Medium, 13);
    if (strong_first || both <= box.right() - 24 - x) put(weak, Face::Regular, c.t3);
    if (!strong_first) put(strong, Face::Medium, c.t1);
    ui.draw(icon(Icon::Chevron, c.t2), {box.right() - 15, box.centre().y});
    return hit.clicked;
}

int segmented(Ui& ui, const std::string& id, Box box, std::span<const std::string> labels, int chosen) {
    const Palette& c = ui.colors;
    ui.frame(box, c.bg0, c.line2, 6);
    float total = 0;
    for (const std::string& label : labels) total += ui.text_width(label, Face::Medium, 13) + 20;
    const float stretch = (box.w - 2) / total;
    float x = box.x + 1;
    int picked = -1;
    for (std::size_t n = 0; n < labels.size(); ++n) {
        const float w = (ui.text_width(labels[n], Face::Medium, 13) + 20) * stretch;
        const Box part{x, box.y + 1, w, box.h - 2};
        const bool on = static_cast<int>(n) == chosen;
        const Ui::Hit hit = ui.press(id + ":" + labels[n], part, 5);
        row_ground(ui, part, hit, on);
        ui.text(part.centre(), labels[n], on ? Face::Medium : Face::Regular, 13, on ? c.t1 : c.t2,
                Align::Centre);
        if (hit.clicked) picked = static_cast<int>(n);
        x += w;
    }
    return picked;
}

void segmented(Ui& ui, const std::string& id, Box box, std::span<const std::string> labels, int chosen,
               std::string_view command, int first) {
    if (const int n = segmented(ui, id, box, labels, chosen); n >= 0) ui.send({command, "", 0, first + n});
}

bool toggle(Ui& ui, const std::string& id, Point at, bool on) {
    const Palette& c = ui.colors;
    const Box box{at.x, at.y - 8, 28, 16};
    const Ui::Hit hit = ui.press(id, box, 8);
    const float k = ui.ease(id + ":on", on, 0.12f);
    ui.fill(box, k > 0.5f ? c.t1 : c.line2, 8);
    ui.draw(CircleItem{{box.x + 8 + 12 * k, at.y}, 5.5f, k > 0.5f ? c.bg1 : c.t1});
    return hit.clicked;
}

std::optional<float> slider(Ui& ui, const std::string& id, Box box, float value, float step) {
    const Palette& c = ui.colors;
    const bool was_held = ui.memory.pressed == id;
    const Ui::Hit hit = ui.press(id, box);
    ui.keeps(id, Arrows::Across);
    if (hit.held != was_held || (hit.held && !ui.mouse_down())) // one drag, one step back
        ui.send({"drag", "", 0, hit.held && ui.mouse_down() ? 1 : 0});
    const float x = box.x + value * box.w, y = box.centre().y;
    ui.fill({box.x, y - 2, box.w, 4}, c.line2, 2);
    ui.fill({box.x, y - 2, x - box.x, 4}, c.t3, 2);
    ui.draw(CircleItem{{x, y}, 6.0f + hit.warmth * 0.5f, c.t1});
    if (hit.held && ui.mouse_down()) return std::clamp((ui.mouse().x - box.x) / box.w, 0.0f, 1.0f);
    if (!hit.focused) return std::nullopt;
    const float way = ui.pressed("Right") ? 1.0f : ui.pressed("Left") ? -1.0f : 0.0f;
    if (way == 0 || step == 0) return std::nullopt;
    return std::clamp(value + way * step, 0.0f, 1.0f);
}

float key_chip(Ui& ui, Point at, const std::string& label) {
    const float w = ui.text_width(label, Face::Mono, 11) + 12;
    const Box box{at.x, at.y - 9, w, 18};
    ui.frame(box, ui.colors.bg2, ui.colors.line2, 4);
    ui.text(box.centre(), label, Face::Mono, 11, ui.colors.t2, Align::Centre);
    return w;
}

void popup_box(Ui& ui, Box box, float radius) {
    const std::uint8_t shade = ui.colors.dark() ? 9 : 5;
    for (int n = 6; n >= 1; --n) {
        const float grow = static_cast<float>(n) * 2;
        ui.fill({box.x - grow, box.y - grow + 6, box.w + 2 * grow, box.h + 2 * grow}, {0, 0, 0, shade},
                radius + grow);
    }
    ui.frame(box, ui.colors.popup, ui.colors.line2, radius);
}

void dialog_box(Ui& ui, const std::string& id, Box box, const std::string& title, float down) {
    popup_box(ui, box, 10);
    ui.memory.dialog = box;
    ui.memory.dialog_heading = box.x + 24 + ui.text_width(title, Face::Semibold, 20);
    ui.text({box.x + 24, box.y + down}, title, Face::Semibold, 20, ui.colors.t1);
    const Box close{box.right() - down - 10, box.y + down - 14, 28, 28};
    if (icon_button(ui, id + ":close", close, Icon::Close, "Close", "Esc")) ui.send({"close-dialog"});
}

void row_ground(Ui& ui, Box row, const Ui::Hit& hit, bool chosen, float radius, float warmth) {
    if (chosen || hit.warmth > 0)
        ui.fill(row, chosen ? ui.colors.bg3 : fade(ui.colors.bg3, warmth * hit.warmth), radius);
}

float& scrolled(Ui& ui, const std::string& id, Box room, float content, float line) {
    ui.scrolls(id, room);
    float& scroll = ui.memory.scroll[id];
    if (ui.over(room)) scroll -= ui.wheel() * line;
    return scroll = std::clamp(scroll, 0.0f, std::max(0.0f, content - room.h));
}

void scroll_bar(Ui& ui, const std::string& id, Box track, float content, float& scroll) {
    const float most = std::max(0.0f, content - track.h);
    scroll = std::clamp(scroll, 0.0f, most);
    if (most <= 0) return;
    const float size = std::max(24.0f, track.h * track.h / content);
    const Ui::Hit hit = ui.press(id, track, 2, false);
    if (hit.held)
        scroll = std::clamp((ui.mouse().y - track.y - size / 2) / (track.h - size), 0.0f, 1.0f) * most;
    ui.fill({track.x + 2, track.y + (track.h - size) * scroll / most, 4, size},
            hit.hovered || hit.held ? ui.colors.t3 : ui.colors.line2, 2);
}

void weight_legend(Ui& ui, Box box) {
    const Palette& c = ui.colors;
    static const auto ramp = [] {
        std::vector<float> values(128);
        for (std::size_t n = 0; n < values.size(); ++n) values[n] = static_cast<float>(n) / 127;
        return std::make_shared<const std::vector<float>>(std::move(values));
    }();
    ui.draw(MatrixItem{.box = {box.x, box.y, box.w, 10},
                       .rows = 1,
                       .columns = 128,
                       .values = ramp,
                       .map = ui.state.settings.map,
                       .scale = ui.state.settings.scale,
                       .dark = c.dark()});
    ui.frame({box.x, box.y, box.w, 10}, {0, 0, 0, 0}, c.line2, 0);
    const float y = box.y + 20;
    ui.text({box.x, y}, "0", Face::Mono, 11, c.t3);
    ui.text({box.centre().x, y}, "0.5", Face::Mono, 11, c.t3, Align::Centre);
    ui.text({box.right(), y}, "1", Face::Mono, 11, c.t3, Align::Right);
}

Box message_box(Ui& ui, Box room, const std::string& title, const std::string& words, float more) {
    const Palette& c = ui.colors;
    const float w = std::min(520.0f, room.w - 32);
    const Box box{room.centre().x - w / 2, room.y + std::min(160.0f, room.h * 0.25f), w, 104 + more};
    ui.frame(box, c.bg1, c.line, 8);
    ui.text({box.x + 24, box.y + 30}, title, Face::Semibold, 15, c.t1);
    ui.paragraph({box.x + 24, box.y + 46, w - 48, 0}, words, Face::Regular, 13, 20, c.t2);
    return box;
}

void message(Ui& ui, Box room, const std::string& title, const std::string& words) {
    message_box(ui, room, title, words, 0);
}

} // namespace heed
