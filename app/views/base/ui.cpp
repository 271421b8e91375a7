#include "app/views/base/ui.h"

#include "app/views/base/tips.h"

#include "app/figures/base/equation.h"
#include "app/render/imgui_compat.h"

#include <algorithm>
#include <cmath>

namespace heed {

Ui::Ui(const AppState& app, SceneRenderer& draws, UiMemory& keeps, std::vector<Command>& out,
       const Chords& keys, float elapsed)
    : state(app), colors(palette(app.settings.theme)), renderer(draws), memory(keeps), chords(keys),
      scale(app.scale), width(app.width), height(app.height), seconds(elapsed), out_(out) {
    if (state.menu != Menu::None) top_layer_ = 1;
    if (state.dialog != Dialog::None) top_layer_ = 2;
    memory.animating = false;
    memory.wake_at = 0;
    memory.last_order = std::exchange(memory.order, {});
    memory.last_field = std::exchange(memory.active_field, {});
    memory.focus_box = {};
    memory.last_first = std::exchange(memory.first, {});
    memory.arrows.clear();
    memory.revealed.clear();
    memory.shield = std::exchange(memory.next_shield, {});
}

// ------------------------------------------------------------------------------------------------ layers

void Ui::begin_layer(int layer, const char* name) {
    layer_ = layer;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({width * scale, height * scale});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollWithMouse |
                     ImGuiWindowFlags_NoNav | (layer == 0 ? ImGuiWindowFlags_NoBringToFrontOnFocus : 0) |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PopStyleVar(3);
    if (layer > 0) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    list_ = ImGui::GetWindowDrawList();
    clips_.clear();
}

void Ui::end_layer() {
    ImGui::End();
    list_ = nullptr;
}

void Ui::clip(Box box) {
    if (!clips_.empty()) {
        const Box outer = clips_.back();
        const float right = std::min(box.right(), outer.right()),
                    bottom = std::min(box.bottom(), outer.bottom());
        box.x = std::max(box.x, outer.x);
        box.y = std::max(box.y, outer.y);
        box.w = std::max(0.0f, right - box.x);
        box.h = std::max(0.0f, bottom - box.y);
    }
    clips_.push_back(box);
    if (!coming_.id.empty()) {
        areas_.push_back({std::exchange(coming_.id, {}), coming_.room, clips_.size()});
    }
    list_->PushClipRect({box.x * scale, box.y * scale}, {box.right() * scale, box.bottom() * scale}, true);
}

void Ui::end_clip() {
    if (!areas_.empty() && areas_.back().depth == clips_.size()) areas_.pop_back();
    clips_.pop_back();
    list_->PopClipRect();
}

void Ui::point_at(const std::string& id) {
    memory.focus = memory.reveal = id;
    memory.focus_visible = true;
    memory.animating = true;
}

void Ui::stands(const std::string& id, Box box) {
    if (memory.focus != id) return;
    memory.focus_box = box;
    if (memory.reveal != id) return;
    memory.revealed = std::exchange(memory.reveal, {});
    if (areas_.empty()) return;
    constexpr float margin = 12; // the ring is seen, too
    const Box& room = areas_.back().room;
    const float above = room.y + margin - box.y, below = box.bottom() + margin - room.bottom();
    if (above <= 0 && below <= 0) return;
    memory.scroll[areas_.back().id] += above > 0 ? -above : std::min(below, -above);
    memory.animating = true;
}

Point Ui::mouse() const {
    const ImVec2 at = ImGui::GetIO().MousePos;
    return {at.x / scale, at.y / scale};
}

bool Ui::over(Box box) const {
    if (layer_ < top_layer_) return false;
    const Point at = mouse();
    if (!above_shield_ && memory.shield.contains(at)) return false;
    return box.contains(at) && (clips_.empty() || clips_.back().contains(at));
}

bool Ui::mouse_pressed() const { return ImGui::GetIO().MouseClicked[0]; }
bool Ui::mouse_down() const { return ImGui::GetIO().MouseDown[0]; }
bool Ui::other_pressed() const { return ImGui::GetIO().MouseClicked[1]; }
bool Ui::shift() const { return ImGui::GetIO().KeyShift; }
bool Ui::control() const { return ImGui::GetIO().KeyCtrl; }
void Ui::show_text_cursor() const { ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput); }
std::string Ui::clipboard() const {
    const char* text = ImGui::GetClipboardText();
    return text ? text : "";
}
void Ui::set_clipboard(const std::string& text) const { ImGui::SetClipboardText(text.c_str()); }
void Ui::show_vertical_cursor() const { ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS); }
void Ui::show_horizontal_cursor() const { ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW); }
float Ui::wheel() const { return ImGui::GetIO().MouseWheel; }
float Ui::wheel_across() const { return ImGui::GetIO().MouseWheelH; }

// ------------------------------------------------------------------------------------------------ ink

void Ui::draw(const SceneItem& item, float opacity) const {
    renderer.draw(item, {list_, 0, 0, scale, opacity});
}

void Ui::draw(const Scene& scene, Point at, float opacity) const {
    renderer.draw(scene, {list_, std::round(at.x * scale), std::round(at.y * scale), scale, opacity});
}

void Ui::draw(const std::shared_ptr<const Pixels>& pixels, Point at) const {
    renderer.draw(pixels, *list_, at.x * scale, at.y * scale);
}

void Ui::fill(Box box, Color color, float radius) const {
    draw(RectItem{box, color, {0, 0, 0, 0}, 0, radius});
}

void Ui::frame(Box box, Color inside, Color border, float radius, float thick) const {
    draw(RectItem{.box = box, .fill = inside, .border = border, .border_width = thick, .radius = radius});
}

void Ui::text(Point at, const std::string& words, Face face, float size, Color color, Align align) const {
    draw(TextItem{.at = at, .text = words, .face = face, .size = size, .color = color, .align = align});
}

TextPlaces Ui::places(const std::string& words, Face face, float size) const {
    return renderer.fonts().places(words, face, size);
}

float Ui::text_width(const std::string& words, Face face, float size) const {
    return renderer.fonts().width(words, face, size);
}

std::string Ui::cut(const std::string& words, Face face, float size, float room) const {
    if (text_width(words, face, size) <= room) return words;
    const TextPlaces all = places(words, face, size);
    float left = room - text_width("…", face, size);
    while (true) { // what joins its neighbour may be wider where it ends
        const std::string kept = words.substr(0, all.fitting(left)) + "…";
        const float over = text_width(kept, face, size) - room;
        if (over <= 0 || kept.size() <= std::string_view("…").size()) return kept;
        left -= std::max(0.5f, over);
    }
}

float Ui::paragraph(Box box, const std::string& words, Face face, float size, float line_height,
                    Color color) const {
    float y = box.y;
    for (const std::string& row : wrap(words, box.w, face, size, renderer.fonts())) {
        text({box.x, y + line_height / 2}, row, face, size, color);
        y += line_height;
    }
    return y - box.y;
}

void Ui::line(Point a, Point b, Color color, float thick) const {
    draw(LineItem{.points = {a, b}, .color = color, .width = thick});
}

// ------------------------------------------------------------------------------------------------ widgets

float Ui::ease(const std::string& id, bool on, float length) {
    float& value = memory.hover[id];
    const float goal = on ? 1.0f : 0.0f;
    const float pace = length > 0 ? seconds / length : 1;
    value = value < goal ? std::min(goal, value + pace) : std::max(goal, value - pace);
    if (value != goal) memory.animating = true;
    return value;
}

Ui::Hit Ui::press(const std::string& id, Box box, float radius, bool focusable, bool enabled) {
    Hit hit;
    if (!enabled) return hit;
    const bool reachable = layer_ >= top_layer_;
    if (focusable && reachable) {
        memory.order.push_back(id);
        stands(id, box);
    }
    hit.hovered = over(box) && (memory.pressed.empty() || memory.pressed == id);
    if (hit.hovered && mouse_pressed()) {
        memory.pressed = id;
        memory.focus = focusable ? id : "";
        memory.focus_visible = false;
    }
    hit.held = memory.pressed == id;
    if (hit.held && !mouse_down()) {
        hit.clicked = hit.hovered;
        memory.pressed.clear();
    }
    hit.focused = focusable && reachable && memory.focus_visible && memory.focus == id;
    const bool space = pressed("Space") && !memory.type_ahead.goes_on(state.clock);
    if (hit.focused && (pressed("Enter") || space)) hit.clicked = true;
    hit.warmth = ease(id, hit.hovered, 0.09f);
    if (hit.focused)
        draw(
            RectItem{{box.x - 5, box.y - 5, box.w + 10, box.h + 10}, {0, 0, 0, 0}, colors.t1, 2, radius + 5});
    return hit;
}

Color Ui::control_fill(const Hit& hit) const {
    const auto mix = [&](std::uint8_t a, std::uint8_t b, float k) {
        return static_cast<std::uint8_t>(static_cast<float>(a) +
                                         (static_cast<float>(b) - static_cast<float>(a)) * k);
    };
    const Color a = colors.bg2, b = hit.held && hit.hovered ? colors.line2 : colors.bg3;
    return {mix(a.r, b.r, hit.warmth), mix(a.g, b.g, hit.warmth), mix(a.b, b.b, hit.warmth), 255};
}

bool Ui::pressed(std::string_view chord) const {
    return layer_ >= top_layer_ && std::find(chords.begin(), chords.end(), chord) != chords.end();
}

bool Ui::tip_due(const std::string& id, Box box) {
    if (!over(box) || mouse_down()) return false;
    const double now = state.clock;
    if (memory.tip_widget != id) {
        memory.tip_widget = id;
        memory.tip_since = now - memory.tip_seen < 0.3 ? now - 1 : now; // at once between neighbours
    }
    tip_ = std::make_unique<Tip>(Tip{box, "", "", false}); // it is being waited for
    constexpr double delay = 0.45;
    if (now - memory.tip_since < delay) {
        memory.wake_at = memory.tip_since + delay;
        return false;
    }
    memory.tip_seen = now;
    return true;
}

void Ui::tooltip(const std::string& id, Box box, const std::string& words, std::string_view key) {
    if (words.empty() || !tip_due(id, box)) return;
    tip_->words = words;
    tip_->key = key.empty() ? "" : key_label(key);
}

const Pick* Ui::pick(const Scene& scene, Point origin) const {
    if (!over({origin.x, origin.y, scene.width, scene.height}) || !memory.pressed.empty()) return nullptr;
    return scene.hit({mouse().x - origin.x, mouse().y - origin.y});
}

void Ui::tooltip(const std::string& id, const Scene& scene, const Pick& pick, Point origin, float top) {
    if (pick.tooltip.empty()) return;
    const std::string_view all = pick.tooltip;
    const std::size_t tab = std::min(all.find('\t'), all.size());
    Box box{origin.x + pick.box.x, origin.y + pick.box.y, pick.box.w, pick.box.h};
    if (top >= 0 && top < box.y) box = {box.x, top, box.w, height - top};
    tooltip(id + std::to_string(&pick - scene.picks.data()), box, std::string(all.substr(0, tab)),
            all.substr(std::min(tab + 1, all.size())));
    if (tip_) tip_->above = pick.told_above;
}

namespace {

constexpr float tip_air = 8, widest_beside = 340; // px

/// The wider of the two sides.
float room_beside(Box clear, float width) { return std::max(clear.x, width - clear.right()) - 2 * tip_air; }

/// Left or right of what it must not cover.
Box beside(Box clear, float middle, float w, float h, float width, float height) {
    const bool right = clear.right() + tip_air + w <= width - tip_air;
    const float y = std::clamp(middle - h / 2, tip_air, std::max(tip_air, height - h - tip_air));
    return {right ? clear.right() + tip_air : clear.x - tip_air - w, y, w, h};
}

} // namespace

void Ui::draw_tooltip() {
    const auto kept = memory.places.extract(std::string(beside_tip)); // of this picture alone
    if (!tip_) {
        memory.tip_widget.clear();
        return;
    }
    if (tip_->words.empty()) return;
    list_ = ImGui::GetForegroundDrawList();
    const float key_width = tip_->key.empty() ? 0 : text_width(tip_->key, Face::Mono, 11) + 24;
    // A long sentence takes lines, and stays in the window.
    float most = std::min(640.0f, width - 16) - 24 - key_width;
    const float free = kept ? room_beside(kept.mapped(), width) : 0;
    const bool stands_beside = free >= 200;
    if (stands_beside) most = std::min(most, std::min(widest_beside, free) - 24 - key_width);
    const std::vector<std::string> lines = wrap(tip_->words, most, Face::Regular, 13, renderer.fonts());
    float words = 0;
    for (const std::string& line : lines) words = std::max(words, text_width(line, Face::Regular, 13));
    const float w = words + 24 + key_width, h = 14 + 18 * static_cast<float>(lines.size());
    Box box = tip_box(tip_->box, {0, 0, w, h}, {0, 0, width, height}, mouse(), tip_->above);
    if (stands_beside && w <= free) box = beside(kept.mapped(), tip_->box.centre().y, w, h, width, height);
    for (int n = 4; n >= 1; --n) // a soft shadow
        fill({box.x - static_cast<float>(n), box.y - static_cast<float>(n) + 3,
              w + 2.0f * static_cast<float>(n), h + 2.0f * static_cast<float>(n)},
             {0, 0, 0, 14}, 6 + static_cast<float>(n));
    frame(box, colors.popup, colors.line2, 6);
    for (std::size_t n = 0; n < lines.size(); ++n)
        text({box.x + 12, box.y + 16 + 18 * static_cast<float>(n)}, lines[n], Face::Regular, 13, colors.t1);
    if (!tip_->key.empty()) {
        const Box chip{box.right() - key_width, box.y + 7, key_width - 10, 18};
        frame(chip, colors.bg2, colors.line2, 4);
        text(chip.centre(), tip_->key, Face::Mono, 11, colors.t2, Align::Centre);
    }
    list_ = nullptr;
}

void Ui::finish() {
    if (!mouse_down()) memory.pressed.clear();
    if (memory.active_field.empty()) memory.field.id.clear(); // it is no longer there
    if (!memory.last_field.empty() && memory.last_field != memory.active_field) send({"field-left"});
    memory.typed.clear();
    const bool back = std::find(chords.begin(), chords.end(), "Shift+Tab") != chords.end();
    const bool on = std::find(chords.begin(), chords.end(), "Tab") != chords.end();
    if ((!on && !back) || memory.order.empty()) return;
    const auto now = std::find(memory.order.begin(), memory.order.end(), memory.focus);
    if (const auto first = std::find(memory.order.begin(), memory.order.end(), memory.first);
        now == memory.order.end() && first != memory.order.end() && on) {
        point_at(memory.first);
        return;
    }
    const auto n = static_cast<std::ptrdiff_t>(memory.order.size());
    std::ptrdiff_t index = now == memory.order.end() ? (back ? n - 1 : 0)
                                                     : (now - memory.order.begin() + (back ? n - 1 : 1)) % n;
    point_at(memory.order[static_cast<std::size_t>(index)]);
    if (memory.focus.starts_with("field:"))
        memory.wanted_field = memory.focus;
    else
        memory.field.id.clear();
}

} // namespace heed
