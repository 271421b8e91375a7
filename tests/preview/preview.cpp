// Draws a figure of a sample trace to a PNG, so that one can look at it without the window:
//   heed_preview FILE.png
//   [figure=network|states|timeline|inspector|paper|panels|side|difference|paper-compare|what-if|tree|grid]
//   [at=N] [n=13] [m=11] [words=1] [theme=light]
//   of pooling: figure=pooling|pooling-inspector|pooling-timeline|gallery [n=30] [words=1] [uneven=1]
//   [keras=1]
//                [muted=22] [sample=0] [chosen=0] [dense=80]
//                [width=1240] [height=808] [progress=1] [score=none] [scale=1] …
#include "app/export/export.h"
#include "app/figures/compare/pair.h"
#include "app/figures/gallery/gallery.h"
#include "app/figures/maps/paper.h"
#include "app/figures/pooling/pooling.h"
#include "app/figures/search/tree.h"
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/seq2seq/network/network.h"
#include "app/figures/states/states.h"
#include "app/figures/timeline.h"
#include "app/figures/trace_map.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/model/model_folder.h"
#include "tests/support/samples/sample_board.h"
#include "tests/support/samples/sample_grid.h"
#include "tests/support/samples/sample_panels.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/samples/sample_what_if.h"
#include "tests/support/source_dir.h"

#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace heed {
namespace {

using Settings = std::map<std::string, std::string>;

float number(const Settings& settings, const std::string& key, float standard) {
    const auto found = settings.find(key);
    return found == settings.end() ? standard : std::stof(found->second);
}
int integer(const Settings& settings, const std::string& key, int standard) {
    return static_cast<int>(number(settings, key, static_cast<float>(standard)));
}
std::string text(const Settings& settings, const std::string& key, const std::string& standard) {
    const auto found = settings.find(key);
    return found == settings.end() ? standard : found->second;
}

Trace trace_of(const Settings& s) {
    SampleOptions options;
    options.cell = text(s, "cell", "gru");
    options.score = text(s, "score", "additive");
    options.words = integer(s, "words", 0) != 0;
    options.bidirectional = integer(s, "both", 1) != 0;
    options.layers = integer(s, "layers", 1);
    options.hidden = options.state = integer(s, "hidden", 32);
    return sample_trace(integer(s, "n", 13), integer(s, "m", 11), options);
}

bool is_compare(const std::string& figure) {
    return figure == "panels" || figure == "side" || figure == "difference" || figure == "paper-compare";
}

Scene compare_scene(const Settings& s, const FigureStyle& style) {
    SamplePanels sample;
    sample.count = integer(s, "count", 6);
    sample.sources = integer(s, "n", 13);
    sample.outputs = integer(s, "m", 14);
    sample.words = integer(s, "words", 1) != 0;
    sample.gold = integer(s, "gold", 1) != 0;
    sample.others = integer(s, "others", 0) != 0;
    auto panels = sample_panels(sample);
    for (const char* key : {"pending", "problem"}) // panels by number
        if (const int at = integer(s, key, -1); at >= 0 && at < static_cast<int>(panels.size())) {
            panels[static_cast<std::size_t>(at)].trace = nullptr;
            if (std::string(key) == "problem")
                panels[static_cast<std::size_t>(at)].problem =
                    text(s, "words_of", "This model cannot read that.");
        }
    CompareOptions options;
    options.rows = integer(s, "rows", -1);
    options.hover = {integer(s, "panel", 0), integer(s, "hover_row", -1), integer(s, "hover", -1)};
    options.temperature = static_cast<double>(number(s, "temperature", 1));
    options.difference_a = integer(s, "a", -1);
    options.difference_b = integer(s, "b", -1);
    const std::string figure = text(s, "figure", "panels");
    if (figure == "paper-compare") {
        PaperSettings paper;
        paper.width_mm = number(s, "width", 174);
        paper.title = text(s, "title", "");
        return paper_compare(panels, paper, style);
    }
    const float height = number(s, "height", 784);
    if (const int repeat = integer(s, "frames", 0); repeat > 0) { // how long a frame's Scenes take to make
        const CompareNumbers numbers = compare_numbers(panels);
        options.numbers = &numbers;
        const std::clock_t start = std::clock();
        for (int k = 0; k < repeat; ++k) {
            options.hover.column = k % 10;
            compare_panels(panels, options, 1132, height, style);
            compare_side(panels, options, 420, height, style);
        }
        std::printf("%.0f µs\n", 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / repeat);
    }
    if (figure == "difference") {
        const std::array pair{panels.at(static_cast<std::size_t>(integer(s, "a", 0))),
                              panels.at(static_cast<std::size_t>(integer(s, "b", 1)))};
        const auto matched = match_panels(pair[0].trace, pair[1].trace);
        return compare_pair_maps(pair, matched.get(), options, number(s, "width", 1132), height, style);
    }
    return figure == "side" ? compare_side(panels, options, number(s, "width", 420), height, style)
                            : compare_panels(panels, options, number(s, "width", 1132), height, style);
}

Scene what_if_scene(const Settings& s, const FigureStyle& style) {
    using Edit = SampleWhatIf::Edit;
    const std::string edit = text(s, "edit", "token");
    SampleWhatIf sample;
    sample.sources = integer(s, "n", 13);
    sample.outputs = integer(s, "m", 14);
    sample.words = integer(s, "words", 1) != 0;
    sample.output = integer(s, "output", 3);
    sample.attention = text(s, "score", "additive") != "none";
    sample.edit = edit == "row"     ? Edit::Row
                  : edit == "every" ? Edit::EveryRow
                  : edit == "none"  ? Edit::Nothing
                                    : Edit::Token;
    WhatIfOptions options;
    options.hover_row = integer(s, "hover_row", -1);
    options.hover_column = integer(s, "hover", -1);
    options.map = static_cast<WhatIfMap>(integer(s, "map", 2));
    return what_if_figure(sample_what_if(sample), options, number(s, "width", 1240), number(s, "height", 400),
                          style);
}

/// figure=tree [model=translate/additive] [input=…] [beam=4] [alpha=0.6] [force=N:token] [selected=N]
/// [revealed=N] [open=1]
Scene tree_scene(const Settings& s, const FigureStyle& style) {
    const std::string name = text(s, "model", "translate/additive");
    const Model model = io::load_model(test::source_dir() / "assets/models" / name, name);
    Request request;
    request.model = name;
    request.text = text(s, "input", "the economic reports were not new");
    request.beam = {integer(s, "beam", 4), static_cast<double>(number(s, "alpha", 0)), 0};
    const Trace trace = decode::run(model, request);
    TreeParts parts;
    parts.search = trace.lattice.get();
    TreePlan plan = tree_plan(parts, style);
    std::shared_ptr<const Lattice> changed;
    if (const std::string forced = text(s, "force", ""); !forced.empty()) {
        const std::size_t colon = forced.find(':');
        const int i = std::stoi(forced.substr(0, colon));
        for (int k = 0; k < i; ++k)
            request.edits.forced[k] = trace.steps[static_cast<std::size_t>(k)].token.text;
        request.edits.forced[i] = forced.substr(colon + 1);
        changed = decode::run(model, request).lattice;
        parts.changed = changed.get();
        parts.changed_forced = {i};
    }
    const int selected = integer(s, "selected", -1);
    if (integer(s, "open", 0) != 0) {
        const Trace& run = trace;
        std::vector<int> path;
        for (int k = 0; k <= selected; ++k) path.push_back(run.steps[static_cast<std::size_t>(k)].token.id);
        parts.opened.push_back({path, run.steps[static_cast<std::size_t>(selected + 1)].top});
    }
    plan = tree_plan(parts, style);
    if (text(s, "paper", "").size()) {
        PaperSettings paper;
        paper.width_mm = number(s, "width", 174);
        paper.title = text(s, "title", "");
        return paper_tree(plan, paper, style);
    }
    TreeSettings settings;
    settings.width = number(s, "width", 1240);
    settings.height = number(s, "height", 351);
    settings.scroll_x = number(s, "scroll", -1);
    settings.revealed = integer(s, "revealed", -1);
    settings.focus = integer(s, "focus", 0) != 0;
    if (const auto best = tree_sentence(plan, -1); selected >= 0 && selected < static_cast<int>(best.size()))
        settings.selected = best[static_cast<std::size_t>(selected)];
    if (const int repeat = integer(s, "frames", 0); repeat > 0) { // how long planning and drawing take
        const auto spent = [&](auto work) {
            const std::clock_t start = std::clock();
            for (int k = 0; k < repeat; ++k) work();
            return 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / repeat;
        };
        std::printf("%zu nodes, %d rows: plan %.0f µs, ", plan.nodes.size(),
                    plan.last_row - plan.first_row + 1, spent([&] { tree_plan(parts, style); }));
        std::printf("scene %.0f µs\n", spent([&] { tree_figure(plan, settings, style); }));
    }
    Scene scene = tree_figure(plan, settings, style);
    scene.background = style.colors().bg0;
    return scene;
}

PoolingBoard board_of(const Settings& s) {
    SampleBoard sample;
    sample.moments = integer(s, "n", 30);
    sample.words = integer(s, "words", 0) != 0;
    sample.uneven = integer(s, "uneven", 0) != 0;
    sample.keras = integer(s, "keras", 0) != 0;
    sample.sample = integer(s, "sample", 0);
    sample.chosen = integer(s, "chosen", 0);
    sample.dense = integer(s, "dense", 0);
    sample.seed = static_cast<std::uint64_t>(integer(s, "seed", 1));
    std::istringstream muted(text(s, "muted", "")); // "3,7,22", counted from 1
    for (std::string place; std::getline(muted, place, ',');) sample.muted.insert(std::stoi(place) - 1);
    return sample_board(sample);
}

Scene pooling_scene(const Settings& s, const FigureStyle& style) {
    const PoolingBoard board = board_of(s);
    const std::string figure = text(s, "figure", "");
    Playhead playhead;
    playhead.at = integer(s, "at", 0);
    playhead.hover_column = integer(s, "hover", -1);
    playhead.hover_row = integer(s, "hover_row", -1);
    playhead.column = integer(s, "column", -1);
    if (figure == "pooling-timeline")
        return timeline_figure(board.run(), playhead, number(s, "width", 1080), number(s, "height", 56),
                               style);
    if (figure == "pooling-inspector") {
        std::printf("%s\n", pooling_narration(board, playhead, style.colors()).sentence.c_str());
        return pooling_inspector(board, playhead, number(s, "width", 360), number(s, "height", 808), style);
    }
    if (figure == "gallery") {
        GallerySettings page{number(s, "width", 1600), number(s, "height", 956)};
        page.hover = integer(s, "hovered", -1);
        page.loop = number(s, "loop", 0);
        GalleryCard card{
            "pooling",
            "Attention pooling",
            "Add up the two marked values. Attention moves with the marks; a Dense layer weighs every "
            "sample alike.",
            "Time series",
            {{"attention, linear", 0.88, "88%", true}, {"mean pooling", 0.29, "29%", false}},
            "within .04, twice the trained length",
            "time steps",
            "trained",
            ""};
        const std::vector<GalleryCard> cards(static_cast<std::size_t>(integer(s, "cards", 1)), card);
        std::vector<Miniature> small;
        for (std::size_t k = 0; k < cards.size(); ++k)
            small.push_back(
                pooling_miniature(board, 343, 216, page.hover == static_cast<int>(k) ? page.loop : 0, style));
        return gallery_figure(cards, small, page, style);
    }
    PoolingSettings settings;
    settings.width = number(s, "width", 1240);
    settings.height = number(s, "height", 708);
    settings.scroll = number(s, "scroll", 0);
    settings.pressed_from = integer(s, "from", -1);
    settings.pressed_to = integer(s, "to", -1);
    return pooling_figure(board, playhead, settings, style);
}

Scene scene_of(const Settings& s, const FigureStyle& style) {
    if (const std::string figure = text(s, "figure", "");
        figure.starts_with("pooling") || figure == "gallery") {
        Scene scene = pooling_scene(s, style);
        if (scene.background.a == 0)
            scene.background = figure == "pooling-inspector" ? style.colors().bg1 : style.colors().bg0;
        return scene;
    }
    if (text(s, "figure", "network") == "tree") return tree_scene(s, style);
    if (is_compare(text(s, "figure", "network"))) {
        Scene scene = compare_scene(s, style);
        if (scene.background.a == 0) scene.background = style.colors().bg0;
        return scene;
    }
    if (text(s, "figure", "network") == "what-if") {
        Scene scene = what_if_scene(s, style);
        scene.background = style.colors().bg0;
        return scene;
    }
    if (text(s, "figure", "") == "grid") {
        const SampleGrid grid = sample_grid(integer(s, "rows", 6), integer(s, "heads", 8), integer(s, "n", 9),
                                            integer(s, "m", 9), integer(s, "names", 1) != 0);
        GridSettings settings{number(s, "width", 1132), number(s, "height", 784)};
        settings.chosen = integer(s, "chosen", static_cast<int>(grid.maps.size()) / 2);
        settings.scroll_y = number(s, "scroll", 0);
        Scene scene = grid_figure(grid.maps, settings, style);
        const GridCell cell{integer(s, "hovered", -1), integer(s, "hover_row", -1), integer(s, "hover", -1)};
        const Scene marks = grid_pointing(grid.maps, settings, cell, style);
        scene.items.insert(scene.items.end(), marks.items.begin(), marks.items.end());
        scene.background = style.colors().bg0;
        return scene;
    }
    const Trace trace = trace_of(s);
    Playhead playhead;
    playhead.at = integer(s, "at", trace.outline.total());
    playhead.progress = number(s, "progress", 1);
    playhead.hover_column = integer(s, "hover", -1);
    playhead.hover_row = integer(s, "hover_row", -1);
    playhead.column = integer(s, "column", -1);
    playhead.row = integer(s, "row", -1);
    const std::string figure = text(s, "figure", "network");
    if (figure == "timeline")
        return timeline_figure(trace, playhead, number(s, "width", 1080), number(s, "height", 56), style);
    if (figure == "paper") {
        PaperSettings paper;
        paper.width_mm = number(s, "width", 84);
        paper.title = text(s, "title", "");
        return paper_heatmap(labelled_map(trace), paper, style);
    }
    if (figure == "inspector") return inspector_figure(trace, playhead, number(s, "width", 360), style);
    if (figure == "welcome") return welcome_figure(number(s, "width", 360), style);
    if (figure == "states") {
        const int encoder = integer(s, "encoder", 1);
        const StatePath read = state_path(trace, nullptr, {static_cast<analysis::StateKind>(encoder), 0});
        const StatePath written = state_path(trace, nullptr, {analysis::StateKind::Decoder, 0});
        StatesSettings settings{number(s, "width", 1240), number(s, "height", 808),
                                integer(s, "heatmap", 1) != 0, 160};
        return states_figure({trace, read, written, {true, integer(s, "chosen", -1)}, MatrixXf(2, 0), 0},
                             playhead, settings, style);
    }
    NetworkSettings settings;
    settings.width = number(s, "width", 1240);
    settings.height = number(s, "height", 808);
    settings.heatmap = integer(s, "heatmap", 1) != 0;
    settings.scroll = number(s, "scroll", -1);
    settings.first_run = integer(s, "first", 0) != 0;
    return network_figure(trace, playhead, settings, style);
}

int preview(int count, char** words) {
    if (count < 2) {
        std::fputs("heed_preview FILE.png [key=value …]\n", stderr);
        return 2;
    }
    Settings settings;
    for (int k = 2; k < count; ++k) {
        const std::string word = words[k];
        const std::size_t equals = word.find('=');
        if (equals != std::string::npos) settings[word.substr(0, equals)] = word.substr(equals + 1);
    }
    const auto metrics = paper_metrics();
    FigureStyle style;
    style.theme = text(settings, "theme", "dark") == "light" ? Theme::Light : Theme::Dark;
    style.metrics = metrics.get();
    if (integer(settings, "lift", 0) != 0) style.scale = ValueScale::LiftSmall;
    if (const std::string map = text(settings, "map", "ember"); map == "viridis")
        style.map = ColorMapId::Viridis;
    if (const int repeat = integer(settings, "repeat", 0); repeat > 0) { // how long a Scene takes to make
        const Trace trace = trace_of(settings);
        Playhead playhead;
        playhead.at = integer(settings, "at", trace.outline.total());
        NetworkSettings size;
        size.width = number(settings, "width", 1240);
        std::size_t items = 0;
        const std::clock_t start = std::clock();
        for (int k = 0; k < repeat; ++k) items += network_figure(trace, playhead, size, style).items.size();
        const double spent = 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        std::printf("%.0f µs, %zu items\n", spent / repeat, items / static_cast<std::size_t>(repeat));
    }
    const PictureOptions picture{72, 72.0 * number(settings, "scale", 1)};
    std::ofstream(words[1], std::ios::binary)
        << render_picture(scene_of(settings, style), FileKind::Png, picture);
    return 0;
}

} // namespace
} // namespace heed

int main(int count, char** words) try {
    return heed::preview(count, words);
} catch (const std::exception& error) {
    std::fprintf(stderr, "heed_preview: %s\n", error.what());
    return 1;
}
