// What the names of tensors say: whose they are, and what for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io::mapping {

enum class Half { Unknown, Encoder, Decoder };
/// By "enc", "src", "dec", "trg" and their kind; of several the last counts.
Half half_of(std::string_view name);

/// Whether the name has one of these words, which stand apart by spaces: "attn" anywhere in it, "=v" as a
/// whole step between dots and underscores.
bool has_word(std::string_view name, std::string_view words);

/// A part of a name, in small letters, and where it stands. Parts end at what is neither letter nor digit; in
/// a name without dots, underscores, slashes and blanks before capitals, too: "readerWeightIh".
struct NameWord {
    std::string text;
    std::size_t begin = 0, end = 0;
};
std::vector<NameWord> words_of_name(std::string_view name);

/// What an optimizer remembers, and how many batches a layer has seen.
bool is_for_training(std::string_view name);
/// Of whole numbers that they say where the training stood: "train_iter_state".
bool is_of_training(std::string_view name);

/// "1 204".
std::string number(std::int64_t n);

} // namespace heed::io::mapping
