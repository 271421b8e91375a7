// heed check --draft: the assistant's guesses about a model's files, written as a family.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed::io {
struct OpenOptions;
}

namespace heed::cli {

/// Writes the family, whole, and says on `out` what is left open in it. A draft that was written before is
/// taken up: what its "comment" says of parts and answers holds, title and remarks stay, and all else is
/// written anew; where more had been changed by hand, the old file is kept beside it ("NAME.json~"). Of any
/// other file it throws. The family's id is the file's name in small letters. Where an expected.json lies
/// beside the model, all answers are tried and those that agree with it are taken. Returns what was written,
/// for JSON.
nlohmann::ordered_json write_draft(const std::filesystem::path& model, const std::string& file,
                                   const io::OpenOptions& options, std::ostream* out);

/// What shapes and neighbours say of files whose names no family knows: a row for each unit of tensors,
/// "tensors", "part" (empty: not known) and "ground", said on `out`, too. Empty where nothing in them is a
/// recurrent cell.
nlohmann::ordered_json guessed_parts(const std::filesystem::path& model, const io::OpenOptions& options,
                                     std::ostream* out);

} // namespace heed::cli
