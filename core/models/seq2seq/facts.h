// What figures and readers of a trace know of an encoder-decoder besides what is known of any model.
#pragma once

#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace heed {

struct Seq2SeqFacts {
    std::string cell;              // "gru"
    std::string order;             // "bahdanau"
    std::string context = "input"; // where the decoder takes it in: "input", "state", "recurrent", "combined"
    std::string gate = "none";     // over the context before anything reads it: "none", "one", "each"
    std::string merge = "concat";  // what an annotation is of both directions: or their "sum"
    std::string start = "bridge";  // how the decoder's first state is made, in the words of config.json
    std::string readout =
        "tanh"; // what the readout does with what it reads: "tanh", "maxout", "linear", "none"
    std::vector<std::string> reads = {"context", "state"}; // what it reads, in this order; also "token"
    bool reads_previous = false;                           // the state before this output
    bool asks_with_token = false;                          // the query is [E y_{i-1}; s]
    bool first_input = true;             // false: the decoder is first fed zeros, and no token
    bool normalised = false;             // layer normalisation
    int slots = 0;                       // L of the location score
    int projection = 0;                  // P, where the logits are made in two products
    bool copies = false;                 // it may write the source's own words
    double sharpen = 1;                  // of the location-aware score
    bool smooth = false;                 // of the same
    int filters = 0, width = 0;          // k and r of the same
    int heads = 1;                       // K, where attention has several
    int values = 0, head_projection = 0; // V and P of the same, 0 where there are none
    int front = -1; // of a view of one of them: which, from 0 (core/analysis/heads/in_front.h)
    double fertility = 0, coverage_loss = 0; // of the coverage score
    bool bidirectional = true;
    bool input_feeding = false;
    bool fed_context = false;       // what is fed back is the context, not the readout
    bool reads_token = true;        // false: the decoder's cell does not read the previous token
    bool recurrent_readout = false; // the cell takes the readout before for its state
    bool exchanged = false;         // state and memory before change places, from the second output on
    int padded = 0;                 // sources are read with padding behind them up to this length
    int encoder_layers = 1, decoder_layers = 1;
    int embedding = 0, hidden = 0, state = 0, attention = 0; // E, H, D, A
    int window = 0;                                          // D of a local alignment
    bool reversed = false;                                   // the encoder reads the source back to front
    bool tagged = false; // the first source token says what to write; the encoder does not see it

    /// Whether what attention finds is more than a sum of annotations.
    bool headed() const { return heads > 1 || values > 0 || head_projection > 0; }
    /// Rows of cells that an output goes through: its layers, or Nematus' two cells.
    int decoder_rows() const { return order == "conditional" ? 2 : decoder_layers; }
};

inline const Seq2SeqFacts& seq2seq_facts(const ModelFacts& model) { return model.of<Seq2SeqFacts>(); }
inline const Seq2SeqFacts& seq2seq_facts(const Trace& trace) { return seq2seq_facts(trace.model); }
/// How many tokens of padding the encoder read behind the source.
inline int padding_behind(const Trace& trace) {
    const int longer = seq2seq_facts(trace).padded - trace.source_length();
    return longer > 0 ? longer : 0;
}

} // namespace heed
