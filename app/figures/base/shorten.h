// Shortening words so that those that stand side by side can still be told apart.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace heed {

/// Each text as it is where it fits; else shortened by an ellipsis. Texts that differ stay different: the end
/// is cut where that is enough, else the middle, so that the end which differs is kept, else all but the part
/// around the first difference. `fits`: whether a text has room where text n is to stand.
std::vector<std::string> told_apart(std::span<const std::string> texts,
                                    const std::function<bool(std::size_t n, const std::string& text)>& fits);

/// As much of the words as fits, whole words alone, and then an ellipsis.
std::string whole_words(const std::string& words, const std::function<bool(const std::string&)>& fits);

} // namespace heed
