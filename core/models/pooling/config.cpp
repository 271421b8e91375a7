#include "core/models/pooling/config.h"

#include "core/base/error.h"
#include "core/models/config_section.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace heed::pooling {
namespace {

using Json = nlohmann::json;
using namespace std::string_view_literals;
using words::name_in;

// In the orders of their enumerations.
constexpr std::array kind_ids = {"pooling"sv, "pooling-keras"sv, "dense"sv, "mean-pooling"sv};
constexpr std::array input_kinds = {"vectors"sv, "tokens"sv};
constexpr std::array energy_kinds = {"linear"sv, "tanh"sv};
constexpr std::array return_kinds = {"sum"sv, "sequence"sv};
constexpr std::array dense_over = {"features"sv, "moments"sv};
constexpr std::array readout_kinds = {"value"sv, "classes"sv};
// Words of which there is one.
constexpr std::array bounded = {"tanh"sv};
constexpr std::array no_cell = {"none"sv};
constexpr std::array activations = {"sigmoid"sv};

Kind kind_of(const Json& config, const std::string& subject) {
    const auto found = config.find("architecture");
    for (std::size_t k = 0; found != config.end() && k < kind_ids.size(); ++k)
        if (*found == kind_ids[k]) return static_cast<Kind>(k);
    throw Error(subject, "architecture", "pooling, pooling-keras, dense or mean-pooling",
                found == config.end() ? "none" : found->dump(-1, ' ', true, Json::error_handler_t::replace));
}

} // namespace

std::string_view id(Kind kind) { return name_in<Kind>(kind_ids, kind); }

Config config_from_json(const Json& config, const std::string& subject) {
    const ConfigSection input(config, "input", subject);
    Config value;
    value.kind = kind_of(config, subject);
    input.word("kind", value.input.kind, input_kinds);
    input.integer(value.tokens() ? "embedding" : "size", value.input.size, 1, largest_size);

    const ConfigSection encoder(config, "encoder", subject);
    const ConfigSection attention(config, "attention", subject);
    const ConfigSection dense(config, "dense", subject);
    const ConfigSection readout(config, "readout", subject);
    const auto steps = [&](const ConfigSection& section, const std::string& name, int& length) {
        section.integer("steps", length, 1, largest_size);
        if (length == 0) throw Error(subject, name + ".steps", "the longest input", "none");
    };
    if (value.hidden_vectors()) {
        encoder.only("cell", no_cell);
        encoder.integer("hidden", value.encoder.hidden, 1, largest_size);
        encoder.positive("slope", value.encoder.slope, 1);
    }
    if (value.kind == Kind::Attention) attention.word("energy", value.attention.energy, energy_kinds);
    if (value.kind == Kind::Keras) {
        value.attention.energy = Energy::Tanh;
        attention.only("energy", bounded);
        steps(attention, "attention", value.attention.steps);
        attention.word("return", value.attention.returns, return_kinds);
    }
    if (value.kind == Kind::Dense) {
        dense.word("over", value.dense.over, dense_over);
        steps(dense, "dense", value.dense.steps);
        dense.integer("size", value.dense.size, 1, largest_size);
        dense.only("activation", activations);
    }
    readout.word("kind", value.readout.kind, readout_kinds);
    readout.integer("size", value.readout.size, 1, largest_size);
    if (value.hidden_vectors() && !value.classes()) readout.positive("slope", value.readout.slope, 1);
    if (value.classes() && value.readout.size < 2)
        throw Error(subject, "readout.size", "at least 2 classes", std::to_string(value.readout.size));
    if (value.classes() && value.sequence())
        throw Error(subject, "readout.kind", "value where attention.return is sequence", "classes");
    return value;
}

void to_json(Json& config, const Config& value) {
    config["architecture"] = id(value.kind);
    config["input"] = {{"kind", name_in<InputKind>(input_kinds, value.input.kind)},
                       {value.tokens() ? "embedding" : "size", value.input.size}};
    if (value.hidden_vectors())
        config["encoder"] = {
            {"cell", "none"}, {"hidden", value.encoder.hidden}, {"slope", value.encoder.slope}};
    if (value.kind == Kind::Attention)
        config["attention"] = {{"energy", name_in<Energy>(energy_kinds, value.attention.energy)}};
    if (value.kind == Kind::Keras)
        config["attention"] = {{"energy", "tanh"},
                               {"steps", value.attention.steps},
                               {"return", name_in<Returns>(return_kinds, value.attention.returns)}};
    if (value.kind == Kind::Dense) {
        Json& dense = config["dense"] = {{"over", name_in<Over>(dense_over, value.dense.over)},
                                         {"steps", value.dense.steps}};
        if (value.dense.over == Over::Features) {
            dense["size"] = value.dense.size;
            dense["activation"] = "sigmoid";
        }
    }
    Json& readout = config["readout"] = {{"kind", name_in<ReadoutKind>(readout_kinds, value.readout.kind)},
                                         {"size", value.readout.size}};
    if (value.hidden_vectors() && !value.classes()) readout["slope"] = value.readout.slope;
}

} // namespace heed::pooling
