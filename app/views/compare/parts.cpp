// The controls of the bar of Compare.
#include "app/figures/base/format.h"
#include "app/state/compare/compare.h"
#include "app/views/base/widgets.h"
#include "app/views/compare/bar.h"
#include "app/views/views.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

constexpr float label_gap = 10;

float label_width(const Ui& ui, const std::string& words) {
    return ui.text_width(words, Face::Regular, 13) + label_gap;
}

/// A control with a name before it where there is room.
BarPart named(Ui& ui, const std::string& name, float width, std::function<void(Box)> draw) {
    return {width, width + label_width(ui, name), [&ui, name, width, draw](float x, float y, bool with_name) {
                if (with_name) {
                    ui.text({x, y}, name, Face::Regular, 13, ui.colors.t3);
                    x += label_width(ui, name);
                }
                draw({x, y - 14, width, 28});
            }};
}

BarPart unnamed(float width, std::function<void(Box)> draw) {
    return {width, width, [width, draw](float x, float y, bool) { draw({x, y - 14, width, 28}); }};
}

/// A choice of two, each a command.
std::function<void(Box)> either(Ui& ui, const std::string& id, const std::array<std::string, 2>& labels,
                                const std::array<std::string_view, 2>& commands, bool second,
                                const std::string& tip, std::string_view key = {}) {
    return [&ui, id, labels, commands, second, tip, key](Box box) {
        if (const int n = segmented(ui, id, box, labels, second ? 1 : 0); n >= 0 && (n == 1) != second)
            ui.send({commands[static_cast<std::size_t>(n)]});
        ui.tooltip(id, box, tip, key);
    };
}

std::string output_words(int shown, int all, bool brief) {
    if (brief) return std::to_string(shown) + " of " + std::to_string(all);
    if (shown >= all) return all == 1 ? "the one output" : "all " + std::to_string(all) + " outputs";
    if (shown == 0) return "no output yet";
    return "output " + std::to_string(shown) + " of " + std::to_string(all);
}

/// The playhead over the outputs, which all panels share.
void scrubber(Ui& ui, float x, float y, float w) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    if (!s.trace || s.total() == 0 || s.trace->outputs() == 0) return; // an encoder's rows are there at once
    const bool playing = s.playback.playing;
    if (icon_button(ui, "compare:play", {x, y - 12, 24, 24}, playing ? Icon::Pause : Icon::Play,
                    playing ? "Pause" : "Play", "Space"))
        ui.send({"play"});
    const int all = output_count(s), now = revealed_outputs(s), shown = now < 0 ? all : now;
    const bool brief = w < 200;
    const float label = brief ? 52 : 96;
    const Box track{x + 36, y - 10, w - 36 - label - 8, 20};
    const Ui::Hit hit = ui.press("compare:scrub", track, 4, false);
    ui.fill({track.x, y - 2, track.w, 4}, c.bg3, 2);
    const float to = track.w * static_cast<float>(shown) / static_cast<float>(all);
    ui.fill({track.x, y - 2, to, 4}, fade(c.output, 0.6f), 2);
    ui.draw(CircleItem{{track.x + to, y}, 5.0f + hit.warmth, c.t1});
    ui.text({track.right() + 14, y}, output_words(shown, all, brief), Face::Regular, 11, c.t3);
    if (hit.held && ui.mouse_down()) {
        const float part = std::clamp((ui.mouse().x - track.x) / track.w, 0.0f, 1.0f);
        const int wanted = static_cast<int>(std::round(part * static_cast<float>(all)));
        const int at = place_of_outputs(s, wanted);
        if (at != s.playback.at) ui.send({"scrub", "", static_cast<double>(at)});
    } else if (hit.hovered && ui.wheel() != 0) {
        ui.send({ui.wheel() > 0 ? "token-back" : "token"});
    }
    ui.tooltip("compare:scrub", track, "The first outputs only, in every panel", "Shift+Right");
}

} // namespace

BarPart temperature_part(Ui& ui, bool with_words) {
    constexpr float track = 104, number = 52, reset = 28;
    const double t = ui.state.edits.temperature;
    const std::string words = with_words && t != 1 ? "everything computed again" : "";
    const float told = words.empty() ? 0 : ui.text_width(words, Face::Regular, 13) + 8;
    return named(ui, "Temperature", track + 14 + number + told + reset, [&ui, t, words, told](Box box) {
        const Palette& c = ui.colors;
        const double span = std::log(hottest_temperature / coldest_temperature);
        const Box at{box.x, box.y + 4, track, 20};
        const auto value = static_cast<float>(std::clamp(std::log(t / coldest_temperature) / span, 0.0, 1.0));
        ui.fill({at.x + track / 2 - 0.5f, at.centre().y - 6, 1, 12}, c.line2); // 1 is in the middle
        if (const auto moved = slider(ui, "temperature", at, value, 0.05f)) {
            double wanted = coldest_temperature * std::exp(static_cast<double>(*moved) * span);
            wanted = std::abs(*moved - 0.5f) < 0.02f ? 1 : std::round(wanted * 100) / 100;
            if (wanted != t) ui.send({"set-temperature", "", wanted});
        }
        float x = at.right() + 14;
        ui.text({x, box.centre().y}, "T = " + temperature_number(t), Face::Semibold, 13,
                t == 1 ? c.t3 : c.t1);
        x += number;
        if (!words.empty()) ui.text({x + 4, box.centre().y}, words, Face::Regular, 13, c.t2);
        x += told;
        if (t != 1 && icon_button(ui, "temperature:reset", {x, box.y + 2, 24, 24}, Icon::Undo,
                                  "Temperature 1: the weights as they are"))
            ui.send({"temperature"});
        ui.tooltip("temperature", {box.x, box.y, track + 14 + number, 28},
                   "Energies are divided by it before the softmax, in every panel: outputs, numbers and "
                   "divergences are computed again");
    });
}

BarPart weights_part(Ui& ui) {
    return named(ui, "Weights", 140,
                 either(ui, "weights", {"Linear", "Lift small"}, {"lift", "lift"},
                        ui.state.settings.scale == ValueScale::LiftSmall,
                        "Lift small: square root, to make faint weights visible", "L"));
}

BarPart encoder_part(Ui& ui, bool brief) {
    const std::array<std::string, 2> labels =
        brief ? std::array<std::string, 2>{"Alone", "Shared"}
              : std::array<std::string, 2>{"Each trained alone", "Shared encoder"};
    return named(ui, "Model", brief ? 132 : 260,
                 either(ui, "encoder", labels, {"compare-alone", "compare-shared"}, ui.state.compare.shared,
                        "Shared: other functions over the open model's own states"));
}

BarPart rows_part(Ui& ui) {
    return named(ui, "Rows", 164,
                 either(ui, "rows", {"As written", "Forced"}, {"rows-written", "rows-forced"},
                        ui.state.compare.forced_rows,
                        "Forced: every panel is made to write the task's right answer"));
}

BarPart align_part(Ui& ui) {
    return named(ui, "Align by", 142,
                 either(ui, "align", {"Token", "Position"}, {"align-token", "align-position"},
                        ui.state.compare.by_position,
                        "Token: equal tokens stand side by side. Position: the first beside the first"));
}

BarPart swap_part(Ui& ui) {
    const bool forced = ui.state.compare.what == CompareWhat::Forced;
    return unnamed(forced ? 120 : 88, [&ui, forced](Box box) {
        const bool ready = !forced || ui.state.trace != nullptr;
        if (button(ui, "swap", box, forced ? "Its own output" : "⇄  Swap", {.enabled = ready}))
            ui.send({"compare-swap"});
        ui.tooltip("swap", box,
                   forced ? "Force what the model writes by itself" : "The first becomes the second");
    });
}

BarPart turn_part(Ui& ui) {
    return unnamed(132, [&ui](Box box) {
        if (button(ui, "turn", box, ui.state.compare.turned ? "First − second" : "Second − first"))
            ui.send({"compare-turn"});
        ui.tooltip("turn", box, "Turn the difference round");
    });
}

BarPart second_model_part(Ui& ui) {
    return named(ui, "Second model", 236, [&ui](Box box) {
        const AppState& s = ui.state;
        const std::string name = second_model(s);
        std::string title = name.empty() ? "None" : name, detail;
        for (const ModelChoice& m : s.models)
            if (m.name == name) title = m.title, detail = m.detail;
        if (title == s.facts.title && s.compare.panels.size() == 2) { // of one family: what tells it apart
            detail = title;
            title = s.compare.panels[1].figure.title;
        }
        if (menu_button(ui, "second", box, title, detail, true))
            ui.send({"menu", "", 0, static_cast<int>(Menu::Second)});
    });
}

BarPart panel_head_part(Ui& ui, int panel, const std::string& name) {
    return named(ui, name, 188, [&ui, panel](Box box) {
        const PanelState& of = ui.state.compare.panels[static_cast<std::size_t>(panel)];
        std::string title;
        for (const auto& [head, words, detail] : head_choices(of))
            if (head == of.order.head) title = words;
        const std::string id = "compare:head" + std::to_string(panel);
        const bool open = ui.state.menu == Menu::PanelHead && ui.state.compare.head_panel == panel;
        if (open) ui.memory.places[name_of(menu_names, Menu::PanelHead)] = box;
        if (menu_button(ui, id, box, title, "", false)) ui.send({"compare-head-menu", "", 0, panel});
        ui.tooltip(id, box, "Which of its heads' weights the panel shows");
    });
}

BarPart target_part(Ui& ui, float width) {
    return named(ui, "Output", width, [&ui](Box box) {
        FieldLook look;
        look.face = Face::Mono;
        look.hint = "The output that the model is made to give";
        text_field(ui, "field:target", box, ui.state.compare.target, look, "compare-target");
    });
}

BarPart scrub_part(Ui& ui, float width) {
    return {width, width, [&ui, width](float x, float y, bool) { scrubber(ui, x, y, width); }};
}

BarPart legend_part(Ui& ui, float width) {
    return {width, width, [&ui, width](float x, float y, bool) { weight_legend(ui, {x, y - 9, width, 26}); }};
}

} // namespace heed
