// The doctor: what looks wrong with a model, over its runs of one sentence or of a file.
//
// Sentences are taken one after the other; of each nothing is kept but what the checks count (check.h) and, a
// check, the worst sentence as evidence: memory does not grow with the file.
#pragma once

#include "core/analysis/doctor/check.h"
#include "core/analysis/doctor/doctor_json.h"
#include "core/base/executor.h"

#include <functional>
#include <span>

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
    /// All of it, to be kept, printed and drawn: what is there, what was looked for and is not, and what
    /// could not be looked for in any sentence.
    Diagnosis diagnosis() const;

private:
    Patient patient_;
    std::vector<Tally> tallies_; // beside doctor_checks()
};

/// Examines sentences, `before` of which were taken before them, and adds them in their order. One that
/// cannot be read is answered by its error instead. `told` says languages and a task. Throws
/// decode::Cancelled when `cancelled` becomes true.
using DoctorComplaint = std::function<void(const DoctorInput& input, const std::string& error)>;
void add_examined(Doctor& doctor, const Model& model, std::span<const DoctorInput> inputs, long long before,
                  const Executor& executor, const std::atomic<bool>* cancelled,
                  const DoctorComplaint& complain, const Request& told = {});

/// The sentence of a line of a file, and what the line says of its right output; of what it does not say,
/// what the model's own task knows: text, source<TAB>target[<TAB>links[<TAB>possible links]], or an item as
/// JSON of a model that answers a whole input at once. Throws heed::Error.
DoctorInput read_input(const Model& model, const std::string& text, const std::string& file, long long line);

} // namespace heed::doctor
