// Of a run without weights: what is known of each token's influence on each of the decoder's states.
#pragma once

#include <memory>
#include <string>

namespace heed {

class Trace;
struct InfluenceMap; // app/figures/seq2seq/network/network.h

struct InfluenceState {
    std::shared_ptr<const Trace> asked; // the run that is, or was, measured; null: none
    std::shared_ptr<const Trace> run;   // of what is known
    std::shared_ptr<const InfluenceMap> map;
    std::string problem; // a sentence: why there is no map of `run`
};

} // namespace heed
