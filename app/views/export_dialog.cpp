// Ctrl+E: what to draw, how, and the picture as it will be.
#include "app/state/update.h"
#include "app/state/workspaces.h"
#include "app/views/views.h"
#include "app/views/widgets.h"
#include "app/views/workspaces.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

constexpr float options_width = 320;

/// The figure at the size it has on paper, at most as large as the room.
void preview(Ui& ui, Box room) {
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
            Scene words;
            words.width = 300;
            words.height = 60;
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

void flag(Column& at, const std::string& id, const std::string& words, bool on, Do what) {
    at.label(words);
    if (toggle(at.ui, id, {at.x + at.w - 28, at.y + 14}, on)) at.ui.send(what);
    at.next(32);
}

void options(Ui& ui, Column at) {
    const ExportDialog& e = ui.state.exporting;
    const bool weights = ui.state.trace && ui.state.trace->has_weights();
    static const std::array<std::string, 5> kinds = {"PNG", "SVG", "PDF", "CSV", "JSON"};
    static const std::array<std::string, 2> widths = {"84 mm", "174 mm"};
    static const std::array<std::string, 3> resolutions = {"150", "300", "600"};
    static const std::array<std::string, 4> sizes = {"7", "8", "9", "10"};
    static const std::array<std::string, 4> maps = {"Ember", "Viridis", "Cividis", "Grey"};
    if (const int n = choice(at, "export:kind", "", kinds, static_cast<int>(e.kind), at.w); n >= 0)
        ui.send({Do::ExportKind, "", 0, n});
    if (e.kind == FileKind::Csv || e.kind == FileKind::Json) return;
    const int figure = static_cast<int>(e.figure);
    ExportDialog::Figure own{};
    const auto of_workspace = workspace_of(ui.state).figure;
    const bool has_own = of_workspace && of_workspace(ui.state, own);
    const std::string third(view_of(ui.state).own_figure);
    int picked =
        has_own ? choice(at, "export:figure", "Figure",
                         std::array<std::string, 3>{"Heatmap", "Network", third}, std::min(figure, 2), 250)
                : choice(at, "export:figure", "Figure", std::array<std::string, 2>{"Heatmap", "Network"},
                         figure, 190);
    if (picked == 2) picked = static_cast<int>(own);
    if (picked >= 0 && (picked > 0 || weights)) ui.send({Do::ExportFigure, "", 0, picked});
    if (const int n = choice(at, "export:width", "Width", widths, e.paper.width_mm < 100 ? 0 : 1, 190);
        n >= 0)
        ui.send({Do::ExportWidth, "", n == 0 ? 84.0 : 174.0});
    if (e.kind == FileKind::Png)
        if (const int n = choice(at, "export:dpi", "Dots an inch", resolutions,
                                 e.dpi < 200   ? 0
                                 : e.dpi < 400 ? 1
                                               : 2,
                                 190);
            n >= 0)
            ui.send({Do::ExportDpi, "", n == 0 ? 150.0 : n == 1 ? 300.0 : 600.0});
    const bool tree = e.figure == ExportDialog::Figure::Tree;
    if (!tree)
        if (const int n = choice(at, "export:map", "", maps, static_cast<int>(e.map), at.w); n >= 0)
            ui.send({Do::ExportMap, "", 0, n});
    if (e.figure == ExportDialog::Figure::Network) return;
    if (const int n =
            choice(at, "export:font", "Text, points", sizes, static_cast<int>(e.paper.font_pt) - 7, 190);
        n >= 0)
        ui.send({Do::ExportFont, "", 7.0 + n});
    FieldLook look;
    look.hint = "No title";
    at.label("Title");
    const FieldResult title = text_field(ui, "field:export-title", at.control(230), e.paper.title, look);
    if (title.changed) ui.send({Do::ExportTitle, title.text});
    at.next();
    flag(at, "export:numbers", tree ? "Probabilities under the tokens" : "Numbers of .05 and more",
         e.paper.numbers, Do::ExportNumbers);
    flag(at, "export:caption", "Caption", e.paper.caption, Do::ExportCaption);
    flag(at, "export:transparent", "Transparent", e.paper.transparent, Do::ExportTransparent);
}

} // namespace

void export_dialog(Ui& ui) {
    const AppState& s = ui.state;
    const ExportDialog& e = s.exporting;
    const Palette& c = ui.colors;
    const float w = std::min(1000.0f, ui.width - 32), h = std::min(640.0f, ui.height - 24);
    const Box box{std::round((ui.width - w) / 2), std::round((ui.height - h) / 2), w, h};
    popup_box(ui, box, 10);
    ui.text({box.x + 24, box.y + 32}, "Export", Face::Semibold, 20, c.t1);
    if (icon_button(ui, "export:close", {box.right() - 42, box.y + 18, 28, 28}, Icon::Close, "Close", "Esc"))
        ui.send(Do::CloseDialog);
    const float top = box.y + 60, bottom = box.bottom() - 104;
    ui.fill({box.x + 1, top, w - 2, 1}, c.line2);
    preview(ui, {box.x + 1, top + 1, w - options_width - 48, bottom - top - 1});
    options(ui, {ui, box.right() - options_width - 24, top + 16, options_width});
    ui.fill({box.x + 1, bottom, w - 2, 1}, c.line2);

    ui.text({box.x + 24, bottom + 30}, "Save as", Face::Regular, 13, c.t2);
    FieldLook look;
    look.face = Face::Mono;
    const FieldResult path =
        text_field(ui, "field:export-path", {box.x + 88, bottom + 16, w - 112, 28}, e.path, look);
    if (path.changed) ui.send({Do::ExportPath, path.text});

    float x = box.x + 24;
    const float y = box.bottom() - 44;
    if (ui.state.can_copy_images && e.kind != FileKind::Csv && e.kind != FileKind::Json) {
        if (button(ui, "export:copy", {x, y, 112, 28}, "Copy image")) ui.send(Do::CopyImage);
        x += 120;
    }
    if (s.trace && s.trace->has_weights() && button(ui, "export:csv", {x, y, 96, 28}, "Copy CSV"))
        ui.send(Do::CopyCsv);
    if (button(ui, "export:cancel", {box.right() - 232, y, 92, 28}, "Cancel")) ui.send(Do::CloseDialog);
    if (button(ui, "export:save", {box.right() - 132, y, 108, 28}, e.busy ? "Saving…" : "Save",
               {.primary = true, .enabled = !e.busy && !e.path.empty()}) ||
        ui.pressed("Enter"))
        ui.send(Do::ExportSave);
}

} // namespace heed
