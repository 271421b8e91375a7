// What files of attention call their parts: words of many toolkits, a row each.
#pragma once

#include "core/io/attention/parts.h"

#include <string_view>

namespace heed::io {

enum class KeyMeaning { Source, Target, Tokens, Weights }; // Tokens: they look at themselves

struct AttentionKey {
    std::string_view key;
    KeyMeaning meaning;
    Between between = Between::OutputsAndSources; // of weights
    bool alone = false;                           // of weights: nothing but attention is called so
    bool sources_first =
        false; // of weights: by that toolkit source tokens × outputs, layers and heads behind
};

/// The row of that key; null: none.
const AttentionKey* find_key(std::string_view key);
bool is_key(KeyMeaning meaning, std::string_view key);
/// "cross_attentions": what Hugging Face calls so is a tuple over layers.
bool is_of_layers(const AttentionKey& key);

} // namespace heed::io
