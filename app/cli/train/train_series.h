// heed train --data FILE.csv: two models of a person's own table, and how they do beside two rules.
#pragma once

#include "app/cli/train/train_words.h"

namespace heed::cli {

/// Whether a table is to be learnt from: --data names a CSV file.
bool of_a_table(const TrainOptions& options);
/// Learns, and writes the model to --out and the plain LSTM that it is held against to its folder lstm.
/// Throws WrongWords and heed::Error.
int train_on_table(const TrainOptions& options);

} // namespace heed::cli
