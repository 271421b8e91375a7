// Beside what became of changed heads: what is done to one of them, and what was taken away.
#include "app/figures/base/equation.h"
#include "app/figures/base/format.h"
#include "app/state/heads/head_off.h"
#include "app/state/names.h"
#include "app/views/base/widgets.h"
#include "app/views/step/heads/head_off_side.h"
#include "app/views/step/heads/head_off_view.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr float control_high = 28;

const HeadEdit* edit_of(const AppState& s, const std::optional<HeadPlace>& place) {
    const auto found = place ? s.edits.heads.find(*place) : s.edits.heads.end();
    return found == s.edits.heads.end() ? nullptr : &found->second;
}

void side_head(HeadOffSide& p, const HeadOffWork* work, const std::optional<HeadPlace>& place) {
    Ui& ui = p.ui;
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    ui.draw(CircleItem{{p.left() + 5, p.y}, 5, c.t1});
    ui.text({p.left() + 20, p.y}, "What if", Face::Semibold, 15, c.t1);
    ui.text({p.right(), p.y}, counted(static_cast<int>(s.edits.heads.size()), "change"), Face::Mono, 11, c.t3,
            Align::Right);
    p.y += 18;
    const HeadEdit* edit = edit_of(s, place);
    const bool places = work && work->places;
    const std::string words = !place ? ""
                              : edit ? head_edit_sentence(*place, *edit, places)
                                     : "Head " + head_name(*place) + " is as the model has it.";
    p.y += ui.paragraph({p.left(), p.y, p.wide(), 0}, words, Face::Regular, 13, 20, c.t2) + p.air(14);
    if (!place) return;
    const Box box{p.left() + 52, p.y, 120, control_high};
    ui.text({p.left(), box.centre().y}, "Head", Face::Regular, 13, c.t3);
    ui.memory.places[name_of(menu_names, Menu::HeadChanged)] = box;
    if (menu_button(ui, "head-off:changed", box, head_name(*place), "", true))
        ui.send({"menu", "", 0, static_cast<int>(Menu::HeadChanged)});
    std::string kind(to_string(place->kind));
    if (work)
        if (const auto type = work->types.find(*place); type != work->types.end() && !type->second.empty())
            kind += ", " + type->second;
    ui.text({p.right(), box.centre().y}, ui.cut(kind, Face::Regular, 11, p.wide() - 184), Face::Regular, 11,
            c.t3, Align::Right);
    p.y += control_high + 10;
}

/// Why nothing below is of the heads as they are now; where nothing stands beside it, it is said there.
void problem_beside(HeadOffSide& p) {
    if (head_off_problem(p.ui.state).empty() || !head_off_shown(p.ui.state)) return;
    p.y += head_off_failed(p.ui, {p.left(), p.y, p.wide(), 0}) + p.air(14);
}

/// What is typed as another input.
void input_field(HeadOffSide& p, const HeadPlace& place) {
    Ui& ui = p.ui;
    const AppState& s = ui.state;
    const Box box{p.left(), p.y, p.wide() - 68, 30};
    const FieldResult field =
        text_field(ui, "field:head-input", box, s.head_off.input,
                   {.hint = "What the model reads there", .face = Face::Mono}, "head-input-text");
    HeadEdit edit{HeadEdit::Kind::Input};
    edit.input = s.head_off.input;
    const bool usable = edit.input.find_first_not_of(" \t") != std::string::npos;
    const Box take{box.right() + 8, p.y, 60, 30};
    const bool taken = button(ui, "head-off:take-input", take, "Use", {.primary = true, .enabled = usable});
    if (usable && (taken || field.entered)) {
        const HeadEdit asked = [&] {
            HeadEdit made = scoped(s, edit, place.kind);
            made.input = edit.input;
            return made;
        }();
        ui.send({"head-edit", to_string(place, asked)});
    }
    p.y += 30 + 10;
}

void kind_controls(HeadOffSide& p, const HeadPlace& place) {
    Ui& ui = p.ui;
    const AppState& s = ui.state;
    static const std::array<std::string, 5> names = {"Off", "Mean", "Even", "Other head", "Other input"};
    constexpr std::array kinds = {HeadEdit::Kind::Off, HeadEdit::Kind::Mean, HeadEdit::Kind::Uniform,
                                  HeadEdit::Kind::Other, HeadEdit::Kind::Input};
    const HeadEdit* edit = edit_of(s, place);
    int now = -1;
    for (std::size_t n = 0; n < kinds.size(); ++n)
        if (edit && edit->kind == kinds[n]) now = static_cast<int>(n);
    if (s.head_off.asks_input) now = 4;
    const Box box{p.left(), p.y, p.wide(), control_high};
    ui.memory.places[name_of(menu_names, Menu::HeadOther)] = {box.x + box.w * 0.45f, box.y, box.w / 4, box.h};
    const int pressed = segmented(ui, "head-off:kind", box, names, now);
    if (!s.head_off.asks_input) // it would cover what is typed below
        ui.tooltip("head-off:kind", box,
                   "Off: it adds nothing. Mean: it adds the same everywhere, the mean of what it finds. "
                   "Even: it looks at all alike. Or it looks where another head does, or where it does on "
                   "another input. Once more: as it was",
                   "O");
    p.y += control_high + 8;
    if (pressed == 3) ui.send({"menu", "", 0, static_cast<int>(Menu::HeadOther)});
    if (pressed == 4) {
        ui.send({"head-input"});
        if (!s.head_off.asks_input) ui.memory.wanted_field = "field:head-input";
    }
    if (pressed >= 0 && pressed < 3) {
        const HeadEdit asked = scoped(s, {kinds[static_cast<std::size_t>(pressed)]}, place.kind);
        ui.send({"head-edit", edit && *edit == asked ? to_string(place) + "=own" : to_string(place, asked)});
    }
    if (s.head_off.asks_input) input_field(p, place);
}

void scope_controls(HeadOffSide& p, const HeadPlace& place) {
    Ui& ui = p.ui;
    const AppState& s = ui.state;
    if (!has_head_scope(s, place.kind)) return;
    static const std::array<std::string, 2> scopes = {"This output", "Every output"};
    const HeadEdit* edit = edit_of(s, place);
    const bool every = edit ? edit->outputs.empty() : s.head_off.every;
    const Box box{p.left(), p.y, p.wide(), control_high};
    segmented(ui, "head-off:scope", box, scopes, every ? 1 : 0, "head-scope");
    ui.tooltip("head-off:scope", box,
               "This output: when the framed word is made alone. A click on a word above frames it");
    p.y += control_high + p.air(12);
}

} // namespace

float head_off_failed(Ui& ui, Box room) {
    constexpr float high = 28;
    const AppState& s = ui.state;
    ui.draw(icon(Icon::Warning, ui.colors.error), {room.x + 8, room.y + 10});
    float y = room.y + ui.paragraph({room.x + 26, room.y, room.w - 26, 0}, head_off_problem(s), Face::Regular,
                                    13, 20, ui.colors.error);
    y += 10;
    const Box again{room.x, y, 92, high};
    if (button(ui, "head-off:again", again, "Try again")) ui.send({"head-off-again"});
    ui.tooltip("head-off:again", again, "The run that the changed heads are compared with, once more");
    if (is_enabled(command_info("head-off-own"), s)) {
        const Box own{again.right() + 8, y, 180, high};
        if (button(ui, "head-off:own", own, "Compare with the model")) ui.send({"head-off-own"});
        ui.tooltip("head-off:own", own, "What was kept is no longer what changes are compared with");
    }
    return y + high - room.y;
}

void head_off_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg1);
    ui.fill({room.x, room.y, 1, room.h}, ui.colors.line);
    const auto work = head_off_shown(s);
    const auto place = head_in_question(s);
    float& content = ui.memory.scroll["head-off:side:height"]; // of the frame before
    float& scroll = scrolled(ui, "head-off:side", room, content);
    ui.clip(room);
    HeadOffSide p{ui, room, room.y + 26 - scroll};
    side_head(p, work.get(), place);
    problem_beside(p);
    if (place) {
        kind_controls(p, *place);
        scope_controls(p, *place);
    }
    if (work) {
        const HeadEdit* edit = edit_of(s, place);
        const HeadEquationSettings settings{p.wide(), place,
                                            edit && !edit->outputs.empty() ? head_off_word(s) : -1};
        const Scene& scene = cached_scene(ui, "head-off:equation", settings, work, [&] {
            return head_equation_figure(*work, settings, figure_style(ui));
        });
        ui.draw(scene, {p.left(), p.y});
        p.y += scene.height + std::max(17.0f, p.air(22));
        head_off_effects(p, *work);
    } else if (place) {
        p.y += 17; // as below the equation
    }
    head_off_history(p, work.get());
    content = p.y + scroll - room.y;
    scroll_bar(ui, "head-off:side:scroll", {room.right() - 8, room.y, 8, room.h}, content, scroll);
    ui.end_clip();
}

} // namespace heed
