// Text as it is looked for: letter case and accents make no difference.
#pragma once

#include <string>
#include <string_view>

namespace heed {

/// Small letters without their accents: "été" and "ÉTÉ" are "ete", "Straße" is "strasse", "Ελλάδα" is
/// "ελλαδα". Marks that stand by themselves behind a letter are left out. Bad bytes stay.
std::string folded(std::string_view utf8);
/// Whether the text holds that, both folded; every text holds nothing.
bool holds_folded(std::string_view text, std::string_view wanted);

} // namespace heed
