// Attention that was computed elsewhere: weights and tokens without a model.
//
// What is read, rows being target tokens and columns source tokens:
// - Nematus (--output_alignment), OpenNMT-lua (-save_attention), Marian-dev and Sockeye
//   (translation_with_alignment_matrix): a line "id ||| target ||| score ||| source ||| n m" and a row of
//   weights a target token, with or without one more row and column for the end.
// - Marian's --alignment soft: "target ||| w,w,w w,w,w", and its n-best lists: "id ||| target ||| w,w,w w,w,w
//   ||| features ||| score".
// - Nematus (--json_alignment): lists of [target, source, weight, id, id].
// - OpenNMT-py (-attn_debug): tables in a log. Words are whole where its SENT and PRED lines are there, too.
// - CSV and TSV: source tokens above, a target token in front of each row, or one of the two, or numbers
//   alone (columns.cpp); numpy.savetxt.
// - Pharaoh's links, "0-0 1-2", and those with weights, "0-0:0.87".
// - JSON: {"source": […], "target": […], "attention": […]}, one object, a list of them, or one after the
//   other, or under keys that end in a number. Tokens are a list or a text of words. Other toolkits' keys are
//   rows of keys.cpp:
//   cross_attentions, encoder_attentions (source tokens over themselves), decoder_attentions, …; and BertViz'
//   arguments.
// - .npz and .pt with arrays of those names, or lists of them; .npy, .npz or .pt whose words stand in
// FILE.json
//   (the keys above) or FILE.txt (a line of source, a line of target) beside it.
//
// Axes may stand in any order that their lengths tell (axes.cpp): layers, heads and a batch before
// outputs × sources, sources × outputs, or steps first, as generate() of Hugging Face nests them. Where a
// file has no words, tokens are numbered, and an axis in front of the others may be layers or the sentences
// of a batch: then it must be said which (GivenAs::axes). A row may sum to anything, and is drawn as it is,
// and that is said; a weight is from 0 to 1, but for rounding, which is taken off and said, or each is the
// integer 0 or 1: scores are refused, and percentages where it was not said that they are.
#pragma once

#include "core/base/error.h"
#include "core/trace/trace.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

class Checkpoint;

/// What the user says of a file.
struct GivenAs {
    bool start = false;            // a start, <s>, stands in front of its tokens, which leave it out
    bool percent = false;          // percentages, to be divided by 100
    bool numbered = false;         // tokens of one side that the file lacks are numbered
    std::string axes{};            // their order, as axis_order() gives it; empty: told by lengths
    std::optional<int> sentence{}; // of several, counted from 0: that one alone
    std::vector<std::string> source{}, output{}; // tokens of one sentence; empty: the file's
    bool any_words() const { return !source.empty() || !output.empty(); }
};

/// Axes in order, a letter each ("BHTS", "b,h,t,s"): L layers, H heads, B the sentences of a batch, T
/// outputs, S source tokens, O the only output of a step. Empty where that is none: T and S must be among
/// them, and none twice.
std::string axis_order(std::string_view said);
/// The orders between which the sentence of such an Error asks; none where it asks nothing.
std::vector<std::string> axes_asked(std::string_view problem);
/// The order with a batch that is meant where the sentence of such an Error says that one sentence was
/// expected of it; empty where it says nothing of that.
std::string batch_order(std::string_view problem);
/// "layers × heads × outputs × source tokens", of such an order.
std::string order_words(std::string_view order);

/// One trace a sentence, named; where its weights have layers and heads, each is a map of it
/// (Trace::maps()). A trace holds tokens and Quantity::Weights alone: no parameters, no phases,
/// model.architecture "weights", what was made of the file in GivenFacts. An end token that the words lack is
/// added where there is a weight for it. Throws heed::Error naming file, axis, item, expected and found: not
/// such a file, a list of another length, a weight that is no number from 0 to 1.
std::vector<Trace> read_attention(const std::filesystem::path& file, const GivenAs& as = {});

/// Which of the sentences of its file such a trace is of, from 0.
int sentence_of_file(const Trace& trace);

/// Whether the sentence of such an Error says that there is one weight more than tokens, which have an end:
/// GivenAs::start may mend it.
bool lacks_start(std::string_view problem);

/// Whether the sentence of such an Error says that tokens of one side lack: GivenAs::numbered may mend it.
bool lacks_side(std::string_view problem);

/// Whether the sentence of such an Error says that the weights are percentages.
bool are_percentages(std::string_view problem);

/// Why a NumPy or PyTorch file of a single array is not drawn as it stands: which words belong beside it, or
/// which axes weights have. Nothing where there are more tensors: that may be a model.
std::optional<Error> lone_array(const Checkpoint& checkpoint, const std::filesystem::path& file);

/// Whether the content looks like one; cheap, never throws.
bool is_attention_file(const std::filesystem::path& file);

} // namespace heed::io
