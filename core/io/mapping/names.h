// What the names of tensors say: whose they are, and what for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heed::io::mapping {

enum class Half { Unknown, Encoder, Decoder };
/// By "enc", "src", "dec", "trg" and their kind; of several the last counts.
Half half_of(std::string_view name);

/// Whether the name has one of these words, which stand apart by spaces: "attn" anywhere in it, "=v" as a
/// whole step between dots and underscores.
bool has_word(std::string_view name, std::string_view words);

/// What an optimizer remembers, counters, and statistics.
bool is_for_training(std::string_view name);

/// "1 204".
std::string number(std::int64_t n);

} // namespace heed::io::mapping
