// Pointer networks: what config.json says of one.
//
// Letters: N points of an input, P numbers of a point, H hidden size (of encoder and decoder alike, for the
// decoder starts where the encoder ends), A attention size, S slots that can be chosen: the points and,
// where there is one, the end.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace heed::pointer {

enum class Score {
    Additive, // u_ij = v · tanh(W_1 e_j + W_2 d_i + b): a slot is chosen by what stands there
    None      // u_ij = (W d_i + b)_j: the decoder says a number, and never looks at the points again
};
enum class Masking {
    None,   // every slot can be chosen at each step
    Visited // a point that was chosen cannot be chosen again; the end always can
};

std::string_view score_name(Score score);
std::string_view masking_name(Masking masking);

struct Config {
    struct Input {
        int size = 2; // P
        bool operator==(const Input&) const = default;
    } input;
    int hidden = 64; // H
    struct Attention {
        Score score = Score::Additive;
        int size = 32;  // A, of additive
        int slots = 20; // of none: the most points it has numbers for
        Masking mask = Masking::Visited;
        bool end = true; // whether there is a learned slot that stands for the end
        bool operator==(const Attention&) const = default;
    } attention;

    bool points() const { return attention.score == Score::Additive; }
    int slots(int points) const { return points + (attention.end ? 1 : 0); } // S
    /// The most points that it can read, or 0 where it can read any number.
    int longest() const { return points() ? 0 : attention.slots; }
    bool operator==(const Config&) const = default;
};

/// Reads "input", "encoder", "decoder" and "attention". Throws heed::Error naming `subject` and the key:
/// unknown words, sizes that do not fit one another.
Config config_from_json(const nlohmann::json& config, const std::string& subject);
/// Fills "architecture" and the same keys; those that such a model does not read are not written.
void to_json(nlohmann::json& config, const Config& value);

} // namespace heed::pointer
