// The plain files that older tokenizers are kept in: vocab.json, merges.txt, vocab.txt.
#pragma once

#include "core/text/vocabulary.h"

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heed::io {

/// The whole of a tokenizer's file. Throws where it is a git-lfs pointer to that, or more than `largest`
/// bytes.
std::string read_words_file(const std::filesystem::path& file, std::uint64_t largest);

using TokenIds = std::vector<std::pair<std::string, int>>; // in the order of the ids

/// {"token": id, …}. Throws heed::Error naming `subject` and the token: where an id is no whole number from 0
/// on, is shared by two tokens, or is so large that most ids would have none. `others`: tokens that have ids
/// besides these.
TokenIds token_ids(const nlohmann::json& object, const std::string& subject, std::size_t others = 0);
TokenIds read_vocab_json(const std::filesystem::path& file);
/// A token a line; the line's number is its id. An empty line is an id without a token. Throws where most
/// lines are empty, and of more than 16 MB.
TokenIds read_vocab_txt(const std::filesystem::path& file);
/// "a b" a line, after a first line "#version …".
std::vector<std::pair<std::string, std::string>> read_merges_txt(const std::filesystem::path& file);
/// One merge as tokenizer.json has it: "a b" or ["a", "b"].
std::pair<std::string, std::string> merge_of(const nlohmann::json& merge, std::size_t rank,
                                             const std::string& subject);

/// Every id up to the largest; those without a token are named "⟨17⟩". Later entries replace earlier ones.
Vocabulary vocabulary_of(const TokenIds& tokens, SpecialIds special);
/// No vocabulary has ids beyond that, given how many entries it has.
int largest_id(std::size_t entries);

} // namespace heed::io
