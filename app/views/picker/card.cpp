// The card of a model: what its card.md says, or of a model without one what is known of it.
#include "app/state/picker/picker.h"
#include "app/views/picker/parts.h"
#include "app/views/standing.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cstdint>

namespace heed {
namespace {

constexpr float line = 20;

/// The words between two bars of a line of a table.
std::vector<std::string> cells_of(std::string_view row) {
    std::vector<std::string> cells;
    for (const std::string_view part : split(row, "|")) cells.emplace_back(trimmed(part));
    if (!cells.empty() && cells.front().empty()) cells.erase(cells.begin());
    if (!cells.empty() && cells.back().empty()) cells.pop_back();
    return cells;
}

bool is_rule(std::string_view row) { return row.find_first_not_of("|- ") == std::string_view::npos; }

/// A page that is drawn from its top down; returns its height.
class Page {
public:
    Page(Ui& ui, Box room) : ui_(ui), room_(room), y_(room.y) {}

    void put(std::string_view text) {
        if (text.empty()) {
            y_ += 6;
        } else if (text.starts_with("# ")) {
            return; // its name stands above
        } else if (text.starts_with("## ")) {
            y_ += 10;
            ui_.text({room_.x, y_ + line / 2}, std::string(text.substr(3)), Face::Semibold, 13,
                     ui_.colors.t1);
            y_ += line + 2;
        } else if (text.starts_with("|")) {
            table_row(text);
        } else {
            y_ += ui_.paragraph({room_.x, y_, room_.w, 0}, replaced(std::string(text), "`", ""),
                                Face::Regular, 13, line, ui_.colors.t2);
        }
    }
    /// How well it is understood, before anything else.
    void put(Standing standing, const std::string& words) {
        if (words.empty()) return;
        float x = room_.x;
        if (standing != Standing::Unsaid) {
            standing_sign(ui_, standing, {x + 7, y_ + line / 2});
            x += 22;
        }
        y_ +=
            ui_.paragraph({x, y_, room_.right() - x, 0}, words + ".", Face::Medium, 13, line, ui_.colors.t1);
        y_ += 12;
    }
    float height() const { return y_ - room_.y; }

private:
    void table_row(std::string_view text) {
        const std::vector<std::string> cells = cells_of(text);
        const bool empty = std::all_of(cells.begin(), cells.end(), [](const auto& c) { return c.empty(); });
        if (is_rule(text) || cells.empty() || empty) return;
        const float first = cells.size() == 2 ? 330.0f : 130.0f, each = 110;
        for (std::size_t n = 0; n < cells.size(); ++n) {
            const float x = n == 0 ? room_.x : room_.x + first + each * static_cast<float>(n - 1);
            const bool number = !cells[n].empty() && cells[n].front() >= '0' && cells[n].front() <= '9';
            ui_.text({x, y_ + 9}, cells[n], number ? Face::Mono : Face::Regular, number ? 11 : 13,
                     n == 0 ? ui_.colors.t2 : ui_.colors.t1);
        }
        y_ += 19;
    }

    Ui& ui_;
    Box room_;
    float y_;
};

/// Of a model that brings no card.
std::string words_of(const ModelChoice& m) {
    std::string words = "One of yours, at " + m.name + ".";
    if (!m.about.made_of.empty()) words += "\n\n" + m.about.made_of + ".";
    if (!m.about.card.fails_at.empty()) words += "\n\n## What it fails at\n\n" + m.about.card.fails_at;
    if (!m.about.card.measured())
        words += "\n\nNothing is known of how well it does: heed evaluate measures it.";
    return words;
}

} // namespace

void picker_card(Ui& ui, const ModelChoice& m, Box room) {
    const Palette& c = ui.colors;
    const std::string title = m.recent ? m.title : m.name;
    const Box back{room.x, room.y, 28, 28};
    if (icon_button(ui, "picker:back", back, Icon::ArrowLeft, "Back to the list", "Left"))
        ui.send({"picker-card", "", 0, 0});
    ui.text({back.right() + 8, back.centre().y}, title, Face::Semibold, 15, c.t1);
    const float x = back.right() + 8 + ui.text_width(title, Face::Semibold, 15) + 12;
    ui.text({x, back.centre().y}, ui.cut(m.about.made_of, Face::Regular, 13, room.right() - x - 90),
            Face::Regular, 13, c.t3);
    if (button(ui, "picker:card:open", {room.right() - 76, room.y, 76, 28}, "Open", {.primary = true}))
        ui.send({"picker-open", m.name});
    ui.fill({room.x, room.y + 36, room.w, 1}, c.line2);
    const Box page_room{room.x, room.y + 40, room.w, room.h - 40};
    float& height = ui.memory.scroll["picker:card:height"]; // as it was in the frame before
    float& scroll = scrolled(ui, "picker:card:" + m.name, page_room, height);
    ui.clip(page_room);
    Page page(ui, {room.x + 8, page_room.y + 4 - scroll, room.w - 24, 0});
    const auto& [standing, sentence] = standing_of(ui.state, m);
    page.put(standing, sentence);
    const std::string words = m.about.words.empty() ? words_of(m) : m.about.words;
    std::string_view rest = words;
    for (std::string_view text; next_line(rest, text);) page.put(text);
    ui.end_clip();
    if (page.height() + 16 != height) ui.memory.animating = true;
    height = page.height() + 16;
    scroll_bar(ui, "picker:card:bar", {room.right() - 6, page_room.y, 8, page_room.h}, height, scroll);
}

} // namespace heed
