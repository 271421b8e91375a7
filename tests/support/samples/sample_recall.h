// Networks over their own past with numbers that were drawn, for tests of what is run and drawn.
#pragma once

#include "core/models/model.h"
#include "core/models/one_rnn/config.h"
#include "core/trace/trace.h"

#include <set>
#include <string>
#include <vector>

namespace heed {

/// With the words of recall and numbers as they are before training; of the kind and the score of `kind`,
/// with small sizes. rnn-self-attention reads the end token.
Model sample_recall_model(one_rnn::Config kind);
/// Every kind, of own past every score, and the network that looks back at nothing.
std::vector<one_rnn::Config> one_rnn_kinds();
/// What such a model makes of a text.
Trace sample_recall_run(const one_rnn::Config& kind, const std::string& text,
                        const std::set<int>& muted = {});

} // namespace heed
