#include "app/views/watch_strip.h"

#include "app/figures/base/color_map.h"
#include "app/state/open/opening.h"
#include "app/state/watch/watch.h"
#include "app/views/base/widgets.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float strip_height = 76, cell_pitch = 52, cell_side = 44;
constexpr float least_words = 300; // the room of what is said
constexpr int most_cells = 12;     // of a side of a thumbnail

/// The largest weight of each part: a thin diagonal must not vanish.
void thumbnail(Ui& ui, Box box, const Trace& run) {
    if (!run.has_weights()) return;
    const MatrixXf& w = run.at(Quantity::Weights); // (T, N)
    const int columns = std::min(most_cells, static_cast<int>(w.rows()));
    const int rows = std::min(most_cells, static_cast<int>(w.cols()));
    const bool dark = ui.state.settings.theme == Theme::Dark;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const auto from = [](int n, int of, Eigen::Index all) { return all * n / of; };
            const Eigen::Index x = from(column, columns, w.rows()), y = from(row, rows, w.cols());
            const float weight =
                w.block(x, y, from(column + 1, columns, w.rows()) - x, from(row + 1, rows, w.cols()) - y)
                    .maxCoeff();
            const float left = box.x + box.w * static_cast<float>(column) / static_cast<float>(columns);
            const float top = box.y + box.h * static_cast<float>(row) / static_cast<float>(rows);
            ui.fill({left, top, box.w / static_cast<float>(columns), box.h / static_cast<float>(rows)},
                    map_color(ui.state.settings.map, dark, std::clamp(weight, 0.0f, 1.0f)));
        }
}

void version_cell(Ui& ui, Box cell, const WatchedVersion& version, bool shown) {
    const Palette& c = ui.colors;
    const std::string number = std::to_string(version.number), id = "version:" + number;
    const Ui::Hit hit = ui.press(id, cell, 4);
    const Box picture{cell.x, cell.y, cell_side, cell_side};
    ui.fill(picture, c.bg3, 3);
    // Of another input it would show something else.
    const bool same = !version.maps.empty() || version.input == ui.state.input;
    if (version.run && same) thumbnail(ui, picture, *version.run);
    if (shown || hit.hovered) ui.frame(picture, {0, 0, 0, 0}, shown ? c.t1 : c.t3, 3, shown ? 2.0f : 1.0f);
    ui.text({picture.centre().x, cell.y + cell_side + 9}, number, shown ? Face::Semibold : Face::Regular, 11,
            shown ? c.t1 : c.t3, Align::Centre);
    ui.tooltip(id, cell,
               "Version " + number + ", read at " + version.time + (same ? "" : ", of another input"));
    if (hit.clicked) ui.send({"file-version", "", 0, version.number});
}

/// What is said goes before the older versions, as far as half of the strip.
float room_for_words(Ui& ui, float width, const std::string& said) {
    const float wanted = ui.text_width(said, Face::Regular, 11) + 24;
    const float cells = cell_pitch * static_cast<float>(ui.state.watch->versions.size()) + 24;
    return std::max(least_words, std::min(wanted, std::max(width / 2, width - cells)));
}

} // namespace

float watch_strip_height(const AppState& s) { return s.watch ? strip_height : 0; }

void watch_strip(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    ui.fill(room, c.bg1);
    ui.fill({room.x, room.y, room.w, 1}, c.line);
    ui.clip(room);
    const std::string said = watch_words(s);
    const bool not_begun = s.watch->versions.empty() && s.watch->trouble == WatchState::Trouble::Gone;
    const float words = room_for_words(ui, room.w, said);
    const float left = room.x + 16, first = room.y + 17;
    ui.text({left, first}, ui.cut("Following " + last_part(s.watch->file), Face::Semibold, 13, words - 16),
            Face::Semibold, 13, c.t1);
    ui.text({left, first + 18}, ui.cut(said, Face::Regular, 11, words - 16), Face::Regular, 11,
            s.watch->problem.empty() || not_begun ? c.t2 : c.error);
    ui.tooltip("watch:words", {left, first + 8, words - 16, 20}, said);
    if (button(ui, "watch:leave", {left, first + 28, 56, 22}, "Stop")) ui.send({"leave-file"});
    const bool percent = holds_percentages(s);
    if (percent && button(ui, "watch:percent", {left + 64, first + 28, 104, 22}, "Divide by 100"))
        ui.send({"watch-percent"});
    if (s.watch->shown >= 0 &&
        button(ui, "watch:newest", {left + (percent ? 176.0f : 64.0f), first + 28, 72, 22}, "Newest"))
        ui.send({"newest-version"});
    const WatchedVersion* shown = version_shown(s);
    float x = room.right() - 16 - cell_side;
    for (auto version = s.watch->versions.rbegin(); version != s.watch->versions.rend(); ++version) {
        if (x < room.x + words + 8) break; // the older ones have no room
        version_cell(ui, {x, room.y + 9, cell_side, cell_side + 16}, **version, version->get() == shown);
        x -= cell_pitch;
    }
    ui.end_clip();
}

} // namespace heed
