#include "core/analysis/moves/moves_json.h"

#include "core/analysis/heads/run_heads.h"
#include "core/analysis/moves/value_weighted.h"
#include "core/text/strings.h"

#include <nlohmann/json.hpp>

namespace heed::moves {
namespace {

using Ordered = nlohmann::ordered_json;

Ordered part_json(const Part& part) {
    Ordered json = {{"part", to_string(part.kind)}, {"adds", at_nine_digits(part.adds)}};
    if (part.kind == PartKind::Head || part.kind == PartKind::Feed) json["layer"] = part.at.layer;
    if (part.kind != PartKind::Head) return json;
    json["of"] = heed::to_string(part.at.kind);
    json["head"] = part.at.head;
    Ordered& places = json["places"] = Ordered::array();
    for (const double adds : part.places) places.push_back(at_nine_digits(adds));
    return json;
}

Ordered layer_json(const LensLayer& layer) {
    Ordered top = Ordered::array();
    for (const Candidate& one : layer.top)
        top.push_back({{"token", one.text}, {"log_p", at_nine_digits(static_cast<double>(one.log_prob))}});
    return {{"layer", layer.layer},
            {"log_p", at_nine_digits(layer.log_p)},
            {"rank", layer.rank},
            {"top", std::move(top)}};
}

} // namespace

nlohmann::ordered_json to_json(const Moves& moves) {
    Ordered json = {{"output", moves.output}, {"token", moves.token}, {"log_p", at_nine_digits(moves.log_p)}};
    if (moves.parts.rival >= 0) {
        json["rival"] = moves.rival;
        json["rival_log_p"] = at_nine_digits(moves.rival_log_p);
    }
    json["logit"] = at_nine_digits(moves.parts.logit);
    for (const Part& part : moves.parts.parts) json["parts"].push_back(part_json(part));
    json["sum"] = at_nine_digits(moves.parts.sum);
    json["rounding"] = at_nine_digits(moves.parts.rounding());
    json["held"] = held_words(moves.parts);
    for (const LensLayer& layer : moves.lens) json["lens"].push_back(layer_json(layer));
    return json;
}

nlohmann::ordered_json value_weighted_json(const Model& model, const Trace& run) {
    const Pass<float> pass = pass_of(model, run);
    Ordered json = Ordered::object();
    for (const heads::Head& head : heads::heads_of(run)) {
        const Eigen::MatrixXd weighted = value_weighted(pass, head.site); // (K, Q)
        if (weighted.size() == 0) continue;
        Ordered& rows = json[head.name] = Ordered::array();
        for (Eigen::Index i = 0; i < weighted.cols(); ++i) {
            Ordered row = Ordered::array();
            for (const double value : weighted.col(i)) row.push_back(at_nine_digits(value));
            rows.push_back(std::move(row));
        }
    }
    return json;
}

} // namespace heed::moves
