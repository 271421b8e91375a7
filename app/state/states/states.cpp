// Step's states: what is asked for, what comes of it, and the commands.
#include "app/state/states/states.h"

#include "app/state/jobs/runs.h"
#include "app/state/open/opening.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/transformer/facts.h"
#include "core/tasks/task.h"

#include <algorithm>

namespace heed {
namespace {

using analysis::StateKind;
using Kind = Effect::Kind;

constexpr std::size_t most_runs = 400, most_run_bytes = 64'000'000; // counted in the cache's budget, too
constexpr double looked_at_for = 1; // seconds after which an input has been looked at

/// Adds a run to the inputs that were looked at; one of the same text is replaced.
void keep_run(StatesState& t, const Trace& trace) {
    std::erase_if(t.runs, [&](const auto& kept) { return kept->text == trace.source_text; });
    t.runs.push_back(std::make_shared<const SentenceStates>(states_to_keep(trace)));
    std::size_t held = 0;
    for (const auto& kept : t.runs) held += kept->bytes();
    while (t.runs.size() > 1 && (t.runs.size() > most_runs || held > most_run_bytes)) {
        held -= t.runs.front()->bytes();
        t.runs.erase(t.runs.begin());
    }
    t.shared_runs = std::make_shared<const StateBank>(t.runs);
}

/// An input joins the others when it is left, if it was more than a stage of typing.
void follow_visit(AppState& s) {
    StatesState& t = s.states;
    if (t.runs_of != s.model) {
        t.runs.clear();
        t.shared_runs = nullptr;
        t.runs_of = s.model;
        t.visit = nullptr;
    }
    if (!s.model || !s.trace || s.trace_model != model_id(s) || s.trace->request.edits.any()) return;
    if (is_transformer(s.facts)) return;       // its layers are looked at elsewhere
    if (s.writing() || s.runs.stopped) return; // it is no sentence yet
    if (t.visit && t.visit->source_text == s.trace->source_text) return;
    if (t.visit && s.clock - t.visited >= looked_at_for) {
        keep_run(t, *t.visit);
        hold_budget(s);
    }
    t.visit = s.trace;
    t.visited = s.clock;
}

/// The keys that choose a row or a column choose its state.
void follow_selection(AppState& s) {
    StatesState& t = s.states;
    if (s.selection.row != t.last_row || s.selection.column != t.last_column) {
        if (s.selection.row >= 0 && s.selection.row != t.last_row)
            t.chosen = PathPlace{true, s.selection.row + 1};
        else if (s.selection.column >= 0 && s.selection.column != t.last_column)
            t.chosen = PathPlace{false, s.selection.column};
        else if (s.selection.row < 0 && s.selection.column < 0)
            t.chosen.reset();
    }
    t.last_row = s.selection.row;
    t.last_column = s.selection.column;
    if (t.chosen) t.decoder = t.chosen->decoder;
}

void follow_choices(AppState& s) {
    StatesState& t = s.states;
    if (t.chosen && s.trace &&
        t.chosen->column >= (t.chosen->decoder ? s.trace->outputs() + 1 : s.trace->source_length()))
        t.chosen.reset();
}

BankOrder wanted_bank(const AppState& s) {
    const BankSource source = bank_source(s);
    if (source == BankSource::Runs || (source == BankSource::File && s.states.file.empty())) return {};
    return {s.model, source, source == BankSource::File ? s.states.file : "", s.states.reading};
}

StateOrders wanted_orders(const AppState& s) {
    StateOrders wanted;
    if (!shows_states(s) || !s.trace || s.input.empty() || s.writing()) return wanted;
    const StatesState& t = s.states;
    wanted.path = {s.trace, s.baseline, encoder_states(s), decoder_row(s)};
    wanted.bank = wanted_bank(s);
    const PathPlace place = place_looked_at(s);
    const auto bank = bank_of(s);
    if (place.column >= 0 && bank)
        wanted.near = {
            s.trace, place, {nullptr, nullptr, encoder_states(s), decoder_row(s)}, t.distance, bank};
    return wanted;
}

/// Where the neighbours stand in the plane of their path.
void place_neighbours(StatesState& t) {
    t.near_points = MatrixXf(2, 0);
    const NearOrder& order = t.near.order;
    if (!t.paths || !order.bank || order.trace != t.paths->order.trace ||
        order.path.encoder != t.paths->order.encoder || order.path.row != t.paths->order.row)
        return;
    const StatePath& path = order.place.decoder ? t.paths->decoder : t.paths->encoder;
    const int hidden = seq2seq_facts(*order.trace).merge == "sum" ? 0 : seq2seq_facts(*order.trace).hidden;
    t.near_points.resize(2, std::ssize(t.near.states));
    for (std::size_t n = 0; n < t.near.states.size(); ++n) {
        const analysis::NearState& state = t.near.states[n];
        const auto states = analysis::states_of(*(*order.bank)[static_cast<std::size_t>(state.sentence)],
                                                path.choice, hidden);
        t.near_points.col(static_cast<Eigen::Index>(n)) = path.plane.of(states.col(state.column));
    }
}

} // namespace

bool shows_states(const AppState& s) {
    return s.states.shown && s.view == "step" && s.model && !s.weights_only() && !is_transformer(s.facts);
}

bool can_draw(const AppState& s) { return tasks::find(s.facts.task) != nullptr; }

BankSource bank_source(const AppState& s) {
    const BankSource usual = can_draw(s) ? BankSource::Drawn : BankSource::Runs;
    const BankSource wanted = s.states.source.value_or(usual);
    return wanted == BankSource::Drawn ? usual : wanted;
}

std::shared_ptr<const StateBank> bank_of(const AppState& s) {
    const StatesState& t = s.states;
    if (bank_source(s) == BankSource::Runs) return t.shared_runs;
    return t.bank.order == wanted_bank(s) ? t.bank.sentences : nullptr;
}

StateKind encoder_states(const AppState& s) {
    const StateKind chosen = s.states.encoder;
    const bool lacking = chosen == StateKind::Backward && !seq2seq_facts(s.facts).bidirectional;
    return lacking ? StateKind::Annotation : chosen;
}

int decoder_row(const AppState& s) {
    const int rows = s.trace ? seq2seq_facts(*s.trace).decoder_rows() : 1;
    return s.states.row >= 0 && s.states.row < rows ? s.states.row : rows - 1;
}

PathPlace place_looked_at(const AppState& s) {
    const StatesState& t = s.states;
    if (!s.trace) return {t.decoder, -1};
    if (t.chosen) return *t.chosen;
    const Moment now = moment_at(s.trace->outline, s.playback.at);
    if (!now.started) return {t.decoder, -1};
    if (!now.decoding()) return {false, now.position};
    const Playhead head = playhead_of(s);
    StatePath path; // only how long it is
    path.choice = {t.decoder ? StateKind::Decoder : encoder_states(s), decoder_row(s)};
    path.points.resize(2, t.decoder ? s.trace->outputs() + 1 : s.trace->source_length());
    return {t.decoder, current_column(*s.trace, path, head)};
}

EffectList follow_states(AppState& s) {
    follow_visit(s);
    follow_selection(s);
    follow_choices(s);
    StatesState& t = s.states;
    StateOrders wanted = wanted_orders(s);
    if (t.bank.done && t.bank.order == wanted.bank) wanted.bank = {};
    if (!wanted.near.trace) {
        t.near = {};
        t.near_points = MatrixXf(2, 0);
    }
    if (!shows_states(s) && t.paths && t.paths->order.trace != s.trace) t.paths = nullptr;
    if (wanted == t.asked) return {};
    if (wanted.bank.model && wanted.bank != t.asked.bank) {
        t.bank = {};
        t.bank.order = wanted.bank;
    }
    if (wanted.near != t.asked.near) t.hovered = -1;
    t.asked = std::move(wanted);
    return {{Kind::States}};
}

void apply_paths(AppState& s, const Paths& paths) {
    if (paths.order != s.states.asked.path) return;
    s.states.paths = std::make_shared<const Paths>(paths);
    place_neighbours(s.states);
}

void apply_bank(AppState& s, const BankState& bank) {
    if (bank.order != s.states.asked.bank) return;
    s.states.bank = bank;
    hold_budget(s);
}

void apply_near(AppState& s, const NearStates& near) {
    if (near.order != s.states.asked.near) return;
    s.states.near = near;
    place_neighbours(s.states);
}

void show_states(AppState& s) {
    if (s.view != "step" || s.report.shown) {
        leave_report(s);
        s.view = "step";
        s.states.shown = true;
    } else {
        s.states.shown = !s.states.shown;
    }
    if (s.states.shown) s.meaning.shown = s.heads.shown = false;
    s.hover = {};
    s.hint = s.hint && !s.states.shown;
}

} // namespace heed
