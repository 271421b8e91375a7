// The example a model carries (case.json): an input, and what its own program made of it. It tells whether a
// model computes here what it computed where it came from.
#pragma once

#include "core/models/model.h"
#include "core/trace/trace.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace heed::decode {

/// {"input", "output", "log_prob", "weights": [N x [T]]|null}; end tokens included in the weights. Of a model
/// that answers at once {"input", "output", "maps": {name: rows}}, and "log_prob" where its answer has one.
nlohmann::json make_case(const Trace& trace);

/// Whether model.case_json, which must not be null, tells what the model should do. One that was written on
/// import of a model that no example verified ("verifies": false) tells only what it did then.
bool case_verifies(const Model& model);

struct CaseResult {
    double log_prob_difference = 0; // largest absolute differences
    double weight_difference = 0;
    bool weighed = true;     // false: the run has weights, and the case has none of them, or not all
    double tolerance = 1e-4; // what they may be
    std::optional<std::string>
        wrong; // a sentence, if the output differs or a difference is above the tolerance
};

/// Runs model.case_json, which must not be null; "tolerance" in it, or 1e-4, is what numbers may differ by,
/// 1e-3 at most: beyond that another computation is as near. Throws heed::Error "NAME: case.json: …" where a
/// key is missing or of the wrong kind.
CaseResult check_case(const Model& model);

} // namespace heed::decode
