#include "core/models/forecast/architecture.h"

#include "core/models/forecast/facts.h"
#include "core/models/forecast/lessons.h"
#include "core/models/forecast/phases.h"
#include "core/models/forecast/run.h"
#include "core/models/forecast/values.h"
#include "core/models/model.h"

#include <array>

namespace heed::forecast {
namespace {

using namespace std::string_view_literals;

/// It reads and answers with numbers.
void set_vocabularies(Configuration&, int, int) {}
heed::Architecture::Vocabularies vocabularies(const Configuration&) { return {false, false, 0}; }

void complete(Model& model) {
    const Config& config = model.config.as<Config>();
    model.facts.score = std::string(name_of(config.attention.score));
    model.facts.alignment = "global";
    model.facts.edit<ForecastFacts>() = {config};
}

/// What it is called in its family.
std::string function_of(const Config& config) {
    switch (config.attention.score) {
    case Score::Additive:
        return "attention";
    case Score::Linear:
        return "linear";
    case Score::None:
        break;
    }
    return "lstm";
}

ModelBrief brief(const Config& config) {
    return {std::string(name_of(config.attention.score)), "global", function_of(config), "lstm",
            config.encoder.hidden};
}

std::string attention_words(const Config& config) {
    switch (config.attention.score) {
    case Score::Additive:
        return "attention over the drivers at each moment, then over the moments";
    case Score::Linear:
        return "attention over drivers and moments by a score without tanh, whose weights cannot change with "
               "time";
    case Score::None:
        break;
    }
    return "no attention (a plain LSTM)";
}

std::string made_of(const Config& config) {
    const std::string size = std::to_string(config.encoder.hidden);
    if (!config.attends()) return "LSTM " + size;
    return "LSTM " + size + " and " + std::to_string(config.decoder.hidden) + ", drivers and lags, " +
           std::string(name_of(config.attention.score));
}

std::string reads(const Config& config) {
    return std::to_string(config.input.window) + " moments of " + std::to_string(config.input.drivers) +
           (config.input.drivers == 1 ? " driver" : " drivers") + " and of the target";
}
std::string answers_with(const Config& config) {
    return config.whole_history() ? "the target's next value" : "the target's value at the last moment";
}

std::string in_words(const Config& config) {
    const std::string m = std::to_string(config.encoder.hidden), p = std::to_string(config.decoder.hidden);
    const std::string made = config.attends() ? "An LSTM of " + m + " units that reads " + reads(config) +
                                                    ", and one of " + p + " that looks back at them"
                                              : "An LSTM of " + m + " units that reads " + reads(config);
    return made + ", with " + attention_words(config) + ", and answers with " + answers_with(config);
}

Outline outline(const Config& config, int, int) { return outline_of(config); }

std::span<const Quantity> quantities() { return all_quantities(); }

void finish_model(Configuration& configuration, const nn::ParameterSet<float>& parameters,
                  const ItemLessons& taught, const ItemLessons& held_out) {
    finish(configuration.edit<Config>(), parameters, taught, held_out);
}

constexpr TensorRow parts[] = {
    {"input_attention.Wq", {"Input attention", Role::Attention, "W: what the reader's state asks for"}},
    {"input_attention.Wh", {"Input attention", Role::Attention, "U: what a driver's whole series says"}},
    {"input_attention.b", {"Input attention", Role::Attention, "bias of each unit"}},
    {"input_attention.v", {"Input attention", Role::Attention, "v: how each unit counts in the score"}},
    {"encoder.forward.weight_ih", {"Reader", Role::Forward, "what the reader takes of the weighted drivers"}},
    {"encoder.forward.weight_hh", {"Reader", Role::Forward, "what the reader keeps of its state"}},
    {"encoder.forward.bias_ih", {"Reader", Role::Forward, "bias of each gate"}},
    {"encoder.forward.bias_hh", {"Reader", Role::Forward, "bias of each gate"}},
    {"temporal_attention.Wq", {"Lag attention", Role::Attention, "W: what the decoder's state asks for"}},
    {"temporal_attention.Wh", {"Lag attention", Role::Attention, "U: what the state of a moment says"}},
    {"temporal_attention.b", {"Lag attention", Role::Attention, "bias of each unit"}},
    {"temporal_attention.v", {"Lag attention", Role::Attention, "v: how each unit counts in the score"}},
    {"decoder.mix.weight", {"Decoder", Role::Joined, "the target before and the context, into one number"}},
    {"decoder.mix.bias", {"Decoder", Role::Joined, "bias of that number"}},
    {"decoder.cell.weight_ih", {"Decoder", Role::Decoder, "what the decoder takes of that number"}},
    {"decoder.cell.weight_hh", {"Decoder", Role::Decoder, "what the decoder keeps of its state"}},
    {"decoder.cell.bias_ih", {"Decoder", Role::Decoder, "bias of each gate"}},
    {"decoder.cell.bias_hh", {"Decoder", Role::Decoder, "bias of each gate"}},
    {"readout.combine.weight", {"Forecast", Role::Output, "the last state and context, joined"}},
    {"readout.combine.bias", {"Forecast", Role::Output, "bias of each unit"}},
    {"readout.output.weight", {"Forecast", Role::Output, "what the forecast is read from"}},
    {"readout.output.bias", {"Forecast", Role::Output, "bias of the forecast"}},
};
TensorPart part_of(const Configuration&, std::string_view tensor) { return part_in(parts, tensor); }

std::vector<std::pair<std::string, std::string>> described(const Config& config) {
    std::vector<std::pair<std::string, std::string>> rows = {
        {"reads", reads(config)}, {"reader", "LSTM " + std::to_string(config.encoder.hidden)}};
    if (config.attends()) rows.emplace_back("decoder", "LSTM " + std::to_string(config.decoder.hidden));
    rows.emplace_back("attention", attention_words(config));
    rows.emplace_back("answers with", answers_with(config));
    if (!config.input.columns.empty()) rows.emplace_back("foretells", config.target_name());
    return rows;
}

constexpr std::array objects = {"input"sv, "encoder"sv, "decoder"sv, "attention"sv};

constexpr heed::Architecture row() {
    heed::Architecture row{};
    row.id = "da-rnn";
    row.title = "Forecasting with attention";
    row.objects = objects;
    row.read = read_config<config_from_json>;
    row.write = write_config<Config>;
    row.set_vocabularies = set_vocabularies;
    row.vocabularies = vocabularies;
    row.declare = of_config<declare<float>>;
    row.complete = complete;
    row.brief = of_config<brief>;
    row.made_of = of_config<made_of>;
    row.attention_words = of_config<attention_words>;
    row.in_words = of_config<in_words>;
    row.outline = of_config<outline>;
    row.run = run;
    row.quantities = quantities;
    row.part_of = part_of;
    row.described = of_config<described>;
    row.lessons = of_config<make_lessons>;
    row.finish = finish_model;
    return row;
}

} // namespace

constinit const heed::Architecture architecture = row();

const heed::Architecture& architecture_of(const Config&) { return architecture; }

} // namespace heed::forecast
