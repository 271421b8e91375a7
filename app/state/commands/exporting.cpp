// The export dialog, and what is copied as a picture or as numbers.
#include "app/figures/figures.h"
#include "app/state/commands/row.h"
#include "app/state/compare/compare.h"
#include "app/state/search/search.h"
#include "app/state/workspaces.h"
#include "core/base/error.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cstdlib>

namespace heed {

namespace {

using Kind = Effect::Kind;
namespace fs = std::filesystem;

std::string default_name(const AppState& s) {
    return s.facts.name.empty() ? "heed" : replaced(s.facts.name, "/", "-");
}

std::string ending(FileKind kind) { return std::string(".") + name_of(file_kind_names, kind); }

EffectList export_dialog(AppState& s) {
    s.menu = Menu::None;
    s.dialog = Dialog::Export;
    ExportDialog& e = s.exporting;
    e.busy = false;
    e.error.clear();
    if (e.path.empty()) {
        const fs::path folder =
            s.settings.export_folder.empty() ? home_folder() : fs::path(s.settings.export_folder);
        e.path = (folder / (default_name(s) + ending(e.kind))).string();
    }
    const std::vector<std::string_view> there = exportable_figures(s);
    const auto of_workspace = workspace_of(s).figure;
    if (const std::string_view own = of_workspace ? of_workspace(s) : ""; !own.empty()) {
        e.figure = own; // what is looked at, as wide as a page
        e.paper.width_mm = 174;
    } else if (std::find(there.begin(), there.end(), e.figure) == there.end() && !there.empty()) {
        e.figure = there.front();
        e.paper.width_mm = PaperSettings{}.width_mm;
    }
    return {};
}

void set_kind(AppState& s, FileKind kind) {
    s.exporting.kind = kind;
    fs::path path = s.exporting.path;
    if (!path.empty()) s.exporting.path = path.replace_extension(ending(kind)).string();
}

EffectList export_figure(AppState& s) {
    if (s.exporting.busy || s.exporting.path.empty() || !s.trace) return {};
    s.exporting.busy = true;
    s.settings.export_folder = fs::path(s.exporting.path).parent_path().string();
    return {{Kind::Save, s.exporting.path}};
}

EffectList choose_figure(AppState& s, const Command& c) {
    const std::vector<std::string_view> there = exportable_figures(s);
    const auto chosen = std::find(there.begin(), there.end(), c.text);
    if (chosen != there.end()) s.exporting.figure = *chosen;
    return {};
}

EffectList choose_kind(AppState& s, const Command& c) {
    set_kind(s, static_cast<FileKind>(c.i));
    return {};
}

EffectList choose_dpi(AppState& s, const Command& c) {
    s.exporting.dpi = std::clamp(c.value, 72.0, 1200.0);
    return {};
}

EffectList choose_font(AppState& s, const Command& c) {
    s.exporting.paper.font_pt = std::clamp(static_cast<float>(c.value), 5.0f, 12.0f);
    return {};
}

EffectList copy_image(AppState&) { return {{Kind::CopyImage}}; }
EffectList copy_csv(AppState& s) {
    return s.trace ? EffectList{{Kind::CopyText, trace_csv(*s.trace)}} : EffectList{};
}

bool has_weights(const AppState& s) { return s.trace && s.trace->has_weights(); }

} // namespace

fs::path home_folder() {
    const char* folder = std::getenv("HOME");
    return folder && *folder ? fs::path(folder) : fs::path("/");
}

std::vector<std::string_view> exportable_figures(const AppState& s) {
    const auto of_workspace = workspace_of(s).figure;
    const std::string_view own = of_workspace ? of_workspace(s) : "";
    const FigureSource run{.trace = s.trace.get()};
    std::vector<std::string_view> ids;
    for (const FigureKind& kind : figures())
        if (kind.id == own || kind.there(run)) ids.push_back(kind.id);
    return ids;
}

Picture export_picture(const AppState& s, const ExportDialog& options, const TextMetrics& metrics) {
    if (!s.trace) throw Error("there is no run to draw");
    const FigureStyle style{Theme::Light, &metrics, options.map, s.settings.scale, options.paper.numbers};
    FigureSource source{.trace = s.trace.get(), .playhead = playhead_of(s)};
    source.playhead.hover_column = source.playhead.hover_row = -1;
    std::vector<ComparePanel> panels;
    if (options.figure == "compare") source.panels = panels = panel_figures(s);
    const Thumbnails all = options.figure == "grid" ? thumbnails(s.maps) : Thumbnails{};
    source.maps = all.maps;
    source.grid = all.settings();
    const TreePlan none;
    source.tree = s.search.tree ? s.search.tree.get() : &none;
    const bool map = options.figure == "heatmap";
    const SearchPair pair = map && s.searching() ? search_pair(s) : SearchPair{};
    if (pair.first) source.trace = (pair.second ? pair.second : pair.first).get(); // the sentence looked at
    if (const auto fill = workspace_of(s).fill) fill(s, source);
    const FigureKind& figure = *find_figure(options.figure);
    return (figure.screen ? figure.screen : figure.paper)(source, options.paper, style);
}

Rows exporting_commands() {
    constexpr std::string_view files = "Files";
    constexpr auto dialog = &AppState::exporting;
    constexpr auto paper = &ExportDialog::paper;
    return {
        {"export", "Export a figure", keys("Ctrl+E"), files, true, has_run, plain<export_dialog>,
         "save heatmap png svg pdf csv json picture image paper"},
        {"copy-image", "Copy the heatmap as an image", keys(), files, false, has_weights, plain<copy_image>,
         "clipboard png figure picture"},
        {"copy-csv", "Copy the weights as CSV", keys(), files, false, has_weights, plain<copy_csv>,
         "clipboard numbers table"},
        hidden("export-figure", choose_figure, {text("figure")}),
        hidden("export-kind", choose_kind, {one_of("kind", file_kind_names)}),
        hidden("export-width", take<&Command::value, dialog, paper, &PaperSettings::width_mm>,
               {number("mm")}),
        hidden("export-dpi", choose_dpi, {number("dpi")}),
        hidden("export-font", choose_font, {number("points")}),
        hidden("export-colours", take<&Command::i, dialog, &ExportDialog::map>,
               {one_of("map", color_map_names)}),
        hidden("export-numbers", turn<dialog, paper, &PaperSettings::numbers>),
        hidden("export-caption", turn<dialog, paper, &PaperSettings::caption>),
        hidden("export-transparent", turn<dialog, paper, &PaperSettings::transparent>),
        hidden("export-title", take<&Command::text, dialog, paper, &PaperSettings::title>, {text("title")}),
        hidden("export-path", take<&Command::text, dialog, &ExportDialog::path>, {text("path")}),
        hidden("export-save", plain<export_figure>),
    };
}

} // namespace heed
