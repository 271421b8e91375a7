// The export dialog, and what is copied as a picture or as numbers.
#include "app/export/numbers.h"
#include "app/figures/paper_picture.h"
#include "app/figures/transformer/card/card.h"
#include "app/figures/transformer/transformer.h"
#include "app/figures/transformer/words.h"
#include "app/state/commands/row.h"
#include "app/state/compare/compare.h"
#include "app/state/gallery/transformer/card_look.h"
#include "app/state/heads/heads.h"
#include "app/state/heads/paper_head.h"
#include "app/state/search/search.h"
#include "app/state/search/search_maps.h"
#include "app/state/step/influence.h"
#include "app/state/step/layers/front.h"
#include "app/state/step/layers/moves.h"
#include "app/state/step/layers/words.h"
#include "app/state/workspaces.h"
#include "core/analysis/heads/in_front.h"
#include "core/base/error.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cstdlib>

namespace heed {

namespace {

using Kind = Effect::Kind;
namespace fs = std::filesystem;

/// The run that is on the screen; null: none is.
const Trace* run_in_sight(const AppState& s) { return workspace_of(s).hides_run ? nullptr : s.trace.get(); }

std::string_view own_figure(const AppState& s) {
    const auto of_workspace = workspace_of(s).figure;
    return of_workspace ? of_workspace(s) : "";
}

std::string default_name(const AppState& s) {
    if (!run_in_sight(s)) return std::string(own_figure(s));
    return s.facts.name.empty() ? "heed" : replaced(s.facts.name, "/", "-");
}

std::string ending(FileKind kind) { return std::string(".") + name_of(file_kind_names, kind); }

/// Whether something would be lost there.
EffectList look_at_target(AppState& s) {
    s.exporting.error.clear();
    return {{Kind::LookAtTarget, export_target(s.exporting).string()}};
}

/// At its usual size, where it is another one.
void set_figure(AppState& s, const FigureKind& figure) {
    ExportDialog& e = s.exporting;
    if (e.figure != figure.id) {
        e.paper.width_mm = figure.width_mm;
        e.paper.font_pt = figure.font_pt;
    }
    e.figure = figure.id;
}

void set_kind(AppState& s, FileKind kind) {
    ExportDialog& e = s.exporting;
    if (e.kind == kind) return;
    e.kind = kind;
    if (!e.path.empty()) e.path = fs::path(e.path).replace_extension(ending(kind)).string();
}

/// A figure without numbers behind it is no file of numbers.
EffectList set_figure_and_kind(AppState& s, const FigureKind& figure) {
    set_figure(s, figure);
    if (!can_be(figure, s.exporting.kind)) set_kind(s, FileKind::Png);
    return look_at_target(s);
}

EffectList export_dialog(AppState& s) {
    s.menu = Menu::None;
    s.dialog = Dialog::Export;
    ExportDialog& e = s.exporting;
    e.head.reset(); // what is looked at now
    if (!e.named) {
        const fs::path folder =
            s.settings.export_folder.empty() ? home_folder() : fs::path(s.settings.export_folder);
        e.path = (folder / (default_name(s) + ending(e.kind))).string();
    }
    const std::vector<std::string_view> there = exportable_figures(s);
    const std::string_view own = own_figure(s);
    std::string_view figure = e.figure;
    if (!own.empty())
        figure = own; // what is looked at
    else if (std::find(there.begin(), there.end(), figure) == there.end() && !there.empty())
        figure = there.front();
    return set_figure_and_kind(s, *find_figure(figure));
}

/// As a figure of its own.
template <PaperHead head>
EffectList export_head(AppState& s) {
    export_dialog(s);
    s.exporting.head = head;
    return set_figure_and_kind(s, *find_figure("heatmap"));
}

EffectList choose_paper_head(AppState& s, const Command& c) {
    if (c.i >= 0 && c.i < static_cast<int>(paper_head_names.size()))
        s.exporting.head = static_cast<PaperHead>(c.i);
    return {};
}

bool has_head_looked_at(const AppState& s) { return can_export(s) && head_looked_at(s).has_value(); }
bool has_best_head(const AppState& s) { return can_export(s) && best_head_measured(s).has_value(); }

EffectList save(AppState& s, bool replace) {
    ExportDialog& e = s.exporting;
    if (e.busy || e.path.empty() || !can_export(s)) return {};
    e.busy = true;
    e.replace = replace;
    e.error.clear();
    s.settings.export_folder = export_target(e).parent_path().string();
    return {{Kind::Save, export_target(e).string()}};
}

EffectList export_figure(AppState& s) { return save(s, false); }
EffectList replace_file(AppState& s) { return save(s, true); }

/// Under the next name that is free.
EffectList save_beside(AppState& s) {
    ExportDialog& e = s.exporting;
    if (!e.target.free.empty() && e.target.path == export_target(e).string()) e.path = e.target.free;
    return save(s, false);
}

/// The ending says what is written.
EffectList name_file(AppState& s, const Command& c) {
    ExportDialog& e = s.exporting;
    e.path = c.text;
    e.named = !c.text.empty();
    const std::string wanted = ascii_lower(fs::path(c.text).extension().string());
    for (int k = 0; k < static_cast<int>(file_kind_names.size()); ++k)
        if (const auto kind = static_cast<FileKind>(k);
            wanted == ending(kind) && can_be(*find_figure(e.figure), kind))
            e.kind = kind;
    return look_at_target(s);
}

EffectList choose_figure(AppState& s, const Command& c) {
    const std::vector<std::string_view> there = exportable_figures(s);
    const auto chosen = std::find(there.begin(), there.end(), c.text);
    return chosen == there.end() ? EffectList{} : set_figure_and_kind(s, *find_figure(*chosen));
}

EffectList choose_kind(AppState& s, const Command& c) {
    const auto kind = static_cast<FileKind>(c.i);
    if (!can_be(*find_figure(s.exporting.figure), kind)) return {};
    set_kind(s, kind);
    return look_at_target(s);
}

EffectList choose_dpi(AppState& s, const Command& c) {
    s.exporting.dpi = std::clamp(c.value, 72.0, 1200.0);
    return {};
}

EffectList choose_font(AppState& s, const Command& c) {
    const bool own = c.value == 0 && find_figure(s.exporting.figure)->font_pt == 0; // as its size has it
    s.exporting.paper.font_pt = own ? 0 : std::clamp(static_cast<float>(c.value), 5.0f, 12.0f);
    return {};
}

EffectList copy_heatmap(AppState& s) {
    s.exporting.head.reset(); // what is looked at now
    return {{Kind::CopyImage, "heatmap"}};
}
EffectList copy_weights(AppState& s) {
    const Trace run = without_open_place(*s.trace);
    const auto shown = run_on_paper(s, run, ExportDialog{}); // of a head that was chosen
    return {{Kind::CopyText, trace_csv(shown ? *shown : run)}};
}

EffectList copy_figure(AppState&) { return {{Kind::CopyImage}}; }
EffectList copy_numbers(AppState& s) {
    try {
        std::string text = export_numbers(s, s.exporting, FileKind::Csv);
        say(s, "The numbers copied");
        return {{Kind::CopyText, std::move(text)}};
    } catch (const Error& error) {
        s.exporting.error = as_sentence(error.what());
        return {};
    }
}

bool has_weights(const AppState& s) {
    const Trace* const run = run_in_sight(s);
    return run && run->has_weights();
}

} // namespace

fs::path home_folder() {
    const char* folder = std::getenv("HOME");
    return folder && *folder ? fs::path(folder) : fs::path("/");
}

bool can_export(const AppState& s) {
    return workspace_of(s).hides_run ? !own_figure(s).empty() : s.trace != nullptr;
}

std::vector<std::string_view> exportable_figures(const AppState& s) {
    const std::string_view own = own_figure(s);
    const FigureSource run{.trace = run_in_sight(s)};
    std::vector<std::string_view> ids;
    for (const FigureKind& kind : figures())
        if (kind.id == own || kind.there(run)) ids.push_back(kind.id);
    return ids;
}

fs::path export_target(const ExportDialog& dialog) {
    std::string path = dialog.path;
    if (path == "~" || path.starts_with("~/")) path = home_folder().string() + path.substr(1);
    fs::path target = path;
    if (path.empty()) return target;
    const std::string found = ascii_lower(target.extension().string());
    const bool regular = !fs::exists(target) || fs::is_regular_file(target);
    if (regular && found != ending(dialog.kind) && target.has_filename()) target += ending(dialog.kind);
    return target;
}

namespace {

/// What the figure is drawn from, with what is gathered for it alone.
struct DrawnFrom {
    FigureSource source;
    std::vector<ComparePanel> panels;
    Thumbnails thumbnails;
    std::shared_ptr<const Board> board;
    std::shared_ptr<const Trace> folded; // in words, where they are shown
    std::shared_ptr<const WordRun> words;
    std::optional<Trace> written;      // of a run that is still being written
    std::optional<heads::Head> framed; // where every head is shown

    DrawnFrom(const AppState& s, const ExportDialog& options) {
        const FigureKind& figure = *find_figure(options.figure);
        if (!can_export(s)) throw Error("there is no run to draw");
        const std::vector<std::string_view> there =
            exportable_figures(s); // it may have been chosen elsewhere
        if (std::find(there.begin(), there.end(), figure.id) == there.end())
            throw Error(std::string(figure.title) + ": not among the figures of what is shown now");
        source.trace = run_in_sight(s);
        if (source.trace && has_open_place(*source.trace))
            source.trace = &written.emplace(without_open_place(*source.trace));
        source.playhead = playhead_of(s);
        source.playhead.hover_column = source.playhead.hover_row = -1;
        source.front = s.layers.front;
        if (source.trace) take_head(s);
        if (auto one = source.trace ? run_on_paper(s, *source.trace, options) : nullptr) {
            folded = std::move(one);
            source.trace = folded.get();
        } else if (source.trace) {
            take_words(s);
            if (heads_in_step(s) > 0) put_head_in_front();
        }
        if (figure.needs == FigureNeeds::Panels) source.panels = panels = panel_figures(s);
        if (figure.needs == FigureNeeds::Maps) thumbnails = heed::thumbnails(s.maps);
        source.maps = thumbnails.maps;
        source.grid = thumbnails.settings();
        if (figure.needs == FigureNeeds::Search) take_search(s);
        if (figure.id == "heatmap" && s.searching()) {
            const SearchPair pair = search_pair(s); // the sentence looked at
            const SearchPair seen = pair.first ? search_maps(s, pair) : pair;
            if (seen.first) {
                folded = seen.second ? seen.second : seen.first;
                source.trace = folded.get();
            }
        }
        source.influence = influence_shown(s);
        source.weighted = measured_beside(s).weighted;
        if (words && source.weighted) source.weighted = weighted_in_words(*s.trace, *words, *source.weighted);
        if (const auto of_workspace = workspace_of(s).board) board = of_workspace(s);
        if (figure.id == "transformer") take_card(s);
        source.board = board.get();
    }
    DrawnFrom(const DrawnFrom&) = delete;
    DrawnFrom& operator=(const DrawnFrom&) = delete;

private:
    /// Where every head is shown, the framed one is in front of what is drawn.
    void take_head(const AppState& s) {
        framed = head_framed(s);
        if (!framed) return;
        (framed->kind == HeadKind::Cross ? source.front.cross : source.front.self) = framed->site.head;
        if (!is_transformer(source.trace->model)) return;
        source.front.layer = -1;
        source.front.read = MapReading::Head;
        source.playhead.at =
            at_of_head(*source.trace, source.playhead, {framed->kind, framed->site.layer, framed->site.head});
    }
    void put_head_in_front() {
        folded = std::make_shared<const Trace>(heads::with_head_in_front(*source.trace, source.front.cross));
        source.trace = folded.get();
    }
    void take_card(const AppState& s) {
        if (!framed) return;
        const auto card = std::dynamic_pointer_cast<const TransformerBoard>(transformer_card_board(s));
        auto looked = card ? std::make_shared<TransformerBoard>(*card) : std::make_shared<TransformerBoard>();
        const HeadsOf of = framed->kind == HeadKind::Cross     ? HeadsOf::Cross
                           : framed->kind == HeadKind::Encoder ? HeadsOf::Source
                                                               : HeadsOf::Past;
        looked->look = {{of, framed->site.layer, framed->site.head}};
        board = std::move(looked);
    }
    void take_words(const AppState& s) {
        if (!shows_words(s)) return;
        if (!is_transformer(s.trace->model)) {
            folded = run_as_shown(s);
        } else {
            words = word_run(*s.trace, pieces_of_word(*s.trace, words_of(*s.trace), source.playhead.at));
            folded = words->run;
            source.playhead = in_words(source.playhead, source.front, *s.trace, *words);
        }
        source.trace = folded.get();
    }
    void take_search(const AppState& s) {
        if (!s.search.tree || !s.search.found) throw Error("there is no search to draw");
        source.tree = s.search.tree.get();
        source.trace = (s.search.changed ? s.search.changed : s.search.found).get();
    }
};

} // namespace

Picture export_picture(const AppState& s, const ExportDialog& options, const TextMetrics& metrics) {
    const FigureKind& figure = *find_figure(options.figure);
    const DrawnFrom from(s, options);
    const FigureStyle style{Theme::Light, &metrics, options.map, s.settings.scale, options.paper.numbers};
    return paper_picture(figure, from.source, options.paper, style);
}

std::string export_numbers(const AppState& s, const ExportDialog& options, FileKind kind) {
    const FigureKind& figure = *find_figure(options.figure);
    const DrawnFrom from(s, options);
    return figure_numbers(numbers_in(figure, kind), kind, from.source);
}

namespace {

std::string nothing_to_export(const AppState&) { return "There is nothing on the screen to export."; }

} // namespace

Rows exporting_commands() {
    constexpr std::string_view files = "Files";
    constexpr auto dialog = &AppState::exporting;
    constexpr auto paper = &ExportDialog::paper;
    return recorded_all<Records::Nothing>({
        explained<nothing_to_export>({"export", "Export a figure", keys("Ctrl+E"), files, true, can_export,
                                      plain<export_dialog>,
                                      "save heatmap png svg pdf csv json picture image paper"}),
        {"export-head", "Export the chosen head", keys(), files, true, has_head_looked_at,
         plain<export_head<PaperHead::Front>>, "figure heatmap one map attention png svg pdf csv paper"},
        {"export-best-head", "Export the best head", keys(), files, true, has_best_head,
         plain<export_head<PaperHead::Best>>, "figure heatmap one map attention aer png svg pdf csv paper"},
        {"copy-image", "Copy the heatmap as an image", keys(), files, false, has_weights, plain<copy_heatmap>,
         "clipboard png figure picture"},
        {"copy-csv", "Copy the weights as CSV", keys(), files, false, has_weights, plain<copy_weights>,
         "clipboard numbers table"},
        hidden("export-figure", choose_figure, {text("figure")}),
        hidden("export-which-head", choose_paper_head, {one_of("head", paper_head_names)}),
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
        recorded<Records::Nothing>(hidden("export-path", name_file, {text("path")})),
        recorded<Records::Nothing>(hidden("export-save", plain<export_figure>)),
        recorded<Records::Nothing>(hidden("export-replace", plain<replace_file>)),
        recorded<Records::Nothing>(hidden("export-beside", plain<save_beside>)),
        recorded<Records::Nothing>(hidden("export-copy", plain<copy_figure>)),
        recorded<Records::Nothing>(hidden("export-copy-numbers", plain<copy_numbers>)),
    });
}

} // namespace heed
