// Titles of which several begin alike, in little room.
#pragma once

#include <functional>
#include <string>

namespace heed {

/// The text where it fits; else its beginning and its end with "…" between them, since what tells one title
/// from another may stand at either. Of parts with ", " between them whole ones go while that is enough, the
/// first and the last never; else letters go, those of the first part last. `fits` says whether a text does.
std::string without_middle(const std::string& text, const std::function<bool(const std::string&)>& fits);

} // namespace heed
