#include "app/state/step/layers/moves.h"

#include "app/figures/moves/moves.h"
#include "app/state/event.h"
#include "app/state/jobs/problem.h"
#include "app/state/jobs/runs.h"
#include "app/state/step/layers/layers.h"
#include "app/state/step/why.h"
#include "core/analysis/moves/value_weighted.h"
#include "core/base/error.h"
#include "core/decode/run.h"

#include <nlohmann/json.hpp>

namespace heed {
namespace {

/// What a job found of a question.
struct MovesAnswer {
    MovesQuestion question;
    std::shared_ptr<const moves::Moves> moves{};
    std::shared_ptr<const TransformerMaps> weighted{};
    std::string problem{};
};

/// The picture of its layers, or that of its residual stream: their inspector is one.
bool has_layers_run(const AppState& s) {
    if (!shows_layers(s) || !s.model || !s.trace || !is_transformer(s.trace->model) || s.input.empty() ||
        s.report.shown)
        return false;
    const std::string_view shown = workspace_of(s).id;
    return shown == "layers" || shown == "stream";
}

/// As the cards of a sub-step, what moved it follows the pointer; a token that is set against another does
/// not.
int looked_at_output(const AppState& s) {
    Playhead head = playhead_of(s);
    if (!shows_moves(s)) return moved_output(*s.trace, head, s.layers.front);
    head.hover_row = -1;
    return newest_written(*s.trace, head, s.layers.front);
}

MovesState::Asked key_of(const MovesQuestion& q) { return {q.output, q.against, q.rival}; }

bool knows_moves(const AppState& s, const MovesQuestion& q) {
    return s.moves.of == q.run && (q.output < 0 || s.moves.answers.contains(key_of(q)));
}
bool knows_weighted(const AppState& s, const MovesQuestion& q) {
    return !q.weighted || (s.moves.of == q.run && s.moves.weighted);
}

} // namespace

bool can_ask_moves(const AppState& s) { return has_layers_run(s) && s.trace->outputs() > 0; }

bool shows_moves(const AppState& s) { return s.moves.shown && !s.doctor.shown && can_ask_moves(s); }

MovesQuestion moves_question(const AppState& s) {
    MovesQuestion q;
    if (!has_layers_run(s) || s.running || s.gesture != 0) return q;
    const int output = looked_at_output(s);
    const bool weighted = s.layers.front.read == MapReading::Weighted;
    if (output < 0 && !weighted) return q;
    q.run = s.trace;
    q.output = output;
    q.weighted = weighted;
    q.against = output >= 0 && shows_moves(s);
    if (q.against && s.moves.output == output &&
        s.moves.rival != s.trace->steps[static_cast<std::size_t>(output)].token.text)
        q.rival = s.moves.rival;
    return q;
}

std::shared_ptr<const moves::Moves> moves_answer(const AppState& s) {
    const MovesQuestion q = moves_question(s);
    if (q.output < 0 || s.moves.of != q.run) return nullptr;
    const auto found = s.moves.answers.find(key_of(q));
    return found == s.moves.answers.end() ? nullptr : found->second;
}

MeasuredBeside measured_beside(const AppState& s) {
    MeasuredBeside beside{.moves = moves_answer(s)};
    if (s.moves.of == s.trace) beside.weighted = s.moves.weighted;
    if (!beside.moves) beside.problem = s.moves.problem;
    return beside;
}

void turn_moves(AppState& s) {
    s.moves.shown = !s.moves.shown || s.doctor.shown;
    s.doctor.shown = false;
    if (s.narrow())
        s.drawer = s.moves.shown;
    else if (s.moves.shown)
        s.settings.inspector = true;
}

void choose_moves_rival(AppState& s) {
    s.moves.shown = true;
    s.doctor.shown = false;
    open_rivals(s, looked_at_output(s));
}

void name_moves_rival(AppState& s, int output, const std::string& token) {
    s.moves.output = output >= 0 ? output : looked_at_output(s);
    s.moves.rival = token;
}

/// What is known of another run is of no use any more.
void forget_other_run(MovesState& m) {
    m.of = nullptr;
    m.answers.clear();
    m.weighted = nullptr;
}

EffectList follow_moves(AppState& s) {
    MovesQuestion q = moves_question(s);
    if (s.moves.of != s.trace) forget_other_run(s.moves);
    if (q == s.moves.asked) return {};
    s.moves.asked = q;
    s.moves.problem.clear();
    if (!q.run || (knows_moves(s, q) && knows_weighted(s, q))) return {};
    return {{Effect::Kind::Work, "moves"}};
}

WorkspaceJob moves_job(const AppState& s) {
    const MovesQuestion q = s.moves.asked;
    const bool moved = q.output >= 0 && !knows_moves(s, q), weighted = !knows_weighted(s, q);
    return [model = s.model, q, moved, weighted](const Engine&,
                                                 const std::atomic<bool>& cancelled) -> std::any {
        MovesAnswer answer{.question = q};
        if (!q.run || !model) return answer;
        try {
            if (moved)
                answer.moves = std::make_shared<const moves::Moves>(
                    moves::moves(*model, *q.run, {.output = q.output, .against = q.against, .rival = q.rival},
                                 &cancelled));
            if (!weighted) return answer;
            const moves::Pass<float> pass = moves::pass_of(*model, *q.run);
            answer.weighted = weighted_maps(*q.run, [&](const Site& site) {
                if (cancelled) throw decode::Cancelled{};
                return moves::value_lengths(pass, site);
            });
        } catch (const decode::Cancelled&) {
            answer.question = {}; // nobody waits for it
        } catch (const Error& error) {
            answer.problem = as_sentence(error.what());
        }
        return answer;
    };
}

void apply_moves(AppState& s, const WorkDone& done) {
    const auto* answer = std::any_cast<MovesAnswer>(&done.result);
    if (!answer) {
        s.moves.problem = as_sentence(done.problem);
        return;
    }
    const MovesQuestion& q = answer->question;
    if (!q.run || q.run != s.trace) return;
    s.moves.of = q.run;
    if (answer->moves) s.moves.answers[key_of(q)] = answer->moves;
    if (answer->weighted) s.moves.weighted = answer->weighted;
    if (q == s.moves.asked) s.moves.problem = answer->problem;
}

void reset_moves(AppState& s, Fresh) {
    const bool shown = s.moves.shown;
    s.moves = {};
    s.moves.shown = shown;
}

std::string_view moves_figure_id(const AppState& s) {
    return shows_moves(s) && moves_answer(s) ? "moves" : "";
}

std::shared_ptr<const Board> moves_board(const AppState& s) {
    const auto moves = moves_answer(s);
    if (!moves) return nullptr;
    auto board = std::make_shared<MovesBoard>();
    board->run = s.trace;
    board->moves = moves;
    return board;
}

nlohmann::ordered_json moves_to_json(const AppState& s) {
    const MovesQuestion q = moves_question(s);
    nlohmann::ordered_json json = {
        {"shown", shows_moves(s)}, {"output", q.output}, {"weighted", knows_weighted(s, q) && q.weighted}};
    if (!s.moves.problem.empty()) json["problem"] = s.moves.problem;
    const auto found = moves_answer(s);
    if (!found) return json;
    json["token"] = found->token;
    if (q.against) json["rival"] = found->rival;
    json["logit"] = found->parts.logit;
    json["sum"] = found->parts.sum;
    json["parts"] = found->parts.parts.size();
    json["says"] = moves_sentence(*s.trace, *found);
    for (const moves::LensLayer& layer : found->lens)
        json["lens"].push_back(layer.top.empty() ? "" : layer.top.front().text);
    return json;
}

} // namespace heed
