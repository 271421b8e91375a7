#include "core/models/one_rnn/config.h"

#include "core/base/error.h"
#include "core/models/config_section.h"

#include <array>
#include <nlohmann/json.hpp>

namespace heed::one_rnn {
namespace {

using Json = nlohmann::json;
using namespace std::string_view_literals;
using words::name_in;

// In the orders of their enumerations.
constexpr std::array kind_ids = {"rnn-self-attention"sv, "lstmn"sv, "key-value"sv, "key-value-predict"sv};
constexpr std::array scores = {"mean"sv, "sum"sv, "scaled"sv, "bilinear"sv, "none"sv};
// Words of which there is one.
constexpr std::array additive_score = {"additive"sv};
constexpr std::array simple_cell = {"rnn"sv};
constexpr std::array lstm_cell = {"lstm"sv};
constexpr std::array activations = {"tanh"sv};

constexpr int predict_roles = 3; // key, value and prediction

Kind kind_of(const Json& config, const std::string& subject) {
    const auto found = config.find("architecture");
    for (std::size_t k = 0; found != config.end() && k < kind_ids.size(); ++k)
        if (*found == kind_ids[k]) return static_cast<Kind>(k);
    throw Error(subject, "architecture", "rnn-self-attention, lstmn, key-value or key-value-predict",
                found == config.end() ? "none" : found->dump(-1, ' ', true, Json::error_handler_t::replace));
}

/// Into how many parts a state is cut, and that they come out even.
void read_roles(const ConfigSection& attention, const ConfigSection& readout, const std::string& subject,
                Config& value) {
    const bool predict = value.kind == Kind::KeyValuePredict;
    value.attention.roles = predict ? predict_roles : 2;
    attention.integer("roles", value.attention.roles, predict ? predict_roles : 1,
                      predict ? predict_roles : 2);
    attention.integer("window", value.attention.window, 1, largest_size);
    const int hidden = value.encoder.hidden, roles = value.attention.roles;
    if (hidden % roles != 0)
        throw Error(subject, "encoder.hidden", "a multiple of attention.roles, " + std::to_string(roles),
                    std::to_string(hidden));
    readout.only("kind", activations);
    int size = value.part();
    readout.integer("size", size, 1, largest_size);
    if (size != value.part())
        throw Error(subject, "readout.size",
                    std::to_string(value.part()) + ", encoder.hidden over attention.roles",
                    std::to_string(size));
}

} // namespace

std::string_view id(Kind kind) { return name_in<Kind>(kind_ids, kind); }

std::string_view score_name(Kind kind, Score score) {
    return kind == Kind::SelfAttention ? name_in<Score>(scores, score) : additive_score.front();
}

Config config_from_json(const Json& config, const std::string& subject) {
    const ConfigSection encoder(config, "encoder", subject);
    const ConfigSection attention(config, "attention", subject);
    const ConfigSection readout(config, "readout", subject);
    Config value;
    value.kind = kind_of(config, subject);
    encoder.boolean("end", value.encoder.end);
    encoder.only("cell", value.self_attention() ? ConfigSection::Words(simple_cell) : lstm_cell);
    encoder.integer("embedding", value.encoder.embedding, 1, largest_size);
    encoder.integer("hidden", value.encoder.hidden, 1, largest_size);
    if (value.self_attention()) {
        attention.word("score", value.attention.score, scores);
        return value;
    }
    attention.only("score", additive_score);
    attention.integer("size", value.attention.size, 1, largest_size);
    if (value.key_value()) read_roles(attention, readout, subject, value);
    return value;
}

void to_json(Json& config, const Config& value) {
    config["architecture"] = id(value.kind);
    config["encoder"] = {{"cell", value.self_attention() ? "rnn" : "lstm"},
                         {"embedding", value.encoder.embedding},
                         {"hidden", value.encoder.hidden}};
    if (value.encoder.end) config["encoder"]["end"] = true;
    Json& attention = config["attention"] = {{"score", score_name(value.kind, value.attention.score)}};
    if (value.self_attention()) return;
    attention["size"] = value.attention.size;
    if (!value.key_value()) return;
    attention["roles"] = value.attention.roles;
    attention["window"] = value.attention.window;
    config["readout"] = {{"kind", "tanh"}, {"size", value.part()}};
}

} // namespace heed::one_rnn
