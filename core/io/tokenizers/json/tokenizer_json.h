// tokenizer.json: a tokenizer as a list of stages, complete in itself.
#pragma once

#include "core/io/tokenizers/json/stage.h"
#include "core/io/tokenizers/vocabulary_files.h"
#include "core/text/subword/subword_tokenizer.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed::io {

struct JsonTokenizer {
    std::shared_ptr<subword::Pipeline> pipeline; // both sides'
    subword::Template around;
    std::vector<subword::Spaces> spaces;
    int unknown = -1;
    /// What a splitter of bytes and a normaliser of BERT say that stand alone; none: there is none.
    std::optional<bool> space_first, lowercase, strip_accents, spaced_ideographs;
};

/// Throws heed::Error naming file, stage, expected and found. `special` goes into the vocabulary.
JsonTokenizer read_tokenizer_json(const std::filesystem::path& file, SpecialIds special);
JsonTokenizer parse_tokenizer_json(std::string_view text, const std::string& subject, SpecialIds special);

// The stages, a file each.
std::vector<subword::Normalizer> read_normalizers(const JsonStage& stage);
std::vector<subword::PreTokenizer> read_pre_tokenizers(const JsonStage& stage);
std::vector<subword::Decoder> read_decoders(const JsonStage& stage);
/// What is put around a text, and whether its pieces' spaces count.
void read_post_processor(const JsonStage& stage, JsonTokenizer& to);

struct JsonModel {
    std::shared_ptr<const subword::Model> model;
    TokenIds tokens;
    int unknown = -1;
};
JsonModel read_model(const JsonStage& stage);

} // namespace heed::io
