// A run's tokens as the figures name them.
#pragma once

#include "app/figures/base/format.h"
#include "core/trace/trace.h"

#include <string>

namespace heed {

/// The end token, or a start token that stands before what was typed: shown muted.
bool is_quiet_source(const Trace& trace, int j);
/// What the first outputs say as text, all of them if -1; without the end token.
std::string written_text(const Trace& trace, int outputs = -1);
/// The outputs by name where they are no text: "end", "fr_XX end"; empty where they are, or there are none.
std::string written_names(const Trace& trace);
/// What is said of a run beside its output: "log p −1.20" of a Transformer, else how many steps were
/// computed.
std::string run_words(const Trace& trace);
/// Why the best sentence of a search has another log P than its run, `where` it stands ("in a search");
/// empty: it has the same.
std::string ruled_words(const Trace& run, const std::string& where);
/// What the user typed for that token, shown; of one that stands around it "end", "start", or what a
/// Transformer calls it: "[CLS]", "__en__".
std::string shown_source(const Trace& trace, int j);
std::string shown_output(const Trace& trace, int i);
/// A piece as shown, without what says that a word begins; where it is that alone, it stays.
std::string unmarked(std::string shown);
std::string quoted_source(const Trace& trace, int j);
/// The same at the start of a sentence.
std::string source_at_start(const Trace& trace, int j);
std::string quoted_output(const Trace& trace, int i);

/// The source from position `first` to `last` (inclusive, either may be larger) in reading order, as one
/// stretch of text: "3 ␣", "7891 ␣ hcra". The end token is left out. More than `longest` tokens (0: 14
/// characters or 5 words): the last ones read, after an ellipsis.
std::string stretch(const Trace& trace, int first, int last, int longest = 0);

/// The same as words, the end token named in its turn: “3 ␣”, the end token and “7891”.
std::string read_words(const Trace& trace, int first, int last);

/// How much of an output's attention a source position gets, in digits that count: “M” gets 34.02% of the
/// attention for output 7.
std::string weight_words(const Trace& trace, int i, int j);

/// What the decoder reads first: "the start token", or the source's first token where that says what to
/// write.
std::string first_input(const Trace& trace);
/// Whether source j only tells the decoder what to write; the encoder reads the start token in its place.
bool is_tag(const Trace& trace, int j);

/// Source j as the encoder reads it, quoted: the start token where j is a tag.
std::string quoted_read(const Trace& trace, int j);

/// Whether the decoder's state asks where to look: not where there are no weights, or the token before asks.
bool state_asks(const Trace& trace);

/// "head 2 of 4": which of several heads of a recurrent decoder the run shows; empty where there is one.
std::string head_in_front(const Trace& trace);

/// How much weight an output gives to the decoder's own states, of the score that looks at them; else 0.
float own_past_weight(const Trace& trace, int i);

/// Which source positions a local alignment lets in for one output, counted from 0; all of them where the
/// alignment is global or the weights were given.
struct Window {
    int first = 0, last = -1;
    float centre = 0;    // p_i, counted from 0
    bool placed = false; // there is a centre
    bool holds(int j) const { return j >= first && j <= last; }
};
Window window_of(const Trace& trace, int i);

} // namespace heed
