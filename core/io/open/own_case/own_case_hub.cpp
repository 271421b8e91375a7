#include "core/io/open/own_case/own_case_hub.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/json_text.h"
#include "core/models/generation.h"
#include "core/models/transformer/config.h"
#include "core/models/transformer/values.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace heed::io {
namespace {

using transformer::Config;

constexpr double far = 1e30; // of numbers that cannot be compared

const Json& needed(const Json& input, const char* key, Json::value_t kind, const std::string& subject) {
    const auto it = input.find(key);
    if (it == input.end() || it->type() != kind)
        throw Error(subject, std::string("inputs: ") + key,
                    kind == Json::value_t::string ? "a text" : "a list",
                    it == input.end() ? "none" : shown(*it));
    return *it;
}

std::vector<int> ids_of_list(const Json& list) {
    std::vector<int> ids;
    for (const Json& id : list) ids.push_back(id.is_number_integer() ? id.get<int>() : -1);
    return ids;
}

std::string ids_text(const std::vector<int>& ids) {
    std::string text;
    for (std::size_t n = 0; n < std::min<std::size_t>(ids.size(), 40); ++n)
        text += (n > 0 ? " " : "") + std::to_string(ids[n]);
    return text + (ids.size() > 40 ? " …" : "");
}

std::vector<int> written_ids(const Trace& trace) {
    std::vector<int> ids;
    for (const TraceStep& step : trace.steps) ids.push_back(step.token.id);
    return ids;
}

double apart(const Json& theirs, double ours) {
    const double difference = theirs.is_number() ? std::abs(theirs.get<double>() - ours) : far;
    return std::isnan(difference) ? far : difference; // what is no number agrees with nothing
}

/// A row of theirs against a column of ours; theirs may end earlier.
double row_apart(const Json& row, const Eigen::Ref<const Eigen::VectorXf>& ours) {
    if (!row.is_array() || std::ssize(row) > ours.size()) return far;
    double most = 0;
    for (std::size_t j = 0; j < row.size(); ++j)
        most = std::max(most, apart(row[j], static_cast<double>(ours(static_cast<Eigen::Index>(j)))));
    return most;
}

std::size_t numbers_in(const Json& value) {
    if (value.is_number()) return 1;
    std::size_t count = 0;
    if (value.is_array())
        for (const Json& one : value) count += numbers_in(one);
    return count;
}

double matrix_apart(const Json& rows, const MatrixXf& columns) {
    if (!rows.is_array() || std::ssize(rows) > columns.cols()) return far;
    double most = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
        most = std::max(most, row_apart(rows[i], columns.col(static_cast<Eigen::Index>(i))));
    return most;
}

/// The maps that their names stand for.
const Quantity* map_of(const Config& config, const std::string& name) {
    using namespace transformer;
    if (name == "encoder") return &encoder_values.self.weights;
    if (name == "cross") return &decoder_values.cross.weights;
    if (name != "decoder") return nullptr;
    return config.kind == Kind::Decoder ? &reader_values.self.weights : &decoder_values.self.weights;
}

constexpr const char* map_names[] = {"encoder", "decoder", "cross"};

class Comparison {
public:
    Comparison(const Model& model, const Json& input, const std::string& subject, double rounded)
        : model_(model), config_(model.config.as<Config>()), input_(input), subject_(subject),
          of_file_(rounded) {
        request_.text = needed(input, "text", Json::value_t::string, subject).get<std::string>();
        if (const auto pair = input.find("text_pair"); pair != input.end() && pair->is_string())
            request_.text += "\t" + pair->get<std::string>();
    }

    HubDifference run() {
        compare_pass();
        if (config_.decodes()) {
            compare_greedy();
            compare_searches();
        }
        return std::move(found_);
    }

private:
    void wrong(const std::string& what, const std::string& expected, const std::string& ours) {
        found_.wrong.push_back(what + ": expected " + expected + ", found " + ours);
    }
    void raise(double HubDifference::*member, double difference) {
        double& most = found_.*member;
        if (!(difference <= most)) most = difference;
    }

    void weigh(const Json& theirs, double difference) {
        raise(&HubDifference::attention, difference);
        found_.weights += numbers_in(theirs);
        found_.rounded = std::max(found_.rounded, rounding_of(theirs, of_file_));
    }
    void compare(double HubDifference::*member, const Json& theirs, double difference) {
        raise(member, difference);
        found_.others += numbers_in(theirs);
        if (member != &HubDifference::encoder) found_.probabilities += numbers_in(theirs);
    }

    /// One pass over given ids: of what is written where there is an encoder, else over the text.
    void compare_pass() {
        Request request = request_;
        if (config_.crosses())
            request.target =
                needed(input_, "target_text", Json::value_t::string, subject_).get<std::string>();
        else if (config_.decodes())
            request.max_steps = 1;
        const Trace trace = decode::run(model_, request);
        compare_pieces(trace);
        if (!found_.pieces) return;
        if (config_.crosses()) {
            const std::vector<int> theirs =
                ids_of_list(needed(input_, "forced_target_ids", Json::value_t::array, subject_));
            if (theirs != written_ids(trace)) {
                found_.pieces = false;
                return wrong("target ids", ids_text(theirs), ids_text(written_ids(trace)));
            }
            if (input_.contains("forced_log_prob"))
                compare(&HubDifference::log_probs, input_["forced_log_prob"],
                        apart(input_["forced_log_prob"], trace.log_prob));
        }
        compare_maps(trace);
        count_maps(trace);
        compare_top(trace);
    }

    void compare_pieces(const Trace& trace) {
        const std::vector<int> theirs =
            ids_of_list(needed(input_, "source_ids", Json::value_t::array, subject_));
        std::vector<int> ours;
        for (const TraceToken& token : trace.source) ours.push_back(token.id);
        found_.pieces = theirs == ours;
        if (!found_.pieces) return wrong("source ids", ids_text(theirs), ids_text(ours));
        const Json& tokens = needed(input_, "source_tokens", Json::value_t::array, subject_);
        for (std::size_t n = 0; n < std::min(tokens.size(), trace.source.size()); ++n) {
            const bool typed = trace.source[n].unknown && !model_.subword; // shown as it was typed
            if (tokens[n] == trace.source[n].text || typed) continue;
            found_.pieces = false;
            return wrong("source token " + std::to_string(n), shown(tokens[n]),
                         in_quotes(trace.source[n].text));
        }
    }

    /// Row `at` of a map is there in whole; that of a decoder's may end where it stands.
    void saw_row(const HubMap& map, const Json& theirs, int at, const MatrixXf& ours) {
        if (ours.rows() < 2) return; // of one place every score gives a weight of 1
        const auto length = numbers_in(theirs);
        const auto whole = static_cast<std::size_t>(ours.rows());
        const bool ends_here = std::get<0>(map) == "decoder" && length == static_cast<std::size_t>(at) + 1;
        if (!theirs.is_array() || length != theirs.size() || (length != whole && !ends_here)) return;
        std::set<int>& rows = rows_[map];
        rows.insert(at);
        if (std::ssize(rows) == ours.cols()) found_.maps.insert(map);
    }

    /// Over one token every score gives a weight of 1.
    void count_maps(const Trace& trace) {
        for (const char* name : map_names)
            for (int l = 0; trace.has(*map_of(config_, name), l, 0); ++l)
                for (int k = 0; trace.has(*map_of(config_, name), l, k); ++k) ++found_.all_maps;
        if (trace.source_length() < 2) found_.maps.clear();
    }

    void compare_maps(const Trace& trace) {
        for (const char* name : map_names) {
            const auto layers = input_.find(std::string(name) + "_attentions");
            if (layers == input_.end()) continue;
            const Quantity& quantity = *map_of(config_, name);
            for (std::size_t l = 0; l < layers->size(); ++l)
                for (std::size_t k = 0; k < (*layers)[l].size(); ++k) {
                    const Json& theirs = (*layers)[l][k];
                    const HubMap map(name, static_cast<int>(l), static_cast<int>(k));
                    const bool there = trace.has(quantity, std::get<1>(map), std::get<2>(map));
                    const MatrixXf* ours =
                        there ? &trace.at(quantity, std::get<1>(map), std::get<2>(map)) : nullptr;
                    weigh(theirs, ours ? matrix_apart(theirs, *ours) : far);
                    for (std::size_t i = 0; ours && theirs.is_array() && i < theirs.size(); ++i)
                        saw_row(map, theirs[i], static_cast<int>(i), *ours);
                }
        }
        for (const Json& row : input_.value("attention_rows", Json::array())) {
            if (!row.is_object())
                throw Error(subject_, "inputs: attention_rows",
                            "objects with map, layer, head, row and values", shown(row));
            const Quantity* quantity = map_of(config_, row.value("map", ""));
            const int l = row.value("layer", -1), k = row.value("head", -1), at = row.value("row", -1);
            const bool there = quantity && l >= 0 && k >= 0 && trace.has(*quantity, l, k) && at >= 0 &&
                               at < trace.at(*quantity, l, k).cols();
            const Json values = row.value("values", Json());
            weigh(values, there ? row_apart(values, trace.at(*quantity, l, k).col(at)) : far);
            if (there) saw_row({row.value("map", ""), l, k}, values, at, trace.at(*quantity, l, k));
        }
        if (const auto rows = input_.find("encoder_output"); rows != input_.end())
            compare(&HubDifference::encoder, *rows,
                    trace.has(transformer::encoder_values.output)
                        ? matrix_apart(*rows, trace.at(transformer::encoder_values.output))
                        : far);
    }

    /// Of a decoder alone only what follows the text is there.
    void compare_top(const Trace& trace) {
        const bool alone = config_.kind == transformer::Kind::Decoder, places = !config_.decodes();
        const MatrixXf& log_probs = trace.at(places ? transformer::place_log_probs : Quantity::LogProbs);
        const MatrixXf& logits = trace.at(places ? transformer::place_logits : Quantity::Logits);
        const auto top = input_.find("top5");
        for (std::size_t t = 0; top != input_.end() && t < top->size(); ++t) {
            const bool last = t + 1 == top->size();
            if (alone && !last) continue;
            const Eigen::Index column = alone ? 0 : static_cast<Eigen::Index>(t);
            for (const Json& pair : (*top)[t]) {
                const bool fits = column < log_probs.cols() && pair.is_array() && pair.size() == 2 &&
                                  pair[0].is_number_unsigned() &&
                                  pair[0].get<std::uint64_t>() < static_cast<std::uint64_t>(log_probs.rows());
                compare(&HubDifference::log_probs, pair,
                        fits ? apart(pair[1], static_cast<double>(log_probs(pair[0].get<int>(), column)))
                             : far);
            }
        }
        if (const auto last = input_.find("logits_last"); last != input_.end())
            compare(&HubDifference::logits, *last,
                    row_apart(*last, logits.col(alone ? 0 : logits.cols() - 1)));
    }

    /// As their library limits the length where the files do not: a decoder alone writes ten.
    Request to_write() const {
        Request request = request_;
        if (config_.kind == transformer::Kind::Decoder && model_.generation->limit(0) == 0)
            request.max_steps = 10;
        return request;
    }

    void compare_greedy() {
        const auto greedy = input_.find("greedy");
        if (greedy == input_.end()) return;
        ++found_.greedy;
        const Trace trace = decode::run(model_, to_write());
        const std::vector<int> theirs = ids_of_list(needed(*greedy, "ids", Json::value_t::array, subject_));
        if (theirs != written_ids(trace))
            return wrong("greedy ids", ids_text(theirs), ids_text(written_ids(trace)));
        if (const auto text = greedy->find("text"); text != greedy->end() && *text != trace.target_text)
            return wrong("greedy text", shown(*text), in_quotes(trace.target_text));
        ++found_.greedy_equal;
        const Json each = greedy->value("step_log_probs", Json::array());
        for (std::size_t i = 0; i < std::min(each.size(), trace.steps.size()); ++i)
            compare(&HubDifference::log_probs, each[i],
                    apart(each[i], static_cast<double>(trace.steps[i].log_prob)));
        const Json layers = greedy->value("cross_attentions", Json::array());
        for (std::size_t l = 0; l < layers.size(); ++l)
            for (std::size_t k = 0; k < layers[l].size(); ++k)
                weigh(layers[l][k],
                      cross_apart(layers[l][k], trace, static_cast<int>(l), static_cast<int>(k)));
    }

    static double cross_apart(const Json& theirs, const Trace& trace, int layer, int head) {
        const Quantity& cross = transformer::decoder_values.cross.weights;
        return trace.has(cross, layer, head) ? matrix_apart(theirs, trace.at(cross, layer, head)) : far;
    }

    /// Of a text that a search found, that library writes the first of the end tokens, whichever was chosen.
    bool same_written(std::vector<int> theirs, std::vector<int> ours) const {
        const GenerationRules& rules = *model_.generation;
        for (std::vector<int>* ids : {&theirs, &ours})
            if (!ids->empty() && rules.ends_with(ids->back())) ids->back() = rules.ends.front();
        return theirs == ours;
    }

    /// log P / N^a: where a is below 0, that many times log P, and of its last digit.
    void compare_score(const Json& theirs, const Hypothesis& best) {
        const double times = best.log_prob != 0 ? std::abs(best.score / best.log_prob) : 1;
        raise(&HubDifference::scores, apart(theirs, best.score) / std::max(1.0, times));
    }

    void compare_searches() {
        const Json searches = input_.value("beam", Json::array());
        for (const Json& search : searches) {
            ++found_.searches;
            Request request = to_write();
            request.beam.width = search.value("num_beams", 1);
            if (request.beam.width < 1)
                throw Error(subject_, "num_beams", "at least 1", std::to_string(request.beam.width));
            if (search.contains("length_penalty") && search["length_penalty"].is_number())
                request.beam.exponent = search["length_penalty"].get<double>();
            const Json early = search.value("early_stopping", Json());
            if (early.is_boolean())
                request.beam.stopping = early.get<bool>() ? Stopping::AtOnce : Stopping::NoneLeads;
            if (early == "never") request.beam.stopping = Stopping::NoneCanReach;
            const Trace trace = decode::run(model_, request);
            const std::vector<int> theirs =
                ids_of_list(needed(search, "ids", Json::value_t::array, subject_));
            const std::string what = "beam " + std::to_string(request.beam.width);
            if (!same_written(theirs, written_ids(trace))) {
                wrong(what + " ids", ids_text(theirs), ids_text(written_ids(trace)));
                continue;
            }
            if (const auto text = search.find("text"); text != search.end() && *text != trace.target_text) {
                wrong(what + " text", shown(*text), in_quotes(trace.target_text));
                continue;
            }
            ++found_.searches_equal;
            if (search.contains("score") && trace.lattice && !trace.lattice->hypotheses.empty())
                compare_score(search["score"], trace.lattice->hypotheses.front());
        }
    }

    const Model& model_;
    const Config& config_;
    const Json& input_;
    const std::string& subject_;
    double of_file_; // half of the last digit of all its inputs
    Request request_;
    HubDifference found_;
    std::map<HubMap, std::set<int>> rows_; // that were there in whole
};

} // namespace

bool is_hub_case(const Json& expected) {
    const auto schema = expected.is_object() ? expected.find("schema") : expected.end();
    return expected.is_object() && schema != expected.end() && *schema == "heed-hf-expected-1";
}

HubDifference compare_hub_input(const Model& model, const Json& input, const std::string& subject,
                                const FileRounding& of_file) {
    if (!input.is_object()) throw Error(subject, "inputs", "objects", shown(input));
    if (!model.config.find<Config>()) throw Error(subject, "model", "a Transformer", "another");
    try {
        return Comparison(model, input, subject, of_file.weights).run();
    } catch (const Json::exception& error) { // a value of another type
        throw Error(subject, "inputs: " + shown(input.value("text", Json())), "values as its form has them",
                    escaped(error.what()));
    }
}

} // namespace heed::io
