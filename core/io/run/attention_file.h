// Attention that was computed elsewhere: weights and tokens without a model.
//
// What is read, rows being target tokens and columns source tokens:
// - Nematus (--output_alignment), OpenNMT-lua (-save_attention), Marian-dev and Sockeye
//   (translation_with_alignment_matrix): a line "id ||| target ||| score ||| source ||| n m" and a row of
//   weights a target token, with or without one more row and column for the end. Sockeye writes "n ||| m" and
//   may write a row a source token; where both ways fit, the one whose rows sum to 1 is taken.
// - Marian's --alignment soft: "target ||| w,w,w w,w,w": the source tokens are not there and are numbered.
// - Nematus (--json_alignment): lists of [target, source, weight, id, id].
// - OpenNMT-py (-attn_debug): tables in a log. Words are whole where its SENT and PRED lines are there, too.
// - Marian's n-best lists: "id ||| target ||| w,w,w w,w,w ||| features ||| score".
// - CSV and TSV: source tokens above, a target token in front of each row, the corner empty.
// - JSON: {"source": […], "target": […], "attention": […]}, one object, a list of them, or one after the
//   other. Tokens are a list or a text of words; the weights are rows, or a list of heads, or of layers of
//   heads, with a batch of one sentence inside or not, or as generate() of Hugging Face nests them: steps ×
//   layers × batch × heads × 1 × sources. Other toolkits' keys are known, too: src, trg, source_sent,
//   weights, cross_attentions, matrix, attn_dists, …; and BertViz' {"all": {"attn", "left_text",
//   "right_text"}} (attention_json.cpp).
// - .npz with arrays of those names, and .npy, .npz or .pt whose words stand in FILE.json (the keys above) or
//   FILE.txt (a line of source, a line of target) beside it.
//
// A row may sum to anything, and is drawn as it is; a weight is from 0 to 1: scores and percentages are
// refused.
#pragma once

#include "core/base/error.h"
#include "core/trace/trace.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace heed::io {

class Checkpoint;

/// One trace a sentence, named; where its weights have layers and heads, each is a map of it
/// (Trace::maps()). A trace holds tokens and Quantity::Weights alone: no parameters, no phases,
/// model.architecture "weights". An end token that the words lack is added where there is a weight for it.
/// Throws heed::Error naming file, item, expected and found: not such a file, a row of another length, a
/// weight that is no number from 0 to 1.
std::vector<Trace> read_attention(const std::filesystem::path& file);

/// Why a NumPy or PyTorch file of a single array is not drawn as it stands: which words belong beside it, or
/// which axes weights have. Nothing where there are more tensors: that may be a model.
std::optional<Error> lone_array(const Checkpoint& checkpoint, const std::filesystem::path& file);

/// Whether the content looks like one; cheap, never throws.
bool is_attention_file(const std::filesystem::path& file);

} // namespace heed::io
