#include "core/models/pointer/config.h"

#include "core/base/error.h"
#include "core/models/config_section.h"

#include <array>
#include <nlohmann/json.hpp>

namespace heed::pointer {
namespace {

using Json = nlohmann::json;
using namespace std::string_view_literals;
using words::name_in;

// In the orders of their enumerations.
constexpr std::array scores = {"additive"sv, "none"sv};
constexpr std::array maskings = {"none"sv, "visited"sv};
// Words of which there is one.
constexpr std::array point_inputs = {"points"sv};
constexpr std::array lstm_cell = {"lstm"sv};

} // namespace

std::string_view score_name(Score score) { return name_in<Score>(scores, score); }
std::string_view masking_name(Masking masking) { return name_in<Masking>(maskings, masking); }

Config config_from_json(const Json& config, const std::string& subject) {
    const ConfigSection input(config, "input", subject), encoder(config, "encoder", subject),
        decoder(config, "decoder", subject), attention(config, "attention", subject);
    Config value;
    input.only("kind", point_inputs);
    input.integer("size", value.input.size, 1, largest_size);
    encoder.only("cell", lstm_cell);
    encoder.integer("hidden", value.hidden, 1, largest_size);
    decoder.only("cell", lstm_cell);
    int decoder_hidden = value.hidden;
    decoder.integer("hidden", decoder_hidden, 1, largest_size);
    if (decoder_hidden != value.hidden)
        throw Error(subject, "decoder.hidden",
                    std::to_string(value.hidden) + ", as encoder.hidden, where the decoder starts",
                    std::to_string(decoder_hidden));
    attention.word("score", value.attention.score, scores);
    attention.word("mask", value.attention.mask, maskings);
    attention.boolean("end", value.attention.end);
    if (value.points())
        attention.integer("size", value.attention.size, 1, largest_size);
    else
        attention.integer("slots", value.attention.slots, 1, largest_size);
    return value;
}

void to_json(Json& config, const Config& value) {
    config["architecture"] = "pointer";
    config["input"] = {{"kind", "points"}, {"size", value.input.size}};
    config["encoder"] = {{"cell", "lstm"}, {"hidden", value.hidden}};
    config["decoder"] = {{"cell", "lstm"}, {"hidden", value.hidden}};
    config["attention"] = {{"score", score_name(value.attention.score)},
                           {"mask", masking_name(value.attention.mask)},
                           {"end", value.attention.end}};
    if (value.points())
        config["attention"]["size"] = value.attention.size;
    else
        config["attention"]["slots"] = value.attention.slots;
}

} // namespace heed::pointer
