// From config.json and the shapes of a file's tensors to the network, and to what each of its tensors is read
// from.
#pragma once

#include "core/io/huggingface/hub_config.h"
#include "core/io/huggingface/hub_names.h"
#include "core/models/transformer/config.h"
#include "core/nn/parameters.h"

#include <string>
#include <vector>

namespace heed::io {

/// The tables of tokens of a file. Which of them are one is told by their numbers.
struct HubTokens {
    const StoredTensor *read = nullptr, *written = nullptr, *output = nullptr; // null: the part has none
    bool shared = false;                                                       // read and written are one
    bool tied = true;    // output and the side that makes it are one
    bool turned = false; // output lies (d, V)
};
/// Throws where there is none at all.
HubTokens hub_tokens(const HubConfig& config, const HubStock& stock);

/// The network, its numbers of words filled in. What config.json does not say is taken from the file, then
/// from what the family's models usually are. `unsettled` receives what neither tells. Throws heed::Error
/// naming config.json and the key: more layers than the file has, heads that do not divide the size, a
/// function that is not known.
transformer::Config hub_network(const HubConfig& config, const HubStock& stock, const HubTokens& tokens,
                                std::vector<std::string>& unsettled);

/// What a tensor of ours is read from.
struct HubPart {
    std::string ours;
    const StoredTensor* tensor = nullptr;
    HubForm form = HubForm::Plain;
};
struct HubReading {
    std::vector<HubPart> parts;       // in the order of the parameters
    std::vector<std::string> missing; // theirs, by their usual names
};
/// Throws where a tensor of theirs has another shape than ours needs.
HubReading hub_reading(const HubConfig& config, const HubStock& stock, const HubTokens& tokens,
                       const nn::ParameterSet<float>& declared);

/// Reads the numbers of all parameters, which are there in the order of the parts: matrices stay as the file
/// has them, those that are several of ours share its numbers.
void read_hub_parts(const HubStock& stock, const HubReading& reading, nn::ParameterSet<float>& parameters,
                    const Executor& executor = in_turn);

/// Why a tensor that is no part is not needed; empty: nothing says so. A copy of one that is read must have
/// its numbers.
std::string why_hub_ignored(const HubConfig& config, const HubStock& stock, const HubReading& reading,
                            const StoredTensor& tensor);
/// Whether something would be said, if what is called a copy is one: no number is read.
bool is_hub_ignored_by_name(const HubConfig& config, const HubStock& stock, const HubReading& reading,
                            const StoredTensor& tensor);

} // namespace heed::io
