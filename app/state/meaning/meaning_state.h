// What Step shows of the meaning of a run's weights, and what was measured of it.
#pragma once

#include "core/trace/request.h"

#include <atomic>
#include <map>
#include <memory>
#include <string>

namespace heed {

class Trace;
struct Model;
namespace analysis::meaning {
struct Sentence;
struct OutputMeaning;
} // namespace analysis::meaning

/// A run, by what makes it: with the model's own weights, whatever was done to those on the screen.
struct MeaningOrder {
    std::shared_ptr<const Model> model; // null: nothing
    Request request;
    bool operator==(const MeaningOrder&) const = default;
};

struct MeaningState {
    bool shown = false; // in place of the network
    MeaningOrder asked; // of the jobs
    int asked_output = -1;
    std::shared_ptr<std::atomic<int>> share; // percent of `asked` that is done; null: it has not begun
    // What is known: of the run of `order`; null: nothing yet.
    MeaningOrder order;
    std::shared_ptr<const Trace> run;
    std::shared_ptr<const analysis::meaning::Sentence> sentence;
    std::map<int, std::shared_ptr<const analysis::meaning::OutputMeaning>> outputs;
    std::string problem; // why there is nothing of `asked`
    int hovered = -1;    // the row of other weights under the pointer
};

} // namespace heed
