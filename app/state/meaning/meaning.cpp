// Step's view of meaning: what is asked for, what comes of it, and the commands.
#include "app/state/meaning/meaning.h"

#include "app/state/jobs/runs.h"
#include "app/state/open/opening.h"
#include "core/analysis/fragility.h"
#include "core/analysis/meaning/sentence.h"
#include "core/decode/run.h"

#include <algorithm>

namespace heed {
namespace {

using namespace analysis::meaning;
using Kind = Effect::Kind;

struct SentenceMeasured {
    MeaningOrder order;
    std::shared_ptr<const Trace> run;
    std::shared_ptr<const Sentence> sentence;
};
struct OutputMeasured {
    MeaningOrder order;
    std::shared_ptr<const OutputMeaning> output;
};

bool is_known(const MeaningState& m) { return m.run && m.sentence && m.order == m.asked; }

bool same_model(const AppState& s) { return s.trace && s.model && s.trace_model == model_id(s); }

const OutputMeaning* known_output(const AppState& s) {
    const auto found = s.meaning.outputs.find(meaning_row(s));
    return is_known(s.meaning) && found != s.meaning.outputs.end() ? found->second.get() : nullptr;
}

/// Which of the other weights the run on the screen has there.
std::optional<OtherRow::Kind> applied_row(const AppState& s) {
    const OutputMeaning* output = known_output(s);
    const auto edit = s.edits.rows.find(meaning_row(s));
    if (!output || edit == s.edits.rows.end()) return std::nullopt;
    for (const OtherRow& row : output->rows)
        if (edit->second == analysis::edit_to(*s.meaning.run, row.row)) return row.kind;
    return std::nullopt;
}

// ---- commands

bool can_mean(const AppState& s) { return s.model && !s.weights_only() && meaning_obstacle(s).empty(); }

std::string why_no_meaning(const AppState& s) {
    return s.model || s.weights_only() ? meaning_obstacle(s) : std::string();
}

/// Gives the output that row of weights; the model's own, or the same once more: its own again.
EffectList take_weights(AppState& s, const Command& c) {
    const OutputMeaning* output = known_output(s);
    if (!shows_meaning(s) || !output || c.i < 0 || c.i >= static_cast<int>(output->rows.size())) return {};
    const OtherRow& row = output->rows[static_cast<std::size_t>(c.i)];
    const int i = meaning_row(s);
    if (row.kind == OtherRow::Kind::Own || applied_row(s) == row.kind)
        s.edits.rows.erase(i);
    else
        s.edits.rows[i] = analysis::edit_to(*s.meaning.run, row.row);
    return {};
}

} // namespace

std::string meaning_obstacle(const AppState& s) {
    if (s.weights_only()) {
        ModelFacts given;
        given.architecture = "weights";
        return not_measured(given, {});
    }
    return not_measured(s.facts, same_model(s) ? s.trace->request : Request{});
}

bool shows_meaning(const AppState& s) {
    return s.meaning.shown && s.view == "step" && !s.states.shown && can_mean(s);
}

int meaning_row(const AppState& s) {
    const Trace* run = s.meaning.run ? s.meaning.run.get() : s.trace.get();
    if (!run || run->outputs() == 0) return 0;
    int row = std::max(0, s.selection.row);
    if (s.selection.row < 0 && s.trace) {
        const Moment now = moment_at(s.trace->outline, s.playback.at);
        if (now.started && now.decoding()) row = now.position;
    }
    return std::min(row, run->outputs() - 1);
}

std::shared_ptr<const MeaningBoard> meaning_board(const AppState& s) {
    if (!is_known(s.meaning) || s.meaning.run->outputs() == 0) return nullptr;
    auto board = std::make_shared<MeaningBoard>();
    board->run = s.meaning.run;
    board->sentence = s.meaning.sentence;
    board->row = meaning_row(s);
    if (const auto found = s.meaning.outputs.find(board->row); found != s.meaning.outputs.end())
        board->output = found->second;
    board->applied = applied_row(s);
    return board;
}

std::shared_ptr<const Board> meaning_of_run(const AppState& s) { return meaning_board(s); }

std::shared_ptr<const Board> meaning_of(const Model& model, std::shared_ptr<const Trace> run, int output) {
    auto board = std::make_shared<MeaningBoard>();
    board->sentence = std::make_shared<const Sentence>(measure_sentence(model, *run));
    board->output = std::make_shared<const OutputMeaning>(measure_output(model, *run, output));
    board->row = output;
    board->run = std::move(run);
    return board;
}

std::string_view meaning_figure_id(const AppState& s) { return known_output(s) ? "meaning" : ""; }

std::string meaning_progress(const AppState& s) {
    const int done = s.meaning.share ? s.meaning.share->load() : 0;
    if (done == 0) return "Being measured…";
    const auto next = std::find_if(std::begin(sentence_parts), std::end(sentence_parts),
                                   [&](const SentencePart& part) { return done < 100 * part.until; });
    const SentencePart& part = next == std::end(sentence_parts) ? sentence_parts[2] : *next;
    return "Being measured: " + std::string(part.name) + ", " + std::to_string(done) + "%";
}

void show_meaning(AppState& s) {
    const bool there = shows_meaning(s) && !s.report.shown;
    if (!there) {
        leave_report(s);
        s.view = "step";
        s.states.shown = s.heads.shown = false;
    }
    s.meaning.shown = !there;
    s.hover = {};
    s.hint = s.hint && there;
}

void reset_meaning(AppState& s, Fresh fresh) {
    if (fresh == Fresh::Input) return; // a run is told by its request
    const bool shown = s.meaning.shown;
    s.meaning = {};
    s.meaning.shown = shown;
}

EffectList follow_meaning(AppState& s) {
    MeaningState& m = s.meaning;
    if (!shows_meaning(s) || !same_model(s) || s.running || s.input.empty()) return {};
    EffectList effects;
    const MeaningOrder wanted{s.model, own_weights(s.trace->request)};
    if (wanted != m.asked) {
        m.asked = wanted;
        m.asked_output = -1;
        m.hovered = -1;
        m.problem.clear();
        m.share = std::make_shared<std::atomic<int>>(0);
        if (m.order != wanted) effects.push_back({Kind::Work, "meaning"});
    }
    if (!is_known(m) || m.run->outputs() == 0) return effects;
    const int row = meaning_row(s);
    if (!m.outputs.contains(row) && m.asked_output != row) {
        m.asked_output = row;
        effects.push_back({Kind::Work, "other-weights"});
    }
    return effects;
}

WorkspaceJob meaning_job(const AppState& s) {
    const std::shared_ptr<const Trace> known =
        s.trace && s.trace->request == s.meaning.asked.request ? s.trace : nullptr;
    return [order = s.meaning.asked, known,
            share = s.meaning.share](const Engine& engine, const std::atomic<bool>& cancelled) -> std::any {
        if (!order.model) return {};
        SentenceMeasured made{order, known, nullptr};
        try {
            if (!made.run) made.run = engine.run(*order.model, order.request, cancelled);
            if (!made.run) return {};
            const Watch watch{&cancelled, [share](double done) {
                                  if (share) share->store(static_cast<int>(100 * done));
                              }};
            made.sentence =
                std::make_shared<const Sentence>(measure_sentence(*order.model, *made.run, watch));
        } catch (const decode::Cancelled&) {
            return {};
        }
        return made;
    };
}

void apply_meaning(AppState& s, const WorkDone& done) {
    MeaningState& m = s.meaning;
    if (!done.problem.empty()) {
        m.problem = as_sentence(done.problem);
        return;
    }
    const auto* made = std::any_cast<SentenceMeasured>(&done.result);
    if (!made || made->order != m.asked) return;
    m.order = made->order;
    m.run = made->run;
    m.sentence = made->sentence;
    m.outputs.clear();
    m.asked_output = -1;
}

WorkspaceJob other_weights_job(const AppState& s) {
    return [order = s.meaning.order, run = s.meaning.run,
            output = s.meaning.asked_output](const Engine&, const std::atomic<bool>& cancelled) -> std::any {
        if (!order.model || !run || output < 0) return {};
        try {
            return OutputMeasured{order, std::make_shared<const OutputMeaning>(
                                             measure_output(*order.model, *run, output, {&cancelled}))};
        } catch (const decode::Cancelled&) {
            return {};
        }
    };
}

void apply_other_weights(AppState& s, const WorkDone& done) {
    MeaningState& m = s.meaning;
    if (!done.problem.empty()) m.problem = as_sentence(done.problem);
    const auto* made = std::any_cast<OutputMeasured>(&done.result);
    if (made && made->order == m.order) m.outputs[made->output->output] = made->output;
}

Rows meaning_commands() {
    return {
        explained<why_no_meaning>(
            {"meaning", "Show what the weights mean, or the network", keys("M"), "Looking", false, can_mean,
             plain<show_meaning>,
             "gradient saliency leave one out agreement tau adversarial attention is not explanation"}),
        hidden("meaning-weights", take_weights, {whole("row", &Command::i)}),
        recorded<Records::Passing>(hidden("meaning-hover",
                                          take<&Command::i, &AppState::meaning, &MeaningState::hovered>,
                                          {whole("row", &Command::i)})),
    };
}

} // namespace heed
