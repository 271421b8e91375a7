// The sentence below the picture.
#include "app/figures/base/format.h"
#include "app/figures/forecast/explained.h"
#include "app/figures/roles.h"

namespace heed {
namespace {

using namespace series;

std::string lag_words(const Reading& r, int moment) { return "lag " + std::to_string(r.lag(moment)); }

std::string said_of_drivers(const Subject& s) {
    const int k = s.r.strongest_driver(s.moment);
    std::string text = "At " + lag_words(s.r, s.moment) + " the model gives " + s.r.name(k) + " " +
                       percent(static_cast<double>(s.r.alpha(k, s.moment))) + " of the weight.";
    if (s.board.gold_driver >= 0)
        text += " The rule is " + s.r.name(s.board.gold_driver) + ", " +
                std::to_string(s.r.lag(s.board.gold_moment)) + " steps back.";
    return text;
}

std::string said_of_lags(const Subject& s) {
    const int t = s.r.strongest_moment(s.step);
    std::string text = "Step " + s.t() + " of the decoder looks back mostly at " + lag_words(s.r, t) +
                       ", with " + percent(static_cast<double>(s.r.beta(s.step, t))) + " of the weight.";
    if (s.step == s.r.window - 1 && s.board.gold_moment >= 0)
        text += " True is " + lag_words(s.r, s.board.gold_moment) + ".";
    return text;
}

std::string said_of_answer(const Subject& s) {
    std::string text = "The next value is " + s.r.answer() + ".";
    if (s.board.next) text += " The rule says " + significant(*s.board.next, 3) + ".";
    const ForecastMethod *model = s.board.model(), *best = s.board.best_baseline();
    if (!model || !model->error || !best) return text;
    const std::string errors = significant(*model->error, 2) + " against " + significant(*best->error, 2);
    return text + (*model->error < *best->error
                       ? " Held out, its error is " + errors + " of the best baseline, " + best->label + "."
                       : " Held out, it loses to " + best->label + ": an error of " + errors + ".");
}

std::string said(const Subject& s) {
    switch (s.doing) {
    case Doing::InputScore:
        return "Before the reader takes its step at " + lag_words(s.r, s.moment) +
               ", every driver is scored.";
    case Doing::InputSoftmax:
    case Doing::Weigh:
        return said_of_drivers(s);
    case Doing::Read:
        return s.r.attends
                   ? "The reader takes in what is left of the drivers at " + lag_words(s.r, s.moment) + "."
                   : "The LSTM reads all columns at " + lag_words(s.r, s.moment) + ".";
    case Doing::LagScore:
        return "Step " + s.t() + " of the decoder asks: which of the " + std::to_string(s.r.window) +
               " moments matters?";
    case Doing::LagSoftmax:
    case Doing::Context:
        return said_of_lags(s);
    case Doing::Step:
        return "The decoder takes step " + s.t() +
               " with the target's value before it and what it looked up.";
    case Doing::Answer:
        break;
    }
    return said_of_answer(s);
}

} // namespace

Narration forecast_narration(const Trace& run, const ForecastBoard& board, const Playhead& playhead,
                             const Palette& colors) {
    const Reading reading(run);
    const Subject s = subject_of(reading, board, playhead);
    if (!s.now.started)
        return {"Start", colors.t3,
                counted(reading.drivers, "driver") + " and the target, " + std::to_string(reading.window) +
                    " steps. Press play to see which of them is read."};
    return {std::string(s.now.phase.info->title), role_color(s.now.phase.info->role, colors), said(s)};
}

} // namespace heed
