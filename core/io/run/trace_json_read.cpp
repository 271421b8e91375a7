#include "core/base/error.h"
#include "core/io/base/json_text.h"
#include "core/io/run/edits_json.h"
#include "core/io/run/trace_json.h"
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

/// A place in the file, for errors: "FILE: steps[3].weights: expected …, found …".
struct Place {
    const Json& value;
    std::string name;
    const std::string& subject;

    [[noreturn]] void fail(const std::string& expected) const {
        throw Error(subject, name, expected, shown(value));
    }

    bool has(const char* key) const {
        return value.is_object() && value.contains(key) && !value[key].is_null();
    }
    Place at(const char* key) const {
        const std::string inner = name.empty() ? key : name + "." + key;
        if (!value.is_object()) fail("an object");
        if (!value.contains(key)) throw Error(subject, inner, "a value", "none");
        return {value[key], inner, subject};
    }
    Place at(std::size_t index) const {
        return {value[index], name + "[" + std::to_string(index) + "]", subject};
    }

    std::size_t size() const {
        if (!value.is_array()) fail("a list");
        return value.size();
    }
    std::string text() const {
        if (!value.is_string()) fail("text");
        return value.get<std::string>();
    }
    bool boolean() const {
        if (!value.is_boolean()) fail("true or false");
        return value.get<bool>();
    }
    int integer() const {
        const bool fits = value.is_number_integer() && value >= std::numeric_limits<int>::min() &&
                          value <= std::numeric_limits<int>::max();
        if (!fits) fail("a whole number");
        return value.get<int>();
    }
    /// null stands for a number that was not finite; which one, the caller knows.
    double number(double null = -std::numeric_limits<double>::infinity()) const {
        if (value.is_null()) return null;
        if (!value.is_number()) fail("a number");
        return value.get<double>();
    }
    void expect_size(std::size_t expected) const {
        if (size() != expected)
            throw Error(subject, name, std::to_string(expected) + " values", std::to_string(size()));
    }
};

/// Lists of one length each, one a column. The lengths are checked before anything is allocated.
MatrixXf read_columns(const std::vector<Place>& lists,
                      double null = -std::numeric_limits<double>::infinity()) {
    const std::size_t rows = lists.empty() ? 0 : lists.front().size();
    for (const Place& list : lists) list.expect_size(rows);
    MatrixXf values(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(lists.size()));
    for (std::size_t column = 0; column < lists.size(); ++column) {
        for (std::size_t row = 0; row < rows; ++row) {
            values(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) =
                static_cast<float>(lists[column].at(row).number(null));
        }
    }
    return values;
}

void read_model(const Place& json, ModelFacts& facts) {
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

/// How the file of given weights was read, which goes on being said.
void read_notes(const Place& json, GivenFacts& given) {
    const auto read = [&](const char* key, std::vector<std::string>& list) {
        for (std::size_t n = 0; json.has(key) && n < json.at(key).size(); ++n)
            list.push_back(escaped(json.at(key).at(n).text(), 1000)); // to be shown, and put into tables
    };
    read("notes", given.notes);
    read("assumed", given.assumed);
}

std::vector<TraceToken> read_tokens(const Place& json) {
    const Place tokens = json.at("tokens"), ids = json.at("ids");
    ids.expect_size(tokens.size());
    std::vector<TraceToken> result(tokens.size());
    for (std::size_t n = 0; n < result.size(); ++n) {
        result[n].text = tokens.at(n).text();
        result[n].id = ids.at(n).integer();
    }
    return result;
}

/// A list of positions below `count`; none where the file has no such key.
std::vector<std::size_t> read_positions(const Place& json, const char* key, std::size_t count,
                                        const char* expected) {
    std::vector<std::size_t> positions;
    if (!json.has(key)) return positions;
    const Place list = json.at(key);
    for (std::size_t n = 0; n < list.size(); ++n) {
        const int position = list.at(n).integer();
        if (position < 0 || static_cast<std::size_t>(position) >= count) list.at(n).fail(expected);
        positions.push_back(static_cast<std::size_t>(position));
    }
    return positions;
}

/// Control tokens of the source; one that was typed has its bytes, by which it is known.
void read_controls(const Place& json, Trace& trace) {
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

void read_source(const Place& json, Trace& trace) {
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
}

void read_written_controls(const Place& target, Trace& trace) {
    for (const std::size_t i :
         read_positions(target, "control", trace.steps.size(), "a position of the target"))
        trace.steps[i].token.is_start = true;
}

TraceStep read_step(const Place& json) {
    TraceStep step;
    step.token.text = json.at("token").text();
    step.token.id = json.at("id").integer();
    step.log_prob = static_cast<float>(json.at("log_prob").number());
    step.forced = json.has("forced") && json.at("forced").boolean();
    step.weights_given = json.has("weights_given") && json.at("weights_given").boolean();
    const Place top = json.at("top");
    for (std::size_t n = 0; n < top.size(); ++n) {
        const Place candidate = top.at(n);
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

void check_weights(const Place& list) {
    for (std::size_t j = 0; j < list.size(); ++j) {
        const double weight = list.at(j).number(-1);
        if (!(weight >= 0 && weight <= static_cast<double>(std::numeric_limits<float>::max())))
            list.at(j).fail("a number of 0 or more");
    }
}

void read_steps(const Place& json, Trace& trace) {
    const std::size_t count = json.size();
    for (std::size_t i = 0; i < count; ++i) trace.steps.push_back(read_step(json.at(i)));
    if (count == 0) return;
    const Place first = json.at(std::size_t{0});
    for (const auto& [key, quantity] : step_keys) {
        if (!first.has(key)) continue;
        std::vector<Place> lists;
        for (std::size_t i = 0; i < count; ++i) lists.push_back(json.at(i).at(key));
        const bool over_source = quantity == Quantity::Energies || quantity == Quantity::Weights ||
                                 quantity == Quantity::OwnWeights || quantity == Quantity::Coverage;
        const bool over_past = quantity == Quantity::PastEnergies || quantity == Quantity::PastWeights;
        if (over_past) lists.front().expect_size(count);
        if (over_source) lists.front().expect_size(trace.source.size());
        if (quantity == Quantity::Weights || quantity == Quantity::OwnWeights)
            for (const Place& list : lists) check_weights(list);
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

/// The maps over the source that the steps do not hold: those of a run with several layers or heads.
void read_maps(const Place& json, Trace& trace) {
    if (trace.steps.empty()) return;
    for (std::size_t n = 0; n < json.size(); ++n) {
        const Place map = json.at(n);
        if (map.at("name").text() != info(Quantity::Weights).map) continue;
        const auto index = [&](const char* key) {
            const int value = map.has(key) ? map.at(key).integer() : 0;
            if (value < 0) map.at(key).fail("0 or more");
            return value;
        };
        const Site site{Quantity::Weights, index("layer"), index("head")};
        if (trace.has(site.quantity, site.layer, site.head)) continue;
        const Place rows = map.at("weights");
        rows.expect_size(trace.steps.size());
        std::vector<Place> lists;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            lists.push_back(rows.at(i));
            lists.back().expect_size(trace.source.size());
            check_weights(lists.back());
        }
        trace.set(site, read_columns(lists));
    }
}

/// How long the axes of a run's maps are: as many tokens as were read, as many as were written, and of any
/// other what the first map over it says.
class RunAxes {
public:
    explicit RunAxes(const Trace& trace)
        : lengths_{{Axis::Source, trace.source.size()},
                   {Axis::SourceQuery, trace.source.size()},
                   {Axis::Output, trace.steps.size()}} {}

    /// The rows of a map, as long as they must be.
    std::vector<Place> rows_of(const Place& map, const QuantityInfo& what) {
        const Place rows = map.at("weights"), seen = map.at("columns").at("labels");
        rows.expect_size(map.at("rows").at("labels").size());
        rows.expect_size(lengths_.try_emplace(what.columns, rows.size()).first->second);
        std::vector<Place> lists;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            lists.push_back(rows.at(i));
            lists.back().expect_size(seen.size());
            lists.back().expect_size(lengths_.try_emplace(what.rows, seen.size()).first->second);
        }
        return lists;
    }

private:
    std::map<Axis, std::size_t> lengths_;
};

std::vector<std::string> read_labels(const Place& json) {
    std::vector<std::string> labels;
    for (std::size_t n = 0; n < json.size(); ++n) labels.push_back(json.at(n).text());
    return labels;
}

/// The maps of a run that has layers and heads.
void read_sites(const Place& json, Trace& trace) {
    const Architecture& architecture = *find_architecture(trace.model.architecture);
    RunAxes axes(trace);
    for (std::size_t n = 0; n < json.size(); ++n) {
        const Place map = json.at(n);
        const auto site = site_of_map(architecture, map.at("name").text());
        if (!site) map.at("name").fail("a map of " + std::string(architecture.title));
        const QuantityInfo& what = site->quantity.info();
        const std::vector<Place> lists = axes.rows_of(map, what);
        for (const Place& list : lists) check_weights(list);
        trace.set(*site, read_columns(lists));
        const std::pair<Axis, const char*> places[] = {{what.columns, "rows"}, {what.rows, "columns"}};
        for (const auto& [axis, side] : places)
            if ((axis == Axis::Past || axis == Axis::Step) && trace.labels[axis].empty())
                trace.labels[axis] = read_labels(map.at(side).at("labels"));
    }
}

/// What was asked for, as far as a file says.
Trace with_request(const Place& top, Trace trace, const std::string& subject) {
    trace.request.model = trace.model.name;
    trace.request.text = trace.source_text;
    if (top.has("edits")) trace.request.edits = edits_from_json(top.value["edits"], subject);
    return trace;
}

void read_encoder(const Place& json, Trace& trace) {
    for (const auto& [key, quantity] : encoder_keys) {
        if (!json.has(key)) continue;
        const Place values = json.at(key);
        values.expect_size(trace.source.size());
        std::vector<Place> lists;
        for (std::size_t j = 0; j < values.size(); ++j) lists.push_back(values.at(j));
        trace.set(quantity, 0, read_columns(lists));
    }
}

/// Whether maps have their layer and head in their names.
bool names_sites(const Architecture& architecture) {
    const auto all = architecture.quantities();
    return std::any_of(all.begin(), all.end(),
                       [](Quantity q) { return q.info().map.find("{layer}") != std::string_view::npos; });
}

/// A map of a model that answers at once: where its architecture keeps it.
void read_map(const Place& json, const Architecture& architecture, RunAxes& axes, Trace& trace) {
    const std::string name = json.at("name").text();
    const std::string asks = json.at("rows").at("axis").text(),
                      looked_at = json.at("columns").at("axis").text();
    const auto all = architecture.quantities();
    const auto found = std::find_if(all.begin(), all.end(), [&](Quantity q) {
        return q.info().map == name && to_string(q.info().columns) == asks &&
               to_string(q.info().rows) == looked_at;
    });
    if (found == all.end()) json.at("name").fail("a map of " + std::string(architecture.title));
    const std::vector<Place> lists = axes.rows_of(json, found->info());
    trace.set(*found, 0,
              read_columns(lists, std::numeric_limits<double>::quiet_NaN())); // nothing stands there
    trace.labels[found->info().columns] = read_labels(json.at("rows").at("labels"));
    trace.labels[found->info().rows] = read_labels(json.at("columns").at("labels"));
}

/// Its answer, what it chose on the way, its maps and what was changed; other values are not looked for.
Trace read_answer(const Place& top, const Architecture& architecture, const std::string& subject) {
    Trace trace;
    const Place model = top.at("model");
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
    const Place steps = top.at("steps");
    for (std::size_t i = 0; i < steps.size(); ++i) trace.steps.push_back(read_step(steps.at(i)));
    if (trace.finished && !trace.steps.empty())
        trace.steps.back().token.is_end = trace.steps.back().token.text == "end";
    read_written_controls(top.at("target"), trace);
    const Place maps = top.at("maps");
    RunAxes axes(trace);
    if (names_sites(architecture))
        read_sites(maps, trace);
    else
        for (std::size_t n = 0; n < maps.size(); ++n) read_map(maps.at(n), architecture, axes, trace);
    trace.request.model = trace.model.name;
    trace.request.text = trace.source_text;
    if (top.has("edits")) trace.request.edits = edits_from_json(top.value["edits"], subject);
    return trace;
}

} // namespace

Trace trace_from_json(const Json& json, const std::string& subject) {
    const Place top{json, "", subject};
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
    if (top.has("notes") && trace.model.architecture == "weights")
        read_notes(top, trace.model.edit<GivenFacts>());
    read_source(top.at("source"), trace);
    trace.target_text = top.at("target").at("text").text();
    trace.finished = top.at("target").at("finished").boolean();
    trace.log_prob = top.at("log_prob").number();
    read_steps(top.at("steps"), trace);
    top.at("target").at("tokens").expect_size(trace.steps.size());
    if (trace.finished && !trace.steps.empty()) trace.steps.back().token.is_end = true;
    read_written_controls(top.at("target"), trace);
    if (has_sites(trace.model.architecture)) {
        read_sites(top.at("maps"), trace);
        return with_request(top, std::move(trace), subject);
    }
    if (top.has("maps")) read_maps(top.at("maps"), trace);
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
