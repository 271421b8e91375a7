// A model's folder in Heed's own format: config.json beside model.safetensors.
#pragma once

#include "core/io/open/open_model.h"
#include "core/io/report/report_words.h"

namespace heed::io {

/// config.json that says so, or says nothing else that could be meant.
bool is_heeds_own(const std::filesystem::path& folder);

/// The folder that is meant by one of its files; empty where it is none of Heed's own.
std::filesystem::path heeds_folder(const std::filesystem::path& path);

/// `file`: what the report calls it.
Opened open_own(const std::filesystem::path& folder, const OpenOptions& options, std::string file);

/// The words of a tensor of ours: of an encoder-decoder's, or what its architecture says of another's.
PartWords own_words(const Model& model, const std::string& tensor);
/// The parts of a model in the order in which they stand.
std::vector<std::string> groups_of(const Model& model);

Glimpse glimpse_own(const std::filesystem::path& folder);

} // namespace heed::io
