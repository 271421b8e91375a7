// What a sequence-to-sequence model is made of: the "encoder", "decoder" and "attention" of config.json.
#pragma once

#include "core/attention/scores.h"
#include "core/nn/cell_kind.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace heed {

enum class Order {
    Bahdanau, // attend with s_{i-1}, then update the state
    Luong     // update the state, then attend with s_i
};
/// How the decoder's first state comes from the encoder. Stacked: each layer from the one at its height.
enum class Start {
    Bridge,   // s_0 = tanh(W [->h_T; <-h_1] + b); an lstm's cell starts at zero
    Backward, // s_0 = tanh(W <-h_1 + b), as Bahdanau et al. 2015, A.2.2
    Last,     // s_0 = [->h_T; <-h_1], and an lstm's cell likewise
    Zeros
};
/// How the context enters the decoder in bahdanau order.
enum class ContextPlace {
    Input,     // s_i = cell([E y_{i-1}; c_i], s_{i-1})
    State,     // s_i = cell(E y_{i-1}, c_i): the context in place of the state
    Recurrent, // s_i = cell(E y_{i-1}, [s_{i-1}; c_i]): Cho et al. 2014, appendix A; r gates c, too
};
enum class Readout {
    Tanh,  // t_i = tanh(W_c [c_i; s] + b)
    Maxout // t_i = pairwise max of W_c [c_i; s; E y_{i-1}] + b, Bahdanau et al. 2015, A.2.2
};
enum class ReadoutState { Current, Previous }; // s is s_i, or s_{i-1}
/// What the fixed context is, and the bridge reads: [->h_T; <-h_1], or tanh(V of that + b), Cho et al. 2014,
/// appendix A. Without attention only.
enum class Summary { Plain, Tanh };
/// What the decoder is fed first.
enum class FirstInput {
    Start, // the start token
    Tag    // the source's first token, which the encoder does not see: it reads the start token in its place
};

std::string to_string(CellKind);
std::string to_string(Order);
std::string to_string(ContextPlace);

/// Defaults are those of golden/make_golden.py. Sizes: E embedding, H hidden (a direction), D state, A
/// attention.
struct Seq2SeqConfig {
    struct Encoder {
        CellKind cell = CellKind::Gru;
        bool bidirectional = true;
        int layers = 1;
        int embedding = 32;    // E
        int hidden = 48;       // H
        bool reversed = false; // reads x_{T-1} … x_1, then the end token
        Summary summary = Summary::Plain;
        bool operator==(const Encoder&) const = default;
    } encoder;
    struct Decoder {
        CellKind cell = CellKind::Gru;
        int layers = 1;
        int embedding = 32;
        int hidden = 96; // D
        Order order = Order::Bahdanau;
        bool input_feeding = false;
        Readout readout = Readout::Tanh;
        ReadoutState readout_state = ReadoutState::Current;
        Start start = Start::Bridge;
        ContextPlace context = ContextPlace::Input;
        FirstInput first_input = FirstInput::Start;
        bool operator==(const Decoder&) const = default;
    } decoder;
    struct Attention {
        std::string score = "additive"; // an id of the scoring table; "none" is the fixed context
        int size = 64;                  // A
        attention::AlignmentKind alignment = attention::AlignmentKind::Global;
        int window = 0;    // D of a local alignment
        int positions = 0; // L, slots of the location score
        int filters = 0;   // k and r of the location-aware score; r is odd
        int width = 0;
        bool operator==(const Attention&) const = default;
    } attention;
    int source_vocabulary = 0, target_vocabulary = 0; // rows of the embeddings

    int annotation() const { return encoder.hidden * (encoder.bidirectional ? 2 : 1); } // size of h_j
    bool operator==(const Seq2SeqConfig&) const = default;
};

/// Sets score and alignment from a name as users say it: a score's, or "local-m" and "local-p", which stand
/// for the general score inside a window. What they need beside (a window, slots, filters) is given usual
/// values where there is none. False for a name that is neither.
bool set_function(Seq2SeqConfig::Attention& attention, std::string_view name);
/// That name: the alignment's where it is local, else the score's.
std::string function_name(const Seq2SeqConfig::Attention& attention);

/// Reads the three objects. Throws heed::Error naming `subject` and the key: unknown cell, order, score or
/// alignment, sizes that are not positive integers, combinations this program does not have.
Seq2SeqConfig seq2seq_config_from_json(const nlohmann::json& config, const std::string& subject);
void to_json(nlohmann::json& config, const Seq2SeqConfig& value); // fills encoder, decoder, attention

} // namespace heed
