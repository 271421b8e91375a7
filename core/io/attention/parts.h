// A sentence with its weights as a file holds them, and what becomes of it: shared by the readers of
// core/io/attention/file.h.
#pragma once

#include "core/base/error.h"
#include "core/io/attention/weights/given_array.h"
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
    MatrixXf weights; // a row an output
};

/// What asks and what it looks at.
enum class Between { OutputsAndSources, Sources, Outputs };

struct GivenSentence {
    std::string what;           // for errors: "FILE: line 3", "FILE: item 2"
    std::string name;           // "sentence 2", "encoder_attentions"; empty: the file's own
    bool labelled = false;      // its words stand in front of its rows and above its columns
    bool turned = false;        // of those: its rows are the source tokens', as its sums say
    bool layered = false;       // by its key, what stands in front of heads are layers
    bool sources_first = false; // by its key, its first axis is the source tokens'
    bool headed = false;        // by its form, what stands in front of outputs are heads
    bool whole_name = false;    // it is not put behind the file's
    int sentence = 0;           // which of the file's: its maps may be several
    Words source, target;       // without or with their end token; none: they are numbered
    Between between = Between::OutputsAndSources;
    GivenArray weights;     // axes in any order that their lengths tell
    bool sparse = false;    // only what is not 0 is in the file: there may be more words
    bool ends = false;      // by its form, what is more than there are words is an end
    bool starts = false;    // it was said that a start in front of its words lacks
    bool started = false;   // and it was put there
    bool may_start = false; // what is taken for an end may be of a start as well
    bool percent = false;   // by its form they are percentages: "10%"
    bool unnamed = false;   // the file has lists of words, and nothing tells whose they are
    bool one_sided = false; // the file has words of one side alone: those of the other must be said
    std::vector<int> layers{}, heads{};  // which they are, from 0; none: the first ones
    std::vector<std::string> notes;      // for GivenFacts
    std::vector<std::string> assumed;    // of them, what every picture says
    std::string order;                   // in which its axes were read
    std::vector<std::string> others;     // in which they may as well be read
    std::vector<Words> sources, targets; // of a batch of several sentences; else none
};

struct GivenAs;

/// Throws naming `what` where the weights fit the words in no way or a weight is no number from 0 to 1:
/// neither a score nor a percentage. A batch of several sentences becomes as many traces.
std::vector<Trace> traces_of(GivenSentence sentence, const std::string& file_name, const GivenAs& as);

/// For errors: "FILE, layer 2, head 1", where there are several.
std::string place_in(const std::string& what, const std::vector<GivenMap>& maps, const GivenMap& map);

/// Tokens that only fill up the shorter sentences of a batch.
bool is_padding(std::string_view token);

/// Split at white space.
Words words_of(std::string_view text);

/// Rows of one length each. Throws naming `what` and the row.
GivenArray matrix_of(const std::vector<std::vector<float>>& rows, const std::string& what);

/// The number that is all of the text.
std::optional<float> number_of(std::string_view text);
/// "0.25", "NaN".
std::string written(float number);

std::vector<GivenSentence> attention_in_json(std::string_view text, const std::string& file);
bool is_attention_json(std::string_view beginning);

/// Source and target of a JSON object without weights, for an array beside it. Throws naming `file`.
std::pair<Words, Words> words_in_json(std::string_view text, const std::string& file);

} // namespace heed::io
