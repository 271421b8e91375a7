// config.json and the vocabularies of a model folder.
#pragma once

#include "core/models/model.h"

#include <filesystem>

namespace heed::io {

/// Checks format, version and architecture, and fills config_json, name (if it is empty), task, config and
/// tokenizer.
void read_config(const std::filesystem::path& file, Model& model);
/// The same for a model whose config_json is there already; `subject` names it in errors.
void apply_config(Model& model, const std::string& subject);

/// Gives a model whose config_json is applied its words, with the special tokens that config_json names, and
/// completes it.
void finish_model(Model& model, std::vector<std::string> source, std::vector<std::string> target,
                  const std::string& subject);

/// config_json brought up to date with the rest of the model.
nlohmann::json config_to_json(const Model& model);
/// Of it, what decides how the model computes and reads: nothing of its name, task and making.
nlohmann::json form_to_json(const Model& model);

/// Reads a vocabulary, ["…", …] or {"tokens": ["…", …]}, of a model whose config_json is applied. `side` is
/// "source" or "target": config.json may name the ids of its special tokens under "special". Classes are as
/// many as the model has, and none of them is special.
Vocabulary read_vocabulary(const std::filesystem::path& file, const Model& model, const char* side,
                           const std::string& config_name);

} // namespace heed::io
