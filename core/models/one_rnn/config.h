// One recurrent network that looks back at its own past: what config.json says of it.
//
// Letters: T steps of an input, E embedding size, H hidden size, A attention size, n size of a part of the
// state, R its parts, V words.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace heed::one_rnn {

/// The architectures, each with its id in config.json.
enum class Kind {
    SelfAttention,  // "rnn-self-attention": the last state compares itself with those before it
    Lstmn,          // "lstmn": Cheng, Dong and Lapata 2016, section 3.1
    KeyValue,       // "key-value": Daniluk et al. 2017, section 2; of one part, its plain attention
    KeyValuePredict // "key-value-predict": the same with a part to predict from
};
enum class Score {
    Mean,     // z_i = (1/H) h_{t-1} · h_i, within ±1
    Sum,      // z_i = h_{t-1} · h_i
    Scaled,   // z_i = h_{t-1} · h_i / √H
    Bilinear, // z_i = h_i · W h_{t-1}
    None      // nothing is looked at: a plain recurrent network
};

std::string_view id(Kind kind);
/// "mean", "none"; "additive" of all but the first kind.
std::string_view score_name(Kind kind, Score score);

struct Config {
    Kind kind = Kind::SelfAttention;
    /// Whether the end token is read last. The first kind asks with the state *before* a token is read, so
    /// that what the last word asks for is looked up one step later.
    bool reads_end = false;
    int vocabulary = 0; // words that are read and answered; not in config.json
    struct Encoder {
        int embedding = 16; // E
        int hidden = 48;    // H, of the whole state: R·n of key-value
        /// Whether the end token is read last. The first kind asks with the state *before* a token is read:
        /// what the last word asks for can be looked up one step later only.
        bool end = false;
        bool operator==(const Encoder&) const = default;
    } encoder;
    struct Attention {
        Score score = Score::Mean; // of the first kind
        int size = 32;             // A, of the others
        int roles = 2;             // R, of key-value: 1 where a state is key, value and all, 3 with predict
        int window = 15;           // of key-value: so many steps are looked back at, at most
        bool operator==(const Attention&) const = default;
    } attention;

    bool self_attention() const { return kind == Kind::SelfAttention; }
    bool key_value() const { return kind == Kind::KeyValue || kind == Kind::KeyValuePredict; }
    bool attends() const { return !self_attention() || attention.score != Score::None; }
    /// Whether scores are products of states, so that those of other scales can be told from the same states.
    bool product() const { return self_attention() && attends() && attention.score != Score::Bilinear; }
    int part() const { return encoder.hidden / attention.roles; } // n, of key-value
    bool operator==(const Config&) const = default;
};

/// Reads "architecture", "encoder", "attention" and "readout". Throws heed::Error naming `subject`
/// and the key: an architecture that is none of these, unknown words, sizes that do not fit.
Config config_from_json(const nlohmann::json& config, const std::string& subject);
/// Fills the same keys; those that the architecture does not read are not written.
void to_json(nlohmann::json& config, const Config& value);

} // namespace heed::one_rnn
