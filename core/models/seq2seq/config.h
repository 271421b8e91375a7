// What a sequence-to-sequence model is made of: the "encoder", "decoder", "attention" and "normalisation" of
// config.json.
#pragma once

#include "core/attention/scores.h"
#include "core/nn/cell_kind.h"
#include "core/nn/normalisation.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

enum class Order {
    Bahdanau,   // attend with s_{i-1}, then update the state
    Luong,      // update the state, then attend with s_i
    Conditional // s' = cell(E y_{i-1}, s_{i-1}); attend with s'; s_i = second cell(c_i, s'): Nematus'
                // gru_cond, Sennrich et al. 2017, section 2
};
/// What of the encoder is put one beside the other, or added, to an annotation.
enum class Merge {
    Concat, // h_j = [->h_j; <-h_j]
    Sum     // h_j = ->h_j + <-h_j
};
/// How the decoder's first state comes from the encoder. Stacked: each layer from the one at its height,
/// unless StartFrom says otherwise.
enum class Start {
    Bridge,   // s_0 = tanh(W [->h_T; <-h_1] + b)
    Backward, // s_0 = tanh(W <-h_1 + b), as Bahdanau et al. 2015, A.2.2
    Last,     // s_0 = [->h_T; <-h_1], and an lstm's memory likewise
    Zeros,
    Mean,    // s_0 = tanh(W (mean of all h_j) + b), as Sennrich et al. 2017
    Forward, // s_0 = ->h_T, and an lstm's memory likewise
    Layers,  // layer l starts from the l-th of ->h_T, <-h_1 of layer 0, ->h_T, <-h_1 of layer 1 ...
    Linear,  // s_0 = W [->h_T; <-h_1] + b
    Blocks,  // all last states in a row, cut into pieces of H times the layers, each through relu(W x + b),
             // and joined again as for Last; an lstm's memory likewise
    Memory   // of two lstms: c_0 = W [->c_T; <-c_1] + b from the encoder's memory, s_0 = tanh(c_0)
};
enum class StartFrom { Layer, Top }; // each from its height, or all from the top layer
/// Where an lstm's first memory comes from; for Bridge, Backward, Mean and Linear.
enum class StartMemory {
    Zero,
    Same,  // c_0 = s_0
    Own,   // as s_0 from h, by weights of its own from the encoder's memory; of Mean from the mean, too
    Linear // the same without tanh: c_0 = W [->c_T; <-c_1] + b
};
/// How the context enters the decoder in bahdanau order.
enum class ContextPlace {
    Input,     // s_i = cell([E y_{i-1}; c_i], s_{i-1})
    State,     // s_i = cell(E y_{i-1}, c_i): the context in place of the state
    Recurrent, // s_i = cell(E y_{i-1}, [s_{i-1}; c_i]): Cho et al. 2014, appendix A; r gates c, too
    Combined   // s_i = cell(relu(W [E y_{i-1}; c_i] + b), s_{i-1})
};
/// What the cell is fed back beside the previous token, with input feeding in luong order.
enum class Fed {
    Readout, // s_i = cell([E y_{i-1}; t_{i-1}], s_{i-1}), t_0 = 0
    Context  // s_i = cell([E y_{i-1}; c_{i-1}], s_{i-1}), c_0 = 0
};
/// What the mixture of annotations is multiplied by before anything reads it, c~_i = Σ_j alpha_ij h_j.
enum class Gate {
    None, // c_i = c~_i
    One,  // c_i = g_i c~_i, g_i = sigma(w . [what it reads] + b): Xu et al. 2015, section 4.2.1
    Each  // c_i = g_i ∘ c~_i, a number for every unit: g_i = sigma(W [what it reads] + b)
};
/// What the cell takes for the state before, in luong order.
enum class Recurrent {
    State,    // s_{i-1}
    Readout,  // t_{i-1}, of as many numbers; at the first output s_0
    Exchanged // of an lstm c_{i-1}, and s_{i-1} for the memory before; at the first output s_0 and c_0
};
enum class Readout {
    Tanh,   // t_i = tanh(W_c [c_i; s] + b)
    Maxout, // t_i = pairwise max of W_c [c_i; s; E y_{i-1}] + b, Bahdanau et al. 2015, A.2.2
    Linear, // t_i = W_c [c_i; s] + b
    None    // t_i = [c_i; s]: the logits come straight from what is read
};
/// What the readout reads, in this order.
struct Reads {
    bool context = true, state = true, token = false; // c_i, s, E y_{i-1}
    bool operator==(const Reads&) const = default;
};
enum class ReadoutState { Current, Previous }; // s is s_i, or s_{i-1}
/// What the fixed context is, and the bridge reads: [->h_T; <-h_1], or tanh(V of that + b), Cho et al. 2014,
/// appendix A. Without attention only.
enum class Summary { Plain, Tanh };
/// What the decoder is fed first.
enum class FirstInput {
    Start, // the start token
    Tag,   // the source's first token, which the encoder does not see: it reads the start token in its place
    None   // zeros, and no token
};
/// What asks: the state (s_{i-1} in bahdanau order, s_i in luong order), or [E y_{i-1}; s].
enum class Asks { State, TokenState };

std::string to_string(CellKind);
std::string to_string(Order);
std::string to_string(ContextPlace);
std::string to_string(Gate);
std::string to_string(Merge);
std::string to_string(Start);
std::string to_string(Readout);
std::vector<std::string> names_of(const Reads&); // "context", "state", "token"

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
        Merge merge = Merge::Concat;
        int padded = 0;   // sources shorter than this are read with padding behind them, which attention does
                          // not look at; 0: padding is never read
        int padding = 0;  // the token that stands there
        bool cut = false; // what was trained cut longer sources there, end token and all: they are refused
        bool operator==(const Encoder&) const = default;
    } encoder;
    struct Decoder {
        CellKind cell = CellKind::Gru;
        int layers = 1;
        int embedding = 32;
        int hidden = 96; // D
        Order order = Order::Bahdanau;
        bool input_feeding = false;
        Fed fed = Fed::Readout;
        bool reads_token = true; // false: the cell reads what it is fed beside the token, and not the token
        Recurrent recurrent = Recurrent::State;
        Readout readout = Readout::Tanh;
        ReadoutState readout_state = ReadoutState::Current;
        Reads reads;          // of a maxout readout always all three
        int readout_size = 0; // of t_i; 0: D
        int projection = 0;   // P: the logits are W_o (W_p t_i + b) + b; 0: W_o t_i + b
        Start start = Start::Bridge;
        StartFrom start_from = StartFrom::Layer;
        bool start_shared = false; // one bridge for all layers
        StartMemory start_memory = StartMemory::Zero;
        ContextPlace context = ContextPlace::Input;
        Gate gate = Gate::None;
        Reads gate_reads = {false, true, false}; // of it: c~_i, the state that asks, E y_{i-1}
        FirstInput first_input = FirstInput::Start;
        bool copy = false; // it may write the source's own words: See et al. 2017, eq. 8 and 9
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
        double sharpen = 1;   // of the location-aware score: softmax(sharpen e), Chorowski et al. 2015
        bool smooth = false;  // of the same: sigma(e) takes the place of exp(e)
        double fertility = 0; // of coverage: each weight counts 1 / (fertility sigma(U_f h_j)), Tu et al.
                              // 2016; 0: it counts 1
        double coverage_loss =
            0; // of coverage: how much looking again costs in training, See et al. 2017, eq. 13
        Asks query = Asks::State;
        int heads = 1;      // K: each has its part of the score's units, or of the annotation
        int values = 0;     // V, what is mixed is W_v h_j + b_v; 0: h_j
        int projection = 0; // P, the context is W_o [c^1; …; c^K] + b_o; 0: the heads' parts side by side
        bool operator==(const Attention&) const = default;
    } attention;
    nn::Normalisation normalisation;
    int source_vocabulary = 0, target_vocabulary = 0; // rows of the embeddings

    int both_ends() const {
        return encoder.hidden * (encoder.bidirectional ? 2 : 1);
    }                        // size of [->h_T; <-h_1]
    int annotation() const { // size of h_j
        return encoder.merge == Merge::Sum ? encoder.hidden : both_ends();
    }
    /// Whether what attention finds is more than a sum of annotations.
    bool headed() const { return attention.heads > 1 || attention.values > 0 || attention.projection > 0; }
    int mixed() const { return attention.values > 0 ? attention.values : annotation(); }      // of all heads
    int context() const { return attention.projection > 0 ? attention.projection : mixed(); } // size of c_i
    Reads reads() const {
        return decoder.readout == Readout::Maxout ? Reads{true, true, true} : decoder.reads;
    }
    int joined() const { // numbers that the readout reads
        const Reads r = reads();
        return (r.context ? context() : 0) + (r.state ? decoder.hidden : 0) +
               (r.token ? decoder.embedding : 0);
    }
    int readout() const { // size of t_i
        if (decoder.readout == Readout::None) return joined();
        return decoder.readout_size > 0 ? decoder.readout_size : decoder.hidden;
    }
    int gate_joined() const { // numbers that the gate over the context reads
        const Reads& r = decoder.gate_reads;
        return (r.context ? context() : 0) + (r.state ? decoder.hidden : 0) +
               (r.token ? decoder.embedding : 0);
    }
    int query() const { // size of what asks
        return decoder.hidden + (attention.query == Asks::TokenState ? decoder.embedding : 0);
    }
    bool operator==(const Seq2SeqConfig&) const = default;
};

/// What it is of.
const struct Architecture& architecture_of(const Seq2SeqConfig& config);

/// Sets score and alignment from a name as users say it: a score's, or "local-m" and "local-p", which stand
/// for the general score inside a window. What they need beside (a window, slots, filters) is given usual
/// values where there is none; switches of another score are put back. False for a name that is neither.
bool set_function(Seq2SeqConfig::Attention& attention, std::string_view name);
/// That name: the alignment's where it is local, else the score's.
std::string function_name(const Seq2SeqConfig::Attention& attention);

/// Reads the four objects. Throws heed::Error naming `subject` and the key: unknown cell, order, score or
/// alignment, sizes that are not positive integers, combinations this program does not have.
Seq2SeqConfig seq2seq_config_from_json(const nlohmann::json& config, const std::string& subject);
void to_json(nlohmann::json& config,
             const Seq2SeqConfig& value); // fills encoder, decoder, attention, normalisation

} // namespace heed
