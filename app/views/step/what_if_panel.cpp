// What if: pinned at the foot of the inspector. What a change came to, and the changes that can be made;
// nothing in it moves.
#include "app/figures/tokens.h"
#include "app/figures/what_if/outcome.h"
#include "app/state/step/what_if.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

constexpr float coldest = 0.1f, hottest = 10; // temperatures of the slider
constexpr float low_window = 760;             // px: below it there is room for one row of buttons
constexpr float button_height = 28, gap = 8, inset = 20, edges = 12;  // edges: of a button, both
constexpr float tall_head = 48, low_head = 40, beside_sentences = 92; // the latter holds two buttons

bool is_low(const Ui& ui) { return ui.height < low_window; }

/// A change of weights by a button, which stays down while it holds.
struct Change {
    std::string_view command;
    RowEdit::Kind kind;
    const char *label, *tip;
};
constexpr std::array<Change, 5> changes{{
    {"uniform", RowEdit::Kind::Uniform, "Uniform", "Every source token gets the same weight"},
    {"strongest", RowEdit::Kind::HardMax, "Strongest", "The strongest token gets everything"},
    {"row-before", RowEdit::Kind::Previous, "Row before",
     "The weights of the output before, as they were used"},
    {"without", RowEdit::Kind::Without, "Without", "This token gets nothing; the others grow in proportion"},
    {"shuffle", RowEdit::Kind::Shuffled, "Shuffle",
     "The same weights in other places; once more: another order"},
}};

struct Look {
    bool on = false, enabled = true;
    std::optional<Icon> icon{};
    std::string_view key{};
};

bool choice(Ui& ui, const std::string& id, Box box, const std::string& label, const std::string& tip,
            Look look) {
    const Palette& c = ui.colors;
    const Ui::Hit hit = ui.press(id, box, 6, look.enabled, look.enabled);
    ui.frame(box,
             look.on        ? c.bg3
             : look.enabled ? ui.control_fill(hit)
                            : c.bg1,
             look.on ? c.t1 : c.line2, 6, look.on ? 1.25f : 1.0f);
    const Color ink = look.enabled ? c.t1 : c.t3;
    const Face face = look.on ? Face::Semibold : Face::Medium;
    const float used = look.icon ? 20.0f : 0.0f;
    const std::string text = ui.cut(label, face, 13, box.w - edges - used);
    const float wide = ui.text_width(text, face, 13), left = box.centre().x - (wide + used) / 2;
    if (look.icon) ui.draw(icon(*look.icon, ink), {left + 6, box.centre().y});
    ui.text({left + used, box.centre().y}, text, face, 13, ink);
    ui.tooltip(id, box, tip, look.key);
    return hit.clicked && look.enabled;
}

/// Whether weights of the output that is looked at can be changed, and why not.
struct Reach {
    bool weights = false, token = false;
    std::string why{};
};
Reach reach_of(const AppState& s) {
    Reach reach;
    const bool output = edited_output(s) >= 0;
    reach.weights = output && s.trace->has_weights();
    reach.token = is_enabled(command_info("force"), s);
    if (!output)
        reach.why = ". Once an output is being written";
    else if (!reach.weights)
        reach.why = ". This model has no weights";
    return reach;
}

void head(Ui& ui, Box panel) {
    const float y = panel.y + (is_low(ui) ? low_head : tall_head) / 2;
    ui.text({panel.x + inset, y}, "What if", Face::Semibold, 13, ui.colors.t1);
    static const std::array<std::string, 2> scopes = {"This output", "Every output"};
    if (ui.state.trace->has_weights())
        segmented(ui, "what-if:scope", {panel.right() - inset - 196, y - 13, 196, 26}, scopes,
                  ui.state.what_if.every ? 1 : 0, "every-output");
}

// ------------------------------------------------------------------------------------------------ outcome

/// In place of an outcome.
std::string instead(const AppState& s) {
    const FlipState& flip = s.what_if.flip;
    const std::string output = "output " + std::to_string(flip.output + 1);
    if (flip.busy) return "Looking for the least change that makes " + output + " another…";
    if (!flip.problem.empty() && flip.output == edited_output(s)) return flip.problem;
    if (found_nothing(s))
        return "No change found: none of the rows of weights that were tried makes " + output +
               " another. It may not depend on where it looks.";
    if (preview_of(s) || s.running) return "Running…";
    if (s.edits != s.kept.value_or(Edits{})) return "Running…";
    if (s.trace && !s.trace->has_weights())
        return "There are no weights to change. Force a token: what comes of it stands here.";
    return "Change a weight or a token. What comes of it stands here.";
}

/// Two buttons, one below the other, at the right of the sentences.
void beside_outcome(Ui& ui, Box card, bool preview) {
    const Box upper{card.right() - 12 - 80, card.y + 8, 80, button_height},
        lower{upper.x, upper.y + 34, 80, button_height};
    if (preview) {
        if (button(ui, "what-if:use", upper, "Use it", {.primary = true})) ui.send({"apply-flip"});
        ui.tooltip("what-if:use", upper, "Makes this change", "Enter");
        if (button(ui, "what-if:drop", lower, "Drop")) ui.send({"drop-flip"});
        ui.tooltip("what-if:drop", lower, "Nothing has been changed yet", "Esc");
        return;
    }
    if (button(ui, "what-if:reset", upper, "Reset", {.enabled = is_enabled(command_info("reset"), ui.state)}))
        ui.send({"reset"});
    ui.tooltip("what-if:reset", upper, "Takes all changes of the run back", "R");
    if (button(ui, "what-if:keep", lower, "Keep", {.enabled = is_enabled(command_info("keep"), ui.state)}))
        ui.send({"keep"});
    ui.tooltip("what-if:keep", lower, "The next change is compared with this run");
}

void outcome(Ui& ui, Box card) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const FlipState* preview = preview_of(s);
    const auto w = preview                                   ? preview_what_if(ui)
                   : s.what_if.flip.busy || found_nothing(s) ? nullptr
                                                             : step_what_if(ui);
    const int i = preview ? preview->output : edited_output(s);
    if (!w || i < 0) {
        ui.fill(card, c.bg2, 8);
        ui.paragraph({card.x + 12, card.y + 14, card.w - 24, 0}, instead(s), Face::Regular, 13, 20,
                     s.what_if.flip.problem.empty() ? c.t3 : c.error);
        return;
    }
    const bool changed = s.edits != s.kept.value_or(Edits{});
    const OutcomeSettings settings{.output = i,
                                   .first = preview && changed ? "now"
                                            : s.kept           ? s.kept->any() ? "kept, changed" : "model"
                                                               : "model",
                                   .second = "changed",
                                   .width = card.w,
                                   .beside = beside_sentences};
    const Scene& scene = cached_scene(ui, "what-if:outcome", settings, w,
                                      [&] { return outcome_figure(*w, settings, figure_style(ui)); });
    ui.draw(scene, {card.x, card.y});
    point_into(ui, "what-if:outcome", scene, {card.x, card.y});
    beside_outcome(ui, card, preview != nullptr);
}

// ------------------------------------------------------------------------------------------------ buttons

void least_change(Ui& ui, Box box, const Reach& reach) {
    const AppState& s = ui.state;
    const FlipState* preview = preview_of(s);
    const bool on = (preview && !preview->to_one) || s.what_if.flip.busy;
    if (choice(ui, "what-if:flip", box, s.what_if.flip.busy ? "Looking…" : "Least change",
               "Looks for the least change of these weights that makes it write something else" + reach.why,
               {.on = on, .enabled = reach.weights}))
        ui.send({"flip"});
}

/// Its preposition gives way to a shorter one before its token is cut.
std::string without_label(const Ui& ui, int j, float width) {
    const Trace& trace = *ui.state.trace;
    const std::string token = is_quiet_source(trace, j) ? shown_source(trace, j) : quoted_source(trace, j);
    const std::string usual = "Without " + token;
    return ui.text_width(usual, Face::Semibold, 13) <= width - edges ? usual : "No " + token;
}

void change_button(Ui& ui, Box box, const Change& change, const Reach& reach) {
    const AppState& s = ui.state;
    const RowEdit* now = reach.weights ? row_edit_now(s) : nullptr;
    const int j = reach.weights ? edited_column(s) : -1;
    const bool without = change.kind == RowEdit::Kind::Without;
    const bool on =
        now && now->kind == change.kind &&
        (!without || std::find(now->without.begin(), now->without.end(), j) != now->without.end());
    const std::string label = without && j >= 0 ? without_label(ui, j, box.w) : change.label;
    if (choice(ui, std::string("what-if:") + change.label, box, label, change.tip + reach.why,
               {.on = on, .enabled = reach.weights}))
        ui.send({change.command});
}

void drag(Ui& ui, Box box, const Reach& reach) {
    if (choice(ui, "what-if:drag", box, "Drag",
               "Bars and cells can be dragged up and down; by keys: ↑ ↓ change the weight, ← → the token" +
                   reach.why,
               {.on = ui.state.what_if.arrows, .enabled = reach.weights, .icon = Icon::Grip, .key = "D"}))
        ui.send({"hold"});
}

void force(Ui& ui, Box box, const Reach& reach) {
    const int i = edited_output(ui.state);
    if (choice(ui, "what-if:force", box, "Force",
               "Choose what it writes here; all after it follows" + (reach.token ? "" : reach.why),
               {.on = ui.state.edits.forced.contains(i),
                .enabled = reach.token,
                .icon = Icon::Fork,
                .key = "F"}))
        ui.send({"force"});
}

void temperature(Ui& ui, Box box) {
    const Palette& c = ui.colors;
    const auto now = static_cast<float>(ui.state.edits.temperature);
    const float y = box.centre().y, span = std::log(hottest / coldest);
    ui.text({box.x + 4, y}, "T", Face::Italic, 13, c.t2);
    const Box track{box.x + 18, box.y, box.w - 18 - 36, box.h};
    ui.fill({track.x + track.w / 2 - 0.5f, y - 6, 1, 12}, c.line2); // 1 is in the middle
    const float shown_at = std::clamp(std::log(now / coldest) / span, 0.0f, 1.0f);
    if (const auto value = slider(ui, "what-if:temperature", track, shown_at, 0.05f)) {
        double wanted = static_cast<double>(coldest * std::exp(*value * span));
        wanted = std::abs(*value - 0.5f) < 0.04f ? 1 : std::round(wanted * 100) / 100;
        if (wanted != ui.state.edits.temperature) ui.send({"set-temperature", "", wanted});
    }
    ui.text({box.right(), y}, fixed(static_cast<double>(now), 2), Face::Mono, 11, now == 1 ? c.t3 : c.t1,
            Align::Right);
    ui.tooltip("what-if:temperature", box,
               "Temperature: the scores of every output are divided by it before the softmax");
}

} // namespace

float what_if_height(const Ui& ui) {
    return is_low(ui) ? low_head + outcome_height + gap + button_height + 12 : 280;
}

void what_if_panel(Ui& ui, Box panel) {
    const AppState& s = ui.state;
    const Reach reach = reach_of(s);
    ui.fill(panel, ui.colors.bg1);
    ui.fill({panel.x, panel.y, panel.w, 1}, ui.colors.line);
    ui.fill({panel.x, panel.y, 1, panel.h}, ui.colors.line);
    head(ui, panel);
    const float width = panel.w - 2 * inset, top = panel.y + (is_low(ui) ? low_head : tall_head);
    outcome(ui, {panel.x + inset, top, width, outcome_height});
    const float third = (width - 2 * gap) / 3, first = top + outcome_height + 12;
    const auto place = [&](int row, int column) {
        return Box{panel.x + inset + static_cast<float>(column) * (third + gap),
                   first + static_cast<float>(row) * (button_height + gap), third, button_height};
    };
    least_change(ui, place(0, 0), reach);
    if (is_low(ui)) {
        drag(ui, place(0, 1), reach);
        force(ui, place(0, 2), reach);
        return;
    }
    // The button that names a token is as wide as the other two of its row leave room for.
    const auto own_width = [&](const Change& change) {
        return std::min(third, std::ceil(ui.text_width(change.label, Face::Semibold, 13)) + edges + 8);
    };
    const float left = own_width(changes[2]), right = own_width(changes[4]);
    const auto place_of = [&](std::size_t n) {
        Box box = place(static_cast<int>(n + 1) / 3, static_cast<int>(n + 1) % 3);
        if (n == 2) box.w = left;
        if (n == 3) box = {box.x - third + left, box.y, width - left - right - 2 * gap, box.h};
        if (n == 4) box = {box.x + third - right, box.y, right, box.h};
        return box;
    };
    for (std::size_t n = 0; n < changes.size(); ++n) change_button(ui, place_of(n), changes[n], reach);
    drag(ui, place(2, 0), reach);
    force(ui, place(2, 1), reach);
    if (s.trace->has_weights()) temperature(ui, place(2, 2));
}

} // namespace heed
