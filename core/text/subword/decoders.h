// The stages that turn the entries of a vocabulary back to text.
#pragma once

#include "core/text/subword/pattern.h"
#include "core/text/subword/splits.h"

#include <string>

namespace heed::subword {

Decoder byte_level_decoder();                               // one text of all; bad bytes are U+FFFD
Decoder wordpiece_decoder(std::string prefix, bool tidied); // a space before what lacks the prefix
Decoder metaspace_decoder(std::string replacement, Prefixed prefixed);
Decoder suffix_decoder(std::string suffix); // the end of a word becomes a space
Decoder byte_fallback_decoder();            // runs of <0x..> become what they spell
Decoder fuse_decoder();                     // one text of all
Decoder replace_decoder(Pattern pattern, std::string content);
/// Of each token, so many `content` from its beginning and its end.
Decoder strip_decoder(std::string content, std::size_t start, std::size_t stop);

/// Without the space before , . ? ! and the endings of English: " n't" is "n't".
std::string tidied(std::string text);
/// Bytes that are no UTF-8 become U+FFFD, one for each stretch that may begin a character and does not end
/// one.
std::string repaired(std::string_view bytes);

} // namespace heed::subword
