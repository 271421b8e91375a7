// Ctrl+E: what to draw, how, and the picture as it will be.
#include "app/export/numbers.h"
#include "app/figures/base/equation.h"
#include "app/state/heads/paper_head.h"
#include "app/state/update.h"
#include "app/state/workspaces.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace heed {
namespace {

constexpr float options_width = 320;

/// What a file of numbers holds.
std::pair<const char*, const char*> words_of(FigureNumbers numbers, FileKind kind) {
    switch (numbers) {
    case FigureNumbers::Panels:
        return kind == FileKind::Csv ? std::pair{"Every panel's weights, a line a weight",
                                                 "As heed compare -o FILE.csv writes it."}
                                     : std::pair{"Every panel's run, and what was measured",
                                                 "As heed compare --json writes it."};
    case FigureNumbers::Maps:
        return {"Every map's weights, a line a weight", "Each of every layer and head, by its name."};
    case FigureNumbers::Nodes:
        return {"The tree, a line a node", "Output, token, probability, what became of it."};
    case FigureNumbers::Run:
        return {"The whole run, every number", "As heed trace --json --full writes it."};
    case FigureNumbers::Findings:
        return {"Every finding with its numbers", "As heed check --data FILE --json writes it."};
    default:
        return {"The weights, one row an output", "The first line names the source tokens."};
    }
}

/// The figure as its file will be, or why there is none.
const Scene& picture(Ui& ui, const ExportDialog& e, const std::string& kept_as) {
    const AppState& s = ui.state;
    std::string heads; // that there are to choose from
    for (const PaperHeadChoice& one : paper_heads(s, e.figure)) heads += one.name + '\n';
    const std::tuple key(e.figure, e.paper, e.map, s.playback.at, s.compare.revision, paper_head(s, e),
                         heads);
    std::shared_ptr<const void> kept = s.trace;
    if (const auto board = workspace_of(s).board)
        if (const auto drawn = board(s)) kept = drawn;
    return cached_scene(ui, kept_as, key, kept, [&] {
        ui.memory.scenes[kept_as].beside.reset(); // its pixels were another's
        try {
            return export_picture(s, e, *paper_metrics()).scene; // broken into lines as the file is
        } catch (const std::exception& error) {
            constexpr float wide = 420, line = 20;
            Scene words{.width = wide, .height = line};
            for (const std::string& part : wrap(as_sentence(error.what()), wide - 2 * line, Face::Regular, 13,
                                                *figure_style(ui).metrics)) {
                words.add(TextItem{.at = {wide / 2, words.height},
                                   .text = part,
                                   .size = 13,
                                   .color = rgb(0x48515F),
                                   .align = Align::Centre});
                words.height += line;
            }
            return words;
        }
    });
}

/// The picture's pixels, drawn as the file's are: letters stand as they will there.
struct DrawnPicture {
    float per_unit = 0;
    std::shared_ptr<const Pixels> pixels;
};
std::shared_ptr<const Pixels> drawn_picture(Ui& ui, const Scene& scene, float per_unit) {
    std::any& kept = ui.memory.scenes["export"].beside;
    const auto* known = std::any_cast<DrawnPicture>(&kept);
    if (!known || known->per_unit != per_unit) {
        auto pixels = std::make_shared<Pixels>();
        pixels->rgba = render_rgba(scene, static_cast<double>(per_unit), pixels->width, pixels->height);
        kept = DrawnPicture{per_unit, std::move(pixels)};
    }
    return std::any_cast<DrawnPicture>(&kept)->pixels;
}

/// Whether the numbers make a difference to the picture: none are drawn where there is no room for them.
bool numbers_fit(Ui& ui) {
    ExportDialog other = ui.state.exporting;
    other.paper.numbers = !other.paper.numbers;
    const std::size_t items = picture(ui, ui.state.exporting, "export").items.size();
    return picture(ui, other, "export:numbers").items.size() != items;
}

/// The figure at the size it has on paper, at most as large as the room.
void picture_preview(Ui& ui, Box room) {
    const ExportDialog& e = ui.state.exporting;
    const Palette& c = ui.colors;
    ui.fill(room, c.bg0);
    if (!is_picture(e.kind)) {
        const auto& [title, words] = words_of(numbers_in(*find_figure(e.figure), e.kind), e.kind);
        ui.text({room.centre().x, room.centre().y - 12}, title, Face::Semibold, 15, c.t1, Align::Centre);
        ui.text({room.centre().x, room.centre().y + 14}, words, Face::Regular, 13, c.t2, Align::Centre);
        return;
    }
    const Scene& scene = picture(ui, e, "export");
    if (scene.width <= 0 || scene.height <= 0) return;
    const float zoom = std::min({(room.w - 40) / scene.width, (room.h - 40) / scene.height, 3.0f});
    const auto pixels = drawn_picture(ui, scene, zoom * ui.scale);
    const float w = static_cast<float>(pixels->width) / ui.scale,
                h = static_cast<float>(pixels->height) / ui.scale;
    const Box page{room.centre().x - w / 2, room.centre().y - h / 2, w, h};
    if (e.paper.transparent) { // squares show what is clear
        for (float y = 0; y < page.h; y += 12)
            for (float x = 0; x < page.w; x += 12)
                ui.fill({page.x + x, page.y + y, std::min(12.0f, page.w - x), std::min(12.0f, page.h - y)},
                        static_cast<int>(x / 12 + y / 12) % 2 ? rgb(0xFFFFFF) : rgb(0xE4E6EA));
    } else {
        ui.fill(page, rgb(0xFFFFFF));
    }
    ui.draw(pixels, {page.x, page.y});
}

constexpr float option_high = 28, option_row = 38, joined_option_row = 32, flag_high = 20, flag_row = 32;
constexpr float usual_air = 8 * (option_row - option_high) + 3 * (flag_row - flag_high), least_air = 0.3f;

struct Column {
    Ui& ui;
    float x, y, w;
    float air = 1; // of what lies between two controls, where there is room for all of it

    void label(const std::string& words) const {
        ui.text({x, y + 14}, words, Face::Regular, 13, ui.colors.t2);
    }
    Box control(float width) const { return {x + w - width, y, width, 28}; }
    /// Controls keep their height: what is free between them shrinks, but not within one choice of two rows.
    void next(float by = option_row) {
        y += by == joined_option_row ? by : option_high + (by - option_high) * air;
    }
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
    at.y += flag_high + (flag_row - flag_high) * at.air;
}

/// What can be drawn of what is on the screen; in two rows where one would cut their names.
void choose_figure(Ui& ui, Column& at) {
    const std::vector<std::string_view> ids = exportable_figures(ui.state);
    constexpr float beside = 12; // px about a name
    const auto title = [](std::string_view id) { return std::string(find_figure(id)->title); };
    float wide = 0;
    for (const std::string_view id : ids) wide += ui.text_width(title(id), Face::Medium, 13) + beside;
    const std::size_t count = ids.size(), rows = wide > at.w && count > 3 ? 2 : 1,
                      each = (count + rows - 1) / rows;
    for (std::size_t first = 0; first < count; first += each) {
        const std::span<const std::string_view> row =
            std::span(ids).subspan(first, std::min(each, count - first));
        std::vector<std::string> titles;
        for (const std::string_view id : row) titles.push_back(title(id));
        const auto now = std::find(row.begin(), row.end(), ui.state.exporting.figure);
        const int chosen = now == row.end() ? -1 : static_cast<int>(now - row.begin());
        const std::string name = first == 0 ? "export:figure" : "export:figure:more";
        const int picked = segmented(ui, name, at.control(at.w), titles, chosen);
        at.next(first + each < count ? joined_option_row : option_row);
        if (picked >= 0) ui.send({"export-figure", std::string(row[static_cast<std::size_t>(picked)])});
    }
}

/// The mean of the heads, or one of them.
void choose_head(Ui& ui, Column& at) {
    const ExportDialog& e = ui.state.exporting;
    const std::vector<PaperHeadChoice> there = paper_heads(ui.state, e.figure);
    if (there.size() < 2) return;
    std::vector<std::string> names;
    int now = -1;
    for (const PaperHeadChoice& one : there) {
        if (one.which == paper_head(ui.state, e)) now = static_cast<int>(names.size());
        names.push_back(one.name);
    }
    const int picked = segmented(ui, "export:head", at.control(at.w), names, now);
    at.next();
    if (picked >= 0)
        ui.send(
            {"export-which-head", "", 0, static_cast<int>(there[static_cast<std::size_t>(picked)].which)});
}

/// The files that can be made of it.
void choose_kind(Ui& ui, Column& at, const FigureKind& figure) {
    static constexpr std::array<const char*, 5> names = {"PNG", "SVG", "PDF", "CSV", "JSON"}; // as FileKind
    std::vector<std::string> labels;
    std::vector<int> kinds;
    for (int k = 0; k < static_cast<int>(names.size()); ++k)
        if (can_be(figure, static_cast<FileKind>(k))) {
            labels.emplace_back(names[static_cast<std::size_t>(k)]);
            kinds.push_back(k);
        }
    const auto now = std::find(kinds.begin(), kinds.end(), static_cast<int>(ui.state.exporting.kind));
    const int picked =
        segmented(ui, "export:kind", at.control(at.w), labels, static_cast<int>(now - kinds.begin()));
    at.next();
    if (picked >= 0) ui.send({"export-kind", "", 0, kinds[static_cast<std::size_t>(picked)]});
}

void choose_width(Ui& ui, Column& at) {
    static const std::array<std::string, 2> widths = {"84 mm", "174 mm"};
    const int now = ui.state.exporting.paper.width_mm < 100 ? 0 : 1;
    if (const int n = choice(at, "export:width", "Width", widths, now, 190); n >= 0)
        ui.send({"export-width", "", n == 0 ? 84.0 : 174.0});
}

void choose_dots(Ui& ui, Column& at) {
    static constexpr std::array<double, 3> dots = {150, 300, 600};
    static const std::array<std::string, 3> labels = {"150", "300", "600"};
    const double dpi = ui.state.exporting.dpi;
    const int now = dpi < 200 ? 0 : dpi < 400 ? 1 : 2;
    if (const int n = choice(at, "export:dpi", "Dots an inch", labels, now, 190); n >= 0)
        ui.send({"export-dpi", "", dots[static_cast<std::size_t>(n)]});
}

/// Of a figure that has no size of its own in print, the size that follows from its width comes first.
void choose_font(Ui& ui, Column& at, const FigureKind& figure) {
    static const std::array<std::string, 4> sizes = {"7", "8", "9", "10"};
    static const std::array<std::string, 5> fitting = {"fit", "7", "8", "9", "10"};
    const int now = static_cast<int>(ui.state.exporting.paper.font_pt);
    const bool fits = figure.font_pt == 0;
    const int n = fits ? choice(at, "export:font", "Text, points", fitting, now == 0 ? 0 : now - 6, 190)
                       : choice(at, "export:font", "Text, points", sizes, now - 7, 190);
    if (n >= 0) ui.send({"export-font", "", fits && n == 0 ? 0.0 : (fits ? 6.0 : 7.0) + n});
}

/// What the switch of the numbers draws, or that there is no room for any.
std::string numbers_of(Ui& ui, const FigureKind& figure) {
    if (!numbers_fit(ui)) return "Numbers: there is no room for them";
    return figure.needs == FigureNeeds::Search ? "Probabilities under the tokens"
           : figure.font_pt == 0               ? "Numbers in the cells"
                                               : "Numbers of .05 and more";
}

/// What changes the figure in such a file, and nothing else.
void options(Ui& ui, Column at) {
    const ExportDialog& e = ui.state.exporting;
    const FigureKind& figure = *find_figure(e.figure);
    static const std::array<std::string, 4> maps = {"Ember", "Viridis", "Cividis", "Grey"};
    choose_figure(ui, at);
    choose_head(ui, at);
    choose_kind(ui, at, figure);
    if (!is_picture(e.kind)) return;
    choose_width(ui, at);
    if (e.kind == FileKind::Png) choose_dots(ui, at);
    choose_font(ui, at, figure);
    if (figure.options.colours)
        if (const int n = choice(at, "export:map", "", maps, static_cast<int>(e.map), at.w); n >= 0)
            ui.send({"export-colours", "", 0, n});
    if (figure.options.title) {
        at.label("Title");
        text_field(ui, "field:export-title", at.control(230), e.paper.title, {.hint = "No title"},
                   "export-title");
        at.next();
    }
    if (figure.options.numbers)
        flag(at, "export:numbers", numbers_of(ui, figure), e.paper.numbers, "export-numbers");
    if (figure.options.caption) flag(at, "export:caption", "Caption", e.paper.caption, "export-caption");
    flag(at, "export:transparent", "Transparent", e.paper.transparent, "export-transparent");
}

// ------------------------------------------------------------------------------------------------ the file

/// What is said of the file: that something of that name is there, or why it was not written.
std::string said_of_file(const ExportDialog& e) {
    if (!e.error.empty()) return "The figure was not saved. " + e.error;
    const std::filesystem::path target = export_target(e);
    if (e.target.there && e.target.path == target.string())
        return target.filename().string() + " is there already.";
    return "";
}

/// In this order from the right: what is safe, what is not, and leaving it.
void save_buttons(Ui& ui, float right, float left, float y) {
    const ExportDialog& e = ui.state.exporting;
    const bool can = !e.busy && !e.path.empty();
    const bool there = e.target.there && e.target.path == export_target(e).string();
    const auto place = [&](float width) {
        right -= width;
        const Box box{right, y, width, 28};
        right -= 8;
        return box;
    };
    const std::string free = std::filesystem::path(e.target.free).filename().string();
    const float room = right - left - 92 - 92 - 16;
    const std::string save = e.busy  ? "Saving…"
                             : there ? ui.cut("Save as " + free, Face::Medium, 13, room - 32)
                                     : "Save";
    const float width = std::max(108.0f, ui.text_width(save, Face::Medium, 13) + 32);
    if (button(ui, "export:save", place(width), save, {.primary = true, .enabled = can}) ||
        (can && ui.pressed("Enter")))
        ui.send({there ? "export-beside" : "export-save"});
    if (there && button(ui, "export:replace", place(92), "Replace", {.enabled = can}))
        ui.send({"export-replace"});
    if (button(ui, "export:cancel", place(92), "Cancel")) ui.send({"close-dialog"});
}

/// Returns how far it reaches to the right.
float copy_buttons(Ui& ui, float x, float y) {
    const AppState& s = ui.state;
    const ExportDialog& e = s.exporting;
    const FigureKind& figure = *find_figure(e.figure);
    if (s.can_copy_images && is_picture(e.kind)) {
        if (button(ui, "export:copy", {x, y, 112, 28}, "Copy image")) ui.send({"export-copy"});
        x += 120;
    }
    if (can_be(figure, FileKind::Csv)) {
        if (button(ui, "export:csv", {x, y, 96, 28}, "Copy CSV")) ui.send({"export-copy-numbers"});
        x += 104;
    }
    return x;
}

/// The lower part: its height grows with what is to be said.
struct FileRow {
    std::vector<std::string> lines;
    float height;

    FileRow(const Ui& ui, float width) {
        const std::string said = said_of_file(ui.state.exporting);
        if (!said.empty()) lines = wrap(said, width - 136, Face::Regular, 13, *figure_style(ui).metrics);
        height = 104 + (lines.empty() ? 0 : 20 * static_cast<float>(lines.size()) + 8);
    }

    void draw(Ui& ui, Box box) const {
        const ExportDialog& e = ui.state.exporting;
        const Palette& c = ui.colors;
        ui.text({box.x + 24, box.y + 30}, "Save as", Face::Regular, 13, c.t2);
        FieldLook look{.face = Face::Mono, .exact_spaces = true};
        if (!e.error.empty()) look.border = c.error;
        text_field(ui, "field:export-path", {box.x + 88, box.y + 16, box.w - 112, 28}, e.path, look,
                   "export-path");
        float y = box.y + 62;
        if (!lines.empty()) ui.draw(icon(Icon::Warning, e.error.empty() ? c.t2 : c.error), {box.x + 96, y});
        for (const std::string& line : lines) {
            ui.text({box.x + 112, y}, line, Face::Regular, 13, c.t1);
            y += 20;
        }
        const float buttons = box.bottom() - 44;
        save_buttons(ui, box.right() - 24, copy_buttons(ui, box.x + 24, buttons), buttons);
    }
};

} // namespace

void export_dialog(Ui& ui) {
    const Palette& c = ui.colors;
    const float w = std::min(1000.0f, ui.width - 32), h = std::min(640.0f, ui.height - 24);
    const Box box{std::round((ui.width - w) / 2), std::round((ui.height - h) / 2), w, h};
    dialog_box(ui, "export", box, "Export");
    const FileRow file(ui, w);
    const float top = box.y + 60, bottom = box.bottom() - file.height;
    ui.fill({box.x + 1, top, w - 2, 1}, c.line2);
    picture_preview(ui, {box.x + 1, top + 1, w - options_width - 48, bottom - top - 1});
    const float all = 16 + 432, room = bottom - top; // where every control is there
    const float air = std::clamp(1 - (all - room) / usual_air, least_air, 1.0f);
    options(ui, {ui, box.right() - options_width - 24, top + 16, options_width, air});
    ui.fill({box.x + 1, bottom, w - 2, 1}, c.line2);
    file.draw(ui, {box.x, bottom, w, file.height});
}

} // namespace heed
