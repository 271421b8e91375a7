// Truth beside the output: what the task knows of the run on the screen, and of an input that is longer than
// any in training.
#include "app/figures/base/format.h"
#include "app/figures/tokens.h"
#include "app/state/picker/picker.h"
#include "app/state/units.h"
#include "core/models/forecast/facts.h"
#include "core/tasks/task.h"
#include "core/trace/outline.h"

namespace heed {
namespace {

std::string quoted_or_end(const std::string& token) {
    return token.empty() ? "the end" : "“" + shown(token) + "”";
}

} // namespace

void follow_truth(AppState& s) {
    RunTruth& t = s.truth;
    if (t.of == s.trace) return;
    t = {};
    t.of = s.trace;
    if (!s.trace || !s.maps.empty()) return;
    const auto answer = tasks::right_answer(s.trace->model.task, s.trace->source_text);
    if (!answer) return;
    std::vector<std::string> written;
    for (const TraceStep& step : s.trace->steps)
        if (!step.token.is_end) written.push_back(step.token.text);
    const std::string text = answer->tokens.empty() ? s.trace->target_text : written_text(*s.trace);
    t.truth = tasks::held_against(*answer, s.trace->model.task, written, text, s.trace->finished);
    t.changed = s.trace->request.edits.any() || s.trace->request.target.has_value();
}

const tasks::Truth* truth_of(const AppState& s) {
    const bool now = s.trace && s.truth.of == s.trace && s.trace->source_text == s.input && !s.running;
    return now && s.truth.truth ? &*s.truth.truth : nullptr;
}

std::string truth_narration(const AppState& s) {
    const tasks::Truth* truth = truth_of(s);
    if (!truth || truth->output < 0) return {};
    const Moment now = moment_at(s.trace->outline, s.playback.at);
    if (!now.decoding() || now.position != truth->output) return {};
    const std::string whose = s.truth.changed ? ", as you changed it" : "";
    return " This is the first output that is wrong" + whose + ": it writes " + quoted_or_end(truth->wrote) +
           ", the answer has " + quoted_or_end(truth->wanted) + ".";
}

std::string beyond_training(const AppState& s) {
    const int longest = s.model ? s.card.longest : 0;
    if (longest == 0 || s.tokens <= longest || s.input.empty()) return {};
    if (is_forecast(s.facts)) return {}; // of a series it reads the last rows, as many as it was trained on
    return "trained on at most " + counted(longest, read_unit(s).one);
}

bool unlike_training(const AppState& s) {
    const tasks::Task* task = tasks::find(s.facts.task);
    const bool now = s.trace && s.truth.of == s.trace && s.trace->source_text == s.input && !s.running;
    return now && s.maps.empty() && task && task->reference && !s.truth.truth && !s.input.empty();
}

} // namespace heed
