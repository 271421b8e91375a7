// The words of `heed trace`, and the run that they ask for.
#pragma once

#include "app/cli/heads/given_maps.h"
#include "app/cli/read/writing.h"
#include "app/cli/shown_run.h"
#include "core/trace/request.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace heed::cli {

struct TraceOptions {
    std::string model, family, from;
    std::optional<int> item; // of `from`: one of its maps
    GivenWords given;        // of `from`; its heads of M, too
    ShownWords shown;
    std::vector<std::string> words; // of the text
    std::optional<std::string> target;
    std::vector<std::string> force, weights, row, head, why;
    std::vector<int> mute;
    std::string masking; // empty: as the model says
    double temperature = 1;
    std::string score; // another scoring function
    int max_steps = 0;
    int window = 0; // of a table
    Beam beam;
    WritingWords writing;
    std::string json; // empty: a picture
    bool full = false, meaning = false, moves = false;
};

void add_trace_words(CLI::App& command, TraceOptions& options);

/// What they ask for of a run, but for heads, which the model must be known for. Throws WrongWords.
Request request_of_trace(const TraceOptions& options);

/// Nothing is run: what asks for another run has no place beside a file. Throws WrongWords where
/// anything else was asked for.
void check_from_alone(const TraceOptions& options);

} // namespace heed::cli
