// The two sides of a model as Marian keeps them beside its own file: a SentencePiece model each, and mostly a
// list of words that its pieces are looked up in.
#pragma once

#include "core/text/subword/subword_tokenizer.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace heed::io {

struct MarianSide {
    std::filesystem::path pieces;   // the SentencePiece model
    std::vector<std::string> words; // in the order of their ids; empty: a piece's place is its id
    int end = -1, unknown = -1;     // ids among the words; of the pieces the model tells them
};

/// Throws heed::Error naming the file: no such model, no end or unknown token in it.
std::shared_ptr<const subword::SubwordTokenizer> read_marian_sides(const MarianSide& source,
                                                                   const MarianSide& target);

} // namespace heed::io
