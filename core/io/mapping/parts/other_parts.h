// Where no set of answers agrees with the examples, a part may have been taken for another of the same shape.
#pragma once

#include "core/io/mapping/tries/tried.h"

namespace heed::io::mapping {

using Parts = std::map<std::string, Part>; // what units are, by their names

/// What else could be said of one unit that nothing was said of: each gives a draft that is ready, unlike the
/// reading's and one another's, in which no more units are left without a part.
std::vector<Parts> other_parts(const Reading& reading, Cancelled cancelled = nullptr);

/// The reading with these said, too, and the words that fit it then.
Reading with_parts(const Reading& reading, const Parts& parts, const OpenOptions& options);

} // namespace heed::io::mapping
