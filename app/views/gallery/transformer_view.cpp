#include "app/views/gallery/transformer_view.h"

#include "app/figures/tokens.h"
#include "app/figures/transformer/card/card.h"
#include "app/figures/transformer/transformer.h"
#include "app/state/gallery/gallery.h"
#include "app/state/gallery/transformer/card_look.h"
#include "app/views/base/widgets.h"
#include "app/views/gallery/frame.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr std::string_view heads_of[] = {"source", "past", "cross"}; // as in HeadsOf

const Trace* card_run(const AppState& s) { return run_if(s, has_transformer_card); }

/// The maps of the run, made once.
std::shared_ptr<const TransformerMaps> card_maps(Ui& ui) {
    const std::shared_ptr<const Trace>& run = ui.state.trace;
    if (ui.memory.layered.run != run) ui.memory.layered = {run, transformer_maps(*run), nullptr, {}};
    return ui.memory.layered.maps;
}

TransformerCardSettings card_settings(Ui& ui, float width, float height) {
    TransformerCardSettings settings{width, height, ui.state.gallery.transformer};
    settings.scroll_x = ui.memory.scroll["card:x"];
    settings.scroll_y = ui.memory.scroll["card:y"];
    settings.maps = card_maps(ui);
    return settings;
}

Command keep_head(const PickId& id) {
    return {"card-head", std::string(heads_of[static_cast<std::size_t>(std::clamp(id.i, 0, 2))]), 0, id.j,
            id.k};
}

/// The head under the pointer; it is shown large.
std::optional<CardHead> head_under(Ui& ui, const Scene& scene, Point origin) {
    const Pick* pick = ui.pick(scene, origin);
    if (!pick || pick->id.name != "card-head") return std::nullopt;
    return CardHead{static_cast<HeadsOf>(std::clamp(pick->id.i, 0, 2)), pick->id.j, pick->id.k};
}

/// What is pointed at is lit in all maps: an output's row, a column of the source or of what was written.
void light_map(Ui& ui, const PickId& what) {
    const HeadsOf of = card_head(ui.state).of;
    const bool own = what.k != 1; // the RNN's rows are outputs, its columns the source, whatever is chosen
    Pointing& hovered = ui.memory.hovered;
    hovered = {};
    const bool row = what.kind == PickKind::Cell || what.kind == PickKind::Row,
               column = what.kind == PickKind::Cell || what.kind == PickKind::Column;
    if (row) (own && of == HeadsOf::Source ? hovered.unit : hovered.row) = what.i;
    if (!column) return;
    hovered.column = what.j;
    hovered.past = own && of == HeadsOf::Past;
}

void point_at_maps(Ui& ui, const Scene& scene, Point origin) {
    const Pick* pick = ui.pick(scene, origin);
    if (!pick) return;
    ui.tooltip("card", scene, *pick, origin);
    if (pick->id.name == "card-head") {
        if (ui.mouse_pressed()) ui.send(keep_head(pick->id));
        return;
    }
    light_map(ui, pick->id);
    if (!ui.mouse_pressed()) return;
    const Pointing& hovered = ui.memory.hovered;
    if (hovered.row >= 0) ui.send({"select-row", "", 0, hovered.row});
    if (hovered.column < 0) return;
    Command column{"select-column", "", 0, hovered.column};
    column.x = hovered.past ? 1 : 0; // of what is written, not of the source
    ui.send(column);
}

void scroll_heads(Ui& ui, const TransformerCardLayout& layout, Point origin) {
    float &x = ui.memory.scroll["card:x"], &y = ui.memory.scroll["card:y"];
    const Box box = moved(layout.heads, origin);
    if (ui.over({origin.x, box.y, box.right() - origin.x, box.h})) {
        const bool across = layout.most_scroll_y <= 0;
        (across ? x : y) -= ui.wheel() * 48;
        x -= ui.wheel_across() * 48;
    }
    x = std::clamp(x, 0.0f, layout.most_scroll_x);
    y = std::clamp(y, 0.0f, layout.most_scroll_y);
}

const Scene& card_scene(Ui& ui, const Trace& run, const TransformerCardSettings& settings) {
    return canvas_scene(ui, settings, [&](const Playhead& head) {
        return transformer_card_figure(run, board_or_none<TransformerBoard>(ui.state), head, settings,
                                       figure_style(ui));
    });
}

/// A place that the inspector has left for a switch.
std::optional<Box> left_for(const Scene& scene, std::string_view name, Point origin) {
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == PickKind::Button && pick.id.name == name) return moved(pick.box, origin);
    return std::nullopt;
}

void card_switches(Ui& ui, const Scene& scene, Point origin) {
    const AppState& s = ui.state;
    if (const auto box = left_for(scene, "reading", origin)) {
        static const std::array<std::string, 3> names = {"One head", "Mean", "Rollout"};
        constexpr std::array<std::string_view, 3> ids = {"read-one-head", "read-mean", "read-rollout"};
        const int picked =
            segmented(ui, "reading", *box, names, static_cast<int>(s.gallery.transformer.read));
        if (picked >= 0) ui.send({ids[static_cast<std::size_t>(picked)]});
    }
    if (const auto box = left_for(scene, "positions", origin)) {
        static const std::array<std::string, 2> names = {"sin and cos", "none"};
        const bool none = transformer_facts(s.facts).config.positions == transformer::Positions::None;
        const int picked = segmented(ui, "positions", *box, names, none ? 1 : 0);
        if (picked >= 0 && picked != (none ? 1 : 0)) ui.send({"card-positions", "", 0, picked == 0 ? 1 : 0});
    }
}

} // namespace

void card_canvas(Ui& ui, Box room) {
    const Trace* run = card_run(ui.state);
    if (!run) return;
    TransformerCardSettings settings = card_settings(ui, room.w, room.h);
    const Point origin{room.x, room.y};
    scroll_heads(ui, transformer_card_layout(*run, settings), origin);
    if (ui.over(room)) settings.pointed = head_under(ui, card_scene(ui, *run, settings), origin);
    if (settings.pointed && *settings.pointed == card_head(ui.state)) settings.pointed.reset();
    const Scene& scene = card_scene(ui, *run, settings);
    ui.clip(room);
    ui.draw(scene, origin);
    if (ui.over(room)) point_at_maps(ui, scene, origin);
    veil_earlier(ui, room, ui.colors.bg0);
    ui.end_clip();
}

void card_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Trace* run = card_run(s);
    if (!run) return;
    const auto& board = board_or_none<TransformerBoard>(s);
    const Playhead head = playhead_of(s);
    const std::tuple key(head, room.w, room.h, s.gallery.transformer, s.gallery.board);
    const Scene& scene = cached_scene(ui, "mechanism:side", key, s.trace, [&] {
        return transformer_card_inspector(*run, board, head, s.gallery.transformer, room.w, room.h,
                                          figure_style(ui));
    });
    float& scroll = scrolled(ui, "mechanism:side", room, scene.height);
    const Point origin{room.x, room.y - scroll};
    ui.clip(room);
    ui.draw(scene, origin);
    light_place(ui, scene, origin);
    card_switches(ui, scene, origin);
    veil_earlier(ui, room, ui.colors.bg1);
    ui.end_clip();
}

ResultLine card_hall(Ui& ui, Box room, float scale) {
    const Trace* run = card_run(ui.state);
    if (!run) return {};
    const auto& board = board_or_none<TransformerBoard>(ui.state);
    TransformerCardSettings settings = card_settings(ui, 0, 0);
    const Scene& scene = hall_frame(
        ui, room, scale, [&](const Playhead& head, float width, float height, const FigureStyle& style) {
            settings.width = width;
            settings.height = height;
            return transformer_card_lecture(*run, board, head, settings, style);
        });
    point_at_maps(ui, scene, {room.x, room.y});
    return transformer_card_result_line(*run, playhead_of(ui.state), ui.state.gallery.transformer,
                                        figure_style(ui));
}

Narration card_words(Ui& ui, const Playhead& head) {
    const Trace* run = card_run(ui.state);
    if (auto none = nothing_to_tell(ui, run)) return *none;
    return transformer_card_narration(*run, board_or_none<TransformerBoard>(ui.state), head,
                                      ui.state.gallery.transformer, ui.colors);
}

void card_answer(Ui& ui, Box box) {
    if (const Trace* run = card_run(ui.state))
        draw_answer_line(ui, box, written_text(*run), transformer_card_verdict(*run));
}

std::string norm_choice(const AppState& s) {
    if (!has_transformer_card(s.facts)) return "";
    return transformer_facts(s.facts).config.norm == transformer::NormPlace::After ? "after" : "before";
}

std::vector<MenuItem> norm_choices(const AppState& s) {
    std::vector<MenuItem> items;
    const std::string now = norm_choice(s), task = s.facts.task;
    constexpr std::pair<std::string_view, std::string_view> twins[] = {
        {"transformer", "before: x + f(norm(x))"}, {"transformer-norm-after", "after: norm(x + f(x))"}};
    for (const auto& [model, words] : twins)
        if (const std::string name = task + "/" + std::string(model); !task.empty() && has_model(s, name)) {
            const bool chosen = words.substr(0, now.size()) == now;
            // Without positions there is one model, of one norm.
            items.push_back({std::string(words),
                             "",
                             items.empty() ? "Each trained alone" : "",
                             false,
                             chosen,
                             {"load", chosen ? s.facts.name : name}});
        }
    if (items.empty()) items.push_back({"This model alone", "", "", false, true, {"close-menu"}});
    return items;
}

} // namespace heed
