// Beside what became of changed heads: what is done to one of them, what was taken away, what that does, and
// every step.
#include "app/figures/base/equation.h"
#include "app/figures/base/format.h"
#include "app/state/heads/head_off.h"
#include "app/state/names.h"
#include "app/state/units.h"
#include "app/views/base/widgets.h"
#include "app/views/step/head_off_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

namespace heed {
namespace {

constexpr float side_edge = 20, control_high = 28;

/// From the top down.
struct HeadOffSide {
    Ui& ui;
    Box room;
    float y;
    /// Less of it where the room is low.
    float air(float usual) const { return room.h < 680 ? std::round(usual * 0.5f) : usual; }
    float left() const { return room.x + side_edge; }
    float right() const { return room.right() - side_edge; }
    float wide() const { return room.w - 2 * side_edge; }
    void heading(const std::string& title, const std::string& beside) {
        ui.text({left(), y}, title, Face::Semibold, 13, ui.colors.t1);
        ui.text({right(), y}, beside, Face::Regular, 11, ui.colors.t3, Align::Right);
        y += 24;
    }
};

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

// --------------------------------------------------------------------------------------------- what it does
struct EffectRow {
    std::string name, model, changed;
};

std::string of_words(int part, int whole) { return std::to_string(part) + " of " + std::to_string(whole); }

bool knows_pairs(const HeadOffState& h) { return h.pairs && h.pairs->order == h.pairs_asked; }

std::vector<EffectRow> effect_rows(const AppState& s, const HeadOffWork& work) {
    const std::string own = head_off_log_p(work.model->log_prob);
    std::vector<EffectRow> rows{
        {work.kept_changes() ? "log p, the kept run’s words" : "log p, the model’s words", own,
         head_off_log_p(work.forced_log_prob)},
        {work.places ? "log p, likeliest now" : "log p, what is written", own,
         head_off_log_p(work.changed->log_prob)},
        {"words that differ", of_words(0, work.all), of_words(work.differ, work.all)}};
    if (!knows_pairs(s.head_off) || (s.trace && s.trace->outputs() == 0)) return rows;
    const auto &model = s.head_off.pairs->model, &changed = s.head_off.pairs->changed;
    const std::string name = counted(changed.pairs, "pair");
    rows.push_back({name + ", log p per " + std::string(read_unit(s).one), head_off_log_p(model.per_output()),
                    head_off_log_p(changed.per_output())});
    rows.push_back({name + ", exact", std::to_string(model.exact), std::to_string(changed.exact)});
    return rows;
}

/// Those that were stopped, or failed: why, and what asks for them once more.
void pairs_again(HeadOffSide& p, const std::string& words) {
    Ui& ui = p.ui;
    const AppState& s = ui.state;
    const bool failed = !s.head_off.pairs_problem.empty();
    const float room = p.wide() - 72;
    const float used = ui.paragraph({p.left(), p.y - 8, room, 0}, words, failed ? Face::Regular : Face::Mono,
                                    11, 16, failed ? ui.colors.error : ui.colors.t2);
    const Box again{p.right() - 60, p.y - 12, 60, 24};
    if (button(ui, "head-off:pairs-again", again, "Again")) ui.send({"head-pairs"});
    ui.tooltip("head-off:pairs-again", again,
               "Measure over the pairs of " + std::filesystem::path(s.heads.file).filename().string() +
                   ", from the first on");
    p.y += std::max(26.0f, used + 8);
}

/// How far it is over the pairs of a file, or what asks for them.
void pairs_controls(HeadOffSide& p) {
    Ui& ui = p.ui;
    const AppState& s = ui.state;
    const HeadOffState& h = s.head_off;
    const Palette& c = ui.colors;
    if (knows_pairs(h) || (s.trace && s.trace->outputs() == 0)) return;
    const std::string words = head_pairs_words(s);
    if (h.pairs_progress) {
        ui.text({p.left(), p.y}, words, Face::Mono, 11, c.t2);
        const Box stop{p.right() - 52, p.y - 12, 52, 24};
        if (button(ui, "head-off:stop-pairs", stop, "Stop")) ui.send({"head-pairs-stop"});
        ui.tooltip("head-off:stop-pairs", stop,
                   "The pairs of " + std::filesystem::path(s.heads.file).filename().string() +
                       ", with the heads changed and as they are");
        p.y += 26;
        return;
    }
    const bool again = is_enabled(command_info("head-pairs"), s);
    if (!words.empty() && !again) {
        p.y += ui.paragraph({p.left(), p.y - 8, p.wide(), 0}, words, Face::Regular, 11, 16, c.t3);
        return;
    }
    if (again) pairs_again(p, words);
    p.y += p.air(6);
    const Box open{p.left(), p.y - 10, 190, 26};
    if (button(ui, "head-off:pairs", open, again ? "Over another file…" : "Over a file of pairs…",
               {.icon = Icon::Folder}))
        ui.send({"heads-measure-file"});
    ui.tooltip("head-off:pairs", open,
               "How likely the right sentences are, and how many are written as they are");
    p.y += 26;
}

/// Both columns of numbers are as wide as what stands in them.
void effect_table(HeadOffSide& p, const HeadOffWork& work) {
    Ui& ui = p.ui;
    const Palette& c = ui.colors;
    const std::vector<EffectRow> rows = effect_rows(ui.state, work);
    float model = 40, changed = 54;
    for (const EffectRow& row : rows) {
        model = std::max(model, ui.text_width(row.model, Face::Mono, 11));
        changed = std::max(changed, ui.text_width(row.changed, Face::MonoMedium, 11));
    }
    const float middle = p.right() - changed - 16;
    ui.text({p.left(), p.y}, "What it does", Face::Semibold, 13, c.t1);
    ui.text({middle, p.y}, work.kept_changes() ? "kept, changed" : "model", Face::Regular, 11, c.t3,
            Align::Right);
    ui.text({p.right(), p.y}, "changed", Face::Medium, 11, c.t1, Align::Right);
    p.y += 24;
    for (const EffectRow& row : rows) {
        ui.text({p.left(), p.y},
                ui.cut(row.name, Face::Regular, 13, middle - std::max(model, 40.0f) - 12 - p.left()),
                Face::Regular, 13, c.t2);
        ui.text({middle, p.y}, row.model, Face::Mono, 11, c.t3, Align::Right);
        ui.text({p.right(), p.y}, row.changed, Face::MonoMedium, 11, c.t1, Align::Right);
        p.y += p.air(2) + 20;
    }
    pairs_controls(p);
    p.y += p.air(14);
}

// ----------------------------------------------------------------------------------------------- every step
void step_row(HeadOffSide& p, const HeadOffStep& step, bool last, double most) {
    constexpr float high = 25;
    Ui& ui = p.ui;
    const Palette& c = ui.colors;
    const Box row{p.left() - 8, p.y, p.wide() + 16, high};
    const std::string id = "head-off:step:" + std::to_string(step.number);
    const Ui::Hit hit = ui.press(id, row, 5);
    row_ground(ui, row, hit, step.now, 5, 0.7f);
    const float y = row.centre().y, x = p.left() + 4;
    if (!last) ui.line({x, y + 6}, {x, y + high - 6}, c.line2, 1);
    ui.draw(CircleItem{{x, y},
                       3.5f,
                       step.now ? c.t1 : Color{0, 0, 0, 0},
                       step.later ? c.line2
                       : step.now ? c.t1
                                  : c.t3,
                       1.25f});
    const Color ink = step.later ? c.t3 : c.t1;
    const float bar = 76, bar_x = p.right() - 62 - bar;
    const std::string name = ui.cut(step.name, Face::Regular, 13, bar_x - 10 - p.left() - 18);
    ui.text({p.left() + 18, y}, name, Face::Regular, 13, ink);
    ui.tooltip(id, row, name == step.name ? "Back to this" : step.name);
    if (step.log_prob) {
        ui.fill({bar_x, y - 2.5f, bar, 5}, c.bg0, 2.5f);
        const auto share = static_cast<float>(std::clamp(-*step.log_prob / most, 0.0, 1.0));
        ui.fill({bar_x, y - 2.5f, std::max(2.0f, bar * share), 5}, step.later ? c.line2 : c.output, 2.5f);
        ui.text({p.right(), y}, head_off_log_p(*step.log_prob), Face::Mono, 11, ink, Align::Right);
    }
    if (hit.clicked && !step.now) ui.send({"go-to-step", "", 0, step.number});
    p.y += high;
}

void steps_list(HeadOffSide& p, const HeadOffWork* work) {
    constexpr std::ptrdiff_t most_shown = 7;
    const std::vector<HeadOffStep> steps = head_off_steps(p.ui.state);
    const bool kept = work && work->kept_changes();
    p.heading("History", kept ? "log p of the kept run’s words" : "log p of the model’s words");
    p.y -= 8;
    double most = 0.5; // nats: what prints as nothing has no bar
    for (const HeadOffStep& step : steps)
        if (step.log_prob) most = std::max(most, -*step.log_prob);
    std::ptrdiff_t now = std::ssize(steps) - 1;
    for (std::ptrdiff_t n = 0; n < std::ssize(steps); ++n)
        if (steps[static_cast<std::size_t>(n)].now) now = n;
    const std::ptrdiff_t first = std::clamp<std::ptrdiff_t>(
        now - most_shown / 2 - 1, 0, std::max<std::ptrdiff_t>(0, std::ssize(steps) - most_shown));
    const std::ptrdiff_t end = std::min(first + most_shown, std::ssize(steps));
    for (std::ptrdiff_t n = first; n < end; ++n)
        step_row(p, steps[static_cast<std::size_t>(n)], n + 1 == end, most);
    p.y += 12;
}

/// The options of the command line, whole up to three lines, and that a click copies them.
void command_line(HeadOffSide& p) {
    constexpr float row = 16;
    constexpr std::size_t most = 3;
    Ui& ui = p.ui;
    const Palette& c = ui.colors;
    const std::string options = head_options(ui.state);
    std::vector<std::string> lines = wrap(options, p.wide(), Face::Mono, 11, ui.renderer.fonts());
    if (lines.size() > most) {
        lines.resize(most);
        lines.back() = ui.cut(lines.back() + " …", Face::Mono, 11, p.wide());
    }
    std::string words = "click to copy for the command line";
    const float used = lines.empty() ? 0 : ui.text_width(lines.back(), Face::Mono, 11) + 12;
    if (used + ui.text_width(words, Face::Regular, 11) > p.wide()) words = "click to copy";
    const bool below = used + ui.text_width(words, Face::Regular, 11) > p.wide();
    const auto rows = static_cast<float>(lines.size() + (below ? 1 : 0));
    const Box box{p.left() - 4, p.y - 10, p.wide() + 8, rows * row + 6};
    const Ui::Hit hit = ui.press("head-off:copy", box, 4);
    if (hit.hovered) ui.fill(box, c.bg2, 4);
    float y = p.y + 1;
    for (const std::string& line : lines) {
        ui.text({p.left(), y}, line, Face::Mono, 11, c.t2);
        y += row;
    }
    ui.text({p.right(), below ? y : y - row}, words, Face::Regular, 11, c.t3, Align::Right);
    ui.tooltip("head-off:copy", box, "heed trace with this input; there layers and heads count from 0");
    if (hit.clicked) ui.send({"head-copy"});
    p.y += rows * row + 8;
}

void side_buttons(HeadOffSide& p) {
    Ui& ui = p.ui;
    const AppState& s = ui.state;
    const float each = 78, gap = 8;
    const Box undo{p.left(), p.y, each, 30}, reset{undo.right() + gap, p.y, each, 30},
        another{reset.right() + gap, p.y, p.right() - reset.right() - gap, 30};
    if (button(ui, "head-off:undo", undo, "Undo", {.enabled = is_enabled(command_info("undo"), s)}))
        ui.send({"undo"});
    ui.tooltip("head-off:undo", undo, "The step before", "Ctrl+Z");
    if (button(ui, "head-off:reset", reset, "Reset", {.enabled = is_enabled(command_info("reset"), s)}))
        ui.send({"reset"});
    ui.tooltip("head-off:reset", reset, "Takes all changes of the run back", "R");
    if (button(ui, "head-off:another", another, "+  Switch another off")) ui.send({"head-another"});
    ui.tooltip("head-off:another", another, "Every head again, to choose one: O switches it off");
    p.y += 30 + 16;
    command_line(p);
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
        effect_table(p, *work);
    } else if (place) {
        p.y += 17; // as below the equation
    }
    steps_list(p, work.get());
    side_buttons(p);
    content = p.y + scroll - room.y;
    scroll_bar(ui, "head-off:side:scroll", {room.right() - 8, room.y, 8, room.h}, content, scroll);
    ui.end_clip();
}

} // namespace heed
