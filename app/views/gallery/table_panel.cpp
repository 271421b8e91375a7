#include "app/views/gallery/table_panel.h"

#include "app/figures/base/format.h"
#include "app/state/gallery/forecast/own_table.h"
#include "app/views/base/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

namespace heed {
namespace {

constexpr float pad = 16, preview_row = 18, finding_row = 23;
constexpr std::size_t preview_rows = 4, most_columns = 6;

const OwnTable& own_of(const Ui& ui) { return ui.state.gallery.own; }

std::string size_words(std::size_t bytes) {
    return bytes < 1024 ? counted(static_cast<int>(bytes), "byte")
                        : thousands(static_cast<long long>((bytes + 512) / 1024)) + " kB";
}

/// The first of the rows that are shown: where something is missing, so that it can be seen; else the last.
std::size_t first_shown(const OwnTable& own) {
    return std::min(own.first_hole, own.table->rows() - std::min(preview_rows, own.table->rows()));
}

/// Four rows of the file: text is pale, what is missing a dashed box.
float draw_preview(Ui& ui, Box box) {
    const OwnTable& own = own_of(ui);
    const io::CsvTable& table = *own.table;
    const std::size_t columns = std::min(table.columns.size(), most_columns), first = first_shown(own),
                      rows = std::min(preview_rows, table.rows());
    const float high = 30 + preview_row * static_cast<float>(rows) + 8;
    ui.frame({box.x, box.y, box.w, high}, ui.colors.bg0, ui.colors.line, 6);
    const float wide = (box.w - 16) / static_cast<float>(std::max<std::size_t>(1, columns));
    const std::vector<std::string> names = table_columns(own);
    for (std::size_t k = 0; k < columns; ++k) {
        const io::CsvColumn& column = table.columns[k];
        const float x = box.x + 10 + wide * static_cast<float>(k), room = wide - 8;
        const bool target = own.target < static_cast<int>(names.size()) &&
                            names[static_cast<std::size_t>(own.target)] == column.name;
        const bool text = column.kind == io::CsvKind::Text || column.kind == io::CsvKind::Empty;
        ui.text({x, box.y + 15}, ui.cut(column.name, Face::Mono, 11, room), Face::Mono, 11,
                target ? ui.colors.output
                : text ? ui.colors.t3
                       : ui.colors.t2);
        for (std::size_t r = 0; r < rows; ++r) {
            const Point at{x, box.y + 38 + preview_row * static_cast<float>(r)};
            const bool hole = column.kind == io::CsvKind::Number && std::isnan(column.values[first + r]);
            if (hole) {
                ui.draw(RectItem{.box = {at.x - 4, at.y - 8, 42, 16},
                                 .border = ui.colors.t2,
                                 .border_width = 1,
                                 .radius = 3,
                                 .dash = {3, 2}});
                ui.text({at.x + 4, at.y}, "none", Face::Mono, 11, ui.colors.t2);
                continue;
            }
            ui.text(at, ui.cut(table.cells(first + r)[k], Face::Mono, 11, room), Face::Mono, 11,
                    text ? ui.colors.t3 : ui.colors.t1);
        }
    }
    return high;
}

Icon icon_of(io::CsvFinding::Kind kind) {
    return kind == io::CsvFinding::Kind::Good      ? Icon::Check
           : kind == io::CsvFinding::Kind::Warning ? Icon::Warning
                                                   : Icon::Close;
}

/// A button that a list of its choices drops down from.
void list_button(Ui& ui, const std::string& name, Box box, const std::string& now, const Command& open) {
    ui.memory.places[name] = box;
    if (menu_button(ui, "table-" + name, box, now, "", true)) ui.send(open);
}

/// A line each: what was found, what is missing and what is done about it, what was left out.
void draw_findings(Ui& ui, Box box) {
    const OwnTable& own = own_of(ui);
    float y = box.y;
    for (const io::CsvFinding& finding : own.findings) {
        if (y + finding_row > box.bottom()) break;
        const bool holes = finding.kind == io::CsvFinding::Kind::Warning &&
                           finding.words.find(" missing in ") != std::string::npos;
        const float middle = y + finding_row / 2;
        ui.draw(icon(icon_of(finding.kind),
                     finding.kind == io::CsvFinding::Kind::Good ? ui.colors.t2 : ui.colors.t1),
                {box.x + 8, middle});
        const float beside =
            holes ? 176 : std::min(box.w / 2, ui.text_width(finding.beside, Face::Regular, 11));
        ui.text({box.x + 26, middle}, ui.cut(finding.words, Face::Regular, 12, box.w - 26 - beside - 10),
                Face::Regular, 12, ui.colors.t1);
        if (holes) {
            list_button(ui, "missing", {box.right() - beside, middle - 11, beside, 22},
                        std::string(missing_words(own.missing)), {"table-holes"});
        } else {
            ui.text({box.right(), middle}, ui.cut(finding.beside, Face::Regular, 11, beside + 1),
                    Face::Regular, 11, ui.colors.t3, Align::Right);
        }
        y += finding_row;
    }
}

/// Which column is foretold, and from how many rows.
void draw_choices(Ui& ui, Box box) {
    const OwnTable& own = own_of(ui);
    const std::vector<std::string> names = table_columns(own);
    const float middle = box.centre().y;
    ui.text({box.x, middle}, "Predict", Face::Regular, 12, ui.colors.t2);
    if (!names.empty())
        list_button(ui, "target", {box.x + 52, middle - 14, 128, 28},
                    names[static_cast<std::size_t>(own.target)], {"table-targets"});
    ui.text({box.x + 196, middle}, "Window", Face::Regular, 12, ui.colors.t2);
    constexpr float least = 2, most = 60;
    if (const auto value = slider(ui, "table-window", {box.x + 248, middle - 10, 72, 20},
                                  (static_cast<float>(own.window) - least) / (most - least)))
        ui.send({"table-window", "", 0, static_cast<int>(std::lround(least + *value * (most - least)))});
    ui.text({box.x + 346, middle}, std::to_string(own.window), Face::Mono, 12, ui.colors.t1, Align::Right);
}

/// "attention, step 300 of 3 000, error 0.31".
std::string learning_words(const OwnTable& own) {
    if (own.steps == 0) return "reading the windows";
    std::string text = std::string(own.baseline ? "LSTM" : "attention") + ", step " + thousands(own.step) +
                       " of " + thousands(own.steps);
    if (own.error > 0) text += ", error " + significant(own.error, 2);
    return text;
}

void draw_bar(Ui& ui, Box box, float share) {
    ui.fill(box, ui.colors.bg2, box.h / 2);
    ui.fill({box.x, box.y, std::max(box.h, box.w * std::clamp(share, 0.0f, 1.0f)), box.h}, ui.colors.t1,
            box.h / 2);
}

void draw_buttons(Ui& ui, Box box) {
    const OwnTable& own = own_of(ui);
    const bool busy = own.doing != OwnTable::Doing::Nothing;
    const std::string obstacle = table_obstacle(own);
    if (button(ui, "table-learn", {box.x, box.y, 150, 30}, "Train on this file",
               {.primary = true, .enabled = !busy && obstacle.empty()}))
        ui.send({"table-learn"});
    if (button(ui, "table-cancel", {box.x + 162, box.y, 84, 30}, busy ? "Cancel" : "Close"))
        ui.send({busy ? "table-cancel" : "table-close"});
    const std::string words = !own.problem.empty() ? own.problem
                              : busy               ? ""
                              : !obstacle.empty()  ? obstacle
                                                   : "The last fifth of the rows is held out.";
    ui.paragraph({box.x + 258, box.y + 2, box.w - 258, 60}, words, Face::Regular, 11, 15,
                 !own.problem.empty()         ? ui.colors.error
                 : !busy && !obstacle.empty() ? ui.colors.t1 // why the button is off
                                              : ui.colors.t3);
}

} // namespace

void table_panel(Ui& ui, Box box) {
    const OwnTable& own = own_of(ui);
    ui.raise(box);
    ui.frame(box, ui.colors.bg1, ui.colors.line, 8);
    ui.clip(box);
    const Box in{box.x + pad, box.y + pad, box.w - 2 * pad, box.h - 2 * pad};
    ui.text({in.x, in.y + 6}, "Your own CSV", Face::Semibold, 14, ui.colors.t1);
    if (icon_button(ui, "table-close", {in.right() - 24, in.y - 6, 24, 24}, Icon::Close, "Close the table"))
        ui.send({"table-close"});
    const std::string name = std::filesystem::path(own.path).filename().string();
    ui.text({in.x, in.y + 34}, ui.cut(name, Face::Mono, 12, in.w / 2), Face::Mono, 12, ui.colors.t1);
    const std::string far = own.doing == OwnTable::Doing::Learning ? learning_words(own)
                            : own.table ? thousands(static_cast<long long>(own.table->rows())) + " rows, " +
                                              size_words(own.table->text.size())
                            : own.problem.empty() ? "reading"
                                                  : "not read";
    ui.text({in.right(), in.y + 34}, far, Face::Mono, 11, ui.colors.t2, Align::Right);
    const float share = own.doing == OwnTable::Doing::Learning
                            ? static_cast<float>(own.step) / static_cast<float>(std::max(1, own.steps))
                        : own.table ? 1.0f
                                    : 0.0f;
    draw_bar(ui, {in.x, in.y + 48, in.w, 4}, share);
    const float buttons = in.bottom() - 34;
    if (own.table) {
        const float high = draw_preview(ui, {in.x, in.y + 64, in.w, 0});
        const float top = in.y + 64 + high + 10;
        draw_findings(ui, {in.x, top, in.w, buttons - 44 - top});
        draw_choices(ui, {in.x, buttons - 42, in.w, 30});
    }
    draw_buttons(ui, {in.x, buttons, in.w, 30});
    ui.end_clip();
    ui.lower();
}

} // namespace heed
