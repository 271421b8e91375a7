// The commands of the dialogs: open, export, palette.
#include "app/figures/maps/paper.h"
#include "app/figures/seq2seq/network/network.h"
#include "app/figures/trace_map.h"
#include "app/state/compare.h"
#include "app/state/search.h"
#include "app/state/update.h"
#include "core/base/error.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace heed {

EffectList update_dialogs(AppState& state, const Command& command);

namespace {

using Kind = Effect::Kind;
namespace fs = std::filesystem;

fs::path home() {
    const char* folder = std::getenv("HOME");
    return folder && *folder ? fs::path(folder) : fs::path("/");
}

EffectList list_folder(AppState& s, fs::path folder) { // a copy: it may be an entry's own
    s.open.folder = folder;
    s.open.entries.clear();
    s.open.error.clear();
    s.open.filter.clear();
    s.open.chosen.clear();
    s.open.preview = {};
    return {{Kind::ListFolder, folder.string()}};
}

EffectList open_dialog(AppState& s, OpenFor purpose) {
    s.open.purpose = purpose;
    s.menu = Menu::None;
    s.dialog = Dialog::Open;
    std::error_code error;
    fs::path start = s.open.folder;
    if (purpose == OpenFor::Sentences && !s.trajectory.file.empty())
        start = fs::path(s.trajectory.file).parent_path();
    else if (purpose != OpenFor::Model && s.report.waiting())
        start = fs::path(s.report.name).parent_path();
    if (start.empty() && !s.settings.recent.empty())
        start = fs::path(s.settings.recent.front()).parent_path();
    if (start.empty() || !fs::is_directory(start, error)) start = home();
    return list_folder(s, start);
}

std::string default_name(const AppState& s) {
    std::string name = s.facts.name.empty() ? "heed" : s.facts.name;
    std::replace(name.begin(), name.end(), '/', '-');
    return name;
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
            s.settings.export_folder.empty() ? home() : fs::path(s.settings.export_folder);
        e.path = (folder / (default_name(s) + std::string(ending(e.kind)))).string();
    }
    const bool tree = s.searching() && s.search.tree;
    if (s.comparing() || tree) { // what is looked at, as wide as a page
        e.figure = tree ? ExportDialog::Figure::Tree : ExportDialog::Figure::Compare;
        e.paper.width_mm = 174;
    } else if (e.figure == ExportDialog::Figure::Compare || e.figure == ExportDialog::Figure::Tree) {
        e.figure = ExportDialog::Figure::Heatmap;
        e.paper.width_mm = PaperSettings{}.width_mm;
    }
    if (!s.comparing() && !tree && s.trace && !s.trace->has_weights())
        e.figure = ExportDialog::Figure::Network;
    return {};
}

EffectList choose(AppState& s, fs::path path) {
    s.open.chosen = path;
    s.open.preview = {};
    return {{Kind::Inspect, path.string()}};
}

EffectList move_choice(AppState& s, int direction) {
    const auto list = filtered(s.open);
    if (list.empty()) return {};
    const auto now =
        std::find_if(list.begin(), list.end(), [&](const FileEntry* e) { return e->path == s.open.chosen; });
    std::ptrdiff_t index =
        now == list.end() ? (direction > 0 ? 0 : std::ssize(list) - 1) : now - list.begin() + direction;
    index = std::clamp<std::ptrdiff_t>(index, 0, std::ssize(list) - 1);
    return choose(s, list[static_cast<std::size_t>(index)]->path);
}

/// A lost session whose offer is closed is not wanted.
EffectList dismiss_toast(AppState& s, int id) {
    const auto offers = [&](const Toast& t) { return t.id == id && t.action == "restore-session"; };
    const bool offered = std::any_of(s.toasts.begin(), s.toasts.end(), offers);
    std::erase_if(s.toasts, [&](const Toast& t) { return t.id == id; });
    if (!offered || s.orphan_taken) return {};
    s.orphan.clear();
    return {{Effect::Kind::ForgetSession}};
}

EffectList confirm(AppState& s) {
    for (const FileEntry& entry : s.open.entries) {
        if (entry.path != s.open.chosen) continue;
        if (s.open.purpose == OpenFor::Sentences && !entry.folder) {
            s.dialog = Dialog::None;
            return update(s, {Do::StatesFile, entry.path.string()});
        }
        if (s.open.purpose != OpenFor::Model && !entry.folder) {
            update(s,
                   {Do::WordsPath, entry.path.string(), 0, s.open.purpose == OpenFor::SourceWords ? 0 : 1});
            s.dialog = Dialog::None;
            return update(s, {Do::WordsCheck});
        }
        const bool broken = entry.kind == "unreadable"; // opening it says what is wrong
        if (s.open.purpose == OpenFor::Model && entry.known && (entry.usable || broken) &&
            entry.kind != "folder")
            return update(s, {Do::LoadModel, entry.path.string()});
        if (entry.folder) return list_folder(s, entry.path);
        return {};
    }
    return {};
}

/// A folder that is a model may be looked into all the same.
EffectList look_inside(AppState& s) {
    for (const FileEntry& entry : s.open.entries)
        if (entry.path == s.open.chosen && entry.folder) return list_folder(s, entry.path);
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

EffectList run_palette(AppState& s) {
    const auto found = find_commands(s.palette.query, s);
    if (found.empty()) return {};
    const auto index = std::clamp<std::ptrdiff_t>(s.palette.chosen, 0, std::ssize(found) - 1);
    s.dialog = Dialog::None;
    return update(s, {found[static_cast<std::size_t>(index)]->what});
}

} // namespace

std::vector<const FileEntry*> filtered(const OpenDialog& dialog) {
    const auto lower = [](std::string text) {
        std::transform(text.begin(), text.end(), text.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return text;
    };
    const std::string wanted = lower(dialog.filter);
    std::vector<const FileEntry*> list;
    for (const FileEntry& entry : dialog.entries)
        if (lower(entry.name).find(wanted) != std::string::npos) list.push_back(&entry);
    return list;
}

EffectList update_dialogs(AppState& s, const Command& c) {
    PaperSettings& paper = s.exporting.paper;
    switch (c.what) {
    case Do::ToggleInspector:
        if (s.narrow())
            s.drawer = !s.drawer;
        else
            s.settings.inspector = !s.settings.inspector;
        return {};
    case Do::ShowMenu:
        s.menu = s.menu == static_cast<Menu>(c.i) ? Menu::None : static_cast<Menu>(c.i);
        return {};
    case Do::ShowHistory:
        return update(s, {Do::ShowMenu, "", 0, static_cast<int>(Menu::History)});
    case Do::CloseMenu:
        s.menu = Menu::None;
        return {};
    case Do::CloseDialog:
        s.dialog = Dialog::None;
        return {};
    case Do::DismissToast:
        return dismiss_toast(s, c.i);
    case Do::UseFirst:
        return update(s, {Do::SetInput, s.input.substr(0, s.fitting)});
    case Do::Open:
        return open_dialog(s, OpenFor::Model);
    case Do::WordsChoose:
        return s.report.waiting() ? open_dialog(s, c.i == 0 ? OpenFor::SourceWords : OpenFor::TargetWords)
                                  : EffectList{};
    case Do::StatesOpen:
        return open_dialog(s, OpenFor::Sentences);
    case Do::OpenFolder:
        return list_folder(s, c.text);
    case Do::OpenParent:
        return list_folder(s, s.open.folder.parent_path());
    case Do::OpenFilter:
        s.open.filter = c.text;
        return {};
    case Do::OpenChoose:
        return c.text.empty() ? move_choice(s, c.i) : choose(s, c.text);
    case Do::OpenConfirm:
        return c.i == 1 ? look_inside(s) : confirm(s);
    case Do::PaletteQuery:
        s.palette = {c.text, 0};
        return {};
    case Do::PaletteMove:
        s.palette.chosen =
            std::clamp(c.i < 0 ? s.palette.chosen - 1 : s.palette.chosen + 1, 0,
                       std::max(0, static_cast<int>(find_commands(s.palette.query, s).size()) - 1));
        return {};
    case Do::PaletteRun:
        if (c.i >= 0) s.palette.chosen = c.i;
        return run_palette(s);
    case Do::Export:
        return export_dialog(s);
    case Do::ExportFigure:
        if (c.i < 2 || (c.i == 2 ? s.comparing() : s.searching()))
            s.exporting.figure = static_cast<ExportDialog::Figure>(c.i);
        return {};
    case Do::ExportKind:
        set_kind(s, static_cast<FileKind>(c.i));
        return {};
    case Do::ExportWidth:
        paper.width_mm = static_cast<float>(c.value);
        return {};
    case Do::ExportDpi:
        s.exporting.dpi = std::clamp(c.value, 72.0, 1200.0);
        return {};
    case Do::ExportFont:
        paper.font_pt = std::clamp(static_cast<float>(c.value), 5.0f, 12.0f);
        return {};
    case Do::ExportMap:
        s.exporting.map = static_cast<ColorMapId>(c.i);
        return {};
    case Do::ExportNumbers:
        paper.numbers = !paper.numbers;
        return {};
    case Do::ExportCaption:
        paper.caption = !paper.caption;
        return {};
    case Do::ExportTransparent:
        paper.transparent = !paper.transparent;
        return {};
    case Do::ExportTitle:
        paper.title = c.text;
        return {};
    case Do::ExportPath:
        s.exporting.path = c.text;
        return {};
    case Do::ExportSave:
        return export_figure(s);
    case Do::CopyImage:
        return {{Kind::CopyImage}};
    case Do::CopyCsv:
        return s.trace ? EffectList{{Kind::CopyText, trace_csv(*s.trace)}} : EffectList{};
    default:
        return {};
    }
}

Scene export_scene(const AppState& s, const ExportDialog& options, const TextMetrics& metrics) {
    if (!s.trace) throw Error("there is no run to draw");
    FigureStyle style;
    style.theme = Theme::Light;
    style.metrics = &metrics;
    style.map = options.map;
    style.scale = s.settings.scale;
    style.numbers = options.paper.numbers;
    if (options.figure == ExportDialog::Figure::Compare)
        return paper_compare(panel_figures(s), options.paper, style);
    if (options.figure == ExportDialog::Figure::Tree)
        return paper_tree(s.search.tree ? *s.search.tree : TreePlan{}, options.paper, style);
    if (options.figure == ExportDialog::Figure::Heatmap) { // in Search of the sentence that is looked at
        const SearchPair pair = s.searching() ? search_pair(s) : SearchPair{};
        return paper_heatmap(labelled_map(pair.second  ? *pair.second
                                          : pair.first ? *pair.first
                                                       : *s.trace),
                             options.paper, style);
    }
    NetworkSettings network;
    network.height = 808;
    Playhead head = playhead_of(s);
    head.hover_column = head.hover_row = -1;
    Scene scene = network_figure(*s.trace, head, network, style);
    if (!options.paper.transparent) scene.background = rgb(0xFFFFFF);
    return scene;
}

} // namespace heed
