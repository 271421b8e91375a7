// All answers to what is open, against the examples that lie beside the files.
#pragma once

#include "core/io/mapping/parts/other_parts.h"
#include "core/io/mapping/tries/probes.h"

#include <functional>

namespace heed::io::mapping {

struct Combination {
    Answers answers;       // to all questions that are open under them
    Parts parts;           // units that are taken for another part than the reading's
    double difference = 1; // of weights, with the examples' outputs; 1 where the source's tokens are others
    bool agrees = false;   // its own outputs, weights and probabilities are those of the examples
    bool roughly = false;  // they are as near as their type of number rounds, and no nearer
    bool drafts = false;   // they are the answers of the reading
    std::shared_ptr<const ProbeRuns> runs; // of one that agrees: what it does beyond the examples
    std::string problem;                   // why it cannot be run
};
inline constexpr std::size_t most_combinations = 512;

/// How far a search goes from the answers of the reading.
struct Reach {
    std::size_t at_most = most_combinations; // that are tried
    int changed = 1000;                      // answers that may be others than the reading's, at once
    bool probed = true;                      // what those that agree do beyond the examples is looked at
    bool further = true; // where nothing agrees sources are tried back to front, then units as other parts
};

struct Search {
    std::vector<Combination> tried; // best first; of those that agree the reading's own
    std::size_t told_off = 0;       // not run to their ends: the first rows of an example are others
    std::size_t all = 0;            // how many there are; of more than are tried the nearest to the answers
    bool parts_open = false; // examples agree with more than one reading of the tensors: none is listed
    std::size_t agreeing() const;
    std::size_t looked_at() const { return tried.size() + told_off; }
    /// The one that agrees by these answers; null: none. Which way sources are read may be left out.
    const Combination* agreeing_with(const Answers& taken) const;
    /// Questions that these answers settle no more than others do that agree as well.
    std::vector<Undecided> undecided(const Answers& taken) const;
};
/// `progress` is told how many are done and how many there will be; 0: nobody knows yet.
Search try_all(const Reading& reading, const OpenOptions& options, Cancelled cancelled = nullptr,
               const std::function<void(std::size_t done, std::size_t all)>& progress = {},
               const Reach& reach = {});

} // namespace heed::io::mapping
