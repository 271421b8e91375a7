// Small encoder-decoders of every shape.
#pragma once

#include "core/models/seq2seq/network.h"

#include <string>
#include <vector>

namespace heed::test {

/// 6 source words, 5 target words; states of 2 and 4 numbers.
Seq2SeqConfig tiny_seq2seq(CellKind cell, const std::string& score, int layers, bool bidirectional);

struct Seq2SeqShape {
    std::string name;
    Seq2SeqConfig config;
};
/// Every score in every order, every alignment, and every switch that seq2seq_config.h has.
std::vector<Seq2SeqShape> seq2seq_shapes();

} // namespace heed::test
