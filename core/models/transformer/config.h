// Transformers: what config.json says of one. One struct for encoder-decoders, encoders and decoders alone.
//
// Letters: T source tokens, N tokens written, d size of a position's vector, h heads, d_h size of a head, F
// size of the feed-forward layer, V and W source and target vocabulary.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace heed::transformer {

/// The architectures, each with its id in config.json.
enum class Kind {
    EncoderDecoder, // "transformer": Vaswani et al. 2017
    Encoder,        // "transformer-encoder": reads a text whole, every place seeing all; Devlin et al. 2019
    Decoder         // "transformer-decoder": writes on from a text, every place seeing those before; Radford
                    // et al. 2019
};
/// Where a sub-layer f is normalised.
enum class NormPlace {
    After, // x = norm(x + f(x))
    Before // x = x + f(norm(x))
};
enum class NormKind {
    Layer, // (x - mean) / sqrt(var + epsilon) gain + bias
    Rms    // x / sqrt(mean x² + epsilon) gain: Zhang and Sennrich 2019
};
/// How a place p, counted from 0, is told.
enum class Positions {
    Sinusoidal, // added: sin(p / 10000^(2i/d)), cos of the same, one beside the other; Vaswani et al. 2017
    Halves,     // added: all the sines, then all the cosines: Marian, PEGASUS
    Fairseq,    // the same halves with 10000^(i / (d/2 - 1)), and p + offset for p: M2M-100
    Learned,    // added: row p + offset of a table
    Relative,   // nothing is added; energies get a number by distance and head: T5
    None
};
enum class Activation {
    Relu,
    Gelu,     // x Phi(x)
    GeluTanh, // ½ x (1 + tanh(√(2/π) (x + 0.044715 x³)))
    Silu,     // x σ(x), also called swish
    GeluFast, // x σ(1.702 x), also called quick gelu
    Tanh
};
/// What is made of the last layer before the vocabulary's matrix.
enum class Head {
    Plain, // nothing
    Masked // norm(act(W x + b)): the masked-word head of BERT
};

std::string_view id(Kind kind);
std::string_view activation_name(Activation activation);
std::string_view positions_name(Positions positions);

struct Config {
    Kind kind = Kind::EncoderDecoder;
    struct Side {
        int layers = 2;
        int heads = 4;     // h
        int size = 64;     // d
        int head_size = 0; // d_h; 0: d / h
        int feed = 256;    // F

        int each() const { return head_size > 0 ? head_size : size / heads; } // d_h
        int width() const { return heads * each(); }                          // of all heads together
        bool operator==(const Side&) const = default;
    } encoder, decoder; // the one that a kind lacks is not looked at
    NormPlace norm = NormPlace::After;
    NormKind norm_kind = NormKind::Layer;
    double norm_epsilon = 1e-5;
    bool norm_last = false; // one more after the last layer of a side; as read: where norms come before
    Positions positions = Positions::Sinusoidal;
    struct Place {
        int offset = 0;             // of fairseq and learned positions
        int places = 0;             // rows of a table, the first `offset` ones included
        int placeless = -1;         // of fairseq: the token that stands at no place and is not counted
        bool encoder_table = false; // of halves: that side has a table of its own, which is not computed
        bool decoder_table = false;
        int buckets = 32; // of relative positions
        int distance = 128;
        bool every_layer = false; // a relative table for each layer; else the first layer's serves all
        bool operator==(const Place&) const = default;
    } position;
    bool scale_embedding = true; // tokens' vectors, not positions, are multiplied by √d
    struct Embedding {
        bool shared = false; // one table for what is read and what is written
        bool norm = false;   // tokens with their positions are normalised before the first layer
        int types = 0;       // rows of a table that is added by segment: 0 the first, 1 what stands after the
                             // first `separator`
        int separator = -1;  // an id; it belongs to the segment that it ends
        bool first_zeros = false; // the decoder is first fed zeros (id -1), and no token
        bool operator==(const Embedding&) const = default;
    } embedding;
    struct Attention {
        bool scaled = true;      // energies are divided by √d_h
        bool by_layer = false;   // and by the layer's number, from 1
        bool bias = true;        // of the four projections
        int layer = 0, head = 0; // which map of the decoder's attention stands for the model where one is
                                 // asked for, counted from 1; layer 0: the last, head 0: the mean of all
        bool operator==(const Attention&) const = default;
    } attention;
    struct Feed {
        Activation activation = Activation::Relu;
        bool gated = false; // out(act(gate x) ⊙ in x) in place of out(act(in x))
        bool bias = true;
        bool operator==(const Feed&) const = default;
    } feed;
    struct Output {
        bool tied =
            false;        // the vocabulary's matrix is the embedding of what is written (of an encoder: read)
        double scale = 1; // the last layer is multiplied by it: d^-½ of the first T5
        bool bias = true; // of the logits
        Head head = Head::Plain;
        Activation activation =
            Activation::Relu; // of a masked head; the feed-forward layers' if nothing is said
        bool operator==(const Output&) const = default;
    } output;
    int source_vocabulary = 0, target_vocabulary = 0; // V, W; not in config.json. A decoder alone reads and
                                                      // writes W words, an encoder alone V.

    bool encodes() const { return kind != Kind::Decoder; }
    bool decodes() const { return kind != Kind::Encoder; }
    bool crosses() const { return kind == Kind::EncoderDecoder; }
    /// The side that makes the logits.
    const Side& last() const { return kind == Kind::Encoder ? encoder : decoder; }
    int words() const { return kind == Kind::Encoder ? source_vocabulary : target_vocabulary; }
    /// The longest text that there are places for; 0: any.
    int longest() const { return kept_places() ? position.places - position.offset : 0; }
    /// Whether a side's vectors of places are a table among its numbers.
    bool kept_places() const {
        return positions == Positions::Learned || position.encoder_table || position.decoder_table;
    }
    bool operator==(const Config&) const = default;
};

/// Reads config.json; what is absent takes its default, `norm_last` that of the norm. Throws heed::Error
/// naming `subject` and the key: unknown words, sizes that do not fit one another.
Config config_from_json(const nlohmann::json& config, const std::string& subject);
void to_json(nlohmann::json& config, const Config& value);

} // namespace heed::transformer
