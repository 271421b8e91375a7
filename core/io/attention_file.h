// Attention that was computed elsewhere: weights and tokens without a model.
#pragma once

#include "core/trace/trace.h"

#include <filesystem>
#include <vector>

namespace heed::io {

/// Reads Nematus, Sockeye and OpenNMT text dumps, JSON of {"source", "target", "attention"} (one object, a
/// list, or one a line; lists of heads or layers become one trace each, named), and .npy/.npz with lists of
/// tokens. A trace holds tokens and Quantity::Weights alone: no parameters, no phases, model.architecture
/// "weights". Throws heed::Error naming file, item, expected and found: not such a file, a row of another
/// length, a weight that is negative or no number.
std::vector<Trace> read_attention(const std::filesystem::path& file);

/// Whether the content looks like one; cheap, never throws.
bool is_attention_file(const std::filesystem::path& file);

} // namespace heed::io
