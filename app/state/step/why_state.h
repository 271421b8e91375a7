// Why this token and not that: what the inspector's tab asks of an output of Step's run, and what came of it.
#pragma once

#include "core/analysis/contrast/contrast.h"
#include "core/trace/request.h"

#include <memory>
#include <string>

namespace heed {

/// A question: the token of an output against a rival.
struct WhyQuestion {
    std::string model; // which one it is, as FinishedRun::model
    Request request;   // of the run
    int output = -1;   // -1: nothing is asked
    std::string rival; // empty: the second best there
    bool operator==(const WhyQuestion&) const = default;
};

struct WhyAnswer {
    WhyQuestion question;
    std::shared_ptr<const Trace> run;
    std::shared_ptr<const analysis::Contrast> contrast; // null: see `problem`
    std::string problem; // a sentence: why there is none; empty where there is one
};

struct WhyState {
    bool shown = false;                      // in the inspector's place
    int output = -1;                         // whose rival was chosen
    std::string rival;                       // that; empty: the second best
    WhyQuestion asked;                       // what a job was last asked for
    std::shared_ptr<const WhyAnswer> answer; // the newest; may be to an earlier question
};

} // namespace heed
