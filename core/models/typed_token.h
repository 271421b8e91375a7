// A token of the target vocabulary as one types it.
#pragma once

#include "core/models/tokens.h"

#include <string>

namespace heed {

/// The id of a token: as the vocabulary spells it; of a model that writes pieces also without what says that
/// a piece begins a word, or with "_", "␣" or a space for it: "▁rapport" is "rapport", "_rapport",
/// "␣rapport". `item` ("forced token at output 1"; may be empty) is named in the error. Throws heed::Error
/// where there is no such token, and where several pieces read so.
int typed_token(const Model& model, const OutputWords& words, const std::string& typed,
                const std::string& item);

} // namespace heed
