#include "core/io/huggingface/hub_network.h"

#include "core/base/error.h"
#include "core/models/transformer/positions.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed::io {

using transformer::Config;

namespace {

using S = HubSays;

std::int64_t rows_of(const StoredTensor& tensor) { return tensor.shape.empty() ? 0 : tensor.shape[0]; }
std::int64_t columns_of(const StoredTensor& tensor) { return tensor.shape.size() < 2 ? 0 : tensor.shape[1]; }

/// The tensor of theirs that is `ours` here, or null.
const StoredTensor* find_ours(const HubConfig& config, const HubStock& stock, const std::string& ours) {
    for (const std::string& name : hub_names(*config.family, ours).names)
        if (const StoredTensor* tensor = stock.find(name)) return tensor;
    return nullptr;
}

/// A size as config.json says it, else as the file has it; at most what a network may have.
int size_of(const HubConfig& config, S::Count S::*member, std::int64_t in_file, int usual = 0) {
    const S::Count said = config.says.*member;
    const std::int64_t size = said ? *said : in_file > 0 ? in_file : usual;
    constexpr std::int64_t most = 1 << 24;
    if (size < 1 || size > most)
        throw config.wrong(member, "a number from 1 to " + std::to_string(most), std::to_string(size));
    return static_cast<int>(size);
}

/// Layers are counted in the file, before anything is made for each of them.
int layers_of(const HubConfig& config, const HubStock& stock, const std::string& side, S::Count S::*member) {
    int held = 0;
    while (find_ours(config, stock, side + ".layers." + std::to_string(held) + ".self.output.weight")) ++held;
    const S::Count said = config.says.*member;
    if (said && *said > held)
        throw config.wrong(member,
                           std::to_string(held) + ", as many as " + stock.checkpoint().name() + " holds",
                           std::to_string(*said));
    if (!said && held == 0)
        throw Error(stock.checkpoint().name(), "no layer of the " + side,
                    "tensors such as \"" +
                        hub_names(*config.family, side + ".layers.0.self.output.weight").names.front() + "\"",
                    "none");
    return said ? static_cast<int>(*said) : held;
}

/// Of T5: how many numbers all heads of the first layer have together.
std::int64_t width_of(const HubConfig& config, const HubStock& stock, const std::string& side) {
    const StoredTensor* query = find_ours(config, stock, side + ".layers.0.self.query.weight");
    return query == nullptr ? 0 : rows_of(*query);
}

int heads_of(const HubConfig& config, const HubStock& stock, const std::string& side, S::Count S::*member) {
    const StoredTensor* relative = find_ours(config, stock, side + ".layers.0.self.relative.weight");
    return size_of(config, member, relative == nullptr ? 0 : columns_of(*relative),
                   config.family->usual.heads);
}

int feed_of(const HubConfig& config, const HubStock& stock, const std::string& side, S::Count S::*member) {
    const std::string ours = side + ".layers.0.feed.in.weight";
    const StoredTensor* in = find_ours(config, stock, ours);
    if (in == nullptr) return size_of(config, member, 1);
    const bool turned = hub_names(*config.family, ours).row->form == HubForm::Transposed;
    return size_of(config, member, turned ? columns_of(*in) : rows_of(*in));
}

Config::Side side_of(const HubConfig& config, const HubStock& stock, const std::string& side, int size,
                     S::Count S::*layers, S::Count S::*heads, S::Count S::*feed) {
    Config::Side value;
    value.size = size;
    value.layers = layers_of(config, stock, side, layers);
    value.heads = heads_of(config, stock, side, heads);
    value.feed = feed_of(config, stock, side, feed);
    if (config.family->positions == HubPositions::Buckets) {
        const std::int64_t width = width_of(config, stock, side);
        value.head_size = size_of(config, &S::head_size, width / value.heads, config.family->usual.head_size);
    } else if (size % value.heads != 0) {
        throw config.wrong(heads,
                           "a number that divides " + std::string(hub_key_of(*config.family, &S::size)) +
                               " (" + std::to_string(size) + ")",
                           std::to_string(value.heads));
    }
    return value;
}

// ------------------------------------------------------------ functions
struct Word {
    std::string_view word;
    transformer::Activation activation;
};
constexpr Word activations[] = {
    {"relu", transformer::Activation::Relu},
    {"gelu", transformer::Activation::Gelu},
    {"gelu_python", transformer::Activation::Gelu},
    {"gelu_new", transformer::Activation::GeluTanh},
    {"gelu_fast", transformer::Activation::GeluTanh},
    {"gelu_pytorch_tanh", transformer::Activation::GeluTanh},
    {"swish", transformer::Activation::Silu},
    {"silu", transformer::Activation::Silu},
    {"quick_gelu", transformer::Activation::GeluFast},
    {"tanh", transformer::Activation::Tanh},
};

transformer::Activation activation_of(const HubConfig& config, const HubMember& member,
                                      const std::string& said, std::string_view word) {
    const auto it = std::find_if(std::begin(activations), std::end(activations),
                                 [&](const Word& row) { return row.word == word; });
    if (it != std::end(activations)) return it->activation;
    std::string known;
    for (const Word& row : activations) known += (known.empty() ? "" : ", ") + std::string(row.word);
    throw config.wrong(member, "one of " + known, in_quotes(said));
}

/// What dense_act_fn and is_gated_act say besides feed_forward_proj, which is computed: that library writes
/// them after it, and whether its own code obeys them where they differ depends on its version.
void compare_inner_activation(const HubConfig& config, const Config::Feed& feed, const std::string& computed,
                              std::vector<std::string>& unsettled) {
    const auto differs = [&](const std::string& other) {
        unsettled.push_back(config.name + " says feed_forward_proj " + in_quotes(computed) + " and " + other +
                            ": computed as feed_forward_proj says");
    };
    if (const S::Truth gated = config.says.gated; gated && *gated != feed.gated)
        differs(std::string("is_gated_act ") + (*gated ? "true" : "false"));
    const S::Text said = config.says.inner_activation;
    if (said && activation_of(config, &S::inner_activation, *said, *said) != feed.activation)
        differs("dense_act_fn " + in_quotes(*said));
}

/// "gelu"; of T5 also "gated-gelu", whose gelu is the one with tanh whatever else the file says.
void read_activation(const HubConfig& config, Config::Feed& feed, std::vector<std::string>& unsettled) {
    const std::string said = config.says.activation.value_or(std::string(config.family->usual.activation));
    std::string_view word = said;
    const bool may_be_gated = config.family->positions == HubPositions::Buckets;
    if (may_be_gated && word.starts_with("gated-")) {
        feed.gated = true;
        word.remove_prefix(6);
        if (word == "gelu") word = "gelu_new";
    }
    feed.activation = activation_of(config, &S::activation, said, word);
    if (may_be_gated) compare_inner_activation(config, feed, said, unsettled);
}

/// Whether a table of places has the numbers that are computed where there is none; row p of it is for place
/// p, and the padding token's is 0, but for `rounding`.
bool is_computed(const HubStock& stock, const StoredTensor& table, Config network, std::int64_t pad,
                 float rounding) {
    if (table.shape.size() != 2 || columns_of(table) != network.last().size) return false;
    network.position.offset = 0;
    Eigen::MatrixXf ours = transformer::place_vectors<float>(network, network.last().size, 0,
                                                             static_cast<int>(rows_of(table)), 1);
    if (pad >= 0 && pad < ours.cols()) ours.col(pad).setZero();
    return ((stock.checkpoint().matrix(table).transpose() - ours).array().abs() <= rounding).all();
}

/// What a number from -1 to 1 may lose in that type; those who wrote it may have rounded a little otherwise.
float rounding_in(NumberType type) {
    return 1e-6f + (type == NumberType::F16 ? 0x1p-12f : type == NumberType::BF16 ? 0x1p-9f : 0);
}

/// A table of places of a family that computes them: read where the family's own code reads it and its
/// numbers are others.
void read_own_places(const HubConfig& config, const HubStock& stock, Config& network,
                     std::vector<std::string>& unsettled) {
    const bool obeyed = config.family->positions == HubPositions::Halves;
    for (const auto& [side, own] : {std::pair{"encoder", &Config::Place::encoder_table},
                                    std::pair{"decoder", &Config::Place::decoder_table}}) {
        const StoredTensor* table = find_ours(config, stock, std::string(side) + ".positions.weight");
        if (table == nullptr) continue;
        const bool computed = obeyed ? is_computed(stock, *table, network, -1, rounding_in(NumberType::F32))
                                     : is_computed(stock, *table, network, network.position.offset - 1,
                                                   rounding_in(table->type)); // it is not read
        if (computed) continue;
        if (!obeyed) {
            unsettled.push_back("The file has a table of positions, " + in_quotes(table->name) +
                                ", with other numbers than those that are computed: " +
                                std::string(config.family->title) + " computes them, and it is not read");
            continue;
        }
        network.position.*own = true;
        network.position.places = size_of(config, &S::positions, rows_of(*table));
    }
}

void read_positions(const HubConfig& config, const HubStock& stock, Config& network,
                    std::vector<std::string>& unsettled) {
    using transformer::Positions;
    constexpr Positions kinds[] = {Positions::Learned, Positions::Halves, Positions::Fairseq,
                                   Positions::Relative}; // in the order of HubPositions
    const HubFamily& family = *config.family;
    network.positions = kinds[static_cast<std::size_t>(family.positions)];
    network.position.offset = family.position_offset;
    if (family.positions == HubPositions::FromPad && network.last().size < 4)
        throw config.wrong(&S::size, "a number from 4, as its positions need",
                           std::to_string(network.last().size));
    if (family.after_pad)
        network.position.offset = 1 + static_cast<int>(config.says.pad.value_or(family.usual.pad));
    if (family.after_pad && family.positions == HubPositions::FromPad)
        network.position.placeless = network.position.offset - 1;
    if (family.positions == HubPositions::Learned) {
        const StoredTensor* table = find_ours(
            config, stock, std::string(network.encodes() ? "encoder" : "decoder") + ".positions.weight");
        const std::int64_t before = family.position_offset;
        network.position.places =
            static_cast<int>(before) +
            size_of(config, &S::positions, table == nullptr ? 1 : rows_of(*table) - before);
        if (network.position.places <= network.position.offset)
            throw config.wrong(&S::positions, "more than " + std::to_string(network.position.offset - before),
                               std::to_string(network.position.places - before));
    }
    if (family.positions == HubPositions::Halves || family.positions == HubPositions::FromPad)
        read_own_places(config, stock, network, unsettled);
    if (family.positions != HubPositions::Buckets) return;
    const StoredTensor* table = find_ours(config, stock, "encoder.layers.0.self.relative.weight");
    network.position.buckets = size_of(config, &S::buckets, table == nullptr ? 0 : rows_of(*table), 32);
    network.position.distance = size_of(config, &S::distance, 0, 128);
    if (network.position.buckets < 4)
        throw config.wrong(&S::buckets, "a number from 4", std::to_string(network.position.buckets));
    if (network.position.distance <= network.position.buckets / 2)
        throw config.wrong(&S::distance,
                           "more than half of " + std::string(hub_key_of(family, &S::buckets)) + " (" +
                               std::to_string(network.position.buckets) + ")",
                           std::to_string(network.position.distance));
    network.position.every_layer = family.every_layer_relative;
}

void read_output(const HubConfig& config, const HubStock& stock, const HubTokens& tokens, Config& network,
                 std::vector<std::string>& unsettled) {
    const HubFamily& family = *config.family;
    network.output.tied = tokens.tied;
    network.output.activation = family.gelu_head ? transformer::Activation::Gelu : network.feed.activation;
    network.output.bias = find_ours(config, stock, "output.bias") != nullptr;
    const bool said_tied = config.says.tied_output.value_or(family.usual.tied_output);
    if (family.positions == HubPositions::Buckets && config.says.scaled_output.value_or(said_tied))
        network.output.scale = 1 / std::sqrt(static_cast<double>(network.last().size));
    if (tokens.tied && tokens.output == nullptr && !said_tied && config.says.tied_output)
        unsettled.push_back(config.name +
                            " says that the output matrix is one of its own "
                            "(" +
                            std::string(hub_key_of(family, &S::tied_output)) +
                            " false), and the file has none: the table of tokens stands in for it");
    // scale_decoder_outputs is a key of version 5, whose T5 says true of every model and takes what is there.
    if (!tokens.tied && said_tied && !config.says.scaled_output)
        unsettled.push_back(config.name + " says that the table of tokens is the output matrix, too (" +
                            std::string(hub_key_of(family, &S::tied_output)) +
                            (config.says.tied_output ? " true" : ", true where it is not given") +
                            "), and the file has another, " + in_quotes(tokens.output->name) +
                            ": that is used, and transformers before version 5 reads the table in its place");
    const bool head = find_ours(config, stock, "head.dense.weight") != nullptr;
    if (!network.output.bias && (family.output_bias_learned || (family.parts == HubParts::Encoder && head)))
        unsettled.push_back("The file has no " + in_quotes(hub_names(family, "output.bias").names.front()) +
                            ", which " + std::string(family.title) + " models learn: it is taken for 0");
    if (family.parts != HubParts::Encoder) return;
    if (head)
        network.output.head = transformer::Head::Masked;
    else
        unsettled.push_back("The file has no head that names words: its attention is the model's, the words "
                            "beside it are not");
}

/// A table that config.json says is one of its own, and that the file lacks.
void say_served_tables(const HubConfig& config, const HubTokens& tokens,
                       std::vector<std::string>& unsettled) {
    const auto says = [&](const HubMember& key, const std::string& own, const std::string& lacks) {
        unsettled.push_back(config.name + " says that " + own + " (" +
                            std::string(hub_key_of(*config.family, key)) + " false), and the file has no " +
                            lacks + " but " + in_quotes(tokens.read->name) + ": it stands in for that");
    };
    const bool both = config.family->parts == HubParts::Both;
    if (both && config.says.shared_embedding == false && tokens.read == tokens.written)
        says(&S::shared_embedding, "each side has a table of tokens of its own", "other table");
    else if (tokens.read == tokens.output &&
             !config.says.tied_output.value_or(config.family->usual.tied_output))
        says(&S::tied_output, "the output matrix is one of its own", "table of tokens");
}

/// One table serves both sides unless config.json says otherwise (Marian's may); a file may have two.
void say_two_tables(const HubConfig& config, const HubTokens& tokens, std::vector<std::string>& unsettled) {
    const bool has_one = config.family->tables.read.ends_with("|shared.weight");
    if (!has_one || tokens.shared || !config.says.shared_embedding.value_or(true)) return;
    unsettled.push_back("One table of tokens serves both sides of " + std::string(config.family->title) +
                        " models, and the file has two that differ, " + in_quotes(tokens.read->name) +
                        " and " + in_quotes(tokens.written->name) +
                        ": each is used on its own side, and transformers keeps one of them");
}

} // namespace

HubTokens hub_tokens(const HubConfig& config, const HubStock& stock) {
    const HubFamily& family = *config.family;
    HubTokens tokens{stock.find_any(family.tables.read), stock.find_any(family.tables.written),
                     stock.find_any(family.tables.output)};
    if (tokens.output == nullptr) {
        tokens.output = stock.find_any(family.tables.output_turned);
        tokens.turned = tokens.output != nullptr;
    }
    const StoredTensor* any = tokens.read ? tokens.read : tokens.written ? tokens.written : tokens.output;
    if (any == nullptr)
        throw Error(stock.checkpoint().name(),
                    "tensor \"" + std::string(split(family.tables.read, "|").back()) + "\"", "it in the file",
                    "none");
    if (tokens.read == nullptr) tokens.read = tokens.written ? tokens.written : any;
    if (tokens.written == nullptr) { // Marian's output matrix is the decoder's table where the sides have two
        const bool own = config.says.shared_embedding == false &&
                         config.says.tied_output.value_or(family.usual.tied_output);
        tokens.written = own && tokens.output != nullptr && !tokens.turned ? tokens.output : tokens.read;
    }
    tokens.shared = stock.same(*tokens.read, *tokens.written);
    const StoredTensor& last = family.parts == HubParts::Encoder ? *tokens.read : *tokens.written;
    tokens.tied = tokens.output == nullptr || (!tokens.turned && stock.same(*tokens.output, last));
    return tokens;
}

Config hub_network(const HubConfig& config, const HubStock& stock, const HubTokens& tokens,
                   std::vector<std::string>& unsettled) {
    using namespace transformer;
    constexpr Kind kinds[] = {Kind::EncoderDecoder, Kind::Encoder, Kind::Decoder}; // in the order of HubParts
    const HubFamily& family = *config.family;
    Config network;
    network.kind = kinds[static_cast<std::size_t>(family.parts)];
    network.norm = family.norm_before ? NormPlace::Before : NormPlace::After;
    network.norm_kind = family.root_mean_square ? NormKind::Rms : NormKind::Layer;
    network.norm_epsilon = config.says.epsilon.value_or(family.usual.epsilon);
    network.norm_last = family.last_norm;
    network.scale_embedding = config.says.scale_embedding.value_or(family.usual.scale_embedding);
    network.embedding.norm = family.embedding_norm;
    network.embedding.shared = network.crosses() && tokens.shared;
    network.attention.scaled =
        family.positions != HubPositions::Buckets && config.says.scaled_scores.value_or(true);
    network.attention.by_layer = config.says.scores_by_layer.value_or(false);
    network.attention.bias = network.feed.bias = family.biases;
    read_activation(config, network.feed, unsettled);

    const int size = size_of(config, &S::size, columns_of(*tokens.read));
    if (network.encodes())
        network.encoder =
            side_of(config, stock, "encoder", size, &S::encoder_layers, &S::encoder_heads, &S::encoder_feed);
    if (network.decodes())
        network.decoder =
            side_of(config, stock, "decoder", size, &S::decoder_layers, &S::decoder_heads, &S::decoder_feed);
    read_positions(config, stock, network, unsettled);
    if (const StoredTensor* types = find_ours(config, stock, "encoder.types.weight"))
        network.embedding.types = size_of(config, &S::token_types, rows_of(*types));
    else if (hub_names(family, "encoder.types.weight").row != nullptr && config.says.token_types != 0)
        network.embedding.types = size_of(config, &S::token_types, 0, 2); // it will be missed by its name
    read_output(config, stock, tokens, network, unsettled);
    say_two_tables(config, tokens, unsettled);
    say_served_tables(config, tokens, unsettled);
    network.source_vocabulary = size_of(config, &S::vocabulary, rows_of(*tokens.read));
    network.target_vocabulary = config.says.target_vocabulary && !tokens.shared
                                    ? size_of(config, &S::target_vocabulary, 0)
                                : tokens.shared ? network.source_vocabulary
                                                : size_of(config, &S::vocabulary, rows_of(*tokens.written));
    return network;
}

} // namespace heed::io
