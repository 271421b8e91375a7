#include "core/decode/case.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/registry.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heed::decode {
namespace {

using Json = nlohmann::json;

constexpr double largest_tolerance = 1e-3;

/// A float so that it is written with as few digits as bring it back.
double shortest(float value) { return number_in<double>(shortest_digits(value)).value_or(0); }

const Json& part(const Model& model, const char* key, bool good, const char* expected) {
    const auto found = model.case_json.find(key);
    if (found == model.case_json.end()) throw Error(model.name + ": case.json", key, expected, "none");
    if (!good) throw Error(model.name + ": case.json", key, expected, found->type_name());
    return *found;
}

/// The largest difference of the trace's weights from the expected ones; none if their shape differs.
std::optional<double> weight_difference(const Trace& trace, const Json& rows) {
    if (!trace.has_weights() || static_cast<int>(rows.size()) != trace.outputs()) return std::nullopt;
    double difference = 0;
    for (int i = 0; i < trace.outputs(); ++i) {
        const Json& row = rows[static_cast<std::size_t>(i)];
        if (!row.is_array() || static_cast<int>(row.size()) != trace.source_length()) return std::nullopt;
        for (int j = 0; j < trace.source_length(); ++j) {
            const Json& weight = row[static_cast<std::size_t>(j)];
            if (!weight.is_number()) return std::nullopt;
            difference = std::max(difference,
                                  std::abs(weight.get<double>() - static_cast<double>(trace.weight(i, j))));
        }
    }
    return difference;
}

std::string number(double value) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, 3).ptr};
}

} // namespace

namespace {

Json numbers_of(const MatrixXf& columns) {
    Json rows = Json::array();
    for (Eigen::Index i = 0; i < columns.cols(); ++i) {
        Json row = Json::array();
        for (const float value : columns.col(i)) // null where nothing stands
            row.push_back(std::isnan(value) ? Json(nullptr) : Json(shortest(value)));
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Of a model that answers at once: what it answers, and its maps.
Json answer_case(const Trace& trace) {
    Json maps = Json::object();
    for (const AttentionMap& map : trace.maps()) maps[map.name] = numbers_of(*map.weights);
    Json c = {{"input", trace.source_text}, {"output", trace.target_text}, {"maps", std::move(maps)}};
    if (std::isfinite(trace.log_prob)) c["log_prob"] = shortest(static_cast<float>(trace.log_prob));
    return c;
}

} // namespace

Json make_case(const Trace& trace) {
    if (answers_at_once(trace.model.architecture)) return answer_case(trace);
    Json weights = nullptr;
    if (trace.has_weights()) {
        weights = Json::array();
        for (int i = 0; i < trace.outputs(); ++i) {
            Json row = Json::array();
            for (int j = 0; j < trace.source_length(); ++j) row.push_back(shortest(trace.weight(i, j)));
            weights.push_back(std::move(row));
        }
    }
    return {{"input", trace.source_text},
            {"output", trace.target_text},
            {"log_prob", shortest(static_cast<float>(trace.log_prob))},
            {"weights", std::move(weights)}};
}

bool case_verifies(const Model& model) {
    const auto said = model.case_json.find("verifies");
    return said == model.case_json.end() || *said != false;
}

namespace {

/// The largest difference of two lists of numbers; none where they are not as many, or no numbers.
std::optional<double> difference_of_texts(const std::string& a, const std::string& b) {
    const auto one = split(a, " "), other = split(b, " ");
    if (one.size() != other.size()) return std::nullopt;
    double difference = 0;
    for (std::size_t n = 0; n < one.size(); ++n) {
        if (one[n] == other[n]) continue;
        const auto x = number_in<double>(one[n]), y = number_in<double>(other[n]);
        if (!x || !y) return std::nullopt;
        difference = std::max(difference, std::abs(*x - *y));
    }
    return difference;
}

/// The same of a map; none where it has another shape.
std::optional<double> difference_of_maps(const MatrixXf& columns, const Json& rows) {
    if (!rows.is_array() || std::ssize(rows) != columns.cols()) return std::nullopt;
    double difference = 0;
    for (Eigen::Index i = 0; i < columns.cols(); ++i) {
        const Json& row = rows[static_cast<std::size_t>(i)];
        if (!row.is_array() || std::ssize(row) != columns.rows()) return std::nullopt;
        for (Eigen::Index j = 0; j < columns.rows(); ++j) {
            const Json& weight = row[static_cast<std::size_t>(j)];
            if (weight.is_null() && std::isnan(columns(j, i))) continue; // nothing stands there in either
            if (!weight.is_number() || std::isnan(columns(j, i))) return std::nullopt;
            difference =
                std::max(difference, std::abs(weight.get<double>() - static_cast<double>(columns(j, i))));
        }
    }
    return difference;
}

std::string too_far(const char* what, double tolerance, double found) {
    return std::string(what) + ": expected a difference of at most " + number(tolerance) + ", found " +
           number(found);
}

CaseResult check_answer(const Trace& trace, const std::string& output, const Json& c, double tolerance) {
    CaseResult result;
    result.tolerance = tolerance;
    if (trace.target_text != output) {
        const auto difference = difference_of_texts(trace.target_text, output);
        if (!difference || *difference > tolerance)
            result.wrong = "the output: expected \"" + output + "\", found \"" + trace.target_text + "\"";
    }
    if (const auto p = c.find("log_prob"); p != c.end() && p->is_number())
        result.log_prob_difference = std::abs(trace.log_prob - p->get<double>());
    const Json maps = c.value("maps", Json::object());
    for (const AttentionMap& map : trace.maps()) {
        if (!maps.contains(map.name)) {
            result.weighed = false;
            continue;
        }
        const auto difference = difference_of_maps(*map.weights, maps[map.name]);
        if (!difference && !result.wrong)
            result.wrong = map.name + ": expected as many weights as the run has, found others";
        result.weight_difference = std::max(result.weight_difference, difference.value_or(0));
    }
    if (result.wrong) return result;
    if (!(result.log_prob_difference <= tolerance))
        result.wrong = too_far("the log-probability", tolerance, result.log_prob_difference);
    if (!(result.weight_difference <= tolerance))
        result.wrong = too_far("the weights", tolerance, result.weight_difference);
    return result;
}

} // namespace

CaseResult check_case(const Model& model) {
    const Json& c = model.case_json;
    const auto is = [&](const char* key, bool (Json::*kind)() const noexcept) {
        return c.contains(key) && (c[key].*kind)();
    };
    Request request;
    request.text = part(model, "input", is("input", &Json::is_string), "text").get<std::string>();
    const auto output = part(model, "output", is("output", &Json::is_string), "text").get<std::string>();
    const double tolerance =
        is("tolerance", &Json::is_number) ? std::min(c["tolerance"].get<double>(), largest_tolerance) : 1e-4;
    const Trace trace = run(model, request);
    if (answers_at_once(trace.model.architecture)) return check_answer(trace, output, c, tolerance);

    const auto log_prob = part(model, "log_prob", is("log_prob", &Json::is_number), "a number").get<double>();
    CaseResult result;
    result.tolerance = tolerance;
    result.weighed = model.facts.score == "none" || !trace.has_weights() || is("weights", &Json::is_array);
    result.log_prob_difference = std::abs(trace.log_prob - log_prob);
    if (trace.target_text != output) {
        result.wrong = "the output: expected \"" + output + "\", found \"" + trace.target_text + "\"";
        return result;
    }
    if (is("weights", &Json::is_array)) {
        const auto difference = weight_difference(trace, c["weights"]);
        if (!difference) {
            result.wrong = "the weights: expected as many as the run has, found others";
            return result;
        }
        result.weight_difference = *difference;
    }
    const double worst = std::max(result.log_prob_difference, result.weight_difference);
    if (!(worst <= tolerance))
        result.wrong = too_far(result.weight_difference > tolerance ? "the weights" : "the log-probability",
                               tolerance, worst);
    return result;
}

} // namespace heed::decode
