// What the codes of languages stand for, in English.
#pragma once

#include <string>
#include <string_view>

namespace heed {

/// "French" of "fr" (ISO 639-1), "fra" (639-3), "fr_XX" (mBART), "fra_Latn" (NLLB: with its script where the
/// language is written in several, "Kashmiri, Devanagari"); empty: the code is not known here.
std::string language_name(std::string_view code);

} // namespace heed
