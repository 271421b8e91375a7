// Step's states: the paths in the canvas, and beside them the state that is looked at and its nearest
// neighbours.
#include "app/figures/states/neighbours.h"
#include "app/figures/tokens.h"
#include "app/state/states/states.h"
#include "app/state/step/zoom.h"
#include "app/views/base/widgets.h"
#include "app/views/step/zoom_view.h"
#include "app/views/views.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

using analysis::StateKind;

/// What is pointed at on a path; anything else is the heatmap's.
void point_states(Ui& ui, const Scene& scene, Point origin) {
    const Pick* pick = ui.pick(scene, origin);
    const bool state = pick && (pick->id.kind == PickKind::State || pick->id.kind == PickKind::Annotation);
    if (!state) return point_into(ui, "states", scene, origin);
    ui.memory.hovered = {pick->id.j, pick->id.i, -1};
    ui.tooltip("states", scene, *pick, origin);
    if (ui.mouse_pressed())
        ui.send({"states-choose", "", 0, pick->id.kind == PickKind::State ? 1 : 0, pick->id.k});
}

} // namespace

void states_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    if (s.input.empty()) return empty_input(ui, room);
    const StatesState& t = s.states;
    if (!s.trace || !t.paths) return;
    const std::shared_ptr<const Paths> paths = t.paths;
    const Trace& trace = *paths->order.trace; // on the way to another run: the one before
    KnownRun& known = known_run_of(ui, nullptr);
    const bool is_newest = paths->order.trace == s.trace;
    const StatesSettings settings =
        states_settings(s, room.w, room.h, is_newest ? known.whole : whole_run(trace, paths->order.trace));
    const PathPlace place = place_looked_at(s);
    const StatesPicture whole{trace, paths->encoder, paths->decoder, place, t.near_points, paths->order.row};
    const Playhead head = playhead_of(s);
    const std::tuple key(head, settings, place.decoder, place.column,
                         t.near_points.size() > 0 ? t.near_points.sum() : 0.0f, t.near_points.cols());
    const Scene& scene = cached_scene(ui, "states", key, paths,
                                      [&] { return states_figure(whole, head, settings, figure_style(ui)); });
    ui.clip(room);
    ui.draw(scene, {room.x, room.y});
    const NetworkLayout layout = states_layout(trace, head, settings);
    known.zoomed = layout.zoomed;
    known.window = layout.window;
    if (layout.cells.h > 0)
        zoom_controls(ui, {.origin = {room.x, room.y},
                           .room = room,
                           .view = in_view(layout),
                           .cells = layout.cells,
                           .whole = layout.whole,
                           .follows = true,
                           .about = [&](float scale, Point at) {
                               StatesSettings then = settings;
                               then.zoom = {scale, false, 0, 0};
                               return zoom_about(layout, states_layout(trace, head, then), 1, at);
                           }});
    point_states(ui, scene, {room.x, room.y});
    ui.end_clip();
}

// ---------------------------------------------------------------------------------------------- the panel

namespace {

/// The panel from the top: `y` is where the next part goes.
struct Panel {
    Ui& ui;
    float left, width, y;
    float right() const { return left + width; }
    void label(const std::string& words, float at_y) const {
        ui.text({left, at_y}, words, Face::Regular, 13, ui.colors.t2);
    }
};

std::string title_of(const Trace& trace, StateKind encoder, PathPlace place) {
    const std::string number = std::to_string(place.column + (place.decoder ? 0 : 1));
    if (place.decoder) return place.column == 0 ? "The first state" : "State " + number;
    if (encoder == StateKind::Annotation) return "Annotation " + number;
    return (encoder == StateKind::Forward ? "Forward state " : "Backward state ") + number + " of " +
           std::to_string(trace.source_length());
}

std::string meaning_of(const Trace& trace, StateKind encoder, PathPlace place) {
    if (place.decoder && place.column == 0) return "What the decoder starts from, before it writes anything.";
    if (place.decoder) return "What " + quoted_output(trace, place.column - 1) + " is written from.";
    if (encoder == StateKind::Annotation)
        return "What the model knows of " + quoted_source(trace, place.column) +
               " and of what stands around it.";
    const bool forward = encoder == StateKind::Forward;
    return "After reading " + stretch(trace, forward ? 0 : trace.source_length() - 1, place.column) + ".";
}

void draw_head(Panel& p) {
    const AppState& s = p.ui.state;
    const Palette& c = p.ui.colors;
    const StatesState& t = s.states;
    const PathPlace place = place_looked_at(s);
    const bool hidden = place.column < 0 ||
                        (place.decoder && place.column > 0 &&
                         !revealed(s.trace->outline, s.playback.at, {seq2seq::Choose, 0}, place.column - 1));
    const Color dot = place.decoder                              ? c.decoder
                      : encoder_states(s) == StateKind::Backward ? c.backward
                                                                 : c.forward;
    p.ui.draw(CircleItem{{p.left + 5, p.y + 26}, 5, dot});
    p.ui.text({p.left + 18, p.y + 26},
              place.column < 0 ? "States" : title_of(*s.trace, encoder_states(s), place), Face::Semibold, 15,
              c.t1);
    if (t.chosen) p.ui.text({p.right(), p.y + 26}, "chosen", Face::Regular, 11, c.t3, Align::Right);
    p.y += 43;
    const std::string words =
        place.column < 0
            ? "Step through the run, or click a dot, to see which states of other inputs are like it."
        : hidden ? "What the next output will be written from."
                 : meaning_of(*s.trace, encoder_states(s), place);
    p.y += p.ui.paragraph({p.left, p.y, p.width, 0}, words, Face::Regular, 13, 20, c.t2) + 12;
}

/// Which path, which of its states, and how far is far.
void draw_choices(Panel& p) {
    Ui& ui = p.ui;
    const AppState& s = ui.state;
    const bool decoder = place_looked_at(s).decoder;
    static const std::array<std::string, 2> sides = {"Encoder", "Decoder"};
    segmented(ui, "states:side", {p.left, p.y, p.width, 28}, sides, decoder ? 1 : 0, "states-side");
    p.y += 36;
    if (!decoder) {
        static const std::array<std::string, 3> kinds = {"Annotations", "Forward", "Backward"};
        const std::size_t count = seq2seq_facts(s.facts).bidirectional ? 3 : 2;
        segmented(ui, "states:kind", {p.left, p.y, p.width, 28}, std::span(kinds).first(count),
                  static_cast<int>(encoder_states(s)) - 1, "states-kind", 1);
        p.y += 36;
    } else if (const int rows = seq2seq_facts(*s.trace).decoder_rows(); rows > 1) {
        std::vector<std::string> names;
        const std::string what = rows > 4                                        ? ""
                                 : seq2seq_facts(s.facts).order == "conditional" ? "Cell "
                                                                                 : "Layer ";
        for (int row = 0; row < rows; ++row) names.push_back(what + std::to_string(row + 1));
        segmented(ui, "states:row", {p.left, p.y, p.width, 28}, names, decoder_row(s), "states-row");
        p.y += 36;
    }
    p.y += 4;
}

std::string bank_words(const AppState& s) {
    const StatesState& t = s.states;
    const auto count = static_cast<int>(bank_of(s) ? bank_of(s)->size() : 0);
    if (bank_source(s) == BankSource::Runs) {
        if (count == 0) return "None yet: type other inputs, and what you leave is kept here.";
        return count == 1 ? "The one other input you looked at."
                          : "The " + std::to_string(count) + " inputs you looked at before.";
    }
    if (!t.bank.problem.empty()) return as_sentence(t.bank.problem);
    if (bank_source(s) == BankSource::Drawn)
        return counted(count, "sentence") + " drawn by chance from the model's task.";
    std::string words = counted(count, "sentence") + " of " + t.file.substr(t.file.rfind('/') + 1);
    if (!t.bank.done) words += ", " + percent(t.bank.share) + " read";
    if (t.bank.full) words += ": no more is kept";
    words += ".";
    if (t.bank.bad > 0) words += " " + counted(static_cast<int>(t.bank.bad), "line") + " could not be run.";
    return words;
}

void draw_bank(Panel& p) {
    Ui& ui = p.ui;
    const AppState& s = ui.state;
    const StatesState& t = s.states;
    const bool draws = can_draw(s);
    std::vector<std::string> names = {"So far", "Drawn", "File…"};
    std::vector<BankSource> sources = {BankSource::Runs, BankSource::Drawn, BankSource::File};
    if (!draws) names.erase(names.begin() + 1), sources.erase(sources.begin() + 1);
    const auto now = std::find(sources.begin(), sources.end(), bank_source(s)) - sources.begin();
    p.label("Other inputs", p.y + 14);
    const float w = draws ? 212.0f : 150.0f;
    if (const int n = segmented(ui, "states:bank", {p.right() - w, p.y, w, 28}, names, static_cast<int>(now));
        n >= 0) {
        const BankSource wanted = sources[static_cast<std::size_t>(n)];
        if (wanted == BankSource::File && bank_source(s) == BankSource::File)
            ui.send({"states-open"}); // another one
        else
            ui.send({"states-source", "", 0, static_cast<int>(wanted)});
    }
    p.y += 34;
    const bool reading = bank_source(s) != BankSource::Runs && !t.bank.done && t.asked.bank.model;
    const bool stoppable = reading && bank_source(s) == BankSource::File;
    const float height = ui.paragraph({p.left, p.y, p.width - (stoppable ? 72.0f : 0.0f), 0}, bank_words(s),
                                      Face::Regular, 11, 17, ui.colors.t3);
    const Box words{p.left, p.y, p.width, height};
    if (t.bank.bad > 0 && bank_source(s) == BankSource::File)
        ui.tooltip("states:bad", words, as_sentence(t.bank.first_bad));
    if (stoppable) {
        if (button(ui, "states:stop", {p.right() - 64, p.y - 2, 64, 24}, "Stop")) ui.send({"states-stop"});
        ui.fill({p.left, p.y + height + 4, p.width, 3}, ui.colors.bg2, 1.5f);
        ui.fill({p.left, p.y + height + 4, p.width * static_cast<float>(t.bank.share), 3}, ui.colors.t2,
                1.5f);
    }
    p.y += height + (stoppable ? 16.0f : 10.0f);
}

void draw_list_head(Panel& p) {
    Ui& ui = p.ui;
    const AppState& s = ui.state;
    const StatesState& t = s.states;
    ui.fill({p.left, p.y, p.width, 1}, ui.colors.line);
    p.y += 12;
    ui.text({p.left, p.y + 14}, "Nearest states", Face::Semibold, 13, ui.colors.t1);
    static const std::array<std::string, 2> distances = {"Euclid", "Cosine"};
    const Box how{p.right() - 130, p.y, 130, 28};
    segmented(ui, "states:distance", how, distances, static_cast<int>(t.distance), "states-distance");
    p.y += 36;
    static const std::array<std::string, 3> offsets = {"Before", "There", "After"};
    p.label("Token marked", p.y + 14);
    const Box which{p.right() - 190, p.y, 190, 28};
    segmented(ui, "states:offset", which, offsets, t.offset + 1, "states-offset", -1);
    ui.tooltip("states:offset", which, "Mark the token where the state stands, or the one beside it");
    p.y += 38;
}

/// Whether the pointer is over a line of the list, and what a click on it does.
void point_list(Ui& ui, const Scene& scene, Point origin, const NeighbourList& list) {
    int hovered = -1;
    if (ui.over({origin.x, origin.y, scene.width, scene.height}) && ui.memory.pressed.empty())
        if (const Pick* pick = scene.hit({ui.mouse().x - origin.x, ui.mouse().y - origin.y}))
            hovered = pick->id.k;
    if (hovered != ui.state.states.hovered) ui.send({"states-hover", "", 0, hovered});
    if (hovered < 0) return;
    const NeighbourLine& line = list.lines[static_cast<std::size_t>(hovered)];
    ui.tooltip("near" + std::to_string(hovered),
               {origin.x, origin.y + scene.picks[static_cast<std::size_t>(hovered)].box.y, scene.width, 40},
               "Open “" + ui.cut(line.input, Face::Regular, 13, 420) + "”");
    if (ui.mouse_pressed()) ui.send({"type", line.input});
}

std::string caption(const AppState& s) {
    const Paths& paths = *s.states.paths;
    const StatePath& path = place_looked_at(s).decoder ? paths.decoder : paths.encoder;
    const float share = path.plane.share.size() > 1 ? path.plane.share(0) + path.plane.share(1) : 0;
    const std::string all = thousands(path.dimensions);
    return "The picture shows 2 of " + all + " directions, " + percent(share) +
           " of how these states differ. Near in it is not always near: neighbours are found in all " + all +
           ".";
}

} // namespace

void states_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const StatesState& t = s.states;
    ui.fill(room, ui.colors.bg1);
    ui.fill({room.x, room.y, 1, room.h}, ui.colors.line);
    if (!s.trace || s.input.empty() || !t.paths) return;
    ui.clip(room);
    float& height = ui.memory.scroll["states:panel:height"]; // of the frame before
    float& scroll = scrolled(ui, "states:panel", room, height);
    Panel p{ui, room.x + 20, room.w - 40, room.y - scroll};
    draw_head(p);
    draw_choices(p);
    draw_bank(p);
    draw_list_head(p);
    if (t.near.order.bank && !t.near.states.empty()) {
        NeighbourList list = neighbour_list(*t.near.order.bank, t.near.states, t.near.order.place.decoder,
                                            t.offset, s.facts.character_level);
        list.hovered = t.hovered;
        const std::tuple key(room.w, t.offset, t.hovered, t.near.order.place.decoder,
                             t.near.order.place.column, t.near.order.distance, t.near.order.path.encoder,
                             t.near.order.path.row, t.near.order.trace.get());
        const Scene& scene = cached_scene(ui, "states:near", key, t.near.order.bank,
                                          [&] { return neighbours_figure(list, room.w, figure_style(ui)); });
        ui.draw(scene, {room.x, p.y});
        point_list(ui, scene, {room.x, p.y}, list);
        p.y += scene.height;
    } else if (place_looked_at(s).column >= 0 &&
               (bank_source(s) != BankSource::Runs || bank_of(s))) { // else it is said above
        const bool coming = bank_source(s) != BankSource::Runs && !t.bank.done;
        p.y += ui.paragraph({p.left, p.y, p.width, 0}, coming ? "Being looked for…" : "None.", Face::Regular,
                            13, 20, ui.colors.t3) +
               8;
    }
    p.y += 8;
    p.y += ui.paragraph({p.left, p.y, p.width, 0}, caption(s), Face::Regular, 11, 17, ui.colors.t3) + 20;
    height = p.y + scroll - room.y;
    scroll_bar(ui, "states:panel:scroll", {room.right() - 8, room.y, 8, room.h}, height, scroll);
    ui.end_clip();
}

} // namespace heed
