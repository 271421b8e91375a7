// Numbers and tokens as the screen prints them: minus is U+2212, positions count from 1.
#pragma once

#include <charconv>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace heed {

inline constexpr std::string_view minus_sign = "\u2212";
inline constexpr std::string_view thin_space = "\u2009";
inline constexpr std::string_view ellipsis = "\u2026";

/// As printf's %.*f, %.*e or %.*g writes it, in a fifth of the time: a frame prints hundreds of numbers.
std::string printed(std::chars_format format, int digits, double value);
/// "−0.724". A zero has no sign, however it was rounded. Not finite: "∞", "−∞", "–".
std::string fixed(double value, int decimals);
/// "1.5", "2": no more decimals than that, and none that are 0 at the end.
std::string up_to(double value, int decimals = 2);
/// ".34" of a weight in [0, 1]: two decimals without the zero; "1" from .995.
std::string cell_number(double weight);
/// Probabilities, here and below: one that is not 1 never reads so, whatever the digits; "1" is what a float
/// cannot tell from it. "0.028"; near 0 and 1, where three decimals would say that it is one of them,
/// "4.3e−5" and "0.9997".
std::string probability(double p);
/// Four digits that count: "0.3402", "1.5", "3.012e−4". A number beside 1 keeps its distance: "0.99996", not
/// "1".
std::string exact(double value);
/// ".34" of a probability; near 1 as many digits as keep it from there: ".996", ".9997".
std::string cell_probability(double p);
/// "30%".
std::string percent(double share);
/// The same in four digits that count: "34.02%", "0.03012%", "99.996%"; "100%" of nothing less than all.
std::string exact_percent(double share);
/// Of what is nearly all, or nearly nothing: "99.6%", "<0.001%"; else as percent().
std::string careful_percent(double share);
/// A probability in three digits, ".332"; one near 1 keeps its distance from it: ".9997". "4.3e−5".
std::string chance(double p);
/// A log-probability: "−1.39", "−0.003", "−0.0006", with as many digits as a small one needs to be one.
std::string log_prob_number(double value);
/// "9 623". Monospaced text takes a full space, as its face has no thin one.
std::string thousands(long long value, std::string_view space = thin_space);
/// So many digits that count, those before the point all of them: "10 233", "134.34", "4.3215e21".
std::string significant(double value, int digits, std::string_view space = thin_space);
/// A positive number of any size in a few digits: "134.3", "9 623", "4.3e21".
std::string compact(double value, std::string_view space = " ");
/// "0.170 − 1.057 + 0.183".
std::string sum_of(std::initializer_list<double> terms, int decimals);
/// "1 character", "13 characters".
std::string counted(int count, std::string_view noun);
/// One sentence and then another, with a full stop between them where the first neither has one nor goes on:
/// "Running … The model is reading."
std::string followed_by(std::string first, std::string_view next);

/// A token's text as it is shown: a space is "␣", an end token of any toolkit "end", a vocabulary's own marks
/// ‹pad›, ‹start›, ‹unknown› (within a word too), bytes that are not UTF-8 "\uFFFD". Pieces of words say how
/// they join: "▁der" is "␣der", "ver@@" is "ver·".
std::string shown(std::string_view token);
/// Whether it is no text but a vocabulary's own: "<pad>", "EOS".
bool is_mark(std::string_view token);
/// Whether it stands in angle brackets: "<pad>".
bool is_bracketed(std::string_view token);
/// Pieces of words put together to words, with a space between words.
std::string joined(std::span<const std::string> pieces);
/// The same word with another name for ‹unknown›, where that would be cut.
std::string with_unknown(std::string shown, std::string_view name = "‹unk›");
/// In typographic quotes; a vocabulary's own mark has quotes already: “M”, ‹unknown›.
std::string quoted(const std::string& shown_token);

} // namespace heed
