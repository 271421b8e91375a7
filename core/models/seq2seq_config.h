// What a sequence-to-sequence model is made of: the "encoder", "decoder" and "attention" of config.json.
#pragma once

#include "core/nn/cell_kind.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed {

enum class Order { Bahdanau, Luong };
/// How the decoder's first state comes from the encoder.
enum class Start { Bridge }; // s_0 = tanh(W [->h_T; <-h_1] + b); an lstm's cell starts at zero

std::string to_string(CellKind);
std::string to_string(Order);

/// Defaults are those of golden/make_golden.py. Sizes: E embedding, H hidden (a direction), D state, A
/// attention.
struct Seq2SeqConfig {
    struct Encoder {
        CellKind cell = CellKind::Gru;
        bool bidirectional = true;
        int layers = 1;
        int embedding = 32; // E
        int hidden = 48;    // H
        bool operator==(const Encoder&) const = default;
    } encoder;
    struct Decoder {
        CellKind cell = CellKind::Gru;
        int layers = 1;
        int embedding = 32;
        int hidden = 96; // D
        Order order = Order::Bahdanau;
        bool input_feeding = false;
        std::string readout = "tanh"; // t_i = tanh(W_c [c_i; s_i] + b)
        std::string start = "bridge";
        bool operator==(const Decoder&) const = default;
    } decoder;
    struct Attention {
        std::string score = "additive"; // an id of the scoring table; "none" is the fixed context
        int size = 64;                  // A
        std::string alignment = "global";
        int window = 0;
        bool operator==(const Attention&) const = default;
    } attention;
    int source_vocabulary = 0, target_vocabulary = 0; // rows of the embeddings

    int annotation() const { return encoder.hidden * (encoder.bidirectional ? 2 : 1); } // size of h_j
    bool operator==(const Seq2SeqConfig&) const = default;
};

/// Reads the three objects. Throws heed::Error naming `subject` and the key: unknown cell, order, score or
/// alignment, sizes that are not positive integers, combinations this program does not have.
Seq2SeqConfig seq2seq_config_from_json(const nlohmann::json& config, const std::string& subject);
void to_json(nlohmann::json& config, const Seq2SeqConfig& value); // fills encoder, decoder, attention

} // namespace heed
