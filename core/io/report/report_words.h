// What a load report says: the part each tensor plays, and what a model is.
#pragma once

#include "core/io/family/family_reading.h"
#include "core/io/report/load_report.h"
#include "core/models/model.h"
#include "core/models/seq2seq/config.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heed::io {

/// What tensors of ours are for, in the words of a report: "forward W: r, z, n", and where they stand.
struct PartWords {
    std::string group; // "Encoder"
    PartRole part = PartRole::None;
    std::string text;
    std::string cell;               // what is said of its gates: "r, z, n"; empty: nothing
    std::string gates;              // of a cell's tensor: all of them
    std::vector<std::string> reads; // of the readout's weight: whose columns it has, in their order
};
PartWords part_words(const std::string& ours, const Seq2SeqConfig& config);

/// Their tensors by the uses that expressions make of them: "Wq (columns 1-48), Wh (49-128)". `order` gives a
/// tensor of ours its place among all of them; rank is that of the first use.
struct RankedWords {
    PartWords words;
    int rank = 0;
};
std::map<const StoredTensor*, RankedWords> part_words(std::vector<FamilyReading::Role> roles,
                                                      const Seq2SeqConfig& config,
                                                      const nn::ParameterSet<float>& order);

/// "encoder" -> "GRU 40, both directions, embedding 32", …
std::vector<std::pair<std::string, std::string>> model_facts(const Seq2SeqConfig& config);

} // namespace heed::io
