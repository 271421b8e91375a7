// A model on disk, in Heed's own format: config.json, model.safetensors, source.vocab.json, target.vocab.json
// and, where there are any, case.json and card.md.
#pragma once

#include "core/io/container/safetensors.h"
#include "core/io/model/model_card.h"
#include "core/models/model.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace heed::io {

inline constexpr int model_format_version = 1;

/// Reads and checks everything, and completes the model. `name` is what it is called; empty: the folder's own
/// name. `notes`, if given, receives a sentence for whatever was unusual but harmless (a tensor nobody asked
/// for); `stored`, the file that the numbers were read from, which may have been replaced since. Throws
/// heed::Error naming the file and the item: a file missing or malformed, another format or version, a
/// configuration this program does not have, a vocabulary whose length is not that of its embedding, a tensor
/// missing, of another shape, or with a number that is not finite.
Model load_model(const std::filesystem::path& folder, std::string name = {},
                 std::vector<std::string>* notes = nullptr, std::optional<SafetensorsFile>* stored = nullptr);

/// Writes the folder: whole, or not at all where it was absent; file by file, after all of them have found
/// room, where it was there. config.json is model.config_json (unknown keys and all) brought up to date with
/// the rest. The same model gives the same bytes. Throws heed::Error "FILE: not written: No space left on
/// device".
void save_model(const Model& model, const std::filesystem::path& folder,
                NumberType numbers = NumberType::F32);

/// Whether a folder looks like a model: it holds a config.json.
bool is_model_folder(const std::filesystem::path& folder);

/// What `heed models` says of a model. Reads config.json, the header of the numbers and the card, no number.
/// Throws as load_model does.
struct ModelSummary {
    std::string name;
    std::string task;
    Configuration config; // vocabulary sizes are not filled in
    std::string about;    // the first sentence of card.md
    std::uint64_t parameters = 0;
    ModelCard card{};    // as config.json has it
    std::string words{}; // card.md; empty: there is none
};
ModelSummary summarize_model(const std::filesystem::path& folder, std::string name = {});

} // namespace heed::io
