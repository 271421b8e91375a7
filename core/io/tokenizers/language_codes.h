// The languages of families whose folders name them by order alone.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace heed::io {

std::span<const std::string_view> mbart_codes();   // mBART cc25: 25
std::span<const std::string_view> mbart50_codes(); // the same and 27 more
std::span<const std::string_view> m2m100_codes();  // 100, without the underscores
std::span<const std::string_view> wmt21_codes();   // 8, of the models of that shared task

/// "fr_XX", "fra_Latn", "__fr__", ">>fra<<" to "fr_XX", "fra_Latn", "fr", "fra"; empty for what names none.
std::string_view language_code(std::string_view token);

/// How many bytes of a text's beginning MarianTokenizer takes for a language's code: from ">>" to the first
/// "<<".
std::size_t marian_code(std::string_view text);

} // namespace heed::io
