// Adding (Hochreiter and Schmidhuber 1997, as in Raffel and Ellis 2015): numbers between -1 and 1, some of
// them marked; the answer is one half and a quarter of the sum of the marked ones, which keeps it between 0
// and 1 where two are marked. As text: ".31 -.2* .7 .1*", a star after what is marked.
#pragma once

#include "core/tasks/item.h"

#include <vector>

namespace heed::tasks {

struct MarkedNumber {
    double value = 0;
    bool marked = false;
    bool operator==(const MarkedNumber&) const = default;
};
using Adding = std::vector<MarkedNumber>;

/// How far from the right answer one may be and still count as right.
inline constexpr double adding_tolerance = 0.04;

double adding_answer(const Adding& numbers);
std::string to_text(const Adding& numbers);
/// A number as these texts have it, as short as it can be: ".31", "-1", "0".
std::string number_text(double value);
/// Throws heed::Error naming `subject` and the word that is no number, or what is missing. Any count of
/// numbers from one on is read, and any count of stars.
Adding parse_adding(std::string_view text, const std::string& subject);

/// Draws `length` (2 or more) numbers of two digits behind the point, then a place to be marked in each half.
Adding draw_adding(Random& random, int length);

Item sample_adding(Random& random); // draws the length, 20 to 80, and the numbers
Item adding_of_length(Random& random, int length);
/// "½ + ¼ (.83 − .97)" of what was typed.
std::string adding_worked(std::string_view text);
Item adding_reference(std::string_view text, const std::string& subject);

} // namespace heed::tasks
