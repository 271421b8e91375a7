// What --from FILE holds: runs that were computed before, or elsewhere.
#pragma once

#include "app/figures/run_maps.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace heed::cli {

/// What is said of such a file on the command line.
struct GivenWords {
    bool percent = false;
    bool start = false;          // <s> stands in front of its tokens
    std::string axes;            // "BHTS"; empty: told by their lengths
    std::optional<int> sentence; // of several, counted from 0
    std::string source, output;  // tokens between blanks; empty: the file's
    std::string heads;           // "L:H,…", counted from 0; empty: all
    bool of_numbers() const {
        return percent || start || !axes.empty() || sentence || !source.empty() || !output.empty();
    }
    bool any() const { return of_numbers() || !heads.empty(); }
};
void add_given(CLI::App& command, GivenWords& words);
/// Without --heads.
void add_given_numbers(CLI::App& command, GivenWords& words);
/// Throws WrongWords where something is said of --from FILE, and there is none.
void needs_from(const GivenWords& words);

/// Every map of a run that trace --json wrote, or of weights that were computed elsewhere: of each sentence
/// by layer and head, or those heads that are asked for. At least one.
std::vector<RunMap> maps_from(const std::string& file, const GivenWords& words);

/// As io::read_runs; what refuses percentages, or asks for the axes, names the option.
std::vector<Trace> runs_from(const std::string& file, const GivenWords& words);

/// Counted from 0; throws heed::Error past the end.
const RunMap& map_at(const std::vector<RunMap>& maps, int item);

/// "16 maps of 2 sentences".
std::string count_of_given(const std::vector<RunMap>& maps);

/// What was made of the file, and what it lacks, a line each on standard error.
void say_notes(const std::string& file, const Trace& run);

} // namespace heed::cli
