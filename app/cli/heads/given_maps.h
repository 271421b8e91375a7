// What --from FILE holds: runs that were computed before, or elsewhere.
#pragma once

#include "app/figures/run_maps.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace heed::cli {

/// What is said of such a file on the command line.
struct GivenWords {
    bool percent = false;
    std::string heads; // "L:H,…", counted from 0; empty: all
    bool any() const { return percent || !heads.empty(); }
};
void add_given(CLI::App& command, GivenWords& words);

/// Every map of a run that trace --json wrote, or of weights that were computed elsewhere: of each sentence
/// by layer and head, or those heads that are asked for. At least one.
std::vector<RunMap> maps_from(const std::string& file, const GivenWords& words);

/// As io::read_runs; what refuses percentages names the option.
std::vector<Trace> runs_from(const std::string& file, bool percent);

/// Counted from 0; throws heed::Error past the end.
const RunMap& map_at(const std::vector<RunMap>& maps, int item);

/// What was made of the file, and what it lacks, a line each on standard error.
void say_notes(const std::string& file, const Trace& run);

} // namespace heed::cli
