// A Transformer of another program on its way to a Model: its configuration, the tensors of its file, the
// network that both make, and what each parameter is read from; and the report of that.
#pragma once

#include "core/io/huggingface/hub_network.h"
#include "core/io/open/open_model.h"
#include "core/io/report/load_report.h"

namespace heed::io {

struct HubFolder {
    HubConfig config;
    std::filesystem::path weights;  // the file of numbers
    std::vector<std::string> notes; // of the names in it
    HubStock stock;
    HubTokens tokens;
    std::vector<std::string> unsettled;
    transformer::Config network;
    nn::ParameterSet<float> parameters;
    HubReading reading;

    /// Throws heed::Error naming file and key or tensor. That tensors are missing is no error yet.
    HubFolder(HubConfig config, std::filesystem::path weights, Checkpoint checkpoint);

    /// What of ours is read from a tensor of theirs.
    std::vector<const HubPart*> parts_of(const StoredTensor& tensor) const;
};

/// What can be said before any number is read.
LoadReport begin_report(const HubFolder& folder, std::string family);
/// The report of a folder that lacks tensors.
void say_missing(const HubFolder& folder, Opened& opened);
/// Reads the numbers into the model, completes it and accounts for every tensor and every key. `config`: what
/// stands in config_json beside the network.
void read_numbers(HubFolder& folder, nlohmann::json config, const OpenOptions& options, Model& model,
                  LoadReport& report);
/// "N parameters used …", with what the network is.
void summarise(const Model& model, LoadReport& report);

/// As many words as a table of tokens has rows.
Vocabulary words_for_rows(const Vocabulary& known, int rows, const SpecialIds& special);
ReportVocabulary said_words(const Vocabulary& words, const std::vector<std::string>& files, bool shared);

/// What opening would tell.
Glimpse glimpse_folder(const HubFolder& folder, std::string title, std::string text);

} // namespace heed::io
