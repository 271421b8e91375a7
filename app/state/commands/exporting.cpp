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

std::string_view ending(FileKind kind) {
    switch (kind) {
    case FileKind::Png:
        return ".png";
    case FileKind::Svg:
        return ".svg";
    case FileKind::Pdf:
        return ".pdf";
    case FileKind::Csv:
        return ".csv";
    case FileKind::Json:
        return ".json";
    }
    return ".png";
}

EffectList export_dialog(AppState& s) {
    s.menu = Menu::None;
    s.dialog = Dialog::Export;
    ExportDialog& e = s.exporting;
    e.busy = false;
    e.error.clear();
    if (e.path.empty()) {
        const fs::path folder =
            s.settings.export_folder.empty() ? home_folder() : fs::path(s.settings.export_folder);
        e.path = (folder / (default_name(s) + std::string(ending(e.kind)))).string();
    }
    const auto of_workspace = workspace_of(s).figure;
    const bool own = of_workspace && of_workspace(s, e.figure);
    if (own) { // what is looked at, as wide as a page
        e.paper.width_mm = 174;
    } else if (e.figure == ExportDialog::Figure::Compare || e.figure == ExportDialog::Figure::Tree) {
        e.figure = ExportDialog::Figure::Heatmap;
        e.paper.width_mm = PaperSettings{}.width_mm;
    }
    if (!own && s.trace && !s.trace->has_weights()) e.figure = ExportDialog::Figure::Network;
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
    if (c.i < 2 || (c.i == 2 ? s.comparing() : s.searching()))
        s.exporting.figure = static_cast<ExportDialog::Figure>(c.i);
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

Picture export_picture(const AppState& s, const ExportDialog& options, const TextMetrics& metrics) {
    if (!s.trace) throw Error("there is no run to draw");
    FigureStyle style;
    style.theme = Theme::Light;
    style.metrics = &metrics;
    style.map = options.map;
    style.scale = s.settings.scale;
    style.numbers = options.paper.numbers;
    FigureSource source{.trace = s.trace.get(), .playhead = playhead_of(s)};
    source.playhead.hover_column = source.playhead.hover_row = -1;
    std::vector<ComparePanel> panels;
    if (options.figure == ExportDialog::Figure::Compare) source.panels = panels = panel_figures(s);
    const TreePlan none;
    source.tree = s.search.tree ? s.search.tree.get() : &none;
    const bool map = options.figure == ExportDialog::Figure::Heatmap;
    const SearchPair pair = map && s.searching() ? search_pair(s) : SearchPair{};
    if (pair.first) source.trace = (pair.second ? pair.second : pair.first).get(); // the sentence looked at
    const FigureKind& figure = figures()[static_cast<std::size_t>(options.figure)];
    return (figure.screen ? figure.screen : figure.paper)(source, options.paper, style);
}

Rows exporting_commands() {
    constexpr std::string_view files = "Files";
    constexpr auto dialog = &AppState::exporting;
    constexpr auto paper = &ExportDialog::paper;
    return {
        {Do::Export, "export", "Export a figure", keys("Ctrl+E"), files, true, has_run, plain<export_dialog>,
         "save heatmap png svg pdf csv json picture image paper"},
        {Do::CopyImage, "copy-image", "Copy the heatmap as an image", keys(), files, false, has_weights,
         plain<copy_image>, "clipboard png figure picture"},
        {Do::CopyCsv, "copy-csv", "Copy the weights as CSV", keys(), files, false, has_weights,
         plain<copy_csv>, "clipboard numbers table"},
        hidden(Do::ExportFigure, "export-figure", choose_figure, {one_of("figure", export_figure_names)}),
        hidden(Do::ExportKind, "export-kind", choose_kind, {one_of("kind", file_kind_names)}),
        hidden(Do::ExportWidth, "export-width",
               take<&Command::value, dialog, paper, &PaperSettings::width_mm>, {number("mm")}),
        hidden(Do::ExportDpi, "export-dpi", choose_dpi, {number("dpi")}),
        hidden(Do::ExportFont, "export-font", choose_font, {number("points")}),
        hidden(Do::ExportMap, "export-colours", take<&Command::i, dialog, &ExportDialog::map>,
               {one_of("map", color_map_names)}),
        hidden(Do::ExportNumbers, "export-numbers", turn<dialog, paper, &PaperSettings::numbers>),
        hidden(Do::ExportCaption, "export-caption", turn<dialog, paper, &PaperSettings::caption>),
        hidden(Do::ExportTransparent, "export-transparent", turn<dialog, paper, &PaperSettings::transparent>),
        hidden(Do::ExportTitle, "export-title", take<&Command::text, dialog, paper, &PaperSettings::title>,
               {text("title")}),
        hidden(Do::ExportPath, "export-path", take<&Command::text, dialog, &ExportDialog::path>,
               {text("path")}),
        hidden(Do::ExportSave, "export-save", plain<export_figure>),
    };
}

} // namespace heed
