// The bottom bar of Compare: what is shown, how, and how far the outputs have come.
#include "app/state/compare/compare.h"
#include "app/views/base/transport.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace heed {
namespace {

constexpr float chip_gap = 8;

float chip_width(const Ui& ui, const std::string& label, bool on) {
    return ui.text_width(label, Face::Medium, 13) + (on ? 42.0f : 24.0f);
}

/// Room that the chips need beside one another.
float chips_width(const Ui& ui, const std::vector<CompareMember>& members, const std::vector<bool>& shown) {
    float w = -chip_gap;
    for (std::size_t n = 0; n < members.size(); ++n)
        w += chip_width(ui, members[n].title, shown[n]) + chip_gap;
    return w;
}

bool chip(Ui& ui, Box box, const CompareMember& member, bool on) {
    const Palette& c = ui.colors;
    const Ui::Hit hit = ui.press("chip:" + member.key, box, 14);
    ui.frame(box, on ? c.bg3 : fade(c.bg3, 0.5f * hit.warmth), on ? c.bg3 : c.line2, 14);
    float x = box.x + 12;
    if (on) {
        ui.draw(icon(Icon::Check, c.t1), {x + 6, box.centre().y});
        x += 18;
    }
    ui.text({x, box.centre().y}, member.title, Face::Medium, 13, on ? c.t1 : c.t2);
    return hit.clicked;
}

/// A small arrow at an end of the chips, where some are out of sight.
void chip_arrow(Ui& ui, Box box, bool left, int to) {
    const Ui::Hit hit = ui.press(left ? "chips:left" : "chips:right", box, 6);
    if (hit.warmth > 0) ui.fill(box, fade(ui.colors.bg3, hit.warmth), 6);
    const float d = left ? 2.0f : -2.0f;
    ui.draw(LineItem{.points = {{box.centre().x + d, box.centre().y - 4},
                                {box.centre().x - d, box.centre().y},
                                {box.centre().x + d, box.centre().y + 4}},
                     .color = ui.colors.t2,
                     .width = 1.4f});
    if (hit.clicked) ui.send({"compare-chips", "", 0, to});
}

/// The functions, each a chip; the wheel moves them where they do not all fit.
void chips(Ui& ui, Box room, const std::vector<CompareMember>& members, const std::vector<bool>& shown) {
    const AppState& s = ui.state;
    const int count = static_cast<int>(members.size());
    const bool fits = chips_width(ui, members, shown) <= room.w;
    const int first = fits ? 0 : std::clamp(s.compare.first_chip, 0, std::max(0, count - 1));
    if (fits && s.compare.first_chip != 0) ui.send({"compare-chips", "", 0, 0});
    float x = room.x, right = room.right();
    if (!fits) {
        if (first > 0) chip_arrow(ui, {x - 4, room.y + 4, 20, 20}, true, first - 1);
        x += first > 0 ? 20.0f : 0.0f;
        right -= 22;
    }
    int last = first;
    for (; last < count; ++last) {
        const auto n = static_cast<std::size_t>(last);
        const Box box{x, room.y, chip_width(ui, members[n].title, shown[n]), 28};
        if (box.right() > right && last > first) break;
        if (chip(ui, box, members[n], shown[n])) ui.send({"compare-toggle", members[n].key});
        const int key = last - first + 1;
        ui.tooltip("chip:" + members[n].key, box,
                   std::string(shown[n] ? "Hide " : "Show ") + members[n].title,
                   key <= 9 ? std::to_string(key) : "");
        x += box.w + chip_gap;
    }
    if (fits) return;
    if (last < count) chip_arrow(ui, {room.right() - 20, room.y + 4, 20, 20}, false, first + 1);
    if (ui.over(room) && ui.wheel() != 0) {
        const int to = std::clamp(first + (ui.wheel() < 0 ? 1 : -1), 0, last < count ? count : first);
        if (to != first) ui.send({"compare-chips", "", 0, to});
    }
}

constexpr float weights_width = 140, model_width = 260, legend_width = 128, space = 16;

/// Whether functions can be compared over one encoder or several.
bool has_encoders(const AppState& s) { return !s.compare.pair() && s.maps.empty(); }

float labelled(Ui& ui, float x, float y, const std::string& words, bool shown) {
    if (!shown) return x;
    ui.text({x, y}, words, Face::Regular, 13, ui.colors.t3);
    return x + ui.text_width(words, Face::Regular, 13) + 10;
}

/// Room that the controls at the right take.
float controls_width(const Ui& ui, bool labels) {
    const float words =
        labels ? ui.text_width("Weights", Face::Regular, 13) + ui.text_width("Model", Face::Regular, 13) + 20
               : 0;
    return words + weights_width + space + (has_encoders(ui.state) ? model_width : -space) + space +
           legend_width;
}

void controls(Ui& ui, float y, bool labels) {
    const AppState& s = ui.state;
    float x = ui.width - margin - controls_width(ui, labels);
    if (!has_encoders(s) && labels) x += ui.text_width("Model", Face::Regular, 13) + 10;
    static const std::array<std::string, 2> scales = {"Linear", "Lift small"},
                                            models = {"Each trained alone", "Shared encoder"};
    x = labelled(ui, x, y, "Weights", labels);
    const Box weights{x, y - 14, weights_width, 28};
    const int lifted = s.settings.scale == ValueScale::LiftSmall ? 1 : 0;
    if (const int n = segmented(ui, "weights", weights, scales, lifted); n >= 0 && n != lifted)
        ui.send({"lift"});
    ui.tooltip("weights", weights, "Lift small: square root, to make faint weights visible", "L");
    x += weights_width + space;
    if (has_encoders(s)) {
        x = labelled(ui, x, y, "Model", labels);
        const Box box{x, y - 14, model_width, 28};
        if (const int n = segmented(ui, "encoder", box, models, s.compare.shared ? 1 : 0); n >= 0)
            ui.send({n == 0 ? "compare-alone" : "compare-shared"});
    }
    weight_legend(ui, {ui.width - margin - legend_width, y - 9, legend_width, 26});
}

/// Swap, turn, and what the second panel is of.
void pair_controls(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const float y = room.centre().y;
    const float turn = 132, swap = s.compare.what == CompareWhat::Forced ? 120.0f : 72.0f;
    const float end = room.right() - turn - swap - 16;
    FieldLook look;
    look.face = Face::Mono;
    const auto field = [&](const std::string& words, const std::string& id, const std::string& value,
                           const char* hint, std::string_view what) {
        const float x = labelled(ui, room.x, y, words, true);
        look.hint = hint;
        if (const FieldResult typed = text_field(ui, id, {x, room.y, end - x, 28}, value, look);
            typed.changed)
            ui.send({what, typed.text});
    };
    switch (s.compare.what) {
    case CompareWhat::Models: {
        const float x = labelled(ui, room.x, y, "Second model", true);
        const std::string name = second_model(s);
        std::string title = name.empty() ? "None" : name, detail;
        for (const ModelChoice& m : s.models)
            if (m.name == name) title = m.title, detail = m.detail;
        if (menu_button(ui, "second", {x, room.y, std::min(300.0f, end - x), 28}, title, detail, true))
            ui.send({"menu", "", 0, static_cast<int>(Menu::Second)});
        break;
    }
    case CompareWhat::Inputs:
        field("Second input", "field:second", s.compare.other_input, "Another input for the same model",
              "compare-other-input");
        break;
    case CompareWhat::Forced:
        field("Output", "field:target", s.compare.target, "The output that the model is made to give",
              "compare-target");
        break;
    case CompareWhat::Functions:
        return;
    }
    const bool forced = s.compare.what == CompareWhat::Forced;
    if (button(ui, "swap", {end + 8, room.y, swap, 28}, forced ? "Its own output" : "Swap",
               {.enabled = forced ? s.trace != nullptr : true}))
        ui.send({"compare-swap"});
    ui.tooltip("swap", {end + 8, room.y, swap, 28},
               forced ? "Force what the model writes by itself" : "The first becomes the second");
    if (button(ui, "turn", {end + 16 + swap, room.y, turn, 28},
               s.compare.turned ? "First − second" : "Second − first"))
        ui.send({"compare-turn"});
    ui.tooltip("turn", {end + 16 + swap, room.y, turn, 28}, "Turn the difference round");
}

std::string output_words(int shown, int all) {
    if (shown >= all) return all == 1 ? "the one output" : "all " + std::to_string(all) + " outputs";
    if (shown == 0) return "no output yet";
    return "output " + std::to_string(shown) + " of " + std::to_string(all);
}

/// The playhead over the outputs, which all panels share.
void scrubber(Ui& ui, float x, float y, float w) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    if (!s.trace || s.total() == 0) return;
    const bool playing = s.playback.playing;
    if (icon_button(ui, "compare:play", {x, y - 12, 24, 24}, playing ? Icon::Pause : Icon::Play,
                    playing ? "Pause" : "Play", "Space"))
        ui.send({"play"});
    const int all = s.trace->outputs(), now = revealed_outputs(s), shown = now < 0 ? all : now;
    const float label = 96;
    const Box track{x + 36, y - 10, w - 36 - label - 8, 20};
    const Ui::Hit hit = ui.press("compare:scrub", track, 4, false);
    ui.fill({track.x, y - 2, track.w, 4}, c.bg3, 2);
    const float to = track.w * static_cast<float>(shown) / static_cast<float>(all);
    ui.fill({track.x, y - 2, to, 4}, fade(c.output, 0.6f), 2);
    ui.draw(CircleItem{{track.x + to, y}, 5.0f + hit.warmth, c.t1});
    ui.text({track.right() + 14, y}, output_words(shown, all), Face::Regular, 11, c.t3);
    if (hit.held && ui.mouse_down()) {
        const float part = std::clamp((ui.mouse().x - track.x) / track.w, 0.0f, 1.0f);
        const int wanted = static_cast<int>(std::round(part * static_cast<float>(all)));
        const Outline& outline = s.trace->outline;
        const Stage* outputs = outline.over(Axis::Output);
        const int at = wanted >= all || !outputs ? outline.total()
                                                 : outline.start_of(Axis::Output) +
                                                       wanted * static_cast<int>(outputs->phases.size());
        if (at != s.playback.at) ui.send({"scrub", "", static_cast<double>(at)});
    } else if (hit.hovered && ui.wheel() != 0) {
        ui.send({ui.wheel() > 0 ? "token-back" : "token"});
    }
    ui.tooltip("compare:scrub", track, "The first outputs only, in every panel", "Shift+Right");
}

/// How soft the weights are drawn: 1 as they are.
void temperature(Ui& ui, float x, float y) {
    const Palette& c = ui.colors;
    const double t = ui.state.compare.temperature;
    ui.text({x, y}, "Temperature", Face::Regular, 11, c.t3);
    const Box track{x + 74, y - 10, 56, 20};
    const double octaves = std::log2(hottest / coldest);
    if (const auto moved =
            slider(ui, "temperature", track, static_cast<float>(std::log2(t / coldest) / octaves)))
        ui.send({"compare-temperature", "", coldest * std::exp2(octaves * static_cast<double>(*moved))});
    char words[16];
    std::snprintf(words, sizeof words, t == 1 ? "1" : "%.2f", t);
    ui.text({track.right() + 14, y}, words, Face::Mono, 11, t == 1 ? c.t3 : c.t1);
    ui.tooltip("temperature", {x, y - 10, 170, 20},
               "Of the picture only: below 1 sharper, above 1 softer. 1 shows the weights as they are.");
}

/// What is the same and what is not; shorter where there is less room.
std::string caption_words(const AppState& s, bool brief) {
    const bool gold = std::any_of(s.compare.panels.begin(), s.compare.panels.end(),
                                  [](const PanelState& p) { return p.figure.has_gold; });
    switch (s.compare.what) {
    case CompareWhat::Models:
        return "The same input, two models.";
    case CompareWhat::Inputs:
        return "The same model, two inputs.";
    case CompareWhat::Forced:
        return "The same model and input; the second output is given, token by token.";
    case CompareWhat::Functions:
        break;
    }
    if (s.compare.difference_a >= 0 && brief) return "Esc brings back all panels.";
    if (s.compare.difference_a >= 0)
        return "Two of the functions and their difference. Esc, or the same cell again, brings back all "
               "panels.";
    if (!s.maps.empty()) return "Maps of one file, computed elsewhere.";
    if (s.compare.shared && brief) return "Same states, same output; only the scores differ.";
    if (s.compare.shared)
        return "Same encoder, same states, same output. Only the scores are new; nothing was trained for "
               "them.";
    if (gold && brief) return "Dashed box: where the reference looks.";
    if (gold)
        return "Dashed box: where the reference alignment says to look, when the model's strongest weight is "
               "elsewhere.";
    if (brief) return "One input, each model trained alone.";
    return "The same input for models that were trained alike, each with its own function.";
}

/// The second line: caption, playhead, temperature, keys; what does not fit is left out.
void second_line(Ui& ui, float y, float right) {
    const Palette& c = ui.colors;
    const std::string keys =
        ui.state.compare.pair()
            ? "point to compare, click to pin"
            : std::string(!ui.state.maps.empty() ? "1–9 show or hide a map" : "1–9 show or hide a function") +
                  "     point to compare, click to pin";
    std::string caption = caption_words(ui.state, false);
    constexpr float heat = 190;
    const float keys_width = ui.text_width(keys, Face::Regular, 11);
    float scrub = 300, room = right - margin - scrub;
    const bool with_heat = room >= heat;
    if (with_heat) room -= heat;
    const std::string whole = caption;
    if (ui.text_width(caption, Face::Regular, 11) > room - 24) caption = caption_words(ui.state, true);
    if (const float lacks = ui.text_width(caption, Face::Regular, 11) + 25 - room; lacks > 0 && lacks <= 80) {
        scrub -= lacks;
        room += lacks;
    }
    const bool with_caption = room >= 140;
    const float given = with_caption ? std::min(ui.text_width(caption, Face::Regular, 11), room - 24) : 0;
    if (with_caption) room -= given + 24;
    if (room >= keys_width + 24) {
        ui.text({right, y}, keys, Face::Regular, 11, c.t3, Align::Right);
        right -= keys_width + 24;
    }
    if (with_heat) temperature(ui, right - heat + 24, y);
    scrubber(ui, right - (with_heat ? heat : 0) - scrub, y, scrub);
    if (!with_caption) return;
    const std::string shown = ui.cut(caption, Face::Regular, 11, given + 1);
    ui.text({margin, y}, shown, Face::Regular, 11, c.t3);
    if (shown != whole) ui.tooltip("caption", {margin, y - 10, given, 20}, whole);
}

} // namespace

void compare_bar(Ui& ui) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const float top = ui.height - bottom_height;
    bar_ground(ui, top);
    if (!s.model && s.maps.empty()) return;
    const std::vector<CompareMember> members = compare_members(s);
    const std::vector<bool> shown = shown_members(s, members);
    const float show = s.compare.pair() ? 0 : ui.text_width("Show", Face::Regular, 13) + 12;
    const float wanted = s.compare.pair() ? 560 : show + chips_width(ui, members, shown);
    const bool one_line = wanted + 24 + controls_width(ui, true) <= ui.width - 2 * margin;
    const float first = one_line ? top + 34 : top + 26, second = one_line ? top + 76 : top + 69;
    const float right = one_line ? ui.width - margin - controls_width(ui, true) - 24 : ui.width - margin;
    const Box left{margin + show, first - 14, right - margin - show, 28};
    if (s.compare.pair()) {
        pair_controls(ui, left);
    } else {
        ui.text({margin, first}, "Show", Face::Regular, 13, c.t3);
        chips(ui, left, members, shown);
    }
    if (one_line) {
        controls(ui, first, true);
        return second_line(ui, second, ui.width - margin);
    }
    const bool labels = ui.width >= 1100;
    controls(ui, second, labels);
    second_line(ui, second, ui.width - margin - controls_width(ui, labels) - 24);
}

void compare_choice(Ui& ui, Box box) {
    static const std::array<std::string, 4> kinds = {"Functions", "Models", "Inputs", "Forced"};
    constexpr std::array what = {"compare-functions", "compare-models", "compare-inputs", "compare-forced"};
    constexpr std::array tips = {"One input under several scoring functions", "One input under two models",
                                 "Two inputs under one model",
                                 "What the model writes, and what it is made to write"};
    const int chosen = static_cast<int>(ui.state.compare.what);
    if (const int n = segmented(ui, "compare:what", box, kinds, chosen); n >= 0 && n != chosen)
        ui.send({what[static_cast<std::size_t>(n)]});
    if (!ui.over(box)) return;
    float total = 0, x = box.x;
    for (const std::string& kind : kinds) total += ui.text_width(kind, Face::Medium, 13) + 20;
    for (std::size_t n = 0; n < kinds.size(); ++n) {
        const float w = (ui.text_width(kinds[n], Face::Medium, 13) + 20) * box.w / total;
        ui.tooltip("compare:what" + kinds[n], {x, box.y, w, box.h}, tips[n]);
        x += w;
    }
}

} // namespace heed
