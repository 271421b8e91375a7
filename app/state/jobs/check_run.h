// A run that was written before, made again: does the model still do what the file says?
#pragma once

#include "core/trace/request.h"
#include "core/trace/trace.h"

#include <string>

namespace heed {

struct Model; // views hold it and never look inside

struct RunCheck {
    enum class Verdict { NoModel, Agrees, Differs };
    Verdict verdict = Verdict::NoModel;
    std::string model;    // as the file names it
    std::string words;    // a sentence: what was compared, and where it differs first
    Request request;      // what makes the run again, where it agrees
    long compared = 0;    // numbers
    double largest = 0;   // difference
    int forced = 0;       // outputs that the model had to be made to write
    bool another = false; // of another scoring function than the model's own: Step cannot show it
};

/// Weights are to agree to 1e-6; of a run without weights the outputs' log P to 1e-5. Outputs that the model
/// does not write by itself (the file's run came of a search, or of a given target) are forced. A model that
/// cannot make such a run at all differs from it.
RunCheck check_run(const Trace& given, const Model& model);
/// Where there is no such model here.
RunCheck unchecked_run(const Trace& given);

} // namespace heed
