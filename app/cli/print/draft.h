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
/// taken up: what its "comment" says of parts and answers holds, and all else is written anew; of any other
/// file it throws. Where an expected.json lies beside the model, all answers are tried and those that agree
/// with it are taken. Returns what was written, for JSON.
nlohmann::ordered_json write_draft(const std::filesystem::path& model, const std::string& file,
                                   const io::OpenOptions& options, std::ostream* out);

} // namespace heed::cli
