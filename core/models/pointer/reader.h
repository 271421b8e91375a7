// Text to what a pointer network reads, and what it should choose, from text.
//
// Points stand between white space: "3.1 2.0 5.5" where a point is one number, ".1,.2 .5,.7" where it is
// two. Slots are told by their numbers, from 0 in files and on the command line, and "end" is the end; "point
// 4" is the fourth, as maps name it. Behind a colon stands what they are, which nothing reads: "1 0
// 2: 2.0 3.1 5.5".
#pragma once

#include "core/models/pointer/pointer.h"
#include "core/trace/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::pointer {

struct Reading {
    std::vector<TraceToken> points; // with the bytes of the text that each came from
    Item item;                      // without a target
};

/// Throws heed::Error naming `subject` and the word at fault: nothing to read, a word that is no number or
/// has too many or too few, more points than `longest` (where it is above 0).
Reading read_input(const Config& config, std::string_view text, int longest, const std::string& subject);

/// The slot that such a word means. Throws heed::Error naming `subject` and `item`, "answer, word 2".
int read_slot(const Config& config, std::string_view word, int points, const std::string& subject,
              const std::string& item);

/// A whole target: as many points as the model must choose, and the end after them where it has one and the
/// text has not. Throws heed::Error naming `subject` and the word: a slot that is not there, one that is
/// chosen twice though the model is masked, something after the end, too few where there is no end. `masked`:
/// whether a point can be chosen once only.
std::vector<int> read_target(const Config& config, std::string_view text, int points, bool masked,
                             const std::string& subject);

/// Slots as text, from 0, the end left out; of numbers with what they are: "1 0 2: 2.0 3.1 5.5".
std::string written_text(const Config& config, const std::vector<int>& slots,
                         const std::vector<std::string>& points);

} // namespace heed::pointer
