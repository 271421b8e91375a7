// Models that pool a whole input into one answer, without recurrence: what config.json says of them.
//
// Letters: T moments of an input, K features of a moment, H units, U units of a dense layer, C numbers or
// classes of an answer.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace heed::pooling {

/// The architectures, each with its id in config.json.
enum class Kind {
    Attention, // "pooling": a weighted mean of hidden vectors, Raffel and Ellis 2015, equations 1 to 3
    Keras,     // "pooling-keras": a weighted sum of the input itself, with a bias for each moment
    Dense,     // "dense": learned numbers that are the same for every input
    Mean       // "mean-pooling": all moments count the same
};
enum class InputKind { Vectors, Tokens };
enum class Energy {
    Linear, // e_t = w·h_t + b
    Tanh    // e_t = tanh(w·h_t + b): no weight is above e² times another
};
enum class Returns {
    Sum,     // u = Σ_t a_t x_t, one answer
    Sequence // u_t = a_t x_t, an answer for each moment
};
enum class Over {
    Features, // one map over the features of each moment
    Moments   // one number a moment and feature
};
enum class ReadoutKind { Value, Classes };

std::string_view id(Kind kind);

struct Config {
    Kind kind = Kind::Attention;
    struct Input {
        InputKind kind = InputKind::Vectors;
        int size = 2;       // K; of tokens the size of their embedding
        int vocabulary = 0; // rows of the embedding, where there is one; not in config.json
        bool operator==(const Input&) const = default;
    } input;
    struct Encoder { // of attention and mean: h_t = LReLU(W x_t + b)
        int hidden = 32;
        double slope = 0.01;
        bool operator==(const Encoder&) const = default;
    } encoder;
    struct Attention { // of attention and keras
        Energy energy = Energy::Linear;
        int steps = 0;                  // of keras: the longest T, which has a bias for each moment
        Returns returns = Returns::Sum; // of keras
        bool operator==(const Attention&) const = default;
    } attention;
    struct Dense { // of dense
        Over over = Over::Features;
        int steps = 0; // the longest T
        int size = 16; // U, over features
        bool operator==(const Dense&) const = default;
    } dense;
    struct Readout {
        ReadoutKind kind = ReadoutKind::Value;
        int size = 1;        // C
        double slope = 0.01; // of the values that attention and mean answer with
        bool operator==(const Readout&) const = default;
    } readout;

    bool tokens() const { return input.kind == InputKind::Tokens; }
    bool classes() const { return readout.kind == ReadoutKind::Classes; }
    bool hidden_vectors() const { return kind == Kind::Attention || kind == Kind::Mean; }
    bool sequence() const { return kind == Kind::Keras && attention.returns == Returns::Sequence; }
    /// The longest input, or 0 where any length can be read.
    int longest() const {
        return kind == Kind::Keras ? attention.steps : kind == Kind::Dense ? dense.steps : 0;
    }
    bool operator==(const Config&) const = default;
};

/// Reads "architecture", "input", "encoder", "attention", "dense" and "readout". Throws heed::Error naming
/// `subject` and the key: an architecture that is none of these, unknown words, sizes that do not fit, a
/// length that is not said where there must be one.
Config config_from_json(const nlohmann::json& config, const std::string& subject);
/// Fills the same keys; those that the architecture does not read are not written.
void to_json(nlohmann::json& config, const Config& value);

} // namespace heed::pooling
