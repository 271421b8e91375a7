// A sentence with its maps of weights as a file holds them, and what becomes of it: shared by the readers of
// attention_file.h.
#pragma once

#include "core/base/error.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

using Words = std::vector<std::string>;

/// One of its maps: layer and head from 0.
struct GivenMap {
    int layer = 0, head = 0;
    MatrixXf weights; // as in the file
};

struct GivenSentence {
    std::string what;           // for errors: "FILE: line 3", "FILE: item 2"
    std::string name;           // "sentence 2"; empty: the file's own
    Words source, target;       // without or with their end token
    std::vector<GivenMap> maps; // over the same words
    bool may_be_turned = false; // rows may be source tokens
};

/// Axes of weights in arrays and nested lists: (heads, or layers × heads, or layers × 1 × heads ×) outputs ×
/// sources; six as generate() of Hugging Face nests them, outputs × layers × 1 × heads × 1 × sources.
inline constexpr std::size_t fewest_axes = 2, most_axes = 6;
inline constexpr std::string_view expected_axes =
    "2 to 6 axes: outputs × sources, with heads, layers and a batch of 1 before them, or one step after the "
    "other";
Error not_one_sentence(const std::string& what, int axis, int axes, std::int64_t found);
Error not_one_output(const std::string& what, std::int64_t found);

/// For errors: "FILE, layer 2, head 1", where `rank` (4: layers of heads, 3: heads) says there are several.
std::string place_in(const std::string& what, int rank, int layer, int head);

/// Throws naming `what` where the weights fit the words in no way, one map has another size than the first,
/// or a weight is no number from 0 to 1: neither a score nor a percentage.
Trace trace_of(GivenSentence sentence, const std::string& file_name);

/// Split at white space.
Words words_of(std::string_view text);

/// Rows of one length each. Throws naming `what` and the row.
MatrixXf matrix_of(const std::vector<std::vector<float>>& rows, const std::string& what);

/// The number that is all of the text.
std::optional<float> number_of(std::string_view text);

std::vector<GivenSentence> attention_in_text(std::string_view text, const std::string& file);
bool is_attention_text(std::string_view beginning);

std::vector<GivenSentence> attention_in_json(std::string_view text, const std::string& file);
bool is_attention_json(std::string_view beginning);

/// Keys of one meaning, in other toolkits' words.
enum class AttentionKey { Source, Target, Weights };
bool is_key(AttentionKey meaning, std::string_view key);
/// Source and target of a JSON object without weights, for an array beside it. Throws naming `file`.
std::pair<Words, Words> words_in_json(std::string_view text, const std::string& file);

} // namespace heed::io
