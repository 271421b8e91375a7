// Forecasting a series from others with two attentions (DA-RNN: Qin et al. 2017): what config.json says of
// it.
//
// Letters: K drivers, T moments of a window, m units of the encoder, p of the decoder.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace heed::forecast {

/// How a state is held against what it looks at.
enum class Score {
    Additive, // v · tanh(W_q q + W_h x + b)
    Linear, // v · (W_q q + W_h x + b): the part of q cancels in the softmax, so no weight changes with time
    None    // nothing is looked at: an LSTM reads every column, and its last state is answered from
};
std::string_view name_of(Score score);

/// A column of the series: what it is called, and what its numbers are brought to before they are read.
struct Column {
    std::string name;
    double mean = 0, scale = 1;
    bool operator==(const Column&) const = default;
};

struct Config {
    struct Input {
        int drivers = 7; // K
        int window = 12; // T
        /// Values of the target that are known: T, up to the last moment, and the next one is foretold; or
        /// T - 1 (the paper), and that of the last moment is foretold.
        int history = 12;
        std::vector<Column> columns{}; // the drivers, then the target; none: numbers are read as they are
        bool operator==(const Input&) const = default;
    } input;
    struct Encoder {
        int hidden = 32; // m
        /// What is added, while training, to the weighted drivers and to the memory at each moment: what gets
        /// little weight, or is kept for long, drowns in it.
        double input_noise = 0, memory_noise = 0;
        bool operator==(const Encoder&) const = default;
    } encoder;
    struct Decoder {
        int hidden = 32; // p
        bool operator==(const Decoder&) const = default;
    } decoder;
    struct Attention {
        Score score = Score::Additive;
        /// What −log of the weight on the cells that explain the answer counts for in the loss, beside the
        /// squared error of the forecast.
        double guided = 0;
        bool operator==(const Attention&) const = default;
    } attention;
    /// How far from a forecast the share of held-out values lay, in the target's own unit; 0: not measured.
    struct Forecast {
        double interval = 0, share = 0.95;
        std::vector<double> autoregression{}; // a line through the target's own past (baselines.h)
        bool operator==(const Forecast&) const = default;
    } forecast;

    bool attends() const { return attention.score != Score::None; }
    bool whole_history() const { return input.history == input.window; }
    /// "driver 1" … where columns have no names.
    std::string driver_name(int k) const;
    std::string target_name() const;
    /// Of column k (K: the target); mean 0 and scale 1 where nothing is said.
    Column column(int k) const;
    bool operator==(const Config&) const = default;
};

/// Reads "architecture", "input", "encoder", "decoder" and "attention". Throws heed::Error naming
/// `subject` and the key.
Config config_from_json(const nlohmann::json& config, const std::string& subject);
/// Fills the same keys; what is not said is not written.
void to_json(nlohmann::json& config, const Config& value);

} // namespace heed::forecast
