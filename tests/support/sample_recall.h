// Networks over their own past with numbers that were drawn, for tests of what is run and drawn.
#pragma once

#include "core/models/model.h"
#include "core/models/one_rnn/config.h"

namespace heed {

/// With the words of recall and numbers as they are before training; of the kind and the score of `kind`,
/// with small sizes. rnn-self-attention reads the end token.
Model sample_recall_model(one_rnn::Config kind);

} // namespace heed
