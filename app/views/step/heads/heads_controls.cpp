// Above the atlas: what is looked at, by which measure and in which order; and a file of pairs.
#include "app/views/step/heads/heads_controls.h"

#include "app/figures/heads/seen.h"
#include "app/state/heads/heads.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"

#include <algorithm>
#include <array>
#include <optional>

namespace heed {
namespace {

constexpr float heads_bar_top = 10, heads_bar_high = 28; // of the controls above the grid
constexpr float heads_bar_pitch = 38;                    // from one row of them to the next
constexpr float beside_switch = 24;                      // px free of controls: its margin, and air
constexpr float shortest_menu = 118;                     // px
constexpr float behind_kinds = 12, beside_leave = 2;     // px of air

/// From the left, each where there is room.
struct HeadsBar {
    Ui& ui;
    float x, y, right;
    bool words, labels;  // between the controls; in front of what menus have
    float widest = 1000; // px, of a menu

    void say(const std::string& text) {
        if (!words) return;
        ui.text({x, y + heads_bar_high / 2}, text, Face::Regular, 13, ui.colors.t3);
        x += ui.text_width(text, Face::Regular, 13) + 10;
    }
    /// None where it does not fit.
    std::optional<Box> place(float width, float air) {
        if (x + width > right) return std::nullopt;
        const Box box{x, y, width, heads_bar_high};
        x += width + air;
        return box;
    }
    float menu_width(const std::string& label, std::string_view value) const {
        const float text = ui.text_width(std::string(value), Face::Medium, 13);
        return 44 + text + (labels ? ui.text_width(label, Face::Regular, 13) + 6 : 0);
    }
    void menu(Menu which, const std::string& id, const std::string& label, std::string_view value) {
        const auto box = place(std::min(widest, menu_width(label, value)), 8);
        if (!box) return;
        ui.memory.places[name_of(menu_names, which)] = *box;
        const std::string words = ui.cut(std::string(value), Face::Medium, 13, widest - 44);
        if (menu_button(ui, id, *box, words, labels ? label : "", false))
            ui.send({"menu", "", 0, static_cast<int>(which)});
        ui.tooltip(id, *box, words == value ? label : label + ": " + std::string(value));
    }
};

void kind_switch(HeadsBar& bar, const atlas::Seen& seen) {
    const auto kinds = atlas::kinds_of(seen.report);
    if (kinds.size() < 2) return;
    std::vector<std::string> names;
    int now = 0;
    for (const heads::Kind kind : kinds) {
        if (kind == seen.kind) now = static_cast<int>(names.size());
        names.emplace_back(atlas_title(kind));
    }
    const auto box = bar.place(69 * static_cast<float>(kinds.size()), behind_kinds);
    if (!box) return;
    if (const int n = segmented(bar.ui, "heads:kind", *box, names, now); n >= 0)
        bar.ui.send({"heads-kind", "", 0, static_cast<int>(kinds[static_cast<std::size_t>(n)])});
}

/// Before and behind the switch.
std::array<const char*, 2> reading_words(const atlas::Seen& seen) {
    if (seen.kind == heads::Kind::Cross) return {"The row that", "the word"};
    return {"Links from the", "words"};
}

void reading_switch(HeadsBar& bar, const atlas::Seen& seen) {
    if (!seen.linked()) return;
    const bool cross = seen.kind == heads::Kind::Cross;
    const std::array<std::string, 2> names = {seen.reading_name(heads::Reading::Predicts),
                                              seen.reading_name(heads::Reading::Reads)};
    bar.say(reading_words(seen)[0]);
    if (const auto box = bar.place(130, 8)) {
        segmented(bar.ui, "heads:reading", *box, names, static_cast<int>(seen.reading), "heads-reading");
        bar.ui.tooltip("heads:reading", *box,
                       cross ? "Which row stands for a word: that of the step that writes it, "
                               "or that of the next, which reads it"
                             : "Which links are measured: how the target's words look at the source's, "
                               "or the source's at the target's");
    }
    bar.say(reading_words(seen)[1]);
    if (bar.words) bar.x += 6;
}

/// Beside its name, and alone.
std::string_view order_title(const HeadsBar& bar) {
    static constexpr std::array<std::string_view, 3> titles = {"layer", "best first", "type"},
                                                     alone = {"layer", "best", "type"};
    return (bar.labels ? titles : alone)[static_cast<std::size_t>(bar.ui.state.heads.look.order)];
}

/// Of the switch of kinds, with the air behind it.
float kind_switch_width(const atlas::Seen& seen) {
    const std::size_t kinds = atlas::kinds_of(seen.report).size();
    return kinds < 2 ? 0 : 69 * static_cast<float>(kinds) + behind_kinds;
}

float reading_needs(const HeadsBar& bar, const atlas::Seen& seen) {
    if (!seen.linked()) return 0;
    float wide = 130 + 8;
    if (!bar.words) return wide;
    wide += 6;
    for (const char* words : reading_words(seen)) wide += bar.ui.text_width(words, Face::Regular, 13) + 10;
    return wide;
}

/// While it is measured the panel of a wide window has "Stop" instead, and no control moves for it.
bool has_leave_file(const AppState& s) {
    const bool stop_beside = s.settings.inspector && !s.narrow() && measures_heads(s);
    return can_measure_over_file(s) && s.heads.over_file && !stop_beside;
}

float menus_need(const HeadsBar& bar, const atlas::Seen& seen) {
    constexpr float air = 8;
    float folder = can_measure_over_file(bar.ui.state) ? 28 : 0;
    if (has_leave_file(bar.ui.state)) folder += beside_leave + 28;
    return std::min(bar.widest, bar.menu_width("Measure", seen.measure->brief)) +
           std::min(bar.widest, bar.menu_width("Order", order_title(bar))) + 2 * air + folder;
}

/// Room that words and menus need, from the reading on.
float heads_bar_needs(const HeadsBar& bar, const atlas::Seen& seen) {
    return reading_needs(bar, seen) + menus_need(bar, seen);
}

/// Words where there is room for all that follows; else menus without their names, else neither.
void fit_heads_bar(HeadsBar& bar, const atlas::Seen& seen) {
    for (const auto& [words, labels] :
         {std::pair(true, true), std::pair(true, false), std::pair(false, true), std::pair(false, false)}) {
        bar.words = words;
        bar.labels = labels;
        if (bar.x + heads_bar_needs(bar, seen) <= bar.right) return;
    }
    const float menu = bar.menu_width("Measure", seen.measure->brief); // its words are cut
    bar.widest =
        std::max(shortest_menu, measure_room(bar.right - bar.x, heads_bar_needs(bar, seen) - menu, menu));
}

/// In a wide window, until the heads that should align are known, the panel asks for a file of pairs.
bool panel_asks_for_file(const AppState& s, const HeadReport& report) {
    return s.settings.inspector && !s.narrow() && !report.choice;
}

/// "Every head", unless a control would have no room beside it that is nowhere else, however far a measure's
/// name is cut: what a wide window has in its panel may be missing here.
void heads_title(HeadsBar& bar, const atlas::Seen& seen) {
    const float folder = panel_asks_for_file(bar.ui.state, seen.report) ? 36 : 0;
    const std::string title = "Every head";
    const float wide = bar.ui.text_width(title, Face::Semibold, 15) + 16;
    const float menu = bar.menu_width("Measure", seen.measure->brief),
                others = wide + kind_switch_width(seen) + heads_bar_needs(bar, seen) - menu - folder;
    if (others + measure_room(bar.right - bar.x, others, menu) > bar.right - bar.x) return;
    bar.ui.text({bar.x, bar.y + heads_bar_high / 2}, title, Face::Semibold, 15, bar.ui.colors.t1);
    bar.x += wide;
}

constexpr std::string_view back_title = "Back to what if";

float back_width(const Ui& ui) {
    return ui.state.head_off.atlas ? ui.text_width(std::string(back_title), Face::Medium, 13) + 24 : 0;
}

HeadsBar heads_bar_in(Ui& ui, Box room) {
    return {ui,
            room.x + 16,
            room.y + heads_bar_top,
            room.right() - states_switch_width(ui.state) - beside_switch,
            false,
            false};
}

void back_button(HeadsBar& bar) {
    if (!bar.ui.state.head_off.atlas) return;
    const auto box = bar.place(back_width(bar.ui), 16);
    if (!box) return;
    if (button(bar.ui, "heads:back", *box, std::string(back_title), {.primary = true}))
        bar.ui.send({"head-another"});
    bar.ui.tooltip("heads:back", *box, "What became of the heads that are changed", "Esc");
}

void measuring_controls(HeadsBar& bar, const atlas::Seen& seen) {
    bar.menu(Menu::HeadMeasure, "heads:measure", "Measure", seen.measure->brief);
    bar.menu(Menu::HeadOrder, "heads:order", "Order", order_title(bar));
    if (!can_measure_over_file(bar.ui.state)) return;
    if (const auto box = bar.place(28, beside_leave))
        if (icon_button(bar.ui, "heads:file", *box, Icon::Folder, "Measure over a file of pairs with links",
                        {}, true, true))
            bar.ui.send({"heads-measure-file"});
    if (!has_leave_file(bar.ui.state)) return;
    if (const auto box = bar.place(28, 8))
        if (icon_button(bar.ui, "heads:leave-file", *box, Icon::Close,
                        "Leave the file of pairs: measure over this sentence alone"))
            bar.ui.send({"heads-this-sentence"});
}

} // namespace

float measure_room(float room, float others, float whole) {
    return std::min(whole, std::max(shortest_menu, room - others));
}

float heads_bar_lowers(Ui& ui, Box room, const atlas::Seen& seen) {
    HeadsBar bar = heads_bar_in(ui, room);
    bar.widest = shortest_menu;
    const float back = back_width(ui) > 0 ? back_width(ui) + 16 : 0;
    const float needed = back + kind_switch_width(seen) + heads_bar_needs(bar, seen);
    return bar.x + needed > bar.right ? heads_bar_pitch : 0;
}

void heads_controls(Ui& ui, Box room, const atlas::Seen& seen, float lowered) {
    HeadsBar bar = heads_bar_in(ui, room);
    if (lowered <= 0) {
        heads_title(bar, seen);
        back_button(bar);
        kind_switch(bar, seen);
        fit_heads_bar(bar, seen);
        reading_switch(bar, seen);
        return measuring_controls(bar, seen);
    }
    HeadsBar below = bar;
    below.y += lowered;
    below.right = room.right() - 16;
    back_button(below);
    kind_switch(below, seen);
    below.words = true;
    below.words = below.x + reading_needs(below, seen) <= below.right;
    reading_switch(below, seen);
    bar.labels = true;
    bar.labels = bar.x + menus_need(bar, seen) <= bar.right;
    if (bar.x + menus_need(bar, seen) > bar.right) bar.widest = shortest_menu;
    measuring_controls(bar, seen);
}

} // namespace heed
