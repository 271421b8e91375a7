// The table of tensors: what each is taken for, and what that rests on.
#include "app/figures/report/doubt.h"
#include "app/figures/report/load_report.h"
#include "app/state/open/opening.h"
#include "app/views/assistant/card.h"
#include "app/views/base/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

namespace mapping = io::mapping;
constexpr float inset = 20, row_height = 28, heading_height = 26;

Color dot_of(io::PartRole role, const Palette& c) {
    switch (role) {
    case io::PartRole::Embedding:
        return c.t2;
    case io::PartRole::Forward:
        return c.forward;
    case io::PartRole::Backward:
        return c.backward;
    case io::PartRole::Decoder:
        return c.decoder;
    case io::PartRole::Attention:
        return c.attention;
    case io::PartRole::Output:
        return c.output;
    case io::PartRole::None:
        break;
    }
    return c.t3;
}

/// The width of what stands at the right of a row whose questions are so many.
float sure_width(std::size_t questions) { return 20 * static_cast<float>(questions); }

AssistantWidths widest_of(Ui& ui, const std::vector<AssistantRow>& rows) {
    AssistantWidths widest;
    for (const AssistantRow& row : rows) {
        widest.name = std::max(widest.name, ui.text_width(row.name, Face::Mono, 11));
        widest.part = std::max(widest.part, ui.text_width(row.words, Face::Regular, 13));
        widest.shape = std::max(widest.shape, ui.text_width(row.shape, Face::Mono, 11));
        widest.sure = std::max(widest.sure, sure_width(row.questions.size()));
    }
    return widest;
}

void head(Ui& ui, Box box, const AssistantState& a, const AssistantColumns& at) {
    const Palette& c = ui.colors;
    const std::string file = a.known ? a.known->reading->unknown.title() : last_part(a.order.file);
    const std::string title = ui.cut(file, Face::Semibold, 15, box.w * .5f);
    ui.text({box.x + inset, box.y + 29}, title, Face::Semibold, 15, c.t1);
    const float after = box.x + inset + ui.text_width(title, Face::Semibold, 15) + 14;
    std::string words = a.problem.empty() ? "Being read …" : "Not read";
    if (a.known) {
        words = a.known->container + ", " + file_size(a.known->bytes) + ". No family is settled";
        if (!a.known->why_no_family.empty()) words += ": " + a.known->why_no_family;
        words += ". These are guesses from names, shapes and neighbours.";
        if (a.known->reading->words.source.empty()) words += " No words were found: tokens are ids.";
    }
    const std::string shown = cut_at_words(ui, words, 13, box.right() - inset - after);
    ui.text({after, box.y + 30}, shown, Face::Regular, 13, c.t2);
    if (shown != words)
        ui.tooltip("assistant:head", {after, box.y + 18, box.right() - inset - after, 24}, words);
    if (!a.known) return; // the columns are as wide as what they will hold
    const float y = box.y + 60;
    ui.text({at.name, y}, "tensor", Face::Regular, 11, c.t3);
    ui.text({at.part, y}, "part, a guess you can change", Face::Regular, 11, c.t3);
    if (at.grounds) ui.text({at.ground, y}, "what the guess rests on", Face::Regular, 11, c.t3);
    ui.text({at.shape, y}, "shape", Face::Regular, 11, c.t3, Align::Right);
    ui.text({at.sure, y}, "sure", Face::Regular, 11, c.t3, Align::Right);
    ui.fill({box.x + inset, y + 12, box.w - 2 * inset, 1}, c.line);
}

void numbers(Ui& ui, const AssistantRow& row, float right, float y) {
    const Palette& c = ui.colors;
    float x = right - 8;
    for (std::size_t n = row.questions.size(); n-- > 0; x -= sure_width(1)) {
        ui.draw(CircleItem{.centre = {x, y}, .radius = 8, .fill = c.t1});
        ui.text({x, y}, std::to_string(row.questions[n] + 1), Face::Semibold, 11, c.bg0, Align::Centre);
    }
}

/// Where the parts of that row are offered, among the places.
std::string place_of_parts(const AssistantRow& row) { return "assistant:parts:" + row.name; }

void draw_row(Ui& ui, Box box, int n, const AssistantRow& row, const AssistantColumns& at) {
    const AssistantState& a = *ui.state.assistant;
    const Palette& c = ui.colors;
    const bool chosen = a.row == n, grey = row.part == mapping::Part::Ignored,
               unknown = row.part == mapping::Part::None;
    const Ui::Hit hit = ui.press("assistant:row" + std::to_string(n), box, 5, false);
    row_ground(ui, box, hit, chosen);
    const float y = box.centre().y;
    if (unknown || row.idle) {
        Scene hatch{.width = 5, .height = box.h};
        add_hatching(hatch, {0, 0, 5, box.h}, 2, c.attention);
        ui.draw(hatch, {box.x, box.y});
    }
    const float part_room = at.ground - at.part - 4;
    ui.text({at.name, y}, ui.cut(row.name, Face::Mono, 11, at.part - at.name - 12), Face::Mono, 11,
            grey ? c.t3 : c.t1);
    if (!grey)
        ui.draw(CircleItem{
            .centre = {at.part + 4, y}, .radius = 3.5f, .fill = dot_of(mapping::info(row.part).role, c)});
    const std::string words = ui.cut(row.words, Face::Regular, 13, part_room - (chosen ? 46 : 20));
    ui.text({at.part + 16, y}, words, Face::Regular, 13, grey ? c.t3 : c.t1);
    if (chosen && row.unit >= 0) {
        ui.frame({at.part - 8, box.y + 2, part_room, box.h - 4}, {0, 0, 0, 0}, c.line2, 6);
        ui.draw(icon(Icon::Chevron, c.t2), {at.part + part_room - 22, y});
        // While parts are offered the list stays where it was opened: what is found out meanwhile may move
        // the row to another group, and a click would miss.
        const std::string place = place_of_parts(row);
        if (!a.choosing || !ui.memory.places.contains(place))
            ui.memory.places[place] = {at.part - 8, box.bottom(), std::max(260.0f, part_room), 0};
    }
    if (at.grounds)
        ui.text({at.ground, y}, cut_at_words(ui, row.ground, 11, at.ground_end - at.ground), Face::Regular,
                11, c.t3);
    ui.text({at.shape, y}, row.shape, Face::Mono, 11, grey ? c.t3 : c.t2, Align::Right);
    if (row.sure)
        ui.draw(icon(Icon::Check, c.t2), {at.sure - 8, y});
    else if (row.questions.empty())
        ui.text({at.sure, y},
                grey       ? "–"
                : unknown  ? "?"
                : row.idle ? "not read"
                           : "guess",
                Face::Regular, 11, c.t3, Align::Right);
    numbers(ui, row, at.sure, y);
    if (hit.clicked) ui.send({"assistant-row", "", 0, n});
    if (!a.choosing) // it would lie over the parts that are offered
        ui.tooltip("assistant:row" + std::to_string(n), box,
                   row.name + "  " + row.shape + (row.ground.empty() ? "" : "  " + row.ground) +
                       (row.family.empty() ? "" : "; answered as by family " + row.family));
}

std::string_view group_of(const AssistantRow& row) { return mapping::info(row.part).group; }

/// Rows below their groups' headings; returns the height.
float rows(Ui& ui, Box box, float scroll, const AssistantColumns& at) {
    const AssistantState& a = *ui.state.assistant;
    float y = box.y - scroll;
    std::string_view group;
    for (std::size_t n = 0; n < a.known->rows.size(); ++n) {
        const AssistantRow& row = a.known->rows[n];
        if (group_of(row) != group) {
            group = group_of(row);
            ui.text({at.name, y + heading_height / 2 + 2},
                    std::string(group == "Left out" ? "Left out, by name" : group), Face::Semibold, 11,
                    ui.colors.t2);
            y += heading_height;
        }
        const Box place{box.x + 12, y, box.w - 24, row_height};
        if (place.bottom() > box.y && place.y < box.bottom())
            draw_row(ui, place, static_cast<int>(n), row, at);
        y += row_height;
    }
    return y + scroll - box.y;
}

/// Keeps the chosen row in sight when keys move it.
void follow_row(Ui& ui, const AssistantState& a, Box list, float& scroll) {
    if (!ui.pressed("Down") && !ui.pressed("Up")) return;
    float y = 0;
    std::string_view group;
    for (int n = 0; n <= a.row && n < static_cast<int>(a.known->rows.size()); ++n) {
        const AssistantRow& row = a.known->rows[static_cast<std::size_t>(n)];
        if (group_of(row) != group) y += heading_height;
        group = group_of(row);
        y += row_height;
    }
    scroll = std::clamp(scroll, y + row_height - list.h, std::max(0.0f, y - 2 * row_height - heading_height));
}

void table(Ui& ui, Box box) {
    const AssistantState& a = *ui.state.assistant;
    ui.frame(box, ui.colors.bg1, ui.colors.line, 8);
    const AssistantColumns at =
        assistant_columns(box, a.known ? widest_of(ui, a.known->rows) : AssistantWidths{});
    head(ui, box, a, at);
    const float below = std::clamp(std::round(box.h * .34f), 176.0f, 290.0f);
    const Box list{box.x, box.y + assistant_heading, box.w, box.h - assistant_heading - below};
    if (a.known) {
        float& height = ui.memory.scroll["assistant:height"];
        float& scroll = scrolled(ui, "assistant:rows:" + a.order.file, list, height, 56);
        follow_row(ui, a, list, scroll);
        scroll = std::clamp(scroll, 0.0f, std::max(0.0f, height - list.h));
        ui.clip(list);
        const float now = rows(ui, list, scroll, at);
        if (now != height) ui.memory.animating = true;
        height = now;
        scroll_bar(ui, "assistant:scroll", {box.right() - 10, list.y, 8, list.h}, height, scroll);
        ui.end_clip();
    } else {
        ui.paragraph({box.x + inset, list.y + 16, box.w - 2 * inset, 0},
                     a.problem.empty() ? "The tensors are being read and tried …" : a.problem, Face::Regular,
                     13, 20, a.problem.empty() ? ui.colors.t2 : ui.colors.error);
    }
    ui.fill({box.x + 1, list.bottom(), box.w - 2, 1}, ui.colors.line);
    assistant_trial(ui, {box.x, list.bottom(), box.w, below});
    if (const AssistantRow* row = chosen_row(a); a.choosing && row != nullptr)
        assistant_parts(ui, ui.memory.places[place_of_parts(*row)]);
}

} // namespace

void assistant_parts(Ui& ui, Box below) {
    const AssistantState& a = *ui.state.assistant;
    const Palette& c = ui.colors;
    const std::vector<mapping::Part> parts = offered_parts(a);
    const float h = 26 * static_cast<float>(parts.size()) + 12;
    Box box{below.x, below.y + 2, std::max(260.0f, below.w), h};
    const float highest = top_bar_height + 8, lowest = ui.height - 8 - h,
                above = below.y - row_height - h - 2;
    if (box.y > lowest) box.y = above >= highest ? above : std::max(highest, lowest); // all of it in sight
    ui.raise(box);
    popup_box(ui, box, 8);
    for (std::size_t n = 0; n < parts.size(); ++n) {
        const mapping::PartInfo& part = mapping::info(parts[n]);
        const Box row{box.x + 6, box.y + 6 + 26 * static_cast<float>(n), box.w - 12, 26};
        const Ui::Hit hit = ui.press("assistant:part" + std::to_string(n), row, 5, false);
        row_ground(ui, row, hit, a.offered == static_cast<int>(n));
        ui.draw(
            CircleItem{.centre = {row.x + 12, row.centre().y}, .radius = 3.5f, .fill = dot_of(part.role, c)});
        ui.text({row.x + 24, row.centre().y}, ui.cut(std::string(part.words), Face::Regular, 13, row.w - 32),
                Face::Regular, 13, c.t1);
        if (hit.clicked) ui.send({"assistant-part", std::string(part.id), 0, a.row});
    }
    ui.lower();
}

Box assistant_table(Box room, float width) {
    const float right = std::clamp(std::round(width * .315f), 336.0f, 504.0f);
    return {room.x + margin, room.y + margin, room.w - 3 * margin - right, room.h - 2 * margin};
}

Box assistant_message(Box table, float wanted) {
    constexpr float edge = 12, height = 36;
    const float width = std::min(table.w - 2 * edge, wanted);
    return {table.right() - edge - width, table.y + edge, width, height};
}

void assistant_view(Ui& ui, Box room) {
    ui.fill(room, ui.colors.bg0);
    if (!ui.state.assistant) return;
    const Box box = assistant_table(room, ui.width);
    table(ui, box);
    assistant_side(ui, {box.right() + margin, box.y, room.right() - 2 * margin - box.right(), box.h});
}

} // namespace heed
