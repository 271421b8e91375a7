#include "app/state/memory/memory.h"

#include "app/figures/base/format.h"
#include "app/state/units.h"
#include "app/views/base/transport.h"
#include "app/views/base/widgets.h"
#include "app/views/memory/memory.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

/// A state under the pointer is looked at, a word that is pressed is followed.
void point_memory(Ui& ui, const Scene& scene, Point origin, Box room) {
    const AppState& s = ui.state;
    const bool over = ui.over(room);
    const Pick* pick = over ? ui.pick(scene, origin) : nullptr;
    const PickId at = pick ? pick->at({ui.mouse().x - origin.x, ui.mouse().y - origin.y}) : PickId{};
    const int hover = at.kind == PickKind::State || at.kind == PickKind::Cell ? at.i : -1;
    if (hover != s.memory.hover && (over || s.memory.hover >= 0)) {
        Command command{"memory-hover"};
        command.i = hover;
        ui.send(command);
    }
    if (!pick) return;
    if (!pick->tooltip.empty()) ui.tooltip("memory", scene, *pick, origin);
    const bool word = at.kind == PickKind::Token || at.kind == PickKind::Cell;
    if (word && at.j >= 0 && ui.mouse_pressed()) ui.send({"memory-follow", "", 0, at.j});
}

std::string followed_in_words(const AppState& s) {
    const MemoryBoard& board = *s.memory.board;
    const int j = std::clamp(s.memory.follow, 0, static_cast<int>(board.words.size()) - 1);
    return std::to_string(j + 1) + "  " + board.words[static_cast<std::size_t>(j)];
}

/// How wide each may be at most so that all of them fit.
float longest_that_fits(std::vector<float> widths, float room) {
    std::sort(widths.begin(), widths.end());
    for (std::size_t n = 0; n < widths.size(); ++n) {
        const float share = room / static_cast<float>(widths.size() - n);
        if (widths[n] > share) return share;
        room -= widths[n];
    }
    return widths.empty() ? 0 : widths.back();
}

/// A chip for each model, ticked while it is shown; returns where the next would begin.
float memory_chips(Ui& ui, float x, float y, float right) {
    constexpr float beside_title = 44, gap = 8;
    const AppState& s = ui.state;
    const auto& models = s.memory.board->models;
    const auto title_of = [](const MemoryModel& model) {
        std::string title = model.title;
        if (title != model.key)
            title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
        return title;
    };
    std::vector<float> titles;
    for (const MemoryModel& model : models)
        titles.push_back(ui.text_width(title_of(model), Face::Medium, 13));
    const float room = right - x - static_cast<float>(models.size()) * (beside_title + gap) + gap;
    const float most = longest_that_fits(titles, room); // the short ones stay whole
    for (const MemoryModel& model : models) {
        const bool on = !s.memory.hidden.contains(model.key);
        const float whole = ui.text_width(title_of(model), Face::Medium, 13), kept = std::min(whole, most);
        if (kept < 8) break;
        const std::string title =
            kept < whole ? ui.cut(title_of(model), Face::Medium, 13, kept) : title_of(model);
        const float w = kept + beside_title;
        const std::string id = "memory:model:" + model.key;
        const Box box{x, y - 14, w, 28};
        const Ui::Hit hit = ui.press(id, box, 14);
        ui.frame(box, on ? ui.colors.bg3 : ui.control_fill(hit), on ? ui.colors.bg3 : ui.colors.line2, 14);
        if (on) {
            ui.line({x + 13, y + 1}, {x + 16, y + 4}, ui.colors.t1, 1.5f);
            ui.line({x + 16, y + 4}, {x + 22, y - 4}, ui.colors.t1, 1.5f);
        }
        ui.text({x + 30, y}, title, Face::Medium, 13, on ? ui.colors.t1 : ui.colors.t3);
        ui.tooltip(id, box, (on ? "Leave out " : "Show ") + model.key);
        if (hit.clicked) ui.send({"memory-model", model.key});
        x += w + gap;
    }
    return x;
}

float bar_label(Ui& ui, float x, float y, const std::string& words) {
    ui.text({x, y}, words, Face::Regular, 13, ui.colors.t3);
    return x + ui.text_width(words, Face::Regular, 13) + 10;
}

/// Right of the titles of curves and accuracy: whose readers, and what is counted.
void panel_switches(Ui& ui, const MemorySettings& settings, Point origin) {
    const AppState& s = ui.state;
    const MemoryBoard& board = *s.memory.board;
    const MemoryLayout layout = memory_layout(settings);
    const auto place = [&](Box panel) {
        return Box{origin.x + panel.right() - 12 - memory_switch_width, origin.y + panel.y + 9,
                   memory_switch_width, 24};
    };
    static const std::array<std::string, 2> readers = {"Fixed context", "Attention"};
    const Box left = place(layout.curves), right = place(layout.lengths);
    if (board.choice) {
        segmented(ui, "memory:readers", left, readers, s.memory.attentive ? 1 : 0, "memory-readers");
        ui.tooltip("memory:readers", left,
                   "Readers that had to carry the whole input, or those of models with attention");
    }
    const std::array<std::string, 2> counted = {"Whole", capitalized(board.units)};
    segmented(ui, "memory:tokens", right, counted, s.memory.tokens ? 1 : 0, "memory-tokens");
    ui.tooltip("memory:tokens", right, "Items without a fault, or their " + board.units + " one by one");
}

} // namespace

void memory_view(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    if (!s.maps.empty())
        return message(ui, room, "Nothing to measure",
                       "These weights were computed elsewhere. Without a model no derivative can be taken.");
    if (!s.model) return;
    if (s.input.empty()) return empty_input(ui, room);
    if (!s.memory.problem.empty()) return message(ui, room, "Not measured", memory_problem(s));
    if (!s.memory.board)
        return message(ui, room, "Being measured",
                       "The influence of every " + std::string(shown_unit(s).one) + " on every state …");
    const float height = std::max(room.h, least_memory_height);
    const float down = scrolled(ui, "memory:scroll", room, height);
    const MemorySettings settings = memory_settings(s, room.w, height);
    const Scene& scene = cached_scene(ui, "memory", settings, s.memory.board, [&] {
        return memory_figure(*s.memory.board, settings, figure_style(ui));
    });
    const Point origin{room.x, room.y - down};
    ui.clip(room);
    ui.draw(scene, origin);
    point_memory(ui, scene, origin, room);
    panel_switches(ui, settings, origin);
    ui.end_clip();
    if (height > room.h)
        scroll_bar(ui, "memory:scroll", {room.right() - 10, room.y + 4, 6, room.h - 8}, height,
                   ui.memory.scroll["memory:scroll"]);
}

void memory_bar(Ui& ui) {
    const AppState& s = ui.state;
    const float top = ui.height - bottom_height, y = top + 62;
    bar_ground(ui, top);
    const auto& board = s.memory.board;
    const bool there = board && !board->words.empty();
    bar_words(ui, top, ui.colors.t1, "Memory",
              there
                  ? memory_sentence(*board, s.memory.follow, s.memory.hidden)
                  : "How long a " + std::string(shown_unit(s).one) + " goes on changing the states after it.",
              "");
    if (!there) return;
    const bool narrow = ui.width < 1200;
    float x = 16;
    if (!narrow) x = bar_label(ui, x, y, "Follow " + board->unit);
    const float wide = narrow ? 116.0f : 132.0f;
    const Box words{x, y - 14, wide, 28};
    ui.memory.places["follow"] = words;
    if (menu_button(ui, "memory:follow", words, followed_in_words(s), "", true)) ui.send({"memory-words"});
    ui.tooltip("memory:follow", words, "Another " + board->unit + " (Left, Right; or a click on it)");
    x += wide + 20;
    static const std::array<std::string, 2> weights = {"Trained", "Random"}, scales = {"Log", "Linear"};
    if (!narrow) x = bar_label(ui, x, y, "Weights");
    segmented(ui, "memory:weights", {x, y - 14, 140, 28}, weights, s.memory.random ? 1 : 0, "memory-weights");
    x += 140 + 20;
    if (!narrow) x = bar_label(ui, x, y, "Scale");
    segmented(ui, "memory:scale", {x, y - 14, 116, 28}, scales, s.memory.linear ? 1 : 0, "memory-scale");
    x += 116 + 20;
    const bool room_for_words = ui.width >= 1400;
    const float again = room_for_words ? 132.0f : 72.0f;
    const Box button_box{ui.width - 16 - again, y - 14, again, 28};
    if (!narrow && x + 60 < button_box.x) x = bar_label(ui, x, y, "Cells");
    memory_chips(ui, x, y, button_box.x - 12);
    if (button(ui, "memory:again", button_box, room_for_words ? "Measure again" : "Again",
               {.enabled = board->no_lines.empty()}))
        ui.send({"memory-again"});
    ui.tooltip("memory:again", button_box, "Accuracy by length once more, on other items");
}

} // namespace heed
