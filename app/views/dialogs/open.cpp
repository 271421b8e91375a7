// Ctrl+O: places, the files of a folder, and what the chosen one is.
#include "app/figures/report/load_report.h"
#include "app/state/open/opening.h"
#include "app/views/base/message.h"
#include "app/views/base/widgets.h"
#include "app/views/dialogs/open_preview.h"
#include "app/views/views.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace heed {
namespace {

namespace fs = std::filesystem;
constexpr float places_width = 200, preview_width = 276, row = 28;

/// Not to be opened: what is part of a model is opened with that.
bool is_grey(const OpenDialog& open, const FileEntry& entry) {
    return !can_take(open, entry) || entry.kind == "unreadable";
}

/// The folder's path, each part of which leads there.
void path_line(Ui& ui, Box box) {
    const Palette& c = ui.colors;
    ui.frame(box, c.bg0, c.line2, 6);
    std::vector<fs::path> parts;
    for (fs::path at = ui.state.open.folder; !at.empty(); at = at.parent_path()) {
        parts.insert(parts.begin(), at);
        if (at == at.parent_path()) break;
    }
    const auto name_of = [](const fs::path& p) {
        return p.filename().empty() ? p.string() : p.filename().string();
    };
    std::size_t first = parts.empty() || parts.size() == 1 ? 0 : 1; // the root only when we are there
    const auto total = [&] {
        float w = 0;
        for (std::size_t n = first; n < parts.size(); ++n)
            w += ui.text_width(name_of(parts[n]), Face::Medium, 13) + 21;
        return w;
    };
    while (first + 1 < parts.size() && total() > box.w - 24) ++first;
    float x = box.x + 12;
    for (std::size_t n = first; n < parts.size(); ++n) {
        const bool last = n + 1 == parts.size();
        const std::string name = ui.cut(name_of(parts[n]), Face::Medium, 13, box.right() - 12 - x);
        const float w = ui.text_width(name, last ? Face::Semibold : Face::Regular, 13);
        const Box place{x - 3, box.y + 3, w + 6, box.h - 6};
        const Ui::Hit hit = ui.press("path:" + parts[n].string(), place, 4, false);
        if (hit.warmth > 0 && !last) ui.fill(place, fade(c.bg3, hit.warmth), 4);
        ui.text({x, box.centre().y}, name, last ? Face::Semibold : Face::Regular, 13, last ? c.t1 : c.t2);
        if (hit.clicked && !last) ui.send({"open-folder", parts[n].string()});
        x += w + 8;
        if (!last) ui.text({x, box.centre().y}, "/", Face::Regular, 13, c.t3);
        x += 13;
    }
}

void place_row(Ui& ui, Box room, float& y, const std::string& label, const std::string& detail,
               const Command& command, bool here) {
    const Palette& c = ui.colors;
    const float x = room.x;
    const Box box{x + 12, y - 13, places_width - 24, 26};
    y += 28;
    if (box.bottom() < room.y || box.y > room.bottom()) return; // out of sight
    const Ui::Hit hit = ui.press("place:" + label + command.text, box, 5, false);
    row_ground(ui, box, hit, here, 5, 0.6f);
    const float detail_width = detail.empty() ? 0 : ui.text_width(detail, Face::Regular, 11) + 8;
    ui.text({x + 24, box.centre().y},
            ui.cut(label, here ? Face::Semibold : Face::Regular, 13, box.w - 24 - detail_width),
            here ? Face::Semibold : Face::Regular, 13, here ? c.t1 : c.t2);
    ui.text({box.right() - 10, box.centre().y}, detail, Face::Regular, 11, c.t3, Align::Right);
    if (hit.clicked) ui.send(command);
}

/// "11 models": of one task, whatever tells them apart.
std::string family_count(const AppState& s, const std::string& family) {
    const auto count = std::count_if(s.models.begin(), s.models.end(),
                                     [&](const ModelChoice& m) { return !m.recent && m.family == family; });
    return count > 1 ? std::to_string(count) + " models" : "";
}

/// Without the ending that all of them have.
std::string session_name(const std::string& file) {
    const std::string name = fs::path(file).filename().string();
    const std::size_t ending = name.rfind(".session.json");
    return ending == std::string::npos || ending == 0 ? name : name.substr(0, ending);
}

/// The folder of one of several recent files of the same name: it tells them apart.
std::string folder_that_tells(const AppState& s, const fs::path& file) {
    const auto& recent = s.settings.recent;
    const bool alone = std::count_if(recent.begin(), recent.end(), [&](const std::string& other) {
                           return fs::path(other).filename() == file.filename();
                       }) < 2;
    return alone ? "" : file.parent_path().filename().string();
}

/// Writes downwards from `top`; returns where it ends.
float all_places(Ui& ui, Box box, float top) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    float y = top + 20;
    const auto heading = [&](const char* words) {
        ui.text({box.x + 24, y}, words, Face::Semibold, 11, c.t3);
        y += 28;
    };
    heading("Places");
    const char* home = std::getenv("HOME");
    if (home && *home) {
        place_row(ui, box, y, "Home", "", {"open-folder", home}, s.open.folder == home);
        for (const char* name : {"Downloads", "Documents"}) {
            const fs::path folder = fs::path(home) / name;
            if (s.open.folder == folder || s.open.folder == home) // offered where it was seen to exist
                for (const FileEntry& entry : s.open.entries)
                    if (entry.folder && entry.path == folder) {
                        place_row(ui, box, y, name, "", {"open-folder", folder.string()}, false);
                        break;
                    }
        }
    }
    place_row(ui, box, y, "Computer", "", {"open-folder", "/"}, s.open.folder == "/");
    const std::string here = s.open.folder.string();
    if (s.open.folder != "/" && (!home || here != home))
        place_row(ui, box, y, s.open.folder.filename().string(), "", {"open-folder", here}, true);
    if (s.open.purpose != OpenFor::Model) return y;
    if (!s.settings.recent.empty()) {
        y += 12;
        heading("Recent");
        int shown = 0;
        for (const std::string& file : s.settings.recent) {
            if (++shown > 5) break;
            place_row(ui, box, y, fs::path(file).filename().string(),
                      ui.cut(folder_that_tells(s, file), Face::Regular, 11, 72), {"load", file}, false);
        }
    }
    if (!s.settings.sessions.empty() || !s.sessions.empty()) {
        y += 12;
        heading("Sessions");
        const std::size_t own = std::min<std::size_t>(3, s.settings.sessions.size());
        for (std::size_t n = 0; n < own; ++n)
            place_row(ui, box, y, session_name(s.settings.sessions[n]), "", {"load", s.settings.sessions[n]},
                      false);
        for (const SessionChoice& it : s.sessions)
            place_row(ui, box, y, it.title, "", {"load", it.file}, false);
    }
    y += 12;
    heading("Bundled models");
    for (std::size_t n = 0; n < s.models.size(); ++n) { // a family a line
        const ModelChoice& m = s.models[n];
        const bool first =
            std::none_of(s.models.begin(), s.models.begin() + static_cast<std::ptrdiff_t>(n),
                         [&](const ModelChoice& o) { return !o.recent && o.family == m.family; });
        if (m.recent || !first) continue;
        const std::string name = m.family.empty() ? m.name : m.family;
        place_row(ui, box, y, name, family_count(s, m.family), {"load", name}, false);
    }
    return y;
}

void places(Ui& ui, Box box) {
    float& height = ui.memory.scroll["open:places:height"]; // of the frame before
    float& scroll = scrolled(ui, "open:places", box, height);
    ui.clip(box);
    const float now = all_places(ui, box, box.y - scroll) + scroll - box.y;
    if (now != height) ui.memory.animating = true;
    height = now;
    scroll_bar(ui, "open:places:scroll", {box.right() - 8, box.y, 8, box.h}, height, scroll);
    ui.end_clip();
}

/// One file; whether it was pressed.
void file_row(Ui& ui, Box box, const FileEntry& entry) {
    const Palette& c = ui.colors;
    const bool chosen = entry.path == ui.state.open.chosen, grey = is_grey(ui.state.open, entry);
    const Ui::Hit hit = ui.press("file:" + entry.name, box, 5, false);
    if (chosen)
        ui.fill(box, c.bg3, 5);
    else if (hit.warmth > 0)
        ui.fill(box, fade(c.bg3, 0.6f * hit.warmth), 5);
    const Color ink = grey ? fade(c.t3, 0.75f) : c.t1;
    const float y = box.centre().y;
    ui.draw(icon(entry.folder ? Icon::Folder : Icon::File, grey ? fade(c.t3, 0.6f) : c.t2), {box.x + 16, y});
    const float kind_x = box.x + box.w * 0.42f, size_x = box.right() - 84, changed_x = box.right() - 10;
    ui.text({box.x + 34, y}, ui.cut(entry.name, Face::Medium, 13, kind_x - box.x - 42),
            chosen ? Face::Semibold : Face::Regular, 13, ink);
    ui.text({kind_x, y}, ui.cut(entry.known ? entry.kind : "…", Face::Regular, 11, size_x - 58 - kind_x),
            Face::Regular, 11, grey ? c.t3 : c.t2);
    if (!entry.folder) ui.text({size_x, y}, file_size(entry.size), Face::Mono, 11, c.t3, Align::Right);
    ui.text({changed_x, y}, entry.changed, Face::Regular, 11, c.t3, Align::Right);
    if (!hit.clicked) return;
    if (chosen || (entry.folder && entry.known && entry.kind == "folder")) {
        if (!chosen) ui.send({"open-choose", entry.path.string()});
        ui.send({"open-confirm"});
    } else {
        ui.send({"open-choose", entry.path.string()});
    }
}

void files(Ui& ui, Box box) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const float head = box.y + 20;
    ui.text({box.x + 20, head}, "Name", Face::Semibold, 11, c.t1);
    ui.draw(icon(Icon::SortUp, c.t1), {box.x + 60, head});
    const float w = box.w - 24;
    ui.text({box.x + 12 + w * 0.42f, head}, "What it is", Face::Semibold, 11, c.t3);
    ui.text({box.x + 12 + w - 84, head}, "Size", Face::Semibold, 11, c.t3, Align::Right);
    ui.text({box.x + 12 + w - 10, head}, "Changed", Face::Semibold, 11, c.t3, Align::Right);

    const std::vector<const FileEntry*> shown = filtered(s.open);
    const bool any_grey = std::any_of(shown.begin(), shown.end(),
                                      [&](const FileEntry* entry) { return is_grey(s.open, *entry); });
    const std::string foot =
        !shown.empty() && !s.open.error.empty() ? s.open.error
        : any_grey ? "Grey: not to be opened by themselves. The second column says what they are."
                   : "";
    const Box list{box.x, box.y + 36, box.w, box.h - 36 - (foot.empty() ? 4 : 28)};
    float& scroll = ui.memory.scroll["open:" + s.open.folder.string()];
    if (ui.over(list)) scroll -= ui.wheel() * row * 2;
    if (!s.open.families_shown && (ui.pressed("Down") || ui.pressed("Up"))) { // keep the chosen one in sight
        for (std::size_t n = 0; n < shown.size(); ++n)
            if (shown[n]->path == s.open.chosen) {
                const float top = row * static_cast<float>(n);
                scroll = std::clamp(scroll, top + 2 * row - list.h, std::max(0.0f, top - row));
            }
    }
    scroll = std::clamp(scroll, 0.0f, std::max(0.0f, row * static_cast<float>(shown.size()) - list.h));
    ui.clip(list);
    for (std::size_t n = 0; n < shown.size(); ++n) {
        const Box place{box.x + 12, list.y + row * static_cast<float>(n) - scroll, w, row};
        if (place.bottom() >= list.y && place.y <= list.bottom()) file_row(ui, place, *shown[n]);
    }
    ui.end_clip();
    const fs::path typed = typed_path(s.open);
    if (!s.open.problem.empty())
        ui.paragraph({box.x + 20, list.y + 8, box.w - 40, 0}, s.open.problem, Face::Regular, 13, 20, c.error);
    else if (shown.empty() && typed_is_there(s.open)) {
        const float x = box.x + 20 + key_chip(ui, {box.x + 20, list.y + 16}, "Enter") + 8;
        ui.text({x, list.y + 16}, ui.cut("opens " + typed.string(), Face::Regular, 13, box.right() - 20 - x),
                Face::Regular, 13, c.t2);
    } else if (shown.empty())
        ui.paragraph({box.x + 20, list.y + 8, box.w - 40, 0},
                     !s.open.error.empty()   ? s.open.error
                     : !typed.empty()        ? "There is no file or folder of that name."
                     : s.open.filter.empty() ? "Nothing here."
                                             : "Nothing here has that in its name.",
                     Face::Regular, 13, 20, c.t3);
    if (!foot.empty())
        ui.text({box.x + 20, box.bottom() - 14}, ui.cut(foot, Face::Regular, 11, box.w - 40), Face::Regular,
                11, c.t3);
}

constexpr std::array<std::pair<const char*, const char*>, 7> purposes = {
    {{"Open", "A model, a folder, a run, weights computed elsewhere, a table to learn from, or sentences"},
     {"Source words", "The list that was saved with the model, one token for each id"},
     {"Target words", "The list that was saved with the model, one token for each id"},
     {"Sentences", "One a line; a target after a tab is what the model is made to write"},
     {"Sentences", "One a line; a target and gold links may follow, behind tabs"},
     {"Sentences", "One a line; the right output and gold links may follow, behind tabs"},
     {"Pairs", "A source, its translation and the links between their words a line, behind tabs"}}};
static_assert(purposes.size() == static_cast<std::size_t>(OpenFor::Heads) + 1, "a row for each");

void keys(Ui& ui) {
    const bool families = ui.state.open.families_shown; // the arrows are for what lies open
    const std::string_view moves = families ? "open-family-move" : "open-choose";
    if (ui.pressed("Down")) ui.send({moves, "", 0, 1});
    if (ui.pressed("Up")) ui.send({moves, "", 0, -1});
    if (families) return;
    if (ui.pressed("Right") && ui.state.open.filter.empty()) ui.send({"open-confirm", "", 0, 1});
    // Typing filters; Backspace in an empty filter goes up.
    if (ui.pressed("Backspace") && ui.state.open.filter.empty()) ui.send({"open-parent"});
}

} // namespace

void open_dialog(Ui& ui) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    keys(ui);
    const Box box{std::round((ui.width - std::min(960.0f, ui.width - 32)) / 2),
                  std::round(std::max(8.0f, (ui.height - 656) / 2 - 20)), std::min(960.0f, ui.width - 32),
                  std::min(656.0f, ui.height - 24)};
    const auto& [title, words] = purposes[static_cast<std::size_t>(s.open.purpose)];
    dialog_box(ui, "open", box, title);
    const std::string what =
        s.open.session ? "The model of the session, where it is now: the session goes on with it" : words;
    if (!told_over_dialog(s))
        ui.text({ui.memory.dialog_heading + 16, box.y + 34}, what, Face::Regular, 13, c.t2);
    if (icon_button(ui, "open:up", {box.x + 24, box.y + 60, 28, 28}, Icon::ArrowLeft, "Up a folder",
                    "Backspace", true, true))
        ui.send({"open-parent"});
    const float filter_width = 304;
    path_line(ui, {box.x + 60, box.y + 60, box.w - 60 - 24 - filter_width - 12, 28});
    const Box filter{box.right() - 24 - filter_width, box.y + 60, filter_width, 28};
    const FieldResult typed = text_field(
        ui, "field:filter", filter, s.open.filter,
        {.hint = "Filter by name, or type a path", .left = 32, .exact_spaces = true, .keeps_caret = true},
        "open-filter");
    if (typed.entered || (ui.pressed("Enter") && !ui.memory.focus_visible))
        ui.send({s.open.families_shown ? "open-family-take" : "open-confirm"});
    if (!typed.active && !ui.memory.focus_visible)
        ui.memory.wanted_field = "field:filter"; // typing filters, always
    ui.draw(icon(Icon::Search, c.t2), {filter.x + 17, filter.centre().y});

    const float top = box.y + 104, bottom = box.bottom() - 60;
    ui.fill({box.x + 1, top, box.w - 2, 1}, c.line2);
    ui.fill({box.x + 1, bottom, box.w - 2, 1}, c.line2);
    const bool roomy = box.w > 880;
    const float right = roomy ? preview_width : 0;
    places(ui, {box.x, top, places_width, bottom - top});
    ui.fill({box.x + places_width, top, 1, bottom - top}, c.line2);
    files(ui, {box.x + places_width, top, box.w - places_width - right, bottom - top});
    if (roomy) {
        ui.fill({box.right() - right, top, 1, bottom - top}, c.line2);
        open_preview(ui, {box.right() - right, top, right, bottom - top});
    }
    ui.text({box.x + 24, box.bottom() - 30}, "Or drop a file or a folder anywhere on the window.",
            Face::Regular, 13, c.t2);
    if (button(ui, "open:cancel", {box.right() - 232, box.bottom() - 44, 92, 28}, "Cancel"))
        ui.send({"close-dialog"});
    const auto chosen = std::find_if(s.open.entries.begin(), s.open.entries.end(),
                                     [&](const FileEntry& e) { return e.path == s.open.chosen; });
    const bool can = chosen == s.open.entries.end() ? !typed_path(s.open).empty()
                                                    : chosen->folder || can_take(s.open, *chosen);
    if (button(ui, "open:open", {box.right() - 132, box.bottom() - 44, 108, 28},
               s.open.purpose == OpenFor::Model ? "Open" : "Choose", {.primary = true, .enabled = can}))
        ui.send({"open-confirm"});
}

} // namespace heed
