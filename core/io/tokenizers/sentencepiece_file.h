// SentencePiece's model files: .model, .spm.
#pragma once

#include "core/text/subword/models/sentencepiece.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace heed::io {

/// Throws heed::Error naming the file and the piece, with what was expected and found.
subword::SentencePieceSpec read_sentencepiece(const std::filesystem::path& file);
/// The same of bytes; `subject` names them.
subword::SentencePieceSpec parse_sentencepiece(std::string_view bytes, const std::string& subject);

} // namespace heed::io
