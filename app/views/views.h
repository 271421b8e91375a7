// The parts of the window. Each reads the state, places figures and controls, and sends commands.
#pragma once

#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/seq2seq/network/network.h"
#include "app/views/base/ui.h"

#include <any>
#include <functional>
#include <optional>
#include <tuple>
#include <type_traits>

namespace heed {

/// Everything, in the order in which it lies.
void draw_window(Ui& ui);

void top_bar(Ui& ui);
void top_bar_tips(Ui& ui); // over what lies below it
void input_row(Ui& ui);
void input_letter(Ui& ui, Box box, const std::string& letter); // in a field, where there are two
void step_canvas(Ui& ui, Box room);
void inspector_panel(Ui& ui, Box room);
/// Phase | Doctor | Why, above what they show, which is left in `room`, and how much the doctor found, or
/// which output it is about; false: there is no run, and nothing of it is drawn.
bool inspector_tabs(Ui& ui, Box& room);
void why_panel(Ui& ui, Box room);    // in its place: why this token and not that
void doctor_panel(Ui& ui, Box room); // or what the doctor found
/// Right of the inspector's tabs, above what it found: over which sentences, and all of it side by side.
void doctor_tab_controls(Ui& ui, Box inspector, float left);
void doctor_canvas(Ui& ui, Box room); // what it found as a page, in place of the network
Narration doctor_narration(Ui& ui, const Playhead& head);
void states_canvas(Ui& ui, Box room); // Step's states, in place of the network
void states_panel(Ui& ui, Box room);
void states_switch(Ui& ui, Box canvas); // network, heads, states or meaning, in the canvas
float states_switch_width(const AppState& state);
void meaning_canvas(Ui& ui, Box room); // Step's weights and what they mean, in place of the network
Narration meaning_words(Ui& ui, const Playhead& head);
void report_view(Ui& ui, Box room);    // the load report, in place of canvas, side and transport
void weights_canvas(Ui& ui, Box room); // Step where weights were computed elsewhere
void weights_panel(Ui& ui, Box room);
void weights_bar(Ui& ui);
void compare_view(Ui& ui, Box room);
void compare_side_panel(Ui& ui, Box room);
void compare_bar(Ui& ui);
void compare_choice(Ui& ui, Box box); // what is compared: beside the input, where Step has the output
float compare_choice_width(const Ui& ui, float room); // with the second input, where there is one
void search_view(Ui& ui, Box room);
void search_panel(Ui& ui, Box room);
float search_side_width(const Ui& ui);
void search_bar(Ui& ui);
void pasted_lines(Ui& ui); // under the input: the offer to make a list of pasted lines
float input_walk_width(
    const Ui& ui); // of what stands at the right in the input: 0, or the way through the list
void input_walk(Ui& ui, Box box);
void word_help(Ui& ui); // under the input: words that go on, words near an unknown one
/// The run as Step shows it: of several heads the chosen one is in front. The same object until that changes.
std::shared_ptr<const Trace> seen_run(Ui& ui, const std::shared_ptr<const Trace>& run);
/// What Step's run is compared with; null where it is the one the next change will be compared with.
std::shared_ptr<const WhatIf> step_what_if(Ui& ui);
/// A weight as the mouse takes hold of it: how much it is, what a px upwards adds, and whether its column is
/// one of what was written before.
struct WeightHandle {
    float weight = 0, per_px = 0;
    bool past = false;
};
/// Bars and cells that the mouse takes hold of, where `handle` knows what they are; whether the pointer is
/// theirs in this frame. `meant` as below.
bool drag_weights(Ui& ui, const Scene& scene, Point origin,
                  const std::function<std::optional<WeightHandle>(const PickId&)>& handle,
                  const std::function<PickId(PickId)>& meant = nullptr);
bool drag_weights(Ui& ui, const Scene& scene, Point origin, const NetworkLayout& layout);
void map_switch(Ui& ui, Point origin, const NetworkLayout& layout); // changed, model, difference
/// Where the fields of the what-if open: beside the output and the bar they are about.
void note_places(Ui& ui, const Scene& scene, Point origin,
                 const std::function<PickId(PickId)>& meant = nullptr);
void force_menu(Ui& ui);
void weight_menu(Ui& ui);
/// What Step's run would be with the change that is looked at first, beside what it is; null: not known.
std::shared_ptr<const WhatIf> preview_what_if(Ui& ui);
/// Pinned below the inspector, so high in this window.
void what_if_panel(Ui& ui, Box panel);
float what_if_height(const Ui& ui);
void empty_input(Ui& ui, Box room); // nothing typed: what to type, and three examples
void transport(Ui& ui);
/// What is said of the newest sub-step, or of what the user's hand does.
Narration narration_now(Ui& ui);
void menus(Ui& ui);
void picker_menu(Ui& ui); // under the model's button: every model
void history_menu(Ui& ui);
void first_run_hint(Ui& ui);
/// Before the first step of all, with nothing shown yet, and not over what a followed file is said of.
bool shows_first_hint(const AppState& state);
/// Above the play button; where that is full of what it is to start, over what is empty before it: the end of
/// the inspector, or what the outputs will stand above.
enum class HintPlace { AtPlay, Inspector, Top };
HintPlace first_hint_place(const Ui& ui);
void notices(Ui& ui, Box room); // failures, loading, drawing without effects: over the canvas
void toasts(Ui& ui);

void palette_dialog(Ui& ui);
void keys_dialog(Ui& ui);
void open_dialog(Ui& ui);
void save_dialog(Ui& ui);
void export_dialog(Ui& ui);

/// A line of what drops down from a button.
struct MenuItem {
    std::string label, detail, heading; // a heading stands above the item
    bool mono = false, checked = false;
    Command command;
    bool stays = false; // the menu is not closed by it
};

/// The style that figures are drawn in now.
FigureStyle figure_style(const Ui& ui);
/// The scene under this name, made again only when its settings, the style, the window's scale or fonts, or
/// what is kept alive differ.
template <class Settings, class Make>
const Scene& cached_scene(Ui& ui, const std::string& name, Settings settings,
                          std::shared_ptr<const void> kept, Make make) {
    CachedScene& cached = ui.memory.scenes[name];
    const std::tuple key(std::move(settings), figure_style(ui), ui.state.scale, ui.memory.fonts_version);
    const auto* old = std::any_cast<std::remove_const_t<decltype(key)>>(&cached.key);
    if (!old || *old != key || cached.kept != kept) {
        cached.scene = make();
        cached.key = key;
        cached.kept = std::move(kept);
    }
    return cached.scene;
}
/// Hover, press and tooltip of a scene that is drawn at `origin`.
/// `meant`: what is pointed at in the run, where the figure's own places are others; null: as they are.
void point_into(Ui& ui, const std::string& id, const Scene& scene, Point origin,
                const std::function<PickId(PickId)>& meant = nullptr);

// Where things stand.
constexpr float margin = 16; // from the edges of the window
constexpr float top_bar_height = 44, input_row_height = 52, bottom_height = 96;
Box canvas_box(const Ui& ui);
/// Below the bars, wherever the model is at work: room for what must be said of one understood in part, or 0.
float doubt_room(const Ui& ui);
/// The band there, where there is one: it cannot be closed; at its right the way to the report.
void doubt_at(Ui& ui, float y);
float side_width(const Ui& ui);  // of what stands at the right, docked or a drawer
Box inspector_box(const Ui& ui); // empty when it is hidden or a drawer

} // namespace heed
