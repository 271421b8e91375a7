// Numbers and tokens as the screen prints them: minus is U+2212, positions count from 1.
#pragma once

#include "core/trace/trace.h"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace heed {

inline constexpr std::string_view minus_sign = "\u2212";
inline constexpr std::string_view thin_space = "\u2009";
inline constexpr std::string_view ellipsis = "\u2026";

/// "−0.724". A zero has no sign, however it was rounded. Not finite: "∞", "−∞", "–".
std::string fixed(double value, int decimals);
/// ".34" of a weight in [0, 1]: two decimals without the zero; "1" from .995.
std::string cell_number(double weight);
/// "0.028", or "4.3e−5" where three decimals would show nothing.
std::string probability(double p);
/// "30%".
std::string percent(double share);
/// "9 623". Monospaced text takes a full space, as its face has no thin one.
std::string thousands(long long value, std::string_view space = thin_space);
/// A positive number of any size in a few digits: "134.3", "9 623", "4.3e21".
std::string compact(double value, std::string_view space = " ");
/// "0.170 − 1.057 + 0.183".
std::string sum_of(std::initializer_list<double> terms, int decimals);
/// "1 character", "13 characters".
std::string counted(int count, std::string_view noun);

/// A token's text as it is shown: a space is "␣", an end token of any toolkit "end", a vocabulary's own marks
/// ‹pad›, ‹start›, ‹unknown›, bytes that are not UTF-8 "\uFFFD". Pieces of words say how they join: "▁der" is
/// "␣der", "ver@@" is "ver·".
std::string shown(std::string_view token);
/// Whether it is no text but a vocabulary's own: "<pad>", "EOS".
bool is_mark(std::string_view token);
/// The end token, or a start token that stands before what was typed: shown muted.
bool is_quiet_source(const Trace& trace, int j);
/// Pieces of words put together to words, with a space between words.
std::string joined(std::span<const std::string> pieces);
/// What the first outputs say as text, all of them if -1; without the end token.
std::string written_text(const Trace& trace, int outputs = -1);
/// What the user typed for that token, shown; "end" for the end token.
std::string shown_source(const Trace& trace, int j);
std::string shown_output(const Trace& trace, int i);
/// In typographic quotes; a vocabulary's own mark has quotes already: “M”, ‹unknown›.
std::string quoted(const std::string& shown_token);
std::string quoted_source(const Trace& trace, int j);
std::string quoted_output(const Trace& trace, int i);

/// The source from position `first` to `last` (inclusive, either may be larger) in reading order, as one
/// stretch of text: "3 ␣", "7891 ␣ hcra". The end token is left out. More than `longest` tokens (0: 14
/// characters or 5 words): the last ones read, after an ellipsis.
std::string stretch(const Trace& trace, int first, int last, int longest = 0);

/// What the decoder reads first: "the start token", or the source's first token where that says what to
/// write.
std::string first_input(const Trace& trace);
/// Whether source j only tells the decoder what to write; the encoder reads the start token in its place.
bool is_tag(const Trace& trace, int j);

/// Source j as the encoder reads it, quoted: the start token where j is a tag.
std::string quoted_read(const Trace& trace, int j);

/// Whether the decoder's state asks where to look: not where there are no weights, or the token before asks.
bool state_asks(const Trace& trace);

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
