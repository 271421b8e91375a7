// The narration line and, beneath it, the transport.
#include "app/views/views.h"

#include "app/figures/base/format.h"
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/timeline.h"
#include "app/figures/tokens.h"
#include "app/figures/transformer/transformer.h"
#include "app/figures/what_if/row.h"
#include "app/state/heads/heads.h"
#include "app/state/jobs/runs.h"
#include "app/state/picker/picker.h"
#include "app/state/step/layers/layers.h"
#include "app/state/step/layers/words.h"
#include "app/state/step/what_if.h"
#include "app/views/base/transport.h"
#include "app/views/base/widgets.h"
#include "app/views/workspaces.h"
#include "core/models/seq2seq/phases.h"
#include "core/text/strings.h"

#include <array>
#include <optional>

namespace heed {
namespace {

/// What the user's hand does to the output that is looked at, once its weights are there.
std::string hand_narration(Ui& ui) {
    const AppState& s = ui.state;
    const int i = edited_output(s);
    if (i < 0) return {};
    const std::optional<RunWords> words = words_in_step(s);
    const RunWords* in = words ? &*words : nullptr;
    if (const FlipState* preview = preview_of(s))
        return preview_narration(*s.trace, {preview->output, preview->weights}, preview->token,
                                 preview->to_one, in);
    const std::string keys = s.what_if.arrows
                                 ? "↑ ↓ change the weight of " + source_name(*s.trace, edited_column(s), in) +
                                       ", Shift for less; ← → another token; Esc ends. "
                                 : "";
    const bool there = shows_layers(s) ? asks_about_changed_row(*s.trace, playhead_of(s))
                                       : revealed(s.trace->outline, s.playback.at, {seq2seq::Softmax, 0}, i);
    const bool early = s.trace->has_weights() && !there;
    if (early && !s.what_if.arrows && !ui.memory.drag.on) return {};
    return keys + edit_narration(*seen_run(ui, s.trace), step_what_if(ui).get(), i, in);
}

void timeline(Ui& ui, Box box) {
    const AppState& s = ui.state;
    if (!s.trace || box.w < 40) return;
    const std::tuple key(playhead_of(s), box.w, box.h);
    const Scene& scene = cached_scene(ui, "timeline", key, s.trace, [&] {
        return timeline_figure(*s.trace, playhead_of(s), box.w, box.h, figure_style(ui));
    });
    scrub_timeline(ui, scene, box, s.playback.at, "step-back", "step",
                   [&](float x) { return timeline_at(*s.trace, box.w, x); });
}

/// How far the run is that is shown.
std::string writing_words(const AppState& s) {
    if (stopped_reading(s)) return " Stopped before the first output: Enter reads it again.";
    if (s.runs.stopped)
        return " Stopped after " + counted(s.runs.stopped->outputs, "output") + ": Enter writes all.";
    if (reads_the_source(s)) return " The model is " + reading_words(s.runs.on_its_way->far) + "; Esc stops.";
    return " Output " + std::to_string(outputs_so_far(s) + 1) + " is being written; Esc stops.";
}

} // namespace

Narration narration_now(Ui& ui) {
    const AppState& s = ui.state;
    Playhead head = playhead_of(s);
    head.at = s.playback.at;
    const auto own = view_of(s).narrate;
    Narration words = own ? own(ui, head) : narrate(*seen_run(ui, s.trace), head, ui.colors);
    if (const std::string hand = hand_narration(ui); !hand.empty())
        words.sentence = hand;
    else if (const std::string changes = changes_beside(s); !changes.empty())
        words.sentence = changes + ". " + words.sentence;
    const bool on_the_way = s.writing() || s.runs.stopped || reads_the_source(s);
    const std::string more = on_the_way ? writing_words(s) : own ? "" : truth_narration(s);
    if (!more.empty()) words.sentence = followed_by(words.sentence, trimmed(more));
    if (s.input.empty()) { // what was read is no more
        const std::string hint(task_words(s.facts.task, s.facts.character_level).hint);
        return {"Nothing to read", ui.colors.t3, hint + (hint.ends_with('.') ? "" : ".")};
    }
    return words;
}

namespace {

void narration(Ui& ui, float top) {
    const AppState& s = ui.state;
    if (!s.trace) return;
    const Narration words = narration_now(ui);
    const std::string count = s.input.empty() ? "" : thousands(s.playback.at) + " / " + thousands(s.total());
    bar_words(ui, top, words.color, words.title, words.sentence, count);
}

} // namespace

void transport(Ui& ui) {
    const AppState& s = ui.state;
    const float top = ui.height - bottom_height, y = top + 66, choice = 202;
    bar_ground(ui, top);
    narration(ui, top);
    play_buttons(ui, y, "step-back", "step");
    const float x = ui.width - speed_width(ui) - choice;
    static const std::array<std::string, 3> names = {"Sub-step", "Token", "Phase"};
    const int picked = segmented(ui, "granularity", {x, y - 14, choice, 28}, names,
                                 static_cast<int>(s.settings.granularity));
    if (picked >= 0) ui.send({picked == 0 ? "by-substep" : picked == 1 ? "by-token" : "by-phase"});
    speed_control(ui, y, "Speed of the animation"); // as Tab goes, from the left
    timeline(ui, {224, top + 41, x - 24 - 224, 50});
}

} // namespace heed
