#include "app/figures/figures.h"

#include "app/figures/base/format.h"
#include "app/figures/doctor/page.h"
#include "app/figures/entity/entity.h"
#include "app/figures/forecast/forecast.h"
#include "app/figures/maps/bars.h"
#include "app/figures/maps/paper.h"
#include "app/figures/meaning/meaning.h"
#include "app/figures/memory/memory.h"
#include "app/figures/moves/moves.h"
#include "app/figures/on_paper.h"
#include "app/figures/one_rnn/one_rnn.h"
#include "app/figures/paper_heads.h"
#include "app/figures/paper_picture.h"
#include "app/figures/pointer/pointer.h"
#include "app/figures/pooling/pooling.h"
#include "app/figures/query_pad/query_pad.h"
#include "app/figures/seq2seq/inspector/weights.h"
#include "app/figures/seq2seq/network/network.h"
#include "app/figures/trace_map.h"
#include "app/figures/transformer/card/card.h"
#include "app/figures/transformer/transformer.h"
#include "app/figures/why/why.h"
#include "core/analysis/heads/in_front.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

namespace heed {
namespace {

bool has_map(const FigureSource& s) { return s.trace && has_labelled_map(*s.trace); }
bool has_network(const FigureSource& s) {
    const bool made_here =
        s.trace && s.trace->parameters && !is_weights_only(*s.trace); // with all its states
    const bool layered = s.trace && is_transformer(s.trace->model);
    return made_here && !layered && s.trace->outputs() > 0 && !is_pointer(s.trace->model);
}
bool has_layers(const FigureSource& s) { return s.trace && is_transformer(s.trace->model); }
bool has_panels(const FigureSource& s) { return !s.panels.empty(); }
bool has_tree(const FigureSource& s) { return s.tree != nullptr; }
bool has_grid(const FigureSource& s) { return s.maps.size() > 1; }
bool has_pointer(const FigureSource& s) {
    return s.trace && s.trace->parameters && is_pointer(s.trace->model) && s.trace->outputs() > 0;
}
bool has_past(const FigureSource& s) { return s.trace && is_one_rnn(s.trace->model); }
bool has_pad(const FigureSource& s) { return dynamic_cast<const QueryPad*>(s.board) != nullptr; }
bool has_meaning(const FigureSource& s) { return dynamic_cast<const MeaningBoard*>(s.board) != nullptr; }
bool has_findings(const FigureSource& s) {
    const auto* board = dynamic_cast<const DoctorBoard*>(s.board);
    return board && board->diagnosis;
}
bool has_memory(const FigureSource& s) { return dynamic_cast<const MemoryBoard*>(s.board) != nullptr; }
bool has_moves(const FigureSource& s) {
    const auto* board = dynamic_cast<const MovesBoard*>(s.board);
    return board && board->moves;
}
bool has_why(const FigureSource& s) {
    return dynamic_cast<const WhyBoard*>(s.board) != nullptr || has_moves(s); // of a Transformer
}
bool has_pooling(const FigureSource& s) { return dynamic_cast<const PoolingBoard*>(s.board) != nullptr; }

bool has_every_map(const FigureSource& s) { return s.trace && has_transformer_card(s.trace->model); }
bool has_story(const FigureSource& s) { return s.trace && s.trace->parameters && is_entity(s.trace->model); }
bool has_forecast(const FigureSource& s) { return s.trace && is_forecast(s.trace->model); }

Picture heatmap(const FigureSource& s, const PaperSettings& settings, const FigureStyle& style) {
    LabelledMap map = labelled_map(*s.trace);
    const bool by_output = s.trace->outline.declares(seq2seq::Softmax);
    for (int i = 0; s.until_then && by_output && i < s.trace->outputs(); ++i)
        if (!revealed(s.trace->outline, s.playhead.at, {seq2seq::Softmax, 0}, i))
            map.values.col(i).setConstant(std::numeric_limits<float>::quiet_NaN());
    return {paper_heatmap(map, settings, style)};
}

Picture bars(const FigureSource& s, const PaperSettings& settings, const FigureStyle& style) {
    return {paper_bars(labelled_map(*s.trace), settings, style)};
}

/// The lower edge of the largest matrix: the heatmap under the network. 0: there is none.
float heatmap_bottom(const Scene& scene) {
    float bottom = 0, largest = 0;
    for (const SceneItem& item : scene.items) {
        const auto* matrix = std::get_if<MatrixItem>(&item);
        if (!matrix || matrix->box.w * matrix->box.h <= largest) continue;
        largest = matrix->box.w * matrix->box.h;
        bottom = matrix->box.bottom();
    }
    return bottom;
}

/// The canvas of the window, as wide as its columns need and as high as its rows, brought to the width on
/// paper.
Picture network(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    constexpr float usual_width = 1000, gutters = 276, narrowest_column = 17, full_column = 34;
    constexpr float rows_above = 468, tallest_row = 28, legend = 48, no_weights = 68; // px, design 5
    const bool headed = seq2seq_facts(*s.trace).headed() && seq2seq_facts(*s.trace).front < 0;
    const std::optional<Trace> seen =
        headed ? std::optional(heads::with_head_in_front(*s.trace, s.front.cross)) : std::nullopt;
    const Trace& trace = seen ? *seen : *s.trace;
    NetworkSettings settings;
    settings.influence = s.influence;
    const bool has_map = trace.has_weights() || s.influence;
    settings.width = paper.font_pt > 0 ? px_wide(paper.width_mm, paper.font_pt) : usual_width;
    const int states = trace.outputs() + 1, columns = std::max(trace.source_length(), states);
    settings.width = std::max(settings.width, gutters + narrowest_column * static_cast<float>(columns));
    if (network_layout(trace, s.playhead, settings).full)
        settings.width = std::max(settings.width, gutters + full_column * static_cast<float>(states));
    const float pitch = network_layout(trace, s.playhead, settings).pitch;
    const float rows =
        std::min(tallest_row, pitch) * static_cast<float>(trace.outputs()); // square where narrow
    settings.height = rows_above + legend + (has_map ? rows : no_weights);

    Scene scene = network_figure(trace, s.playhead, settings, style);
    const float spare = settings.height - legend - heatmap_bottom(scene);
    if (has_map && spare > 1 && spare < rows_above) { // fewer rows above the heatmap than thought
        settings.height -= spare;
        scene = network_figure(trace, s.playhead, settings, style);
    }
    return on_paper(std::move(scene), settings.width, paper, style);
}

/// The canvas of the window, as wide as its columns and as high as its rows need.
Picture layers(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    constexpr float narrowest = 580, above = 440, below = 160, row = 26, edge = 16, letters = 11;
    constexpr float page = 1.4f; // a page's height, of its width
    TransformerSettings settings{.front = s.front};
    settings.beside.weighted = s.weighted;
    settings.width = std::max(narrowest, px_wide(paper.width_mm, paper.font_pt));
    const bool decodes = transformer_facts(*s.trace).config.decodes();
    const float rows =
        row * static_cast<float>(std::max(1, decodes ? s.trace->outputs() : s.trace->source_length()));
    settings.height = std::min(std::max(above + below + rows, 640.0f), page * settings.width);
    Scene scene = transformer_figure(*s.trace, s.playhead, settings, style);
    if (const TransformerLayout seen = transformer_layout(*s.trace, s.playhead, settings); seen.count > 0)
        scene.height = add_paper_lines(
            scene, style,
            "Columns " + std::to_string(seen.first + 1) + " to " + std::to_string(seen.last + 1) +
                " of the " + std::to_string(seen.count) +
                (seen.of_source ? " of the source" : " that it reads") +
                " are shown: more have no room in letters of this size.",
            {Face::Regular, letters, style.colors().t2}, {edge, scene.height}, scene.width - 2 * edge);
    return on_paper(std::move(scene), settings.width, paper, style);
}

Picture comparison(const FigureSource& s, const PaperSettings& settings, const FigureStyle& style) {
    return {paper_compare(s.panels, settings, style)};
}

Picture tree(const FigureSource& s, const PaperSettings& settings, const FigureStyle& style) {
    return {paper_tree(*s.tree, settings, style)};
}

Picture grid(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    constexpr float least_on_paper = 32; // px: it is printed finer than any screen
    GridSettings settings = s.grid;
    settings.least = settings.readable = least_on_paper;
    settings.width = px_wide(paper.width_mm, paper.font_pt);
    settings.width += grid_plan(s.maps, settings, style).most_scroll_x; // on paper nothing scrolls
    settings.height = grid_height(s.maps, settings, style);
    Scene scene = grid_figure(s.maps, settings, style);
    return on_paper(std::move(scene), settings.width, paper, style);
}

/// The canvas of the window, as wide as its moments need.
Picture pooling(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    const auto& board = dynamic_cast<const PoolingBoard&>(*s.board);
    PoolingSettings settings;
    if (paper.font_pt > 0) settings.width = px_wide(paper.width_mm, paper.font_pt);
    settings.width += pooling_layout(board, settings, style).most_scroll; // on paper nothing scrolls
    settings.height = 800;                                                // as designed
    Scene scene = pooling_figure(board, s.playhead, settings, style);
    return on_paper(std::move(scene), settings.width, paper, style);
}

/// The canvas of the window, with everything that a large one has room for.
Picture query_pad(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    PadSettings settings;
    if (paper.font_pt > 0) settings.width = px_wide(paper.width_mm, paper.font_pt);
    settings.height = settings.width * PadSettings().height / PadSettings().width;
    settings.paper = true;
    Scene scene = pad_figure(dynamic_cast<const QueryPad&>(*s.board), settings, style);
    return on_paper(std::move(scene), settings.width, paper, style);
}

/// The canvas of the window, as it is looked at.
Picture memory(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    const auto& board = dynamic_cast<const MemoryBoard&>(*s.board);
    MemorySettings settings{
        .follow = board.follow, .linear = board.linear, .hidden = board.hidden, .tokens = board.tokens};
    if (paper.font_pt > 0) settings.width = std::max(1100.0f, px_wide(paper.width_mm, paper.font_pt));
    settings.height = settings.width * MemorySettings().height / MemorySettings().width;
    Scene scene = memory_figure(board, settings, style);
    return on_paper(std::move(scene), settings.width, paper, style);
}

/// The page of the window, with the model and the sentences above it.
Picture findings(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    const auto& board = dynamic_cast<const DoctorBoard&>(*s.board);
    DoctorPageSettings settings{.model = board.model, .over = board.over};
    if (paper.font_pt > 0) settings.width = std::max(480.0f, px_wide(paper.width_mm, paper.font_pt));
    Scene scene = doctor_page(*board.diagnosis, settings, style);
    return on_paper(std::move(scene), settings.width, paper, style);
}

/// The canvas of the window, as wide as its states need.
Picture own_past(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    OneRnnSettings settings;
    if (paper.font_pt > 0) settings.width = px_wide(paper.width_mm, paper.font_pt);
    settings.width += one_rnn_layout(*s.trace, settings).most_scroll; // on paper nothing scrolls
    const float rows = one_rnn_layout(*s.trace, settings).map_bottom;
    if (rows > 0) settings.height = std::max(settings.height, rows + 68);
    Scene scene = one_rnn_figure(*s.trace, s.playhead, settings, style);
    return on_paper(std::move(scene), settings.width, paper, style);
}

/// The canvas of the window, without what masking costs there.
Picture pointing(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    PointerSettings settings;
    if (paper.font_pt > 0) settings.width = px_wide(paper.width_mm, paper.font_pt);
    settings.height = 690;
    Scene scene = pointer_figure(*s.trace, {}, s.playhead, settings, style);
    return on_paper(std::move(scene), settings.width, paper, style);
}

/// The canvas of the window; without a board, which only the window and `heed export` make, without a chart.
Picture forecast(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    static const ForecastBoard none;
    const auto* board = dynamic_cast<const ForecastBoard*>(s.board);
    ForecastSettings settings;
    if (paper.font_pt > 0) settings.width = px_wide(paper.width_mm, paper.font_pt);
    Scene scene = forecast_figure(*s.trace, board ? *board : none, s.playhead, settings, style);
    return on_paper(std::move(scene), settings.width, paper, style);
}

/// The blocks of the inspector, with the token above them.
Picture moved(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    const auto& board = dynamic_cast<const MovesBoard&>(*s.board);
    MovesSettings settings{.head = true};
    if (paper.font_pt > 0) settings.width = std::max(320.0f, px_wide(paper.width_mm, paper.font_pt));
    Scene scene = moves_figure(*board.run, *board.moves, settings, style);
    return on_paper(std::move(scene), settings.width, paper, style);
}

/// The tab of the inspector, with the two tokens above it.
Picture why(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    if (has_moves(s)) return moved(s, paper, style);
    const auto& board = dynamic_cast<const WhyBoard&>(*s.board);
    WhySettings settings{.head = true};
    if (paper.font_pt > 0) settings.width = std::max(320.0f, px_wide(paper.width_mm, paper.font_pt));
    Scene scene = why_figure(*board.run, *board.contrast, settings, style);
    return on_paper(std::move(scene), settings.width, paper, style);
}

/// The canvas of the window, of one output.
Picture meaning(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    MeaningSettings settings{.height = 740};
    if (paper.font_pt > 0) settings.width = px_wide(paper.width_mm, paper.font_pt);
    Scene scene = meaning_figure(dynamic_cast<const MeaningBoard&>(*s.board).picture(), settings, style);
    return on_paper(std::move(scene), settings.width, paper, style);
}

/// The canvas of the window, with nothing to click.
Picture story(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    static const StoryBoard none;
    const auto* board = dynamic_cast<const StoryBoard*>(s.board);
    StorySettings settings{.writable = false};
    if (paper.font_pt > 0) settings.width = px_wide(paper.width_mm, paper.font_pt);
    Scene scene = story_figure(*s.trace, board ? *board : none, s.playhead, settings, style);
    return on_paper(std::move(scene), settings.width, paper, style);
}

/// What is higher than a page is not printed without a word, where a wider one has room for it.
void check_page(const Trace& run, const TransformerCardSettings& settings, const PaperSettings& paper,
                float page_mm) {
    constexpr float widest_mm = 174;
    if (settings.height <= settings.page->most) return;
    const float px_a_mm = settings.page->most / page_mm;
    const auto wide = transformer_card_page_width(run, settings, widest_mm * px_a_mm);
    if (!wide) return; // so many layers are on no page
    const auto mm = [](float value) { return std::to_string(static_cast<int>(std::ceil(value))); };
    throw NoRoomForLetters(
        "Transformer on " + up_to(static_cast<double>(paper.width_mm)) + " mm",
        "it would be " + mm(settings.height / px_a_mm) + " mm high, and a page has " + mm(page_mm),
        "a width of " + mm(*wide / px_a_mm) + " mm or more", up_to(static_cast<double>(paper.width_mm)));
}

/// The canvas of the window, its heads and maps below one another where the page is narrow.
Picture every_map(const FigureSource& s, const PaperSettings& paper, const FigureStyle& style) {
    static const TransformerBoard none;
    const auto* board = dynamic_cast<const TransformerBoard*>(s.board);
    const TransformerBoard& drawn = board ? *board : none;
    constexpr float page_mm = 240; // high
    const TransformerCardSettings settings = transformer_card_page(
        *s.trace, drawn, drawn.look, px_wide(paper.width_mm, paper.font_pt), px_wide(page_mm, paper.font_pt));
    check_page(*s.trace, settings, paper, page_mm);
    Scene scene = transformer_card_figure(*s.trace, drawn, s.playhead, settings, style);
    return on_paper(std::move(scene), settings.width, paper, style);
}

using Needs = FigureNeeds;

constexpr FigureOptions of_map{
    .colours = true, .parts = true, .moment = true, .numbers = true, .title = true, .caption = true};
constexpr FigureOptions of_bars{.parts = true, .numbers = true, .title = true, .caption = true};
constexpr FigureOptions of_network{.colours = true, .moment = true, .numbers = true, .title = true};
constexpr FigureOptions of_panels{
    .colours = true, .parts = true, .numbers = true, .title = true, .caption = true};
constexpr FigureOptions of_tree{.numbers = true, .title = true, .caption = true};
constexpr FigureOptions of_pooling{.colours = true, .moment = true, .title = true};
constexpr FigureOptions of_meaning{.colours = true, .moment = true, .title = true};
constexpr FigureOptions of_why{.title = true};
constexpr FigureOptions of_moves{.moment = true, .title = true};
constexpr FigureOptions of_findings{.title = true};
constexpr FigureOptions of_grid{.colours = true, .title = true};

constexpr FigureFiles weights{FigureNumbers::Weights, FigureNumbers::Run},
    panels{FigureNumbers::Panels, FigureNumbers::Panels}, nodes{FigureNumbers::Nodes, FigureNumbers::Run},
    every_weight{FigureNumbers::Maps, FigureNumbers::Run}, run_alone{FigureNumbers::None, FigureNumbers::Run};

constexpr FigureKind kinds[] = {
    {"heatmap", "Heatmap", 84, 7, Needs::Run, of_map, weights, has_map, heatmap},
    {"bars", "Bars", 84, 7, Needs::Run, of_bars, weights, has_map, bars},
    {"network", "Network", 174, 0, Needs::Run, of_network, weights, has_network, network},
    {"layers", "Layers", 174, 7, Needs::Run, of_network, every_weight, has_layers, layers},
    {"heads", "Every head", 174, 7, Needs::Run, of_grid, {}, can_print_heads, heads_on_paper},
    {"head-off",
     "Changed heads",
     174,
     7,
     Needs::Board,
     of_grid,
     {},
     can_print_changed_heads,
     changed_heads_on_paper},
    {"compare", "Compare", 174, 7, Needs::Panels, of_panels, panels, has_panels, comparison},
    {"tree", "Tree", 174, 7, Needs::Search, of_tree, nodes, has_tree, tree},
    {"own-past", "Own past", 174, 0, Needs::Run, of_network, weights, has_past, own_past},
    {"pointer", "Pointer", 174, 0, Needs::Run, of_network, weights, has_pointer, pointing},
    {"forecast", "Forecast", 174, 0, Needs::Board, of_network, weights, has_forecast, forecast},
    {"stories", "Story", 174, 0, Needs::Board, of_network, weights, has_story, story},
    {"transformer", "Transformer", 174, 7, Needs::Board, of_pooling, every_weight, has_every_map, every_map},
    {"pooling", "Pooling", 174, 0, Needs::Board, of_pooling, weights, has_pooling, pooling},
    {"meaning", "Meaning", 174, 0, Needs::Board, of_meaning, run_alone, has_meaning, meaning},
    {"why", "Why this and not that", 84, 7, Needs::Board, of_why, {}, has_why, why},
    {"moves", "What moved it", 84, 7, Needs::Board, of_moves, {}, has_moves, moved},
    {"doctor",
     "Doctor",
     174,
     0,
     Needs::Board,
     of_findings,
     {FigureNumbers::None, FigureNumbers::Findings},
     has_findings,
     findings},
    {"memory", "Memory", 174, 0, Needs::Board, of_grid, {}, has_memory, memory},
    {"query-pad", "Query pad", 174, 0, Needs::Pad, of_grid, {}, has_pad, query_pad},
    {"grid", "Every map", 174, 7, Needs::Maps, of_grid, {}, has_grid, grid},
};

} // namespace

FigureOptions options_of(FigureNumbers numbers) { return {.parts = numbers == FigureNumbers::Weights}; }

std::span<const FigureKind> figures() { return kinds; }

const FigureKind* find_figure(std::string_view id) {
    const auto found =
        std::find_if(std::begin(kinds), std::end(kinds), [&](const FigureKind& k) { return k.id == id; });
    return found == std::end(kinds) ? nullptr : &*found;
}

const FigureKind& drawn_figure(const FigureKind& asked, const FigureSource& source) {
    const FigureKind& layers = *find_figure("layers");
    return asked.id == "network" && !asked.there(source) && layers.there(source) ? layers : asked;
}

} // namespace heed
