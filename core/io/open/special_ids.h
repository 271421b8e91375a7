// Which words of a model's lists are its padding, start, end and unknown.
#pragma once

#include "core/io/open/word_files.h"

#include <string>
#include <vector>

namespace heed::io {

/// {"pad": ID, "start": …, "end": …, "unknown": …}, null where there is none: a word as the family spells it,
/// else one that other programs spell so, else what stands where the family's program has it. Of what the
/// model cannot do without and the family does not spell so, `unsettled` receives a sentence, unless its
/// meaning and its place both say the same.
/// Throws heed::Error where the model needs one and there is none.
Json special_ids(const FamilyReading& family, const SideOf& which, const WordLists::Words& words,
                 std::vector<std::string>& unsettled);

} // namespace heed::io
