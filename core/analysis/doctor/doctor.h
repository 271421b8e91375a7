// The doctor: what looks wrong with a model, over its runs of one sentence or of a file.
//
// Sentences are taken one after the other; of each nothing is kept but what the checks count (check.h) and, a
// check, the worst sentence as evidence: memory does not grow with the file.
#pragma once

#include "core/analysis/doctor/check.h"
#include "core/base/executor.h"

#include <nlohmann/json_fwd.hpp>

namespace heed::doctor {

class Doctor {
public:
    /// Of a model.
    explicit Doctor(const Model& model);
    /// Of runs whose model is not here.
    explicit Doctor(const ModelFacts& facts);

    void add(const Examined& sentence);

    const Patient& patient() const { return patient_; }
    long long sentences() const { return patient_.sentences; }
    /// Faults first, then by sentences affected.
    std::vector<Finding> findings() const;
    /// What was looked for and is not there; and what could not be looked for in any sentence.
    std::vector<const Check*> not_found() const;
    std::vector<const Check*> not_measured() const;
    /// All of it, to be kept and drawn.
    Diagnosis diagnosis() const;

private:
    Patient patient_;
    std::vector<Tally> tallies_; // beside doctor_checks()
};

/// {"sentences", "judged", "wrong", "findings": [{"id", "severity", "title", "sentences", "of", "words",
/// "likely", "try", "evidence": {"text", "line", "output", "column", "numbers"}}], "not_found": [ids],
/// "not_measured": [{"id", "needs"}]}
nlohmann::ordered_json to_json(const Doctor& doctor);

} // namespace heed::doctor
