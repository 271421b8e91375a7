#include "core/models/pointer/run.h"

#include "core/base/error.h"
#include "core/models/at_once.h"
#include "core/models/pointer/phases.h"
#include "core/models/pointer/reader.h"
#include "core/models/pointer/values.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::pointer {
namespace {

constexpr std::size_t candidates = 5;

void refuse(const Model& model, const Request& request) {
    const Edits& edits = request.edits;
    const char* asked = !edits.rows.empty() || edits.every_row ? "given weights"
                        : !request.score.empty()               ? "another score"
                        : request.beam.width > 0               ? "a beam"
                                                               : nullptr;
    if (asked)
        throw Error(model.name, "what is changed",
                    "a target, forced points, muted points, masking or a temperature, for this model's "
                    "weights are its output",
                    asked);
}

std::vector<int> muted_points(const Model& model, const Request& request, int points) {
    const std::set<int>& muted = request.edits.muted;
    for (const int j : muted)
        if (j < 0 || j >= points)
            counting_places([&](int from) {
                throw Error(model.name, "muted point",
                            "a point from " + std::to_string(from) + " to " +
                                std::to_string(points - 1 + from),
                            std::to_string(j + from));
            });
    if (std::ssize(muted) == points)
        throw Error(model.name, "muted points", "one that can be chosen at least", "all of them muted");
    return {muted.begin(), muted.end()};
}

/// The slots that the request asks for, by output.
std::map<int, int> wanted_slots(const Model& model, const Config& config, const Request& request,
                                int points) {
    std::map<int, int> wanted;
    if (request.target) {
        const auto target = read_target(config, *request.target, points,
                                        config.attention.mask == Masking::Visited, model.name);
        for (std::size_t i = 0; i < target.size(); ++i) wanted[static_cast<int>(i)] = target[i];
    }
    for (const auto& [i, word] : request.edits.forced)
        counting_places([&, i = i, &word = word](int from) {
            if (i < 0 || i >= config.slots(points))
                throw Error(model.name, "position of a forced point",
                            "an output from " + std::to_string(from) + " to " +
                                std::to_string(config.slots(points) - 1 + from),
                            std::to_string(i + from));
            wanted[i] = read_slot(config, word, points, model.name,
                                  "forced point at output " + std::to_string(i + from));
        });
    return wanted;
}

std::string slot_word(int slot, int points) { return slot == points ? "end" : std::to_string(slot); }

/// The likeliest slots, best first; of equal ones the lower first. Masked ones are none.
std::vector<Candidate> best_slots(const Matrix<float>& log_probs, int points) {
    std::vector<int> order(static_cast<std::size_t>(log_probs.rows()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return log_probs(a, 0) > log_probs(b, 0); });
    std::vector<Candidate> best;
    for (const int slot : order)
        if (best.size() < candidates && std::isfinite(log_probs(slot, 0)))
            best.push_back({slot_word(slot, points), slot, log_probs(slot, 0)});
    return best;
}

TraceStep make_step(const Matrix<float>& log_probs, int wanted, int points) {
    TraceStep step;
    step.top = best_slots(log_probs, points);
    step.forced = wanted >= 0;
    step.token.id = step.forced ? wanted : step.top.front().id;
    step.token.text = slot_word(step.token.id, points);
    step.token.is_end = step.token.id == points;
    step.log_prob = log_probs(step.token.id, 0);
    return step;
}

void check_step(const Model& model, const Pointing<float>& pointing, const Matrix<float>& log_probs,
                int wanted, int output, int points) {
    counting_places([&](int from) {
        const std::string place = "output " + std::to_string(output + from);
        if (log_probs.hasNaN())
            throw Error(model.name, place, "probabilities",
                        "NaN: the model's weights are too large for float32");
        if (wanted >= 0 && !pointing.open(0, wanted))
            throw Error(model.name, "forced point at " + place, "one that can still be chosen",
                        wanted == points ? "end" : std::to_string(wanted + from));
    });
}

void choose_all(const Model& model, const Request& request, const std::map<int, int>& wanted,
                Pointing<float>& pointing, Trace& trace) {
    const int points = trace.source_length(), most = request.max_steps > 0 ? request.max_steps : -1;
    while (!pointing.done(0) && trace.outputs() != most) {
        const int i = trace.outputs(), asked = wanted.contains(i) ? wanted.at(i) : -1;
        const Matrix<float> log_probs =
            pointing.advance(static_cast<float>(request.edits.temperature)).value();
        check_step(model, pointing, log_probs, asked, i, points);
        trace.steps.push_back(make_step(log_probs, asked, points));
        trace.log_prob += static_cast<double>(trace.steps.back().log_prob);
        pointing.choose(std::vector<int>{trace.steps.back().token.id});
    }
    trace.finished = pointing.done(0);
    if (!wanted.empty() && !request.target && wanted.rbegin()->first >= trace.outputs())
        counting_places([&](int from) {
            throw Error(model.name, "position of a forced point",
                        "an output from " + std::to_string(from) + " to " +
                            std::to_string(trace.outputs() - 1 + from),
                        std::to_string(wanted.rbegin()->first + from));
        });
}

/// What the places are called, and what was chosen, as text.
void name_places(const Config& config, Trace& trace) {
    const int points = trace.source_length();
    std::vector<std::string> words;
    std::vector<int> slots;
    for (const TraceToken& token : trace.source) words.push_back(token.text);
    for (const TraceStep& step : trace.steps) {
        slots.push_back(step.token.id);
        trace.labels[Axis::Output].push_back(slot_label(step.token.id, points));
    }
    trace.labels[Axis::Slot] = slot_labels(config, points);
    for (int j = 0; j < points; ++j) trace.labels[Axis::Point].push_back(slot_label(j, points));
    trace.target_text = written_text(config, slots, words);
}

} // namespace

Trace run(const Model& model, const Request& request, const std::atomic<bool>*) {
    refuse(model, request);
    Config config = model.config.as<Config>();
    if (request.edits.masking)
        config.attention.mask = *request.edits.masking ? Masking::Visited : Masking::None;
    Reading reading = read_input(config, request.text, model.longest_input, model.name);
    const int points = reading.item.length();
    const auto wanted = wanted_slots(model, config, request, points);
    Batch batch = batch_of({&reading.item, 1});
    batch.muted = muted_points(model, request, points);

    Trace trace = begin_trace(model, request);
    trace.source = std::move(reading.points);
    trace.set(quantity::Points, 0, reading.item.points.cast<float>());

    Tape<float> tape(false);
    const nn::Graph<float> graph(tape, model.parameters);
    Record<float> record;
    Pointing<float> pointing(config, graph, std::move(batch), record.listener());
    choose_all(model, request, wanted, pointing, trace);
    for (auto& [key, value] : record.take()) trace.set(quantity_of(key), 0, std::move(value));
    name_places(config, trace);
    trace.outline = outline_of(config, points, trace.outputs());
    return trace;
}

} // namespace heed::pointer
