#include "core/io/run/edits_json.h"
#include "core/io/run/trace_json.h"
#include "core/io/run/trace_maps_json.h"
#include "core/io/run/trace_place.h"
#include "core/io/run/trace_sites_json.h"
#include "core/models/registry.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/network.h"
#include "core/text/escape.h"
#include "core/trace/given_facts.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace heed::io {

namespace {

void read_model(const TracePlace& json, ModelFacts& facts) {
    facts.name = json.at("name").text();
    facts.title = facts.name.substr(0, facts.name.find('/'));
    facts.architecture = json.at("architecture").text();
    facts.score = json.at("score").text();
    facts.alignment = json.at("alignment").text();
    if (json.has("doubt")) facts.doubt = json.at("doubt").text();
    if (has_sites(facts.architecture)) return; // nothing else is said of it
    Seq2SeqFacts& own = facts.edit<Seq2SeqFacts>();
    own.cell = json.at("cell").text();
    own.order = json.at("order").text();
    own.reversed = json.has("reversed") && json.at("reversed").boolean();
    if (json.has("window")) own.window = json.at("window").integer();
    if (own.window < 0) json.at("window").fail("0 or more");
}

/// How the file of given weights was read, which goes on being said, and which of its sentences it is.
void read_given(const TracePlace& json, GivenFacts& given) {
    if (json.has("sentence")) given.sentence = json.at("sentence").integer();
    if (given.sentence < 0) json.at("sentence").fail("0 or more");
    if (!json.has("notes")) return;
    const auto read = [&](const char* key, std::vector<std::string>& list) {
        for (std::size_t n = 0; json.has(key) && n < json.at(key).size(); ++n)
            list.push_back(escaped(json.at(key).at(n).text(), 1000)); // to be shown, and put into tables
    };
    read("notes", given.notes);
    read("assumed", given.assumed);
}

std::vector<TraceToken> read_tokens(const TracePlace& json) {
    const TracePlace tokens = json.at("tokens"), ids = json.at("ids");
    ids.expect_size(tokens.size());
    std::vector<TraceToken> result(tokens.size());
    for (std::size_t n = 0; n < result.size(); ++n) {
        result[n].text = tokens.at(n).text();
        result[n].id = ids.at(n).integer();
    }
    return result;
}

/// A list of positions below `count`; none where the file has no such key.
std::vector<std::size_t> read_positions(const TracePlace& json, const char* key, std::size_t count,
                                        const char* expected) {
    std::vector<std::size_t> positions;
    if (!json.has(key)) return positions;
    const TracePlace list = json.at(key);
    for (std::size_t n = 0; n < list.size(); ++n) {
        const int position = list.at(n).integer();
        if (position < 0 || static_cast<std::size_t>(position) >= count) list.at(n).fail(expected);
        positions.push_back(static_cast<std::size_t>(position));
    }
    return positions;
}

/// Control tokens of the source; one that was typed has its bytes, by which it is known.
void read_controls(const TracePlace& json, Trace& trace) {
    std::size_t from = 0;
    const auto typed = [&](TraceToken& token) {
        const std::size_t at =
            token.text.empty() ? trace.source_text.npos : trace.source_text.find(token.text, from);
        if (at == trace.source_text.npos) return;
        token.begin = at;
        from = token.end = at + token.text.size();
    };
    constexpr const char* expected = "a position of the source";
    if (!trace.source.empty() && trace.source.front().is_start) typed(trace.source.front());
    for (const std::size_t j : read_positions(json, "control", trace.source.size(), expected)) {
        trace.source[j].is_start = true;
        typed(trace.source[j]);
    }
    for (const std::size_t j : read_positions(json, "ends", trace.source.size(), expected))
        trace.source[j].is_end = true;
}

/// The bytes of the text that each token is, where the file has them.
void read_spans(const TracePlace& json, Trace& trace) {
    if (!json.has("bytes")) return;
    const TracePlace bytes = json.at("bytes");
    bytes.expect_size(trace.source.size());
    for (std::size_t j = 0; j < trace.source.size(); ++j) {
        TraceToken& token = trace.source[j];
        token.begin = token.end = 0;
        const TracePlace place = bytes.at(j);
        if (place.value.is_null()) continue;
        place.expect_size(2);
        const int begin = place.at(std::size_t{0}).integer(), end = place.at(std::size_t{1}).integer();
        if (begin < 0 || end < 0 ||
            !whole_characters(trace.source_text, static_cast<std::size_t>(begin),
                              static_cast<std::size_t>(end)))
            place.fail("from and to, characters of the text");
        token.begin = static_cast<std::size_t>(begin);
        token.end = static_cast<std::size_t>(end);
    }
}

void read_source(const TracePlace& json, Trace& trace) {
    trace.source_text = json.at("text").text();
    trace.source = read_tokens(json);
    if (!trace.source.empty()) {
        const bool said = json.has("frame");
        trace.source.front().is_start = said && json.at("frame").at("start").boolean();
        trace.source.back().is_end =
            said ? json.at("frame").at("end").boolean() : trace.source.back().text == "</s>";
    }
    json.at("unknown").size(); // it is always there
    for (const std::size_t j :
         read_positions(json, "unknown", trace.source.size(), "a position of the source"))
        trace.source[j].unknown = true;
    read_controls(json, trace);
    read_spans(json, trace);
}

void read_written_controls(const TracePlace& target, Trace& trace) {
    for (const std::size_t i :
         read_positions(target, "control", trace.steps.size(), "a position of the target"))
        trace.steps[i].token.is_start = true;
}

TraceStep read_step(const TracePlace& json) {
    TraceStep step;
    step.token.text = json.at("token").text();
    step.token.id = json.at("id").integer();
    step.log_prob = static_cast<float>(json.at("log_prob").number());
    step.forced = json.has("forced") && json.at("forced").boolean();
    step.weights_given = json.has("weights_given") && json.at("weights_given").boolean();
    const TracePlace top = json.at("top");
    for (std::size_t n = 0; n < top.size(); ++n) {
        const TracePlace candidate = top.at(n);
        step.top.push_back({candidate.at("token").text(), candidate.at("id").integer(),
                            static_cast<float>(candidate.at("log_prob").number())});
    }
    return step;
}

struct StepKey {
    const char* key;
    Quantity quantity;
};
const StepKey step_keys[] = {{"energies", Quantity::Energies},
                             {"weights", Quantity::Weights},
                             {"query", Quantity::Query},
                             {"context", Quantity::Context},
                             {"state", Quantity::State},
                             {"readout", Quantity::Readout},
                             {"logits", Quantity::Logits},
                             {"log_probs", Quantity::LogProbs},
                             {"own_weights", Quantity::OwnWeights},
                             {"coverage", Quantity::Coverage},
                             {"past_energies", Quantity::PastEnergies},
                             {"past_weights", Quantity::PastWeights}};
const StepKey step_numbers[] = {
    {"position", Quantity::Position}, {"overlap", Quantity::Overlap}, {"generate", Quantity::Generate}};
const StepKey encoder_keys[] = {{"embedded", Quantity::SourceEmbedding},
                                {"forward", Quantity::ForwardState},
                                {"backward", Quantity::BackwardState},
                                {"annotations", Quantity::Annotation}};

void read_steps(const TracePlace& json, Trace& trace) {
    const std::size_t count = json.size();
    for (std::size_t i = 0; i < count; ++i) trace.steps.push_back(read_step(json.at(i)));
    if (count == 0) return;
    const TracePlace first = json.at(std::size_t{0});
    for (const auto& [key, quantity] : step_keys) {
        if (!first.has(key)) continue;
        std::vector<TracePlace> lists;
        for (std::size_t i = 0; i < count; ++i) lists.push_back(json.at(i).at(key));
        const bool over_source = quantity == Quantity::Energies || quantity == Quantity::Weights ||
                                 quantity == Quantity::OwnWeights || quantity == Quantity::Coverage;
        const bool over_past = quantity == Quantity::PastEnergies || quantity == Quantity::PastWeights;
        if (over_past) lists.front().expect_size(count);
        if (over_source) lists.front().expect_size(trace.source.size());
        if (quantity == Quantity::Weights || quantity == Quantity::OwnWeights)
            for (const TracePlace& list : lists) check_weights(list);
        constexpr double nothing = std::numeric_limits<double>::quiet_NaN(); // there is no such state yet
        trace.set(quantity, 0, over_past ? read_columns(lists, nothing) : read_columns(lists));
    }
    for (const auto& [key, quantity] : step_numbers) {
        if (!first.has(key)) continue;
        MatrixXf values(1, static_cast<Eigen::Index>(count));
        for (std::size_t i = 0; i < count; ++i)
            values(0, static_cast<Eigen::Index>(i)) = static_cast<float>(json.at(i).at(key).number());
        trace.set(quantity, 0, std::move(values));
    }
}

/// Whether tokens are characters: their texts, one after the other, are the text of the output then; of an
/// output of one token that of the source decides.
bool of_characters(const Trace& trace) {
    std::string written, read;
    std::size_t count = 0;
    for (const TraceStep& step : trace.steps)
        if (!step.token.is_end && !step.token.is_start) {
            written += step.token.text;
            ++count;
        }
    if (written != trace.target_text) return false;
    if (count > 1) return true;
    for (const TraceToken& token : trace.source)
        if (!token.is_end && !token.is_start) read += token.text;
    return read == trace.source_text;
}

/// What was asked for, as far as a file says.
Trace with_request(const TracePlace& top, Trace trace, const std::string& subject) {
    trace.request.model = trace.model.name;
    trace.request.text = trace.source_text;
    if (top.has("edits")) trace.request.edits = edits_from_json(top.value["edits"], subject);
    return trace;
}

void read_encoder(const TracePlace& json, Trace& trace) {
    for (const auto& [key, quantity] : encoder_keys) {
        if (!json.has(key)) continue;
        const TracePlace values = json.at(key);
        values.expect_size(trace.source.size());
        std::vector<TracePlace> lists;
        for (std::size_t j = 0; j < values.size(); ++j) lists.push_back(values.at(j));
        trace.set(quantity, 0, read_columns(lists));
    }
}

/// Its answer, what it chose on the way, its maps and what was changed; other values are not looked for.
Trace read_answer(const TracePlace& top, const Architecture& architecture, const std::string& subject) {
    Trace trace;
    const TracePlace model = top.at("model");
    trace.model.name = model.at("name").text();
    trace.model.title = trace.model.name.substr(0, trace.model.name.find('/'));
    trace.model.architecture = architecture.id;
    trace.model.score = model.at("score").text();
    trace.model.alignment = model.at("alignment").text();
    if (model.has("doubt")) trace.model.doubt = model.at("doubt").text();
    read_source(top.at("source"), trace);
    trace.target_text = top.at("target").at("text").text();
    trace.finished = top.at("target").at("finished").boolean();
    trace.log_prob = top.at("log_prob").number(std::numeric_limits<double>::quiet_NaN());
    const TracePlace steps = top.at("steps");
    for (std::size_t i = 0; i < steps.size(); ++i) trace.steps.push_back(read_step(steps.at(i)));
    if (trace.finished && !trace.steps.empty())
        trace.steps.back().token.is_end = trace.steps.back().token.text == "end";
    read_written_controls(top.at("target"), trace);
    read_maps(top.at("maps"), architecture, trace);
    trace.request.model = trace.model.name;
    trace.request.text = trace.source_text;
    if (top.has("edits")) trace.request.edits = edits_from_json(top.value["edits"], subject);
    return trace;
}

} // namespace

Trace trace_from_json(const Json& json, const std::string& subject) {
    const TracePlace top{json, "", subject};
    if (!json.is_object() || !json.contains("format") || json["format"] != "heed.trace") {
        throw Error(subject, "format", "\"heed.trace\"",
                    json.is_object() && json.contains("format") ? shown(json["format"]) : "none");
    }
    if (top.at("version").value != 1) top.at("version").fail("1");
    if (const Architecture* architecture = find_architecture(top.at("model").at("architecture").text());
        architecture && architecture->run)
        return read_answer(top, *architecture, subject);
    Trace trace;
    read_model(top.at("model"), trace.model);
    if (trace.model.architecture == "weights" && (top.has("notes") || top.has("sentence")))
        read_given(top, trace.model.edit<GivenFacts>());
    read_source(top.at("source"), trace);
    trace.target_text = top.at("target").at("text").text();
    trace.finished = top.at("target").at("finished").boolean();
    trace.log_prob = top.at("log_prob").number();
    read_steps(top.at("steps"), trace);
    top.at("target").at("tokens").expect_size(trace.steps.size());
    if (trace.finished && !trace.steps.empty())
        trace.steps.back().token.is_end =
            !top.at("target").has("frame") || top.at("target").at("frame").at("end").boolean();
    read_written_controls(top.at("target"), trace);
    trace.model.character_level = trace.model.architecture != "weights" && of_characters(trace);
    if (has_sites(trace.model.architecture)) {
        read_maps(top.at("maps"), *find_architecture(trace.model.architecture), trace);
        return with_request(top, std::move(trace), subject);
    }
    if (top.has("maps")) read_layer_maps(top.at("maps"), trace);
    if (top.has("encoder")) read_encoder(top.at("encoder"), trace);

    trace = with_request(top, std::move(trace), subject);
    Seq2SeqConfig config;
    config.attention.score = trace.model.score;
    if (const auto* alignment = attention::find_alignment(trace.model.alignment))
        config.attention.alignment = alignment->kind;
    config.encoder.reversed = seq2seq_facts(trace).reversed;
    if (seq2seq_facts(trace).order == "luong") config.decoder.order = Order::Luong;
    if (seq2seq_facts(trace).order == "conditional") config.decoder.order = Order::Conditional;
    trace.outline = seq2seq_outline(config, trace.source_length(), trace.outputs());
    return trace;
}

} // namespace heed::io
