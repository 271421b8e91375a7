#include "core/analysis/meaning/meaning_json.h"

#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heed::analysis::meaning {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(at_nine_digits(value)) : Json(nullptr); }
Json number(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

template <class List>
Json list(const List& values) {
    Json all = Json::array();
    for (const float value : values) all.push_back(number(static_cast<double>(value)));
    return all;
}

/// Column i of (S, N); null where it was not measured.
Json column(const Eigen::MatrixXf& measure, Eigen::Index i) {
    return measure.cols() > i ? list(measure.col(i)) : Json(nullptr);
}

Json row_json(const OtherRow& row) {
    Json json{{"kind", to_string(row.kind)}, {"weights", list(row.row)}, {"token", row.token}};
    if (row.kind == OtherRow::Kind::Shuffled) // of all of them; the row is the first
        json.update({{"changes", row.changes}, {"shuffles", shuffles}});
    json.update(
        {{"changed", row.changed}, {"probability", number(row.probability)}, {"tvd", number(row.tvd)}});
    return json;
}

Json output_json(const Trace& run, const Sentence& s, int i) {
    const auto at = static_cast<std::size_t>(i);
    return {{"output", i},
            {"token", run.steps[at].token.text},
            {"weights", column(s.weights, i)},
            {"added", column(s.norms, i)},
            {"gradient", column(s.gradient, i)},
            {"leave_one_out", column(s.left_out, i)},
            {"leave_one_out_of_row", column(s.left_row, i)},
            {"tau",
             {{"gradient", number(s.with_gradient[at])},
              {"leave_one_out", number(s.with_left_out[at])},
              {"added", number(s.with_norms[at])},
              {"shuffled", number(s.with_shuffled[at])}}}};
}

} // namespace

Json to_json(const std::optional<MeanTau>& mean) {
    if (!mean) return nullptr;
    return {{"mean", number(mean->mean)},
            {"low", number(mean->low)},
            {"high", number(mean->high)},
            {"outputs", mean->outputs}};
}

Json to_json(const Trace& run, const Sentence& sentence, std::span<const OutputMeaning> outputs) {
    Json all = Json::array();
    for (int i = 0; i < run.outputs(); ++i) {
        Json json = output_json(run, sentence, i);
        const auto found = std::find_if(outputs.begin(), outputs.end(),
                                        [&](const OutputMeaning& m) { return m.output == i; });
        if (found != outputs.end()) {
            json["other_weights"] = Json::array();
            for (const OtherRow& row : found->rows) json["other_weights"].push_back(row_json(row));
            json["jsd"] = found->find(OtherRow::Kind::OtherMap) ? number(found->jsd) : Json(nullptr);
        }
        all.push_back(std::move(json));
    }
    return {{"agreement",
             {{"gradient", to_json(sentence.gradient_mean)},
              {"leave_one_out", to_json(sentence.left_out_mean)},
              {"added", to_json(sentence.norms_mean)},
              {"shuffled", to_json(sentence.shuffled_mean)}}},
            {"outputs", std::move(all)}};
}

} // namespace heed::analysis::meaning
