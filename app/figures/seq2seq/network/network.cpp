#include "app/figures/seq2seq/network/network.h"

#include "app/figures/base/scaled.h"
#include "app/figures/seq2seq/network/draw.h"
#include "app/figures/seq2seq/network/whole.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"
#include "core/trace/places.h"

#include <algorithm>

namespace heed {

TokenText source_text(const Trace& trace, int j) {
    const std::string text = shown_source(trace, j);
    if (is_quiet_source(trace, j)) return {text, Face::Italic, true};
    return {text, token_face(text), false};
}

TokenText output_text(const Trace& trace, int i) {
    const std::string text = shown_output(trace, i);
    if (trace.steps[static_cast<std::size_t>(i)].token.is_end) return {text, Face::Italic, true};
    return {text, token_face(text), false};
}

void add_token(const Canvas& canvas, TokenText token, Point at, float size, Color color, Align align,
               float room) {
    if (token.is_end) color = canvas.colors.t3;
    add_text(canvas.scene, at, fitted(canvas.style, token.text, token.face, size, room), token.face, size,
             color, align);
}

// ---------------------------------------------------------------------------------------------- row names

namespace {

struct RowName {
    std::string name, gloss;
    Color color;
    float y;
};

std::string numbered(const char* name, int layer, bool several) {
    return several ? std::string(name) + " " + std::to_string(layer + 1) : name;
}

/// What the bars are, where they are not simply the weights of a query.
std::string attention_gloss(const Canvas& canvas) {
    const ModelFacts& model = canvas.trace.model;
    if (model.alignment == "local-p") return "align × Gaussian";
    if (model.alignment == "local-m") return "inside a window";
    if (model.score == "location")
        return seq2seq_facts(model).asks_with_token ? "from token and state" : "from the state alone";
    if (model.score.starts_with("token")) return "the last token asks";
    const bool scores = canvas.reveal.decoding() && canvas.shown(seq2seq::Score) != Seen::Later &&
                        canvas.shown(seq2seq::Softmax) == Seen::Later;
    const Seq2SeqFacts& facts = seq2seq_facts(canvas.trace);
    if (facts.front >= 0 && facts.heads > 1)
        return (scores ? "e of head " : "α of head ") + std::to_string(facts.front + 1);
    return scores ? "scores e" : "weights α";
}

/// How much of the newest context is the decoder's own past; else what the context is.
std::string context_gloss(const Canvas& canvas) {
    if (canvas.plan.fixed) return "the same c each time";
    if (seq2seq_facts(canvas.trace).front >= 0)
        return seq2seq_facts(canvas.trace).heads > 1 ? "all heads together" : "weighted sum of v";
    const int i = canvas.reveal.looked_at;
    if (i < 0 || canvas.shown(seq2seq::Softmax) == Seen::Later) return "weighted sum c";
    if (canvas.trace.model.score != "own-past") return "weighted sum c";
    return percent(own_past_weight(canvas.trace, i)) + " is its own past";
}

/// Of a model that copies: how the newest output was made.
std::string output_gloss(const Canvas& canvas) {
    const int i = canvas.reveal.looked_at;
    if (!canvas.trace.has(Quantity::Generate)) return "";
    if (i < 0 || canvas.shown(seq2seq::Distribution) == Seen::Later) return "made or copied";
    const float g = canvas.trace.at(Quantity::Generate)(0, i);
    return "made " + cell_number(g) + ", copied " + cell_number(1 - g);
}

/// The readers and what they read.
void add_reader_names(const Canvas& canvas, std::vector<RowName>& names) {
    const NetworkPlan& plan = canvas.plan;
    const Palette& c = canvas.colors;
    bool several = false;
    for (const auto& reader : plan.readers) several = several || reader.phase.layer > 0;
    for (const auto& reader : plan.readers) {
        const bool forward = reader.phase.is(seq2seq::Forward);
        names.push_back({numbered(forward ? "Forward" : "Backward", reader.phase.layer, several),
                         several   ? ""
                         : forward ? "reads left to right"
                                   : "reads right to left",
                         forward ? c.forward : c.backward, reader.y});
    }
    names.push_back({"Embedding", "", c.t2, plan.embedding_y});
}

std::vector<RowName> row_names(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const Palette& c = canvas.colors;
    std::vector<RowName> names;
    const float output_shift =
        plan.outputs_upright || plan.bands ? 0.0f : plan.output_room * sine_of(plan.output_slant) * 0.4f;
    names.push_back({"Output", output_gloss(canvas), c.output, plan.output_y - output_shift});
    if (plan.luong) names.push_back({"Attentional", "context meets state", c.decoder, plan.attentional_y});
    const int layers = static_cast<int>(plan.decoders.size());
    if (plan.two_cells) {
        names.push_back({"Decoder 2", "reads c", c.decoder, plan.decoders.front()});
        names.push_back({"Decoder 1", "asks", c.decoder, plan.decoders.back()});
    }
    const char* states = layers > 1                               ? ""
                         : plan.luong && state_asks(canvas.trace) ? "the new state asks"
                                                                  : "state s";
    for (int l = 0; !plan.two_cells && l < layers; ++l)
        names.push_back({numbered("Decoder", layers - 1 - l, layers > 1), states, c.decoder,
                         plan.decoders[static_cast<std::size_t>(l)]});
    names.push_back({"Context", context_gloss(canvas), c.attention, plan.context_y});
    if (!plan.fixed && !(plan.lecture && plan.reads()))
        names.push_back(
            {"Attention", attention_gloss(canvas), c.attention, plan.baseline - (plan.full ? 19.0f : 18.0f)});
    if (plan.seen_y > 0) names.push_back({seen_name, "", c.attention, plan.seen_y - plan.seen_height / 2});
    if (plan.lecture && plan.reads()) // among the readers: in the order of their height
        add_reader_names(canvas, names);
    names.push_back(
        {"Annotation", seq2seq_facts(canvas.trace).merge == "sum" ? "→h + ←h" : "", c.t1, plan.annotation_y});
    if (!plan.lecture) add_reader_names(canvas, names);
    const float source_shift =
        plan.upright || plan.bands ? 0.0f : plan.label_room * sine_of(plan.label_slant) * 0.35f;
    names.push_back({"Source", "", c.t1, plan.source_y + source_shift});
    return names;
}

} // namespace

void draw_row_names(const Canvas& canvas) {
    const std::vector<RowName> names = row_names(canvas);
    for (std::size_t k = 0; k < names.size(); ++k) {
        const RowName& row = names[k];
        const float above = k == 0 ? 1000 : row.y - names[k - 1].y;
        const float below = k + 1 == names.size() ? 1000 : names[k + 1].y - row.y;
        const bool gloss = !canvas.plan.lecture && !row.gloss.empty() && above >= 31 && below >= 31;
        add_text(canvas.scene, {canvas.plan.name_x, gloss ? row.y - 6.5f : row.y}, row.name, Face::Medium,
                 canvas.plan.name_size, row.color);
        if (gloss) add_text(canvas.scene, {16, row.y + 8.5f}, row.gloss, Face::Regular, 11, canvas.colors.t3);
    }
}

// ------------------------------------------------------------------------------------------- the column band

void draw_column_band(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const auto band = [&](int j) {
        if (j < plan.source.first || j > plan.source.last) return;
        const bool encoding = !canvas.reveal.decoding();
        const float top = encoding ? plan.annotation_y - 9 : plan.baseline - plan.bar_height - 10;
        const float bottom =
            plan.full && plan.upright ? plan.source_y + 18 : plan.heat_top - (plan.zoomed ? 22.0f : 4.0f);
        const float width = std::max(plan.source.pitch - 2, 8.0f);
        add_fill(canvas.scene, {plan.source.x(j) - width / 2, top, width, bottom - top},
                 fade(canvas.colors.t1, canvas.colors.dark() ? 0.045f : 0.055f), plan.full ? 6.0f : 4.0f);
    };
    for (int j = plan.source.first; j <= plan.source.last;
         ++j) // beneath everything else that can be pointed at
        canvas.scene.pick({plan.source.x(j) - plan.source.pitch / 2, plan.baseline - plan.bar_height,
                           plan.source.pitch, plan.source_y - plan.baseline + plan.bar_height},
                          {PickKind::Column, -1, j});
    const Playhead& p = canvas.playhead;
    int chosen = p.column;
    if (chosen < 0 && canvas.reveal.now.started && !canvas.reveal.decoding())
        chosen = canvas.reveal.now.position;
    if (chosen >= 0) band(chosen);
    if (p.hover_column >= 0 && p.hover_column != chosen) band(p.hover_column);
}

// ---------------------------------------------------------------------------------------------- first run

namespace {

std::string welcome_title(const Trace& trace) {
    const std::string& task = trace.model.task;
    if (task == "dates") return "A small network that rewrites dates";
    if (task == "reverse") return "A small network that reverses its input";
    if (task == "translate") return "A small network that translates";
    return "A network that reads, then writes";
}

/// Lines of centred text on a quiet patch that hides what is behind.
void add_words(const Canvas& canvas, Point centre, const std::string& title, float title_size,
               const std::vector<std::string>& lines, float room) {
    float width = text_width(canvas.style, title, Face::Semibold, title_size);
    for (const std::string& line : lines)
        width = std::max(width, text_width(canvas.style, line, Face::Regular, 13));
    width = std::min(width, room);
    const float height = title_size + 14 + 20.5f * static_cast<float>(lines.size());
    add_fill(canvas.scene, around(centre, width + 32, height + 8), canvas.colors.bg0);
    float y = centre.y - height / 2 + title_size / 2;
    add_text(canvas.scene, {centre.x, y}, fitted(canvas.style, title, Face::Semibold, title_size, room),
             Face::Semibold, title_size, canvas.colors.t1, Align::Centre);
    y += title_size / 2 + 22;
    for (const std::string& line : lines) {
        add_text(canvas.scene, {centre.x, y}, fitted(canvas.style, line, Face::Regular, 13, room),
                 Face::Regular, 13, canvas.colors.t2, Align::Centre);
        y += 20.5f;
    }
}

} // namespace

void draw_welcome(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const Trace& trace = canvas.trace;
    const float centre = (plan.source.seen_left() + plan.source.seen_right()) / 2,
                room = 2 * std::min(centre - plan.source.from, plan.source.until - centre);
    const std::string title =
        canvas.settings.welcome_title.empty() ? welcome_title(trace) : canvas.settings.welcome_title;
    std::string input = trace.source_text, output = written_text(trace);
    if (input.size() > 48 || output.size() > 48) input = output = "";
    const std::string unit(unit_of(trace).one);
    const std::string reads =
        input.empty() || output.empty()
            ? "It reads one " + unit + " at a time, then writes its answer."
            : "It reads “" + input + "” one " + unit + " at a time and writes " + output + ".";
    const float top = plan.decoders.back() + plan.cell_height / 2, room_above = plan.baseline - top;
    std::vector<std::string> lines = {reads};
    if (room_above >= 110) lines.push_back("Step through it to see where it looks.");
    add_words(canvas, {centre, top + room_above * (room_above >= 140 ? 0.61f : 0.5f)}, title,
              room_above >= 140 ? 20.0f : 15.0f, lines, room);
    if (!plan.heatmap || plan.fixed || plan.heat_bottom() - plan.heat_top < 90) return;
    const std::string title_below = "The heatmap fills in one row at a time";
    const std::string means = std::string("A ") + (canvas.colors.dark() ? "bright" : "dark") +
                              " cell means: while writing",
                      look = "this output, look at that input.";
    const float middle = (plan.heat_top + plan.heat_bottom()) / 2;
    // In a low window the words step aside for the hint that the window lays over the lower left corner.
    constexpr float hint_right = 376, hint_height = 110, half = 215, least = 282;
    if (middle + 36 <= plan.height - hint_height || centre - half >= hint_right)
        add_words(canvas, {centre, middle}, title_below, 15, {means + " " + look}, room);
    else if (plan.source.until - hint_right >= least)
        add_words(canvas, {(hint_right + plan.source.until) / 2, middle}, title_below, 15, {means, look},
                  plan.source.until - hint_right);
}

// ---------------------------------------------------------------------------------------------- the whole

ClipItem clip_of_columns(const NetworkPlan& plan) {
    const float margin = plan.source.scrolls() || plan.states.scrolls() ? 12.0f : 200.0f; // nothing to cut
    return {{plan.source.from - std::min(margin, plan.source.from), 0,
             std::max(plan.source.until, plan.states.until) - plan.source.from + 2 * margin, plan.height}};
}

namespace {

/// The rows of the network, where columns have room for cells.
void draw_network(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    draw_column_band(canvas);
    if (plan.upright) draw_source(canvas);
    draw_encoder(canvas);
    if (plan.lecture && plan.reads()) // the readers stand in their place
        ;
    else if (plan.fixed)
        draw_fixed_context(canvas);
    else
        draw_attention(canvas);
    draw_decoder(canvas);
    if (plan.luong) draw_attentional(canvas);
    if (plan.slots > 0 && plan.past)
        draw_own_past(canvas);
    else if (plan.slots > 0)
        draw_slots(canvas);
    if (plan.seen_y > 0) draw_seen(canvas);
}

Scene figure_at_type(const Trace& trace, const Playhead& playhead, const NetworkSettings& settings,
                     const FigureStyle& style) {
    Scene scene{.width = settings.width, .height = settings.height, .background = style.colors().bg0};
    if (trace.source.empty()) return scene;
    const Reveal reveal(trace, playhead);
    const NetworkPlan plan = network_plan(trace, reveal, playhead, settings);
    const Canvas canvas{trace, playhead, settings, style, style.colors(), plan, reveal, scene};
    scene.items.reserve(4096); // one piece so large that the allocator keeps what a frame frees
    scene.picks.reserve(12 * static_cast<std::size_t>(trace.source_length() + trace.outputs())); // about

    draw_row_names(canvas);
    scene.add(clip_of_columns(plan));
    if (plan.bands)
        draw_bands(canvas);
    else
        draw_network(canvas);
    scene.add(ClipEnd{});
    if (!plan.upright && !plan.bands) draw_source(canvas); // slanted labels reach out of the view
    if (!plan.boxes() && !plan.bands) draw_output_labels(canvas);
    if (plan.bands) draw_band_words(canvas);
    if (plan.heatmap) draw_heatmap(canvas);
    if (plan.heatmap && plan.slots > 0) draw_slot_rows(canvas);
    if (plan.zoomed) draw_overview(canvas);
    if (canvas.first_run()) draw_welcome(canvas);
    return scene;
}

} // namespace

Scene network_figure(const Trace& trace, const Playhead& playhead, const NetworkSettings& given,
                     const FigureStyle& style) {
    NetworkSettings settings = given;
    settings.width /= given.type;
    settings.height /= given.type;
    settings.type = 1;
    if (!settings.whole) settings.whole = whole_run(trace, nullptr);
    Scene scene = figure_at_type(trace, playhead, settings, style);
    if (given.type == 1) return scene; // moved, not copied
    return scaled(std::move(scene), given.type);
}

} // namespace heed
