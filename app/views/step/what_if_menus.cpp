// What opens over the canvas: the chooser of a token to force, and the field for an exact weight.
#include "app/figures/tokens.h"
#include "app/figures/tokens_written.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

/// Below the place it is about, or above where there is no room, inside the window.
Box beside(const Ui& ui, const std::string& name, float width, float height) {
    const auto known = ui.memory.places.find(name);
    const Box canvas = canvas_box(ui);
    const Box at =
        known == ui.memory.places.end() ? Box{canvas.centre().x, canvas.y + 160, 0, 0} : known->second;
    const float below = at.bottom() + 10, above = at.y - 10 - height;
    const float y = below + height <= ui.height - 16 || above < 16 ? below : above;
    return {std::clamp(at.centre().x - width / 2, 16.0f, ui.width - width - 16),
            std::min(y, ui.height - height - 16), width, height};
}

struct Offer {
    std::string token;
    bool mark = false, now = false; // a vocabulary's own; what is written at present
    float p = 0;
};

std::vector<Offer> offers(const AppState& s) {
    std::vector<Offer> all;
    const WhatIfState& w = s.what_if;
    if (!s.trace || w.output < 0 || w.output >= s.trace->outputs() || !s.trace->target_vocabulary) return all;
    const auto log_probs = s.trace->at(Quantity::LogProbs).col(w.output);
    for (const int id : w.found) {
        if (id >= log_probs.size()) continue;
        const std::string& word = (*s.trace->target_vocabulary)[static_cast<std::size_t>(id)];
        all.push_back({shown_written(*s.trace, word), is_mark(word),
                       id == s.trace->steps[static_cast<std::size_t>(w.output)].token.id,
                       std::exp(log_probs(id))});
    }
    return all;
}

void offer_row(Ui& ui, Box row, const Offer& offer, int n) {
    const Palette& c = ui.colors;
    const bool chosen = n == ui.state.what_if.chosen;
    const Ui::Hit hit = ui.press("force:" + std::to_string(n), row, 5, false);
    row_ground(ui, row, hit, chosen);
    const float y = row.centre().y;
    ui.text({row.x + 10, y}, ui.cut(offer.token, Face::Mono, 13, 104), offer.mark ? Face::Italic : Face::Mono,
            13, offer.mark ? c.t2 : c.t1);
    const Box track{row.x + 124, y - 3, row.w - 124 - 78, 6};
    ui.fill(track, c.bg2, 3);
    ui.fill({track.x, track.y, std::max(1.0f, track.w * offer.p), track.h}, c.output, 3);
    ui.text({row.right() - 10, y}, probability(static_cast<double>(offer.p)), Face::Mono, 11, c.t2,
            Align::Right);
    if (offer.now) ui.draw(CircleItem{{row.right() - 64, y}, 2.5f, c.t1});
    if (hit.clicked) ui.send({"field-enter", "", 0, n});
}

} // namespace

void force_menu(Ui& ui) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const std::vector<Offer> all = offers(s);
    const bool rival = s.menu == Menu::Rival; // only to compare with
    const bool forced = !rival && s.edits.forced.contains(s.what_if.output);
    constexpr float row = 26, width = 344, head = 78;
    const float rows = std::max(1.0f, static_cast<float>(all.size())) * row;
    const Box box = beside(ui, rival ? "rival" : "force", width, head + rows + (forced ? 72.0f : 36.0f));
    popup_box(ui, box, 8);
    ui.text({box.x + 16, box.y + 19},
            (rival ? "Why not … as output " : "Write as output ") + std::to_string(s.what_if.output + 1),
            Face::Semibold, 13, c.t1);
    ui.text({box.right() - 16, box.y + 19}, "probability", Face::Regular, 11, c.t3, Align::Right);
    const FieldLook look{.hint = "Type to search the vocabulary", .face = Face::Mono};
    const FieldResult field = text_field(ui, "field:force", {box.x + 12, box.y + 36, width - 24, 30},
                                         s.what_if.text, look, "field-text");
    float y = box.y + head - 4;
    for (int n = 0; n < static_cast<int>(all.size()); ++n, y += row)
        offer_row(ui, {box.x + 6, y, width - 12, row - 2}, all[static_cast<std::size_t>(n)], n);
    if (all.empty()) {
        ui.text({box.x + 16, y + row / 2}, "No token of this model reads like that", Face::Regular, 13, c.t3);
        y += row;
    }
    if (forced) {
        if (button(ui, "force:free", {box.x + 12, y + 6, width - 24, 28}, "Let the model choose again")) {
            ui.send({"close-menu"});
            ui.send({"force-token", "", 0, s.what_if.output});
        }
        y += 36;
    }
    const auto count = s.trace && s.trace->target_vocabulary ? s.trace->target_vocabulary->size() : 0;
    ui.text({box.x + 16, y + 16}, thousands(static_cast<long long>(count)) + " tokens in all", Face::Regular,
            11, c.t3);
    const std::string does = rival ? "compares" : "forces it";
    const float x = box.right() - 16 - ui.text_width(does, Face::Regular, 11);
    ui.text({x, y + 16}, does, Face::Regular, 11, c.t3);
    key_chip(ui, {x - 53, y + 16}, "Enter");
    if (ui.pressed("Down")) ui.send({"field-move", "", 0, 1});
    if (ui.pressed("Up")) ui.send({"field-move", "", 0, -1});
    if (ui.pressed("Enter") || field.entered) ui.send({"field-enter"});
    if (ui.mouse_pressed() && !ui.over(box)) ui.send({"close-menu"});
}

void weight_menu(Ui& ui) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    if (!s.trace || s.what_if.column < 0 || s.what_if.column >= s.trace->source_length())
        return ui.send({"close-menu"});
    const bool wrong = !s.what_if.problem.empty();
    constexpr float width = 252;
    const float room = width - 32;
    float lines = 0;
    if (wrong) lines = std::ceil(ui.text_width(s.what_if.problem, Face::Regular, 11) * 1.08f / room);
    const Box box = beside(ui, "weight", width, 84 + 16 * lines);
    popup_box(ui, box, 8);
    const std::string name = "Weight of " + quoted_source(*s.trace, s.what_if.column) + " for output " +
                             std::to_string(s.what_if.output + 1);
    ui.text({box.x + 16, box.y + 19}, ui.cut(name, Face::Semibold, 13, room), Face::Semibold, 13, c.t1);
    FieldLook look{.hint = "0 to 1, or %", .face = Face::Mono};
    if (wrong) look.border = c.error;
    const FieldResult field =
        text_field(ui, "field:weight", {box.x + 12, box.y + 36, 128, 30}, s.what_if.text, look, "field-text");
    if (wrong && !field.active && ui.memory.wanted_field.empty())
        ui.memory.wanted_field = "field:weight"; // Enter let go of it
    if (button(ui, "weight:hold", {box.x + 148, box.y + 36, 92, 30}, "Hold", {.icon = Icon::Lock}))
        ui.send({"field-enter"});
    if (wrong)
        ui.paragraph({box.x + 16, box.y + 72, room, 0}, s.what_if.problem, Face::Regular, 11, 16, c.error);
    if (field.entered || ui.pressed("Enter")) ui.send({"field-enter"});
    if (ui.mouse_pressed() && !ui.over(box)) ui.send({"close-menu"});
}

} // namespace heed
