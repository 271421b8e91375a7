#include "core/models/transformer/config.h"

#include "core/base/error.h"
#include "core/models/config_section.h"

#include <array>
#include <nlohmann/json.hpp>
#include <vector>

namespace heed::transformer {
namespace {

using Json = nlohmann::json;
using namespace std::string_view_literals;
using words::name_in;

// In the orders of their enumerations.
constexpr std::array kind_ids = {"transformer"sv, "transformer-encoder"sv, "transformer-decoder"sv};
constexpr std::array norm_places = {"after"sv, "before"sv};
constexpr std::array norm_kinds = {"layer"sv, "rms"sv};
constexpr std::array position_kinds = {"sinusoidal"sv, "halves"sv,   "fairseq"sv,
                                       "learned"sv,    "relative"sv, "none"sv};
constexpr std::array activations = {"relu"sv, "gelu"sv, "gelu-tanh"sv, "silu"sv, "gelu-fast"sv, "tanh"sv};
constexpr std::array heads = {"plain"sv, "masked"sv};

constexpr int most_layers = 256, most_heads = 1024, most_places = 1 << 20;
constexpr double largest_factor = 1e6;

Kind kind_of(const Json& config, const std::string& subject) {
    const auto found = config.find("architecture");
    for (std::size_t k = 0; found != config.end() && k < kind_ids.size(); ++k)
        if (*found == kind_ids[k]) return static_cast<Kind>(k);
    throw Error(subject, "architecture", "transformer, transformer-encoder or transformer-decoder",
                found == config.end() ? "none" : found->dump(-1, ' ', true, Json::error_handler_t::replace));
}

void read_side(const Json& config, const char* name, const std::string& subject, Config::Side& side) {
    const ConfigSection section(config, name, subject);
    section.integer("layers", side.layers, 1, most_layers);
    section.integer("heads", side.heads, 1, most_heads);
    section.integer("size", side.size, 1, largest_size);
    section.integer("head_size", side.head_size, 0, largest_size);
    section.integer("feed", side.feed, 1, largest_size);
}

void read_places(const Json& config, const std::string& subject, Config& value) {
    const ConfigSection beside = ConfigSection::beside(config, subject);
    beside.word("positions", value.positions, position_kinds);
    const ConfigSection position(config, "position", subject);
    position.integer("offset", value.position.offset, 0, most_places);
    position.integer("places", value.position.places, 0, most_places);
    position.integer("placeless", value.position.placeless, -1, largest_size);
    position.boolean("encoder_table", value.position.encoder_table);
    position.boolean("decoder_table", value.position.decoder_table);
    position.integer("buckets", value.position.buckets, 4, most_places);
    position.integer("distance", value.position.distance, 2, most_places);
    position.boolean("every_layer", value.position.every_layer);
}

void read_layers(const Json& config, const std::string& subject, Config& value) {
    const ConfigSection attention(config, "attention", subject), feed(config, "feed", subject);
    attention.boolean("scaled", value.attention.scaled);
    attention.boolean("by_layer", value.attention.by_layer);
    attention.boolean("bias", value.attention.bias);
    attention.integer("layer", value.attention.layer, 0, most_layers);
    attention.integer("head", value.attention.head, 0, most_heads);
    feed.word("activation", value.feed.activation, activations);
    feed.boolean("gated", value.feed.gated);
    feed.boolean("bias", value.feed.bias);
}

void read_ends(const Json& config, const std::string& subject, Config& value) {
    const ConfigSection embedding(config, "embedding", subject), output(config, "output", subject);
    embedding.boolean("shared", value.embedding.shared);
    embedding.boolean("norm", value.embedding.norm);
    embedding.integer("types", value.embedding.types, 0, largest_size);
    embedding.integer("separator", value.embedding.separator, -1, largest_size);
    embedding.boolean("first_zeros", value.embedding.first_zeros);
    output.boolean("tied", value.output.tied);
    output.positive("scale", value.output.scale, largest_factor);
    output.boolean("bias", value.output.bias);
    output.word("head", value.output.head, heads);
    value.output.activation = value.feed.activation;
    output.word("activation", value.output.activation, activations);
}

struct Rule {
    bool broken;
    std::string key, expected, found;
};

std::vector<Rule> side_rules(const std::string& name, const Config::Side& side, const Config& value) {
    const std::string d = std::to_string(side.size);
    const bool waves = value.positions == Positions::Sinusoidal;
    return {
        {side.head_size == 0 && side.size % side.heads != 0, name + ".heads",
         "a number that divides " + name + ".size (" + d + ") where head_size is not given",
         std::to_string(side.heads)},
        {static_cast<long long>(side.heads) * side.each() > largest_size, name + ".head_size",
         "at most " + std::to_string(largest_size) + " numbers of all heads together",
         std::to_string(side.each())},
        {waves && side.size % 2 != 0, name + ".size", "an even number where positions are sinusoidal", d},
        {value.positions == Positions::Fairseq && side.size < 4, name + ".size",
         "a number from 4 where positions are fairseq", d},
    };
}

std::vector<Rule> rules(const Config& c) {
    const Config::Side& shown = c.decoder;
    const bool own_table = c.position.encoder_table || c.position.decoder_table;
    return {
        {c.kept_places() && c.position.places <= c.position.offset, "position.places",
         "more than position.offset (" + std::to_string(c.position.offset) + ") where positions are learned",
         std::to_string(c.position.places)},
        {c.position.placeless >= 0 && c.positions != Positions::Fairseq, "position.placeless",
         "-1 where positions are " + std::string(positions_name(c.positions)),
         std::to_string(c.position.placeless)},
        {own_table && c.positions != Positions::Halves, "position.encoder_table, position.decoder_table",
         "false where positions are " + std::string(positions_name(c.positions)), "true"},
        {c.positions == Positions::Relative && c.position.buckets % 4 != 0, "position.buckets",
         "a multiple of 4", std::to_string(c.position.buckets)},
        {c.positions == Positions::Relative && c.position.distance <= c.position.buckets / 2,
         "position.distance", "more than half of position.buckets", std::to_string(c.position.distance)},
        {c.embedding.shared && c.crosses() && c.encoder.size != c.decoder.size, "decoder.size",
         "the encoder's (" + std::to_string(c.encoder.size) + ") where embedding.shared is true",
         std::to_string(c.decoder.size)},
        {c.embedding.types > 0 && c.kind != Kind::Encoder, "embedding.types", "0 where there is a decoder",
         std::to_string(c.embedding.types)},
        {c.embedding.first_zeros && !c.crosses(), "embedding.first_zeros",
         "false where there is no encoder and decoder", "true"},
        {c.output.head == Head::Masked && c.kind != Kind::Encoder, "output.head",
         "plain where there is a decoder", "masked"},
        {c.decodes() && c.attention.layer > shown.layers, "attention.layer",
         "at most decoder.layers (" + std::to_string(shown.layers) + ")", std::to_string(c.attention.layer)},
        {c.decodes() && c.attention.head > shown.heads, "attention.head",
         "at most decoder.heads (" + std::to_string(shown.heads) + ")", std::to_string(c.attention.head)},
    };
}

void check(const Config& value, const std::string& subject) {
    std::vector<Rule> all = rules(value);
    const auto add = [&](const char* name, const Config::Side& side) {
        for (Rule& rule : side_rules(name, side, value)) all.push_back(std::move(rule));
    };
    if (value.encodes()) add("encoder", value.encoder);
    if (value.decodes()) add("decoder", value.decoder);
    for (const Rule& rule : all)
        if (rule.broken) throw Error(subject, rule.key, rule.expected, rule.found);
}

} // namespace

std::string_view id(Kind kind) { return name_in<Kind>(kind_ids, kind); }
std::string_view activation_name(Activation activation) {
    return name_in<Activation>(activations, activation);
}
std::string_view positions_name(Positions positions) { return name_in<Positions>(position_kinds, positions); }

Config config_from_json(const Json& config, const std::string& subject) {
    Config value;
    value.kind = kind_of(config, subject);
    if (value.encodes()) read_side(config, "encoder", subject, value.encoder);
    if (value.decodes()) read_side(config, "decoder", subject, value.decoder);
    const ConfigSection beside = ConfigSection::beside(config, subject);
    beside.word("norm", value.norm, norm_places);
    beside.word("norm_kind", value.norm_kind, norm_kinds);
    beside.positive("norm_epsilon", value.norm_epsilon, 1);
    value.norm_last = value.norm == NormPlace::Before;
    beside.boolean("norm_last", value.norm_last);
    beside.boolean("scale_embedding", value.scale_embedding);
    bool causal = true;
    beside.boolean("causal", causal);
    if (!causal) throw Error(subject, "causal", "true: a decoder sees what stands before alone", "false");
    read_places(config, subject, value);
    read_layers(config, subject, value);
    read_ends(config, subject, value);
    check(value, subject);
    return value;
}

void to_json(Json& config, const Config& value) {
    const auto side = [](const Config::Side& s) {
        Json json = {{"layers", s.layers}, {"heads", s.heads}, {"size", s.size}, {"feed", s.feed}};
        if (s.head_size > 0) json["head_size"] = s.head_size;
        return json;
    };
    config["architecture"] = id(value.kind);
    if (value.encodes()) config["encoder"] = side(value.encoder);
    if (value.decodes()) config["decoder"] = side(value.decoder);
    config["norm"] = name_in<NormPlace>(norm_places, value.norm);
    config["norm_kind"] = name_in<NormKind>(norm_kinds, value.norm_kind);
    config["norm_epsilon"] = value.norm_epsilon;
    config["norm_last"] = value.norm_last;
    config["scale_embedding"] = value.scale_embedding;
    config["positions"] = positions_name(value.positions);
    Json& position =
        config["position"] = {{"offset", value.position.offset}, {"places", value.position.places}};
    if (value.position.placeless >= 0) position["placeless"] = value.position.placeless;
    if (value.position.encoder_table) position["encoder_table"] = true;
    if (value.position.decoder_table) position["decoder_table"] = true;
    if (value.positions == Positions::Relative) {
        position["buckets"] = value.position.buckets;
        position["distance"] = value.position.distance;
        position["every_layer"] = value.position.every_layer;
    }
    config["embedding"] = {{"shared", value.embedding.shared},
                           {"norm", value.embedding.norm},
                           {"types", value.embedding.types},
                           {"separator", value.embedding.separator}};
    if (value.embedding.first_zeros) config["embedding"]["first_zeros"] = true;
    config["attention"] = {{"scaled", value.attention.scaled},
                           {"by_layer", value.attention.by_layer},
                           {"bias", value.attention.bias},
                           {"layer", value.attention.layer},
                           {"head", value.attention.head}};
    config["feed"] = {{"activation", activation_name(value.feed.activation)},
                      {"gated", value.feed.gated},
                      {"bias", value.feed.bias}};
    config["output"] = {{"tied", value.output.tied},
                        {"scale", value.output.scale},
                        {"bias", value.output.bias},
                        {"head", name_in<Head>(heads, value.output.head)}};
    if (value.output.activation != value.feed.activation)
        config["output"]["activation"] = activation_name(value.output.activation);
}

} // namespace heed::transformer
