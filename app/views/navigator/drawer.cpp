#include "app/views/navigator/navigator.h"

#include "app/figures/base/format.h"
#include "app/views/base/widgets.h"
#include "app/views/navigator/parts.h"

#include <filesystem>
#include <string_view>
#include <utility>

namespace heed::navigator {
namespace {

constexpr float inset = 16, bar = 26, pitch = 38;

/// Of the measures that lines have, as many as fit.
std::vector<std::pair<std::string_view, std::string>> shown_measures(const NavigatorState& n) {
    std::vector<std::pair<std::string_view, std::string>> all;
    const std::pair<std::string_view, std::string> wanted[] = {{"tau", "τ"},      {"entropy", "H"},
                                                               {"aer", "AER"},    {"unread", "unread"},
                                                               {"logp", "log p"}, {"words", "words"}};
    for (const auto& each : wanted)
        if (all.size() < 4 && is_known(n, each.first) && !(each.first == "unread" && is_known(n, "aer")))
            all.push_back(each);
    return all;
}

void bottom_line(Ui& ui, Box box) {
    const AppState& s = ui.state;
    const NavigatorState& n = s.navigator;
    const Palette& c = ui.colors;
    const float y = box.centre().y;
    if (n.open && !n.done() && n.problem.empty()) {
        if (icon_button(ui, "sentences:pause", {box.x + 8, y - 12, 24, 24},
                        n.paused ? Icon::Play : Icon::Pause, n.paused ? "Go on measuring" : "Pause"))
            ui.send({"navigator-pause"});
        const float share = n.lines.size() > 0 ? float(n.measured) / float(n.lines.size()) : 0;
        ui.fill({box.x, box.y, box.w * share, 2}, c.t3);
        ui.text({box.x + 38, y}, progress_words(s), Face::Regular, 11, c.t3);
        return;
    }
    const auto wrong = n.order ? n.order->pooled.of[judged_model(n)].wrong : 0;
    ui.text({box.x + inset, y}, progress_words(s), Face::Regular, 11, c.t3);
    if (wrong == 0) return;
    const std::string words = thousands(wrong) + " wrong outputs";
    ui.text({box.right() - inset, y}, words, Face::Regular, 11, c.t3, Align::Right);
    ui.draw(icon(Icon::Close, c.error),
            {box.right() - inset - ui.text_width(words, Face::Regular, 11) - 12, y});
}

} // namespace
} // namespace heed::navigator

namespace heed {

void sentences_drawer(Ui& ui, Box room) {
    using namespace navigator;
    const AppState& s = ui.state;
    const NavigatorState& n = s.navigator;
    const Palette& c = ui.colors;
    ui.fill(room, c.bg1);
    ui.fill({room.right() - 1, room.y, 1, room.h}, c.line);
    if (ui.mouse_pressed() && n.keys && !ui.over(room)) ui.send({"navigator-keys", "", 0, 0});
    const float right = room.right() - inset;
    ui.text({room.x + inset, room.y + 26}, "Sentences", Face::Semibold, 13, c.t1);
    const std::string file = std::filesystem::path(n.file).filename().string();
    ui.text({right - 32, room.y + 26}, ui.cut(file, Face::Regular, 11, 150), Face::Regular, 11, c.t3,
            Align::Right);
    if (icon_button(ui, "sentences:full", {right - 22, room.y + 14, 24, 24}, Icon::ArrowRight,
                    "All of the window", "F2"))
        ui.send({"navigator"});
    query_field(ui, {room.x + inset, room.y + 46, room.w - 2 * inset - 84, 28});
    if (button(ui, "sentences:open", {right - 76, room.y + 46, 76, 28}, "Open..."))
        ui.send({"navigator-choose"});
    Table t;
    t.rows = {room.x + 8, room.y + 108, room.w - 10, room.h - 108 - 36};
    t.text = room.x + inset;
    const auto measures = shown_measures(n);
    // From the right; a heading that is wider than its bar has the room for it.
    float x = right - 18;
    for (auto at = measures.rbegin(); at != measures.rend(); ++at) {
        const std::string name = at->first == "words" ? std::string(line_unit(s).many) : at->second;
        const bool sorted = n.sort == at->first;
        const float wide =
            ui.text_width(name, sorted ? Face::Semibold : Face::Regular, 11) + (sorted ? 18 : 0);
        x -= std::max(pitch, wide + 6);
        const Column column{survey::find_measure(at->first), x, bar};
        t.columns.push_back(column);
        heading(ui, column, room.y + 92, name);
    }
    t.text_right = x - 4;
    t.wrong = right - 6;
    table(ui, t);
    bottom_line(ui, {room.x, room.bottom() - 32, room.w, 32});
}

} // namespace heed
