#include "app/state/step/why.h"

#include "app/state/commands/row.h"
#include "app/state/event.h"
#include "app/state/jobs/runs.h"
#include "app/state/step/layers/moves.h"
#include "app/state/step/what_if.h"
#include "core/analysis/moves/moves.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/registry.h"
#include "core/models/seq2seq/phases.h"
#include "core/models/transformer/facts.h"

#include <nlohmann/json.hpp>

namespace heed {
namespace {

using Kind = Effect::Kind;

/// The output that is looked at, or the one before where its own is not written yet; -1: none is.
int written_output(const AppState& s) {
    const int output = edited_output(s);
    const Phase choose{seq2seq::Choose, 0};
    return output < 0 || revealed(s.trace->outline, s.playback.at, choose, output) ? output : output - 1;
}

bool has_output(const AppState& s) { return can_ask_why(s) && written_output(s) >= 0; }
/// Of a Transformer as of other models.
bool can_ask_either(const AppState& s) { return can_ask_why(s) || can_ask_moves(s); }
std::string why_no_why(const AppState& s) {
    if (s.weights_only()) return without_model(s, "nothing says why a token was written");
    if (!s.model || s.report.shown) return {};
    if (s.facts.architecture != "seq2seq" && !is_transformer(s.facts))
        return "This model answers a whole input at once: it does not choose one token after another.";
    if (s.view != "step") return "Why a token was written is asked in Step.";
    if (!s.input_problem.empty()) return s.input_problem;
    if (!s.trace || s.input.empty()) return {};
    return s.trace->outputs() == 0 ? "This model writes no tokens."
                                   : "Why a token was written is asked beside the network.";
}
bool can_choose_rival(const AppState& s) { return has_output(s) || moves_question(s).output >= 0; }

EffectList turn_why(AppState& s) {
    if (can_ask_moves(s)) {
        turn_moves(s);
        return {};
    }
    s.why.shown = !s.why.shown || s.doctor.shown;
    s.doctor.shown = false;
    if (s.narrow())
        s.drawer = s.why.shown;
    else if (s.why.shown)
        s.settings.inspector = true;
    return {};
}

/// Whatever stands in the inspector's place.
void show_phase(AppState& s) { s.why.shown = s.moves.shown = s.doctor.shown = false; }

EffectList choose_rival(AppState& s) {
    if (can_ask_moves(s)) {
        choose_moves_rival(s);
        return {};
    }
    s.why.shown = true;
    s.doctor.shown = false;
    open_rivals(s, written_output(s));
    return {};
}

EffectList named_rival(AppState& s, const Command& c) {
    if (can_ask_moves(s)) {
        name_moves_rival(s, c.i, c.text);
        return {};
    }
    if (!has_output(s)) return {};
    s.why.output = c.i >= 0 ? c.i : written_output(s);
    s.why.rival = c.text;
    return {};
}

EffectList force_rival(AppState& s) {
    if (const auto moves = moves_answer(s); moves && shows_moves(s))
        return update(s, {"force-token", moves->rival, 0, moves->output});
    const WhyAnswer* answer = why_answer(s);
    if (!answer || !answer->contrast) return {};
    return update(s, {"force-token", answer->contrast->rival, 0, answer->question.output});
}

/// The text without that word, and with one space where it stood between two.
std::string text_without(const AppState& s, int j) {
    const TraceToken& word = s.trace->source[static_cast<std::size_t>(j)];
    std::string text = s.input;
    if (word.end > text.size() || word.begin >= word.end) return text;
    std::size_t end = word.end;
    const bool before = word.begin == 0 || text[word.begin - 1] == ' ';
    if (before && end < text.size() && text[end] == ' ' && word.text != " ") ++end;
    text.erase(word.begin, end - word.begin);
    return text;
}

EffectList remove_word(AppState& s, const Command& c) {
    const int j = c.j >= 0 ? c.j : removed_word(s);
    if (!has_output(s) || j < 0 || j >= s.trace->source_length() ||
        s.trace->source[static_cast<std::size_t>(j)].framing())
        return {};
    return update(s, {"type", text_without(s, j)});
}

bool has_answer(const AppState& s) {
    const WhyAnswer* answer = why_answer(s);
    return shows_why(s) && answer && answer->contrast;
}

bool has_rival(const AppState& s) { return has_answer(s) || (shows_moves(s) && moves_answer(s)); }

} // namespace

bool can_ask_why(const AppState& s) {
    return s.view == "step" && s.model && s.trace && !s.input.empty() && !s.report.shown &&
           !s.weights_only() && s.facts.architecture == "seq2seq" && s.trace->outputs() > 0;
}

bool shows_why(const AppState& s) {
    const std::string_view id = workspace_of(s).id;
    return s.why.shown && !s.doctor.shown && can_ask_why(s) && (id == "step" || id == "meaning");
}

WhyQuestion why_question(const AppState& s) {
    WhyQuestion question;
    const int output = shows_why(s) && !s.running && s.gesture == 0 ? written_output(s) : -1;
    if (output < 0 || output >= s.trace->outputs()) return question;
    question.model = model_id(s);
    question.request = wanted_request(s);
    question.output = output;
    if (s.why.output == output) question.rival = s.why.rival;
    // Where the rival has become what is written, the second best takes its place.
    if (question.rival == s.trace->steps[static_cast<std::size_t>(output)].token.text) question.rival.clear();
    return question;
}

const WhyAnswer* why_answer(const AppState& s) {
    const WhyQuestion question = why_question(s);
    return question.output >= 0 && s.why.answer && s.why.answer->question == question ? s.why.answer.get()
                                                                                      : nullptr;
}

int removed_word(const AppState& s) {
    const WhyAnswer* answer = why_answer(s);
    if (!answer || !answer->contrast) return -1;
    const int chosen = chosen_source(s);
    if (chosen >= 0 && !s.trace->source[static_cast<std::size_t>(chosen)].framing()) return chosen;
    const std::vector<int> named = analysis::by_support(*s.trace, *answer->contrast);
    return named.empty() ? -1 : named.front();
}

EffectList follow_why(AppState& s) {
    WhyQuestion question = why_question(s);
    if (question == s.why.asked) return {};
    const bool known = s.why.answer && s.why.answer->question == question;
    s.why.asked = std::move(question);
    if (known || s.why.asked.output < 0 || !known_run(s, s.why.asked.request)) {
        if (!known && s.why.asked.output >= 0) s.why.asked = {}; // its run has not come
        return {};
    }
    return {{Kind::Work, "why"}};
}

WorkspaceJob why_job(const AppState& s) {
    return [model = s.model, run = s.trace,
            question = s.why.asked](const Engine&, const std::atomic<bool>& cancelled) -> std::any {
        WhyAnswer answer{question, run, nullptr, ""};
        if (question.output < 0 || !model || !run) return answer;
        try {
            answer.contrast = std::make_shared<const analysis::Contrast>(
                analysis::contrast(*model, *run, question.output, question.rival, &cancelled));
        } catch (const decode::Cancelled&) {
            answer.question = {}; // nobody waits for it
        } catch (const Error& error) {
            answer.problem = error.what();
        }
        return answer;
    };
}

void apply_why(AppState& s, const WorkDone& done) {
    if (const auto* answer = std::any_cast<WhyAnswer>(&done.result)) {
        if (answer->question.output >= 0) s.why.answer = std::make_shared<const WhyAnswer>(*answer);
    } else {
        s.why.answer =
            std::make_shared<const WhyAnswer>(WhyAnswer{s.why.asked, s.trace, nullptr, done.problem});
    }
}

void reset_why(AppState& s, Fresh) {
    const bool shown = s.why.shown;
    s.why = {};
    s.why.shown = shown;
}

std::string_view why_figure_id(const AppState& s) { return has_answer(s) ? "why" : ""; }

std::shared_ptr<const Board> why_board(const AppState& s) {
    if (!has_answer(s)) return nullptr;
    auto board = std::make_shared<WhyBoard>();
    board->run = why_answer(s)->run;
    board->contrast = why_answer(s)->contrast;
    return board;
}

nlohmann::ordered_json why_to_json(const AppState& s) {
    const WhyAnswer* answer = why_answer(s);
    nlohmann::ordered_json json = {{"shown", shows_why(s)}, {"output", why_question(s).output}};
    if (!answer) return json;
    json["problem"] = answer->problem;
    if (!answer->contrast) return json;
    const analysis::Contrast& c = *answer->contrast;
    json["written"] = c.written;
    json["rival"] = c.rival;
    json["margin"] = c.margin;
    json["words"] = c.words;
    json["so_far"] = c.so_far;
    json["rest"] = c.rest;
    return json;
}

Rows why_commands() {
    constexpr std::string_view group = "Looking";
    return {
        explained<why_no_why>(recorded<Records::Nothing>({"why", "Why this token and not another", keys("Y"),
                                                          group, false, can_ask_either, plain<turn_why>,
                                                          "contrast rival margin decide inspector tab"})),
        recorded<Records::Nothing>({"why-rival", "Why not …: choose the token to compare with", keys(), group,
                                    false, can_choose_rival, plain<choose_rival>,
                                    "contrast rival second best"}),
        recorded<Records::Nothing>(
            hidden("why-not", named_rival, {text("token"), optional(whole("output", &Command::i))})),
        recorded<Records::Nothing>(hidden("phase-tab", plain<show_phase>)),
        {"why-force", "Write the token that it is compared with", keys(), "What if", false, has_rival,
         plain<force_rival>, "force rival contrast"},
        {"remove-word",
         "Take the deciding word out of the input",
         keys(),
         "What if",
         false,
         has_answer,
         remove_word,
         "remove delete contrast why",
         false,
         {optional(whole("source", &Command::j))}},
    };
}

} // namespace heed
