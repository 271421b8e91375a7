#include "core/decode/run.h"

#include "core/base/error.h"
#include "core/decode/beam.h"
#include "core/decode/limit.h"
#include "core/decode/next_token.h"
#include "core/decode/row_edit.h"
#include "core/decode/ruled_beam.h"
#include "core/decode/telling.h"
#include "core/models/pieces.h"
#include "core/models/stepper.h"
#include "core/models/tokens.h"
#include "core/models/typed_token.h"
#include "core/text/escape.h"
#include "core/trace/partial.h"
#include "core/trace/trace_recorder.h"

#include <algorithm>
#include <cmath>

namespace heed::decode {
namespace {

/// A word that a model without a token for unknown ones cannot take.
Error unreadable(const Model& model, const std::string& word, const char* side) {
    return Error(model.name + ": \"" + escaped(word) + "\" is not in the " + side +
                 " vocabulary, and this model has no token for unknown words");
}

/// The target that the request asks for, by output position: with the token that ends it.
std::map<int, int> target_tokens(const Model& model, const Beginning& beginning, const Request& request) {
    const OutputWords& words = beginning.words;
    std::map<int, int> wanted;
    if (request.target && model.subword) {
        const std::vector<int> ids = target_ids(model, *beginning.rules, request, *request.target);
        for (const int id : ids) wanted.emplace(static_cast<int>(wanted.size()), id);
    } else if (request.target) {
        int i = 0;
        for (const auto& piece : model.tokenizer.split(*request.target)) {
            wanted[i] = words.find(piece.text).value_or(model.target.special().unknown);
            if (wanted[i] < 0) throw unreadable(model, piece.text, "target");
            ++i;
        }
        wanted[i] = model.target.special().end;
    }
    return wanted;
}

/// The tokens the request asks for, by output position: its edits of a target win.
std::map<int, int> wanted_tokens(const Model& model, const Beginning& beginning, const Request& request,
                                 std::map<int, int> target) {
    const OutputWords& words = beginning.words;
    std::map<int, int> wanted = std::move(target);
    for (const auto& [i, token] : request.edits.forced)
        counting_places([&, i = i, &token = token](int first) {
            wanted[i] =
                typed_token(model, words, token, "forced token at output " + std::to_string(i + first));
        });
    return wanted;
}

Error no_such_output(const Model& model, const char* item, int i, int outputs, int from) {
    return {model.name, item,
            "an output from " + std::to_string(from) + " to " + std::to_string(outputs - 1 + from),
            std::to_string(i + from)};
}

/// Every position that the request names must be an output of the run.
void check_positions(const Model& model, const Request& request, int outputs) {
    const auto check = [&](int i, const char* item) {
        if (i < 0 || i >= outputs)
            counting_places([&](int from) { throw no_such_output(model, item, i, outputs, from); });
    };
    for (const auto& [i, unused] : request.edits.forced) check(i, "position of a forced token");
    for (const auto& [i, unused] : request.edits.rows) check(i, "position of given weights");
    if (!request.edits.muted.empty())
        throw Error(model.name, "muted moments", "a model that answers a whole input at once",
                    "one that writes token by token");
}

/// The run may have ended before an output that is edited. Edits before it may do that; without any it is a
/// mistake of the request.
void check_reached(const Model& model, const Request& request, int outputs) {
    const int first = request.edits.first();
    if (first < outputs) return;
    const bool token = request.edits.forced.count(first) != 0;
    const char* item = token                             ? "position of a forced token"
                       : request.edits.rows.count(first) ? "position of given weights"
                                                         : "position at which a head is changed";
    counting_places([&](int from) { throw no_such_output(model, item, first, outputs, from); });
}

/// A text that is to be written has to fit as a whole: a part of it would be measured as if it were all.
Error no_room(const Model& model, int source_length, int wanted) {
    const int read = model.one_text ? source_length - 1 : 0; // the last output stands at no place
    return Error(model.name + ": has room for " + std::to_string(model.most_outputs) + " tokens, the " +
                 (model.one_text ? "pair" : "target") + " needs " + std::to_string(read + wanted));
}

/// Outputs at most: as asked, else the whole target, else what the model's rules say or the usual limit;
/// never more than there are places for. Throws where the target needs more.
int output_limit(const Model& model, const Request& request, const Beginning& beginning) {
    const int source_length = static_cast<int>(beginning.source.size());
    if (request.max_steps <= 0 && !request.target) return own_limit(model, source_length);
    if (request.target && beginning.wanted.empty())
        throw Error(model.name, "target", "at least one token, as this model has no end", "none");
    const int wanted = request.target ? beginning.wanted.rbegin()->first + 1 : 0;
    const int limit =
        request.max_steps > 0 ? request.max_steps : std::max(wanted, own_limit(model, source_length));
    const int places = places_for_outputs(model, source_length).value_or(limit);
    if (std::min(wanted, limit) > places) throw no_room(model, source_length, wanted);
    return std::min(limit, places);
}

bool is_end(const Model& model, const Beginning& beginning, int id) {
    return id == model.target.special().end || (beginning.rules && beginning.rules->ends_with(id));
}

/// Whether a token ends the run: any end token does, but of a target in pieces what closes it alone.
bool ends_run(const Model& model, const Request& request, const Beginning& beginning, int output, int id) {
    if (output < beginning.target && !request.edits.forced.contains(output))
        return output + 1 == beginning.target;
    return is_end(model, beginning, id);
}

TraceStep make_step(const Model& model, const Beginning& beginning, const MatrixXf& log_probs, int id,
                    bool ends) {
    TraceStep step;
    step.top = best_candidates(beginning.words, log_probs);
    step.token.id = id;
    step.token.text = beginning.words.token(id);
    // Where a model has no end token a target's last piece is one like others.
    step.token.is_end = ends && (is_end(model, beginning, id) || is_control(model, id, true));
    step.token.is_start = !step.token.is_end && is_control(model, id, true);
    step.token.unknown = id == model.target.special().unknown;
    step.log_prob = log_probs(id, 0);
    return step;
}

void check_source(const Model& model, const std::vector<TraceToken>& source) {
    if (std::all_of(source.begin(), source.end(),
                    [](const TraceToken& t) { return t.framing() && t.begin >= t.end; }))
        throw Error(model.name + ": the input is empty");
    const int T = static_cast<int>(source.size());
    if (T > model.longest_input)
        throw Error(model.name, "the input is too long",
                    "at most " + std::to_string(model.longest_input) + " tokens, " +
                        (model.source.special().ends ? "the end token included" : "as they are read"),
                    std::to_string(T));
    for (const TraceToken& token : source)
        if (token.id < 0) throw unreadable(model, token.text, "source");
}

Trace describe(const Model& model, const Request& request) {
    Trace trace;
    trace.request = request;
    trace.model = model.facts;
    trace.source_text = request.text;
    trace.parameters = model.tensors;
    trace.source_vocabulary = model.source.tokens();
    trace.target_vocabulary = model.target.tokens();
    return trace;
}

} // namespace

void check_numbers(const std::string& model, const MatrixXf& log_probs, int output) {
    if (log_probs.hasNaN())
        counting_places([&](int from) {
            throw Error(model, "output " + std::to_string(output + from), "probabilities",
                        "NaN: the model's weights are too large for float32");
        });
}

std::vector<TraceToken> tokenize_source(const Model& model, std::string_view text) {
    Request request;
    request.text = text;
    return source_tokens(model, request);
}

Beginning begin_run(const Model& model, const Request& request) {
    Beginning beginning;
    beginning.source = source_tokens(model, request);
    check_source(model, beginning.source);
    beginning.words = output_words(model, beginning.source);
    if (model.generation) {
        beginning.rules = rules_for(model, request);
        beginning.read = ids_of(beginning.source);
        if (model.one_text)
            beginning.given.swap(beginning.read);
        else
            beginning.given = {beginning.rules->start};
    }
    std::map<int, int> target = target_tokens(model, beginning, request);
    if (model.subword) beginning.target = static_cast<int>(target.size());
    beginning.wanted = wanted_tokens(model, beginning, request, std::move(target));
    beginning.limit = output_limit(model, request, beginning);
    check_positions(model, request, beginning.limit);
    check_row_edits(model, request.edits, static_cast<int>(beginning.source.size()));
    check_head_edits(model, request.edits);
    const bool ruled = beginning.rules && beginning.rules->start >= 0;
    beginning.first = ruled ? beginning.rules->start : first_input(model, beginning.source);
    return beginning;
}

namespace {

std::shared_ptr<const Lattice> search(const Model& model, const Request& request, const Beginning& beginning,
                                      const std::atomic<bool>* cancelled, const Telling* telling) {
    if (request.target) throw Error(model.name + ": a target was given, which leaves nothing to search for");
    if (request.beam.width > largest_beam)
        throw Error(model.name, "beam", "a width of 1 to " + std::to_string(largest_beam),
                    std::to_string(request.beam.width));
    const auto search = beginning.rules ? ruled_beam_search : beam_search;
    return std::make_shared<const Lattice>(search(model, request, beginning, cancelled, telling));
}

/// What follows from the outputs: the text, the outline, and what the architecture makes of its values.
void complete_run(const Model& model, Trace& trace) {
    const Architecture& architecture = *model.config.architecture();
    trace.target_text = text_of(model, trace.steps);
    trace.outline = architecture.outline(model.config, trace.source_length(), trace.outputs());
    if (architecture.derive) architecture.derive(model, trace);
}

/// Hands out what is written. `read`: has what was recorded of the source, which need not be copied again.
void tell_so_far(const Model& model, TraceRecorder& recorder, const Trace& run, Trace& read,
                 const Telling& telling) {
    if (!telling.so_far) return;
    recorder.so_far(read);
    Trace so_far = read;
    drop_grown(read);
    so_far.steps = run.steps;
    so_far.log_prob = run.log_prob;
    so_far.model.doubt = unfinished_words(run);
    complete_run(model, so_far);
    telling.so_far(std::move(so_far));
}

bool wants_the_rest(const Telling* telling) { return telling && telling->last && telling->last(); }

Trace run_model(const Model& model, const Request& request, const std::atomic<bool>* cancelled,
                const Telling* telling) {
    Pace pace(telling), count(telling);
    Trace trace = describe(model, request);
    const Beginning beginning = begin_run(model, request);
    trace.source = beginning.source;
    trace.target_vocabulary = beginning.words.tokens();
    int limit = beginning.limit;

    std::map<int, int> written = beginning.wanted;
    if (request.beam.width > 0) {
        trace.lattice = search(model, request, beginning, cancelled, telling);
        const Hypothesis& best = trace.lattice->hypotheses.front();
        limit = static_cast<int>(best.nodes.size());
        for (int i = 0; i < limit; ++i)
            written[i] =
                trace.lattice->nodes[static_cast<std::size_t>(best.nodes[static_cast<std::size_t>(i)])].id;
    }

    TraceRecorder recorder;
    Trace read = trace; // on the way
    const auto stepper = stepper_of(model, request.edits, &recorder);
    stepper->tell_reading([&](int layer, int layers) {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) throw Cancelled{};
        if (request.beam.width <= 0) count.tell({layer, layers, 0, false}); // else the search has told
    });
    stepper->writes(!request.target);
    stepper->start(source_of(model, trace.source));

    int previous = beginning.first;
    std::vector<int> text = beginning.given;
    int told = 0;
    const auto tell = [&](const Telling& t) {
        told = trace.outputs();
        tell_so_far(model, recorder, trace, read, t);
    };
    for (int i = 0; i < limit && !trace.finished; ++i) {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) {
            if (i > told && wants_the_rest(telling)) tell(*telling);
            throw Cancelled{};
        }
        const auto hand = intervention(request.edits, i);
        stepper->advance({&previous, 1}, request.edits.touches_rows() ? &hand : nullptr);
        const MatrixXf& log_probs = stepper->log_probs();
        check_numbers(model.name, log_probs, i);
        const auto wanted = written.find(i);
        const int id =
            wanted != written.end()
                ? wanted->second
                : next_token(beginning, text,
                             {[&] { return log_probs.col(0); }, [&] { return stepper->logits().col(0); }});
        const bool ends = ends_run(model, request, beginning, i, id);
        trace.steps.push_back(make_step(model, beginning, log_probs, id, ends));
        text.push_back(id);
        trace.steps.back().forced = beginning.wanted.count(i) != 0; // what a search found was chosen
        trace.steps.back().weights_given = request.edits.row(i) != nullptr;
        trace.log_prob += static_cast<double>(trace.steps.back().log_prob);
        trace.finished = ends;
        previous = trace.steps.back().token.id;
        stepper->forget();
        if (request.beam.width <= 0 && !trace.finished && i + 1 < limit) count.tell({0, 0, i + 1, false});
        if (!trace.finished && i + 1 < limit) pace.pass(tell);
    }
    recorder.finish(trace);
    check_reached(model, request, trace.outputs());
    complete_run(model, trace);
    return trace;
}

bool asks_other_input(const Edits& edits) {
    return std::any_of(edits.heads.begin(), edits.heads.end(), [](const auto& head) {
        const HeadEdit& edit = head.second;
        return (edit.kind == HeadEdit::Kind::Input && !edit.weights) ||
               (edit.kind == HeadEdit::Kind::Mean && !edit.mean);
    });
}

Trace run_any(const Model& model, const Request& request, const std::atomic<bool>* cancelled,
              const Telling* telling) {
    const Architecture& architecture = *model.config.architecture();
    if (asks_other_input(request.edits)) {
        check_head_edits(model, request.edits);
        Request whole = request;
        whole.edits = with_other_inputs(model, request, cancelled);
        return run_any(model, whole, cancelled, telling);
    }
    if (architecture.run) {
        check_head_edits(model, request.edits);
        return architecture.run(model, request, cancelled);
    }
    const bool own_score = request.score.empty() || request.score == model.facts.function();
    Trace trace = run_model(model, request, cancelled, own_score ? telling : nullptr);
    if (own_score) return trace;
    if (!architecture.rescore)
        throw Error(model.name, "score", "none: a model of this kind has its own alone",
                    "\"" + request.score + "\"");
    return architecture.rescore(model, std::move(trace), request.score);
}

} // namespace

Trace run(const Model& model, const Request& request, const std::atomic<bool>* cancelled) {
    return run_any(model, request, cancelled, nullptr);
}

Trace run_telling(const Model& model, const Request& request, const std::atomic<bool>* cancelled,
                  const Telling& telling) {
    return run_any(model, request, cancelled, &telling);
}

} // namespace heed::decode
