// The immutable record of one run. Raw values only: what can be derived (entropy, links) is in core/analysis.
#pragma once

#include "core/trace/lattice.h"
#include "core/trace/phases.h"
#include "core/trace/quantity.h"
#include "core/trace/request.h"

#include <Eigen/Core>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heed {

using MatrixXf = Eigen::MatrixXf;

struct TraceToken {
    std::string text; // as the model reads it; the end token is "</s>"
    int id = 0;
    std::size_t begin = 0, end = 0; // bytes of the user's own text; empty for the end token
    bool unknown = false;
    bool is_end = false;
    bool is_start = false; // a token that the model puts before what the user typed
    bool framing() const { return is_end || is_start; }
};

struct Candidate {
    std::string text;
    int id = 0;
    float log_prob = 0;
};

struct TraceStep {
    TraceToken token; // chosen (or forced)
    float log_prob = 0;
    bool forced = false;        // the token was given, not chosen
    bool weights_given = false; // the weights were given, not computed
    std::vector<Candidate> top; // best first, up to 5
};

/// What the figures, the exports and a reader of the JSON must know of the model.
struct ModelFacts {
    std::string name;              // "dates/additive"
    std::string title;             // "Dates"
    std::string task;              // "dates"
    std::string architecture;      // "seq2seq"
    std::string cell;              // "gru"
    std::string order;             // "bahdanau"
    std::string score;             // "additive", "none", …
    std::string alignment;         // "global"
    std::string context = "input"; // where the decoder takes it in: "input", "state", "recurrent", "combined"
    std::string merge = "concat";  // what an annotation is of both directions: or their "sum"
    std::string start = "bridge";  // how the decoder's first state is made, in the words of config.json
    std::string readout =
        "tanh"; // what the readout does with what it reads: "tanh", "maxout", "linear", "none"
    std::vector<std::string> reads = {"context", "state"}; // what it reads, in this order; also "token"
    bool reads_previous = false;                           // the state before this output
    bool asks_with_token = false;                          // the query is [E y_{i-1}; s]
    bool first_input = true; // false: the decoder is first fed zeros, and no token
    bool normalised = false; // layer normalisation
    int slots = 0;           // L of the location score
    int projection = 0;      // P, where the logits are made in two products
    bool bidirectional = true;
    bool input_feeding = false;
    bool character_level = true;
    int encoder_layers = 1, decoder_layers = 1;
    int embedding = 0, hidden = 0, state = 0, attention = 0; // E, H, D, A
    int window = 0;                                          // D of a local alignment
    bool reversed = false;                                   // the encoder reads the source back to front
    bool tagged = false;         // the first source token says what to write; the encoder does not see it
    std::int64_t parameters = 0; // how many numbers

    /// What distinguishes it among its family: "general", "local-m", "none".
    const std::string& function() const {
        return alignment == "local-m" || alignment == "local-p" ? alignment : score;
    }
};

/// Named constants of the model, row-major shapes as on disk ([out, in]); vectors are one column. Views:
/// whoever makes the map sees to it that the numbers live as long.
using TensorMap = std::map<std::string, Eigen::Map<const MatrixXf>>;
/// A map with the numbers it shows.
std::shared_ptr<const TensorMap> kept(std::map<std::string, MatrixXf> matrices);

class Trace {
public:
    Request request;
    ModelFacts model;
    Outline outline;
    std::string source_text; // as typed
    std::vector<TraceToken> source;
    std::vector<TraceStep> steps;
    std::string target_text;                // without the end token
    bool finished = false;                  // the end token was reached
    double log_prob = 0;                    // sum over the steps
    std::shared_ptr<const Lattice> lattice; // of a search, whose best sentence this run writes; else none

    /// Shared with the model and with other traces, never changed.
    std::shared_ptr<const TensorMap> parameters;
    std::shared_ptr<const std::vector<std::string>> source_vocabulary, target_vocabulary; // in id order

    /// One column per source position or output. Throws std::out_of_range if the run did not record it.
    const MatrixXf& at(Quantity q, int layer = 0) const { return values_.at({q, layer}); }
    bool has(Quantity q, int layer = 0) const { return values_.count({q, layer}) != 0; }
    void set(Quantity q, int layer, MatrixXf value) { values_[{q, layer}] = std::move(value); }

    void erase(Quantity q, int layer = 0) { values_.erase({q, layer}); }

    /// What its own values take in memory; what it shares is not counted.
    std::size_t bytes() const;

    int source_length() const { return static_cast<int>(source.size()); }
    /// Rows of cells that an output goes through: its layers, or Nematus' two cells.
    int decoder_rows() const { return model.order == "conditional" ? 2 : model.decoder_layers; }
    int outputs() const { return static_cast<int>(steps.size()); }
    bool has_weights() const { return has(Quantity::Weights); }
    /// alpha_ij: output i, source j.
    float weight(int i, int j) const { return at(Quantity::Weights)(j, i); }

private:
    std::map<std::pair<Quantity, int>, MatrixXf> values_;
};

} // namespace heed
