// Recurrent entity networks: what config.json says of one.
//
// Letters: N sentences of a story, L words of the longest, Q words of a question, S slots, D size of every
// vector, V words. U, V, W, H and R are the matrices of Henaff et al. 2017, equations 3 and 6.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace heed::entity {

enum class Keys {
    Tied, // a slot for each of some words: its key is that word's vector
    Free  // keys of their own, which are learned
};

struct Config {
    int vocabulary = 0;     // words that are read and answered; not in config.json
    int words = 6;          // L: a mask for each place of a sentence
    int question_words = 4; // Q: and of a question
    int embedding = 48;     // D
    struct Memory {
        int slots = 7; // S
        Keys keys = Keys::Free;
        std::vector<int> entities; // of tied keys: the word of each slot
        bool gate_bias = true;     // b_j in the gate of each slot
        bool update_bias = true;   // b in what is written
        bool normalise = true;     // whether a state is divided by its length after each sentence
        bool operator==(const Memory&) const = default;
    } memory;

    bool tied() const { return memory.keys == Keys::Tied; }
    bool operator==(const Config&) const = default;
};

/// Reads "input", "embedding", "memory" and "activation". Throws heed::Error naming `subject` and the key:
/// unknown words, sizes that do not fit, tied keys without a word for each slot.
Config config_from_json(const nlohmann::json& config, const std::string& subject);
/// Fills the same keys, and "architecture".
void to_json(nlohmann::json& config, const Config& value);

} // namespace heed::entity
