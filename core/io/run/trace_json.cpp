#include "core/io/run/trace_json.h"

#include "core/analysis/entropy.h"
#include "core/io/run/edits_json.h"
#include "core/io/run/trace_sides_json.h"
#include "core/io/run/trace_sites_json.h"
#include "core/models/registry.h"
#include "core/models/seq2seq/facts.h"
#include "core/text/strings.h"
#include "core/trace/given_facts.h"
#include "core/trace/row_sums.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>

namespace heed::io {

namespace {

using Ordered = nlohmann::ordered_json;

Ordered number(double value) { return std::isfinite(value) ? Ordered(at_nine_digits(value)) : Ordered(); }

template <class Column>
Ordered list(const Column& column) {
    Ordered values = Ordered::array();
    for (Eigen::Index n = 0; n < column.size(); ++n) values.push_back(number(column(n)));
    return values;
}

/// The values of the highest layer that was recorded, or null.
const MatrixXf* top_layer(const Trace& trace, Quantity q) {
    const MatrixXf* found = nullptr;
    for (int layer = 0; trace.has(q, layer); ++layer) found = &trace.at(q, layer);
    return found;
}

/// A list for each column (source position or output).
Ordered columns(const Trace& trace, Quantity q) {
    const MatrixXf* values = top_layer(trace, q);
    if (values == nullptr) return nullptr;
    Ordered lists = Ordered::array();
    for (Eigen::Index j = 0; j < values->cols(); ++j) lists.push_back(list(values->col(j)));
    return lists;
}

Ordered column_or_null(const Trace& trace, Quantity q, Eigen::Index i) {
    const MatrixXf* values = top_layer(trace, q);
    return values == nullptr ? Ordered(nullptr) : list(values->col(i));
}

/// Energies of one output; null where no softmax reads them: past the slots of the location score, and beyond
/// the window of a local alignment.
Ordered energies_json(const Trace& trace, Eigen::Index i) {
    Ordered json = column_or_null(trace, Quantity::Energies, i);
    if (!json.is_array() || !trace.has(Quantity::Position)) return json;
    const float p = trace.at(Quantity::Position)(0, i);
    for (std::size_t j = 0; j < json.size(); ++j)
        if (std::abs(static_cast<float>(j) - p) > static_cast<float>(seq2seq_facts(trace).window))
            json[j] = nullptr;
    return json;
}

bool has_one_map(const Trace& trace) {
    return trace.has_weights() && !trace.has(Quantity::Weights, 0, 1) && !trace.has(Quantity::Weights, 1);
}

Ordered top_json(const TraceStep& step) {
    Ordered top = Ordered::array();
    for (const Candidate& candidate : step.top)
        top.push_back(
            {{"token", candidate.text}, {"id", candidate.id}, {"log_prob", number(candidate.log_prob)}});
    return top;
}

/// What single scores and copying keep of one output, where they took part.
void add_memory(const Trace& trace, Eigen::Index i, Ordered& json) {
    const std::pair<const char*, Quantity> lists[] = {{"coverage", Quantity::Coverage},
                                                      {"past_energies", Quantity::PastEnergies},
                                                      {"past_weights", Quantity::PastWeights}};
    for (const auto& [key, quantity] : lists)
        if (trace.has(quantity)) json[key] = column_or_null(trace, quantity, i); // null: not written yet
    const std::pair<const char*, Quantity> numbers[] = {{"overlap", Quantity::Overlap},
                                                        {"generate", Quantity::Generate}};
    for (const auto& [key, quantity] : numbers)
        if (trace.has(quantity)) json[key] = number(trace.at(quantity)(0, i));
}

/// Those of many numbers: what each filter saw around each source token, and copying's distributions.
void add_memory_in_full(const Trace& trace, Eigen::Index i, Ordered& json) {
    for (int j = 0; trace.has(Quantity::Features) && j < trace.source_length(); ++j) {
        Ordered filters = Ordered::array();
        for (int k = 0; trace.has(Quantity::Features, k); ++k)
            filters.push_back(number(trace.at(Quantity::Features, k)(j, i)));
        json["features"].push_back(std::move(filters));
    }
    if (!trace.has(Quantity::CopyProbs)) return;
    json["vocabulary_log_probs"] = list(trace.at(Quantity::VocabularyLogProbs).col(i));
    json["probs"] = list(trace.at(Quantity::CopyProbs).col(i));
}

Ordered step_json(const Trace& trace, std::size_t index, bool full) {
    const TraceStep& step = trace.steps[index];
    const auto i = static_cast<Eigen::Index>(index);
    Ordered json = {{"token", step.token.text}, {"id", step.token.id}, {"log_prob", number(step.log_prob)}};
    if (step.forced) json["forced"] = true;
    if (step.weights_given) json["weights_given"] = true;
    json["energies"] = energies_json(trace, i);
    const bool one = has_one_map(trace); // else which row is meant is said by the maps alone
    json["weights"] = one ? column_or_null(trace, Quantity::Weights, i) : Ordered(nullptr);
    if (trace.has(Quantity::OwnWeights)) json["own_weights"] = column_or_null(trace, Quantity::OwnWeights, i);
    if (trace.has(Quantity::Position)) json["position"] = number(trace.at(Quantity::Position)(0, i));
    add_memory(trace, i, json);
    json["entropy"] = one ? number(analysis::entropy(trace.at(Quantity::Weights).col(i))) : Ordered(nullptr);
    json["top"] = top_json(step);
    if (!full) return json;
    json["query"] = column_or_null(trace, Quantity::Query, i);
    json["context"] = column_or_null(trace, Quantity::Context, i);
    json["state"] = column_or_null(trace, Quantity::State, i);
    json["readout"] = column_or_null(trace, Quantity::Readout, i);
    json["logits"] = column_or_null(trace, Quantity::Logits, i);
    json["log_probs"] = column_or_null(trace, Quantity::LogProbs, i);
    add_memory_in_full(trace, i, json);
    return json;
}

Ordered maps_json(const Trace& trace) {
    Ordered maps = Ordered::array();
    for (const heed::AttentionMap& map : trace.maps()) {
        Ordered json = {{"name", map.name}};
        if (map.layered) json["layer"] = map.site.layer;
        if (map.headed) json["head"] = map.site.head;
        json["rows"] = {{"axis", to_string(map.rows)}, {"labels", map.row_labels}};
        json["columns"] = {{"axis", to_string(map.columns)}, {"labels", map.column_labels}};
        json["weights"] = Ordered::array();
        for (Eigen::Index i = 0; i < map.weights->cols(); ++i)
            json["weights"].push_back(list(map.weights->col(i))); // null where nothing stands
        json["rows_sum_to_one"] = map.rows_sum_to_one;
        maps.push_back(std::move(json));
    }
    return maps;
}

Ordered hypotheses_json(const Lattice& lattice) {
    Ordered all = Ordered::array();
    for (const Hypothesis& h : lattice.hypotheses) {
        Ordered tokens = Ordered::array(), weights = nullptr;
        for (const int node : h.nodes) tokens.push_back(lattice.nodes[static_cast<std::size_t>(node)].text);
        if (const Eigen::MatrixXf own = lattice.weights_of(h); own.size() > 0) {
            weights = Ordered::array();
            for (Eigen::Index i = 0; i < own.cols(); ++i) {
                Ordered row = Ordered::array();
                for (const float w : own.col(i)) row.push_back(number(w));
                weights.push_back(std::move(row));
            }
        }
        all.push_back({{"tokens", std::move(tokens)},
                       {"log_prob", number(h.log_prob)},
                       {"score", number(h.score)},
                       {"finished", h.finished},
                       {"weights", std::move(weights)}});
    }
    return all;
}

/// The likeliest words, best first, as a written step has them.
Ordered likeliest(const std::vector<std::string>& words, const Eigen::Ref<const Eigen::VectorXf>& log_probs) {
    constexpr std::size_t most = 5;
    std::vector<std::size_t> order(std::min(words.size(), static_cast<std::size_t>(log_probs.size())));
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return log_probs[static_cast<Eigen::Index>(a)] > log_probs[static_cast<Eigen::Index>(b)];
    });
    order.resize(std::min(order.size(), most));
    Ordered top = Ordered::array();
    for (const std::size_t id : order)
        top.push_back({{"token", words[id]},
                       {"id", id},
                       {"log_prob", number(log_probs[static_cast<Eigen::Index>(id)])}});
    return top;
}

/// What such a model said: its numbers, its classes with their log-probabilities, or the likeliest words
/// after the last one it read.
Ordered answer_json(const Trace& trace) {
    Ordered answer = {{"text", trace.target_text}};
    for (const auto& [site, kept] : trace.values()) {
        const MatrixXf& values = *kept;
        const QuantityInfo& what = info(site.quantity);
        if (what.key == "log_probs" && what.rows == Axis::Vocabulary)
            answer["top"] = likeliest(trace.labels_of(Axis::Vocabulary), values.col(values.cols() - 1));
        if (what.columns != Axis::Answer) continue;
        if (what.rows == Axis::Value) answer["values"] = list(values.reshaped());
        if (what.rows != Axis::Class || what.key != "log_probs") continue;
        const std::vector<std::string> classes = trace.labels_of(Axis::Class);
        for (std::size_t n = 0; n < classes.size(); ++n)
            answer["log_probs"][classes[n]] = number(values(static_cast<Eigen::Index>(n), 0));
    }
    return answer;
}

/// The map whose rows are the outputs, or none.
std::optional<heed::AttentionMap> map_of_outputs(const Trace& trace) {
    for (heed::AttentionMap& map : trace.maps())
        if (map.rows == Axis::Output) return std::move(map);
    return std::nullopt;
}

/// The recorded values of that name beside those weights: "energies".
const MatrixXf* beside(const Trace& trace, const heed::AttentionMap& map, std::string_view name) {
    const QuantityInfo& weights = info(map.site.quantity);
    const std::string key =
        std::string(weights.key.substr(0, weights.key.rfind('.') + 1)) + std::string(name);
    for (const auto& [site, kept] : trace.values())
        if (info(site.quantity).key == key) return kept.get();
    return nullptr;
}

/// What such a model wrote step by step, where it did.
Ordered chosen_json(const Trace& trace) {
    Ordered steps = Ordered::array();
    const auto map = map_of_outputs(trace);
    const MatrixXf* energies = map ? beside(trace, *map, "energies") : nullptr;
    const MatrixXf* log_probs = map ? beside(trace, *map, "log_probs") : nullptr; // none of what is masked
    for (std::size_t index = 0; index < trace.steps.size(); ++index) {
        const TraceStep& step = trace.steps[index];
        const auto i = static_cast<Eigen::Index>(index);
        Ordered json = {
            {"token", step.token.text}, {"id", step.token.id}, {"log_prob", number(step.log_prob)}};
        if (step.forced) json["forced"] = true;
        json["energies"] = energies ? list(energies->col(i)) : Ordered(nullptr);
        for (Eigen::Index j = 0; energies && log_probs && j < energies->rows(); ++j)
            if (std::isnan((*log_probs)(j, i))) json["energies"][static_cast<std::size_t>(j)] = nullptr;
        json["weights"] = map ? list(map->weights->col(i)) : Ordered(nullptr);
        json["entropy"] = map ? number(analysis::entropy(map->weights->col(i))) : Ordered(nullptr);
        json["top"] = top_json(step);
        steps.push_back(std::move(json));
    }
    return steps;
}

/// A list for each place; where there is a matrix for each slot of a memory, a list for each place and slot.
Ordered values_json(const Trace& trace, Quantity q) {
    const QuantityInfo& what = info(q);
    const bool of_slots =
        what.key.starts_with("memory.") && what.rows == Axis::Unit && what.columns != Axis::Slot;
    const bool by_slot = of_slots || trace.has(q, 0, 1); // a memory may have one slot alone
    Ordered lists = Ordered::array();
    for (Eigen::Index j = 0; j < trace.at(q).cols(); ++j) {
        lists.push_back(by_slot ? Ordered::array() : list(trace.at(q).col(j)));
        for (int slot = 0; by_slot && trace.has(q, 0, slot); ++slot)
            lists.back().push_back(list(trace.at(q, 0, slot).col(j)));
    }
    return lists;
}

Ordered answer_to_json(const Trace& trace, Ordered json, bool full) {
    json["model"] = {{"name", trace.model.name},
                     {"architecture", trace.model.architecture},
                     {"score", trace.model.score},
                     {"alignment", trace.model.alignment}};
    if (!trace.model.doubt.empty()) json["model"]["doubt"] = trace.model.doubt;
    json["source"] = source_json(trace);
    json["target"] = target_json(trace);
    if (trace.request.edits.any()) json["edits"] = edits_to_json(trace.request.edits);
    json["log_prob"] = number(trace.log_prob);
    json["answer"] = answer_json(trace);
    json["steps"] = chosen_json(trace);
    json["maps"] = maps_json(trace);
    if (!full) return json;
    for (const auto& [site, kept] : trace.values())
        if (site.head == 0)
            json["values"][std::string(info(site.quantity).key)] = values_json(trace, site.quantity);
    return json;
}

std::string dump(const Ordered& json) { return json.dump(-1, ' ', false, Ordered::error_handler_t::replace); }

/// "[", each item on a line of its own, "]".
std::string lines(const Ordered& items, const std::string& indent) {
    if (items.empty()) return "[]";
    std::string text = "[";
    for (std::size_t n = 0; n < items.size(); ++n)
        text += (n > 0 ? ",\n" : "\n") + indent + " " + dump(items[n]);
    return text + "\n" + indent + "]";
}

} // namespace

Ordered trace_to_json(const Trace& trace, bool full) {
    Ordered json = {{"format", "heed.trace"}, {"version", 1}};
    if (answers_at_once(trace.model.architecture)) return answer_to_json(trace, std::move(json), full);
    json["model"] = {{"name", trace.model.name},
                     {"architecture", trace.model.architecture},
                     {"score", trace.model.score},
                     {"alignment", trace.model.alignment}};
    const bool layered = has_sites(trace.model.architecture);
    if (!layered) {
        json["model"]["cell"] = seq2seq_facts(trace).cell;
        json["model"]["order"] = seq2seq_facts(trace).order;
    }
    if (!trace.model.doubt.empty()) json["model"]["doubt"] = trace.model.doubt;
    if (const std::string odd = given_words(trace); !odd.empty()) json["model"]["note"] = odd;
    if (seq2seq_facts(trace).reversed) json["model"]["reversed"] = true;
    if (seq2seq_facts(trace).window > 0) json["model"]["window"] = seq2seq_facts(trace).window;
    const GivenFacts& given = trace.model.of<GivenFacts>();
    if (given.sentence > 0) json["sentence"] = given.sentence; // of its file, from 0
    if (!given.notes.empty()) {
        json["notes"] = given.notes; // how the file was read
        if (!given.assumed.empty()) json["assumed"] = given.assumed;
    }
    json["source"] = source_json(trace);
    json["target"] = target_json(trace);
    if (trace.request.edits.any()) json["edits"] = edits_to_json(trace.request.edits);
    json["log_prob"] = number(trace.log_prob);
    json["steps"] = Ordered::array();
    for (std::size_t i = 0; i < trace.steps.size(); ++i) json["steps"].push_back(step_json(trace, i, full));
    if (trace.lattice) json["hypotheses"] = hypotheses_json(*trace.lattice);
    json["maps"] = maps_json(trace);
    if (full && layered) json["values"] = sites_to_json(trace);
    if (full && !layered) {
        json["encoder"] = {{"embedded", columns(trace, Quantity::SourceEmbedding)},
                           {"forward", columns(trace, Quantity::ForwardState)},
                           {"backward", columns(trace, Quantity::BackwardState)},
                           {"annotations", columns(trace, Quantity::Annotation)}};
        if (full && trace.has(Quantity::Fertility))
            json["encoder"]["fertility"] = list(trace.at(Quantity::Fertility).row(0));
    }
    return json;
}

std::string trace_line(const Trace& trace, bool full) { return line_of(trace_to_json(trace, full)); }
std::string trace_text(const Trace& trace, bool full) { return text_of(trace_to_json(trace, full)); }

std::string line_of(const Ordered& json) { return dump(json); }

std::string text_of(const Ordered& json) {
    std::string text = "{";
    for (const auto& [key, value] : json.items()) {
        text += (text.size() > 1 ? ",\n " : "\n ") + dump(key) + ": " +
                (key == "steps" ? lines(value, " ") : dump(value));
    }
    return text + "\n}\n";
}

} // namespace heed::io
