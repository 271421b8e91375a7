// The doctor in the inspector: what it looks at, and what it found.
#pragma once

#include "core/trace/request.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace heed {

struct Model;
namespace doctor {
struct Diagnosis;
}

/// What is asked for, to know it again: the sentence on the screen, or all of the list.
struct DoctorOrder {
    std::shared_ptr<const Model> model; // null: nothing
    std::vector<std::string> texts;
    bool operator==(const DoctorOrder&) const = default;
};

struct DoctorState {
    bool shown = false; // in place of the phase, in the inspector
    bool all = false;   // the whole list of inputs, not this one alone
    DoctorOrder asked;
    DoctorOrder order; // of what is known
    std::shared_ptr<const doctor::Diagnosis> diagnosis;
    std::string problem;                    // why there is nothing of `asked`
    std::shared_ptr<std::atomic<int>> done; // sentences looked at, of the job under way
    int chosen = -1;                        // the finding that the canvas shows
};

} // namespace heed
