// What moved an output of a Transformer, in Step's inspector: what is asked, and what came of it.
#pragma once

#include <map>
#include <memory>
#include <string>

namespace heed {

class Trace;
struct TransformerMaps;
namespace moves {
struct Moves;
}

/// Of one run.
struct MovesQuestion {
    std::shared_ptr<const Trace> run; // null: nothing is asked
    int output = -1;                  // of an encoder alone a place; -1: of none
    bool against = false;             // its margin over a rival, not its logit
    std::string rival;                // empty: the likeliest besides
    bool weighted = false;            // every head's map with each weight times what it brings along
    bool operator==(const MovesQuestion&) const = default;
};

struct MovesState {
    bool shown = false; // why this token and not another, in the inspector's place
    int output = -1;    // whose rival was chosen
    std::string rival;
    MovesQuestion asked; // what a job was last asked for
    // What is known, of the run `of`.
    std::shared_ptr<const Trace> of;
    struct Asked {
        int output;
        bool against;
        std::string rival;
        auto operator<=>(const Asked&) const = default;
    };
    std::map<Asked, std::shared_ptr<const moves::Moves>> answers;
    std::shared_ptr<const TransformerMaps> weighted;
    std::string problem; // a sentence: why there is nothing of `asked`
};

} // namespace heed
