// "What if head 3 of layer 5 …": below what is explained of the head in front, where there is room.
#include "app/figures/transformer/transformer.h"
#include "app/state/heads/head_off.h"
#include "app/state/names.h"
#include "app/views/base/widgets.h"
#include "app/views/step/layers_view.h"

#include <string>

namespace heed {
namespace {

constexpr float edge = 20, title_high = 30, press_high = 28, press_gap = 8;

/// The head that has the bars.
HeadPlace place_in_front(const ShownHeads& shown) {
    const HeadKind kind = shown.cross     ? HeadKind::Cross
                          : shown.decoder ? HeadKind::Decoder
                                          : HeadKind::Encoder;
    return {kind, shown.layer, shown.cross ? shown.of_cross : shown.self};
}

/// Once more: as it was.
void press_change(Ui& ui, const std::string& id, Box box, const std::string& label, const HeadPlace& place,
                  HeadEdit::Kind kind) {
    const AppState& s = ui.state;
    const HeadEdit asked = scoped(s, {kind}, place.kind);
    const auto now = s.edits.heads.find(place);
    const bool on = now != s.edits.heads.end() && now->second == asked;
    if (!button(ui, id, box, label, {.primary = on})) return;
    ui.send({"head-edit", on ? to_string(place) + "=own" : to_string(place, asked)});
}

} // namespace

float head_if_height(const AppState& s, const Playhead& head) {
    const bool asks = s.trace && s.model && asks_about_head(*s.trace, head);
    const ShownHeads shown = asks ? shown_heads(*s.trace, head, s.layers.front) : ShownHeads{};
    if (!asks || heads_of_layer(s, place_in_front(shown).kind, shown.layer) == 0) return 0;
    return title_high + press_high + 16;
}

void head_if(Ui& ui, Box row, const Playhead& head) {
    const AppState& s = ui.state;
    const HeadPlace place = place_in_front(shown_heads(*s.trace, head, s.layers.front));
    ui.text({row.x + edge, row.y + title_high / 2},
            "What if head " + std::to_string(place.head + 1) + " of layer " +
                std::to_string(place.layer + 1) + " …",
            Face::Semibold, 13, ui.colors.t1);
    const float wide = (row.w - 2 * edge - 2 * press_gap) / 3;
    const auto box = [&](int n) {
        return Box{row.x + edge + static_cast<float>(n) * (wide + press_gap), row.y + title_high, wide,
                   press_high};
    };
    press_change(ui, "head-if:off", box(0), "were off", place, HeadEdit::Kind::Off);
    ui.tooltip("head-if:off", box(0), "It adds nothing: its context is 0. Once more: as it was");
    press_change(ui, "head-if:even", box(1), "were even", place, HeadEdit::Kind::Uniform);
    ui.tooltip("head-if:even", box(1), "It looks at all alike. Once more: as it was");
    ui.memory.places[name_of(menu_names, Menu::HeadOther)] = box(2);
    const bool others = heads_of_layer(s, place.kind, place.layer) > 1;
    if (button(ui, "head-if:other", box(2), "read as …", {.enabled = others})) {
        ui.send({"head-changed", to_string(place)});
        ui.send({"menu", "", 0, static_cast<int>(Menu::HeadOther)});
    }
    ui.tooltip("head-if:other", box(2), "It looks where another head of the layer does");
}

} // namespace heed
