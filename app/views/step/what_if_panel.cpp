// What if: the section at the end of the inspector, where an output's weights and token can be changed.
#include "app/figures/tokens.h"
#include "app/figures/what_if/row.h"
#include "app/state/jobs/runs.h"
#include "app/state/step/what_if.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

constexpr float coldest = 0.1f, hottest = 10; // temperatures of the slider

struct Section {
    Ui& ui;
    Box column; // the content's
    float y;    // of the next thing

    void words(const std::string& text, Color color, float size = 13) {
        y += ui.paragraph({column.x, y, column.w, 0}, text, Face::Regular, size, size > 12 ? 20.0f : 16.0f,
                          color);
    }
};

struct Ablation {
    std::string_view what;
    RowEdit::Kind kind;
    const char *label, *tip;
};
constexpr std::array<Ablation, 5> ablations{{
    {"uniform", RowEdit::Kind::Uniform, "Uniform", "Every source token gets the same weight"},
    {"strongest", RowEdit::Kind::HardMax, "Only the strongest", "The strongest token gets everything"},
    {"row-before", RowEdit::Kind::Previous, "Row before",
     "The weights of the output before, as they were used"},
    {"without", RowEdit::Kind::Without, "Without", "This token gets nothing; the others grow in proportion"},
    {"shuffle", RowEdit::Kind::Shuffled, "Shuffled",
     "The same weights in other places; once more: another order"},
}};

/// A button that stays down while its edit holds.
bool choice(Ui& ui, const std::string& id, Box box, const std::string& label, bool on,
            const std::string& tip) {
    const Palette& c = ui.colors;
    const Ui::Hit hit = ui.press(id, box);
    ui.frame(box, on ? c.bg3 : ui.control_fill(hit), on ? c.t1 : c.line2, 6, on ? 1.25f : 1.0f);
    ui.text(box.centre(), ui.cut(label, Face::Medium, 13, box.w - 12), on ? Face::Semibold : Face::Medium, 13,
            c.t1, Align::Centre);
    ui.tooltip(id, box, tip);
    return hit.clicked;
}

void head(Section& at) {
    Ui& ui = at.ui;
    ui.text({at.column.x, at.y + 12}, "What if", Face::Semibold, 13, ui.colors.t1);
    static const std::array<std::string, 2> scopes = {"This output", "Every output"};
    if (ui.state.trace->has_weights())
        segmented(ui, "what-if:scope", {at.column.right() - 196, at.y, 196, 24}, scopes,
                  ui.state.what_if.every ? 1 : 0, "every-output");
    at.y += 36;
}

void ablation_buttons(Section& at) {
    Ui& ui = at.ui;
    const AppState& s = ui.state;
    const int j = edited_column(s);
    const RowEdit* now = row_edit_now(s);
    const float w = (at.column.w - 8) / 2;
    int n = 0;
    for (const Ablation& a : ablations) {
        const Box box{at.column.x + static_cast<float>(n % 2) * (w + 8),
                      at.y + static_cast<float>(n / 2) * 36, w, 28};
        const bool without = a.kind == RowEdit::Kind::Without;
        const bool on =
            now && now->kind == a.kind &&
            (!without || std::find(now->without.begin(), now->without.end(), j) != now->without.end());
        const std::string label = without && j >= 0 ? "Without " + quoted_source(*s.trace, j) : a.label;
        if (choice(ui, std::string("what-if:") + a.label, box, label, on, a.tip)) ui.send({a.what});
        ++n;
    }
    const Box flip{at.column.x + w + 8, at.y + 72, w, 28};
    if (choice(ui, "what-if:flip", flip, s.what_if.flip.busy ? "Searching…" : "Least change", false,
               "The least change of these weights that makes it write something else"))
        ui.send({"flip"});
    at.y += 112;
}

void temperature(Section& at) {
    Ui& ui = at.ui;
    const Palette& c = ui.colors;
    const auto now = static_cast<float>(ui.state.edits.temperature);
    const float y = at.y + 12, span = std::log(hottest / coldest);
    ui.text({at.column.x, y}, "Temperature", Face::Regular, 13, c.t2);
    const Box track{at.column.x + 100, at.y, at.column.w - 100 - 52, 24};
    ui.fill({track.x + track.w / 2 - 0.5f, y - 6, 1, 12}, c.line2); // 1 is in the middle
    const float shown_at = std::clamp(std::log(now / coldest) / span, 0.0f, 1.0f);
    const bool held = ui.memory.pressed == "what-if:temperature";
    if (const auto value = slider(ui, "what-if:temperature", track, shown_at)) {
        if (!held) ui.send({"drag", "", 0, 1});
        double wanted = static_cast<double>(coldest * std::exp(*value * span));
        wanted = std::abs(*value - 0.5f) < 0.02f ? 1 : std::round(wanted * 100) / 100;
        if (wanted != ui.state.edits.temperature) ui.send({"set-temperature", "", wanted});
    } else if (held) {
        ui.send({"drag", "", 0, 0});
    }
    ui.text({at.column.right(), y}, fixed(static_cast<double>(now), 2), Face::Mono, 13,
            now == 1 ? c.t3 : c.t1, Align::Right);
    ui.tooltip("what-if:temperature", {at.column.x, at.y, at.column.w, 24},
               "The scores of every output are divided by it before the softmax");
    at.y += 32;
}

/// What the changes came to.
void outcome(Section& at) {
    Ui& ui = at.ui;
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const auto w = step_what_if(ui);
    const int i = edited_output(s);
    if (!w) {
        const bool edited = s.edits != s.kept.value_or(Edits{});
        if (edited) at.words(s.running ? "Running…" : "Nothing follows from it.", c.t3, 11);
        return;
    }
    at.words(i < w->changed->outputs() ? what_became(*w, i) : "This output is not written any more.", c.t1);
    const int differ = w->changed_tokens();
    at.words((differ == 0 ? "All outputs are as before."
                          : counted(differ, "output") + (differ == 1 ? " differs" : " differ") + " in all.") +
                 " Log-prob of the sentence " + fixed(w->model->log_prob, 2) + " → " +
                 fixed(w->changed->log_prob, 2) + ".",
             c.t2, 11);
    at.y += 8;
}

void flip_result(Section& at) {
    Ui& ui = at.ui;
    const AppState& s = ui.state;
    const FlipState& flip = s.what_if.flip;
    if (!flip.request || flip.busy || flip.output != edited_output(s) || flip.request->text != s.input)
        return;
    const Palette& c = ui.colors;
    if (!flip.problem.empty()) return at.words(flip.problem, c.error, 11);
    if (!flip.found) {
        at.words("No row of weights that was tried changes this output: what it writes here does not depend "
                 "on where it looks.",
                 c.t2);
        at.y += 8;
        return;
    }
    if (static_cast<int>(flip.weights.size()) != s.trace->source_length()) return;
    // Compared with the row that was changed, whatever stands there now.
    const FinishedRun* asked = known_run(s, *flip.request);
    const Trace& trace = asked ? *asked->trace : *s.trace;
    if (flip.output >= trace.outputs()) return;
    const Eigen::VectorXf own = trace.at(Quantity::Weights).col(flip.output);
    const std::span<const float> before(own.data(), static_cast<std::size_t>(own.size()));
    const Scene scene = row_change_figure(*s.trace, flip.weights, before, at.column.w, figure_style(ui));
    ui.draw(scene, {at.column.x, at.y});
    point_into(ui, "what-if:row", scene, {at.column.x, at.y});
    at.y += scene.height + 6;
    at.words(row_change_words(*s.trace, flip.weights, before) + " makes it write " +
                 (is_mark(flip.token) ? shown(flip.token) : quoted(shown(flip.token))) + " instead of " +
                 (is_mark(flip.before) ? shown(flip.before) : quoted(shown(flip.before))) + ".",
             c.t1);
    at.y += 4;
    const auto row = s.edits.rows.find(flip.output);
    const bool applied = row != s.edits.rows.end() && row->second.kind == RowEdit::Kind::Given &&
                         row->second.weights == flip.weights;
    if (button(ui, "what-if:apply", {at.column.x, at.y, 92, 28}, applied ? "Applied" : "Apply",
               {.enabled = !applied}))
        ui.send({"apply-flip"});
    at.y += 36;
}

void token_buttons(Section& at) {
    Ui& ui = at.ui;
    const AppState& s = ui.state;
    const int i = edited_output(s);
    const float w = (at.column.w - 8) / 2;
    const bool forced = s.edits.forced.contains(i);
    if (button(ui, "what-if:force", {at.column.x, at.y, w, 28}, forced ? "Force another" : "Force a token",
               {.enabled = is_enabled(command_info("force"), s)}))
        ui.send({"force"});
    ui.tooltip("what-if:force", {at.column.x, at.y, w, 28},
               "Choose what it writes here; all after it follows", "F");
    const bool edited = is_enabled(command_info("reset"), s);
    if (forced && button(ui, "what-if:unforce", {at.column.x + w + 8, at.y, w, 28}, "Let it choose"))
        ui.send({"force-token", "", 0, i});
    if (forced) at.y += 36;
    if (button(ui, "what-if:reset", {forced ? at.column.x : at.column.x + w + 8, at.y, w, 28}, "Reset",
               {.enabled = edited}))
        ui.send({"reset"});
    ui.tooltip("what-if:reset", {forced ? at.column.x : at.column.x + w + 8, at.y, w, 28},
               "Takes all changes of the run back", "R");
    at.y += 36;
}

bool is_what_if_phase(const PhaseInfo& kind) {
    return kind == seq2seq::Score || kind == seq2seq::Softmax || kind == seq2seq::Context ||
           kind == seq2seq::Choose;
}

} // namespace

float what_if_section(Ui& ui, Box column, float top) {
    const AppState& s = ui.state;
    if (!s.trace || !s.model || s.input.empty() || edited_output(s) < 0) return 0;
    const Moment now = moment_at(s.trace->outline, s.playback.at);
    if (!is_what_if_phase(*now.phase.info)) return 0;
    Section at{ui, column, top};
    head(at);
    if (s.trace->has_weights()) {
        ablation_buttons(at);
        temperature(at);
    }
    outcome(at);
    if (s.trace->has_weights()) flip_result(at);
    token_buttons(at);
    return at.y - top + 12;
}

} // namespace heed
