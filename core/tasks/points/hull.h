// Convex hulls: points of a plane, to the corners of their hull, counter-clockwise from the lowest. As text:
// ".1,.2 .5,.7 .9,.1 .4,.3", to "0 2 1".
#pragma once

#include "core/tasks/item.h"
#include "core/tasks/points/plane.h"

namespace heed::tasks {

std::string to_text(const Plane& points);
/// Throws heed::Error naming `subject` and the word at fault: one that is not two numbers with a comma
/// between them, no word.
Plane parse_plane(std::string_view text, const std::string& subject);

Item sample_hull(Random& random);                // draws how many points there are, 5 to 10
Item hull_of_length(Random& random, int points); // of at least 3
/// Its gold: at each output the slot that is chosen, and at the last the end, which stands after the points.
/// Throws heed::Error also where there are fewer than three points, or all in one line.
Item hull_reference(std::string_view text, const std::string& subject);

/// How much of the right hull's area the corners given in `given` enclose; 0 where they are none, where one
/// is not there or comes twice, and where their outline crosses itself.
double hull_area(std::string_view text, std::string_view answer, std::string_view given);

} // namespace heed::tasks
