// Ctrl+E: what to draw, how, and the picture as it will be.
#include "app/figures/figures.h"
#include "app/state/update.h"
#include "app/state/workspaces.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"
#include "app/views/workspaces.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

constexpr float options_width = 320;

/// The figure at the size it has on paper, at most as large as the room.
void picture_preview(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const ExportDialog& e = s.exporting;
    const Palette& c = ui.colors;
    ui.fill(room, c.bg0);
    if (e.kind == FileKind::Csv || e.kind == FileKind::Json) {
        ui.text({room.centre().x, room.centre().y - 12},
                e.kind == FileKind::Csv ? "The weights, one row an output" : "The whole run, every number",
                Face::Semibold, 15, c.t1, Align::Centre);
        ui.text({room.centre().x, room.centre().y + 14},
                e.kind == FileKind::Csv ? "The first line names the source tokens."
                                        : "As heed trace --json --full writes it.",
                Face::Regular, 13, c.t2, Align::Centre);
        return;
    }
    const std::tuple key(e.figure, e.paper, e.map, s.playback.at, s.compare.revision);
    const Scene& scene = cached_scene(ui, "export", key, s.trace, [&] {
        try {
            return export_picture(s, e, ui.renderer.fonts()).scene;
        } catch (const std::exception& error) {
            Scene words{.width = 300, .height = 60};
            words.add(TextItem{.at = {150, 30},
                               .text = error.what(),
                               .size = 13,
                               .color = rgb(0x48515F),
                               .align = Align::Centre});
            return words;
        }
    });
    if (scene.width <= 0 || scene.height <= 0) return;
    const float zoom = std::min({(room.w - 40) / scene.width, (room.h - 40) / scene.height, 3.0f});
    const Box page{room.centre().x - scene.width * zoom / 2, room.centre().y - scene.height * zoom / 2,
                   scene.width * zoom, scene.height * zoom};
    if (e.paper.transparent) { // squares show what is clear
        for (float y = 0; y < page.h; y += 12)
            for (float x = 0; x < page.w; x += 12)
                ui.fill({page.x + x, page.y + y, std::min(12.0f, page.w - x), std::min(12.0f, page.h - y)},
                        static_cast<int>(x / 12 + y / 12) % 2 ? rgb(0xFFFFFF) : rgb(0xE4E6EA));
    } else {
        ui.fill(page, rgb(0xFFFFFF));
    }
    ui.clip(page);
    ui.draw_scaled(scene, {page.x, page.y}, zoom);
    ui.end_clip();
}

struct Column {
    Ui& ui;
    float x, y, w;

    void label(const std::string& words) const {
        ui.text({x, y + 14}, words, Face::Regular, 13, ui.colors.t2);
    }
    Box control(float width) const { return {x + w - width, y, width, 28}; }
    void next(float by = 38) { y += by; }
};

template <std::size_t N>
int choice(Column& at, const std::string& id, const std::string& words,
           const std::array<std::string, N>& labels, int chosen, float width) {
    if (!words.empty()) at.label(words);
    const int picked = segmented(at.ui, id, at.control(width), labels, chosen);
    at.next();
    return picked;
}

void flag(Column& at, const std::string& id, const std::string& words, bool on, std::string_view what) {
    at.label(words);
    if (toggle(at.ui, id, {at.x + at.w - 28, at.y + 14}, on)) at.ui.send({what});
    at.next(32);
}

/// What can be drawn of what is on the screen.
void choose_figure(Ui& ui, Column& at) {
    const std::vector<std::string_view> ids = exportable_figures(ui.state);
    std::vector<std::string> titles;
    for (const std::string_view id : ids) titles.emplace_back(find_figure(id)->title);
    const int now =
        static_cast<int>(std::find(ids.begin(), ids.end(), ui.state.exporting.figure) - ids.begin());
    at.label("Figure");
    const float width = 95 * static_cast<float>(std::max<std::size_t>(ids.size(), 1));
    const int picked = segmented(ui, "export:figure", at.control(std::min(width, 250.0f)), titles, now);
    at.next();
    if (picked >= 0) ui.send({"export-figure", std::string(ids[static_cast<std::size_t>(picked)])});
}

void options(Ui& ui, Column at) {
    const ExportDialog& e = ui.state.exporting;
    static const std::array<std::string, 5> kinds = {"PNG", "SVG", "PDF", "CSV", "JSON"};
    static const std::array<std::string, 2> widths = {"84 mm", "174 mm"};
    static const std::array<std::string, 3> resolutions = {"150", "300", "600"};
    static const std::array<std::string, 4> sizes = {"7", "8", "9", "10"};
    static const std::array<std::string, 4> maps = {"Ember", "Viridis", "Cividis", "Grey"};
    if (const int n = choice(at, "export:kind", "", kinds, static_cast<int>(e.kind), at.w); n >= 0)
        ui.send({"export-kind", "", 0, n});
    if (e.kind == FileKind::Csv || e.kind == FileKind::Json) return;
    choose_figure(ui, at);
    if (const int n = choice(at, "export:width", "Width", widths, e.paper.width_mm < 100 ? 0 : 1, 190);
        n >= 0)
        ui.send({"export-width", "", n == 0 ? 84.0 : 174.0});
    if (e.kind == FileKind::Png)
        if (const int n = choice(at, "export:dpi", "Dots an inch", resolutions,
                                 e.dpi < 200   ? 0
                                 : e.dpi < 400 ? 1
                                               : 2,
                                 190);
            n >= 0)
            ui.send({"export-dpi", "", n == 0 ? 150.0 : n == 1 ? 300.0 : 600.0});
    const bool tree = e.figure == "tree";
    if (!tree)
        if (const int n = choice(at, "export:map", "", maps, static_cast<int>(e.map), at.w); n >= 0)
            ui.send({"export-colours", "", 0, n});
    if (e.figure == "network") return;
    if (const int n =
            choice(at, "export:font", "Text, points", sizes, static_cast<int>(e.paper.font_pt) - 7, 190);
        n >= 0)
        ui.send({"export-font", "", 7.0 + n});
    if (e.figure == "grid") // its names and numbers are its own
        return flag(at, "export:transparent", "Transparent", e.paper.transparent, "export-transparent");
    at.label("Title");
    text_field(ui, "field:export-title", at.control(230), e.paper.title, {.hint = "No title"},
               "export-title");
    at.next();
    flag(at, "export:numbers", tree ? "Probabilities under the tokens" : "Numbers of .05 and more",
         e.paper.numbers, "export-numbers");
    flag(at, "export:caption", "Caption", e.paper.caption, "export-caption");
    flag(at, "export:transparent", "Transparent", e.paper.transparent, "export-transparent");
}

} // namespace

void export_dialog(Ui& ui) {
    const AppState& s = ui.state;
    const ExportDialog& e = s.exporting;
    const Palette& c = ui.colors;
    const float w = std::min(1000.0f, ui.width - 32), h = std::min(640.0f, ui.height - 24);
    const Box box{std::round((ui.width - w) / 2), std::round((ui.height - h) / 2), w, h};
    dialog_box(ui, "export", box, "Export");
    const float top = box.y + 60, bottom = box.bottom() - 104;
    ui.fill({box.x + 1, top, w - 2, 1}, c.line2);
    picture_preview(ui, {box.x + 1, top + 1, w - options_width - 48, bottom - top - 1});
    options(ui, {ui, box.right() - options_width - 24, top + 16, options_width});
    ui.fill({box.x + 1, bottom, w - 2, 1}, c.line2);

    ui.text({box.x + 24, bottom + 30}, "Save as", Face::Regular, 13, c.t2);
    text_field(ui, "field:export-path", {box.x + 88, bottom + 16, w - 112, 28}, e.path, {.face = Face::Mono},
               "export-path");

    float x = box.x + 24;
    const float y = box.bottom() - 44;
    if (ui.state.can_copy_images && e.kind != FileKind::Csv && e.kind != FileKind::Json) {
        if (button(ui, "export:copy", {x, y, 112, 28}, "Copy image")) ui.send({"copy-image"});
        x += 120;
    }
    if (s.trace && s.trace->has_weights() && button(ui, "export:csv", {x, y, 96, 28}, "Copy CSV"))
        ui.send({"copy-csv"});
    if (button(ui, "export:cancel", {box.right() - 232, y, 92, 28}, "Cancel")) ui.send({"close-dialog"});
    if (button(ui, "export:save", {box.right() - 132, y, 108, 28}, e.busy ? "Saving…" : "Save",
               {.primary = true, .enabled = !e.busy && !e.path.empty()}) ||
        ui.pressed("Enter"))
        ui.send({"export-save"});
}

} // namespace heed
