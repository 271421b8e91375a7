// What a reading does beyond its examples. Answers that the examples agree with alike are told apart by runs
// on inputs that the examples lack: shorter ones, and outputs that go on.
#pragma once

#include "core/io/mapping/questions.h"
#include "core/models/model.h"

#include <memory>
#include <string>
#include <vector>

namespace heed::io::mapping {

/// What came of those inputs, in their order.
struct ProbeRuns {
    std::vector<int> ids; // of sources and outputs; -1: it could not be run
    std::vector<double> weights, log_probs;
};
/// `texts`: inputs of the examples. The same model always gives the same inputs.
ProbeRuns run_probes(const Model& model, const std::vector<std::string>& texts);

/// Nothing tells them apart but rounding.
bool same_runs(const ProbeRuns& a, const ProbeRuns& b);

/// A question that examples which agree do not settle.
struct Undecided {
    std::string question;
    std::vector<std::string> options; // that agree and give other runs than one another, the one taken first
};

/// A set of answers that the examples agree with.
struct Agreeing {
    Answers answers;
    std::shared_ptr<const ProbeRuns> runs; // null: not looked at
};
/// Of the questions that `taken` answers: what else would have agreed, and runs otherwise. Where several
/// answers must be changed together, all of them are named, unless one of them does it alone.
std::vector<Undecided> undecided(const Agreeing& taken, const std::vector<Agreeing>& all);

/// "never, to 10 and to 20"
std::string option_labels(const Draft& draft, const Undecided& one);

} // namespace heed::io::mapping
