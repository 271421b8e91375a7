// Dates in 25 written forms, to year-month-day, letter by letter, in lower case.
//
// Numbers with the year last are day first. Forms with a two-digit year draw from 1950 to 2049; all others
// from 1700 to 2199, so that the century cannot be guessed from the decade.
//
// Gold: a digit of the year, month or day comes from the digit that shows it; where one digit shows two ("3"
// for "03"), both come from it; every letter of a month's name explains both digits of the month; both digits
// of a two-digit year explain the century. The dashes, weekdays and other words have no gold.
#pragma once

#include "core/base/random.h"
#include "core/tasks/sample.h"

#include <optional>
#include <string_view>

namespace heed::tasks {

/// Draws a form, then a day.
Sample sample_date(Random& random);

/// The right answer to a date in one of the forms, in any year from 1 to 9999. Days and months may also be
/// typed with the 0 in front that their form leaves out, or without the one it has. Nothing for any other
/// text, a day that is in no calendar, or the wrong weekday.
std::optional<Sample> date_reference(std::string_view text);

/// "read day first", if day and month could have been the other way round; else empty.
std::string_view date_note(std::string_view input);

} // namespace heed::tasks
