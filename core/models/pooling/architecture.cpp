#include "core/models/pooling/architecture.h"

#include "core/models/at_once.h"
#include "core/models/model.h"
#include "core/models/pooling/facts.h"
#include "core/models/pooling/lessons.h"
#include "core/models/pooling/phases.h"
#include "core/models/pooling/pooling.h"
#include "core/models/pooling/reader.h"
#include "core/models/pooling/run.h"
#include "core/models/pooling/values.h"

#include <algorithm>

namespace heed::pooling {
namespace {

using namespace std::string_view_literals;

void set_vocabularies(Configuration& configuration, int source, int) {
    configuration.edit<Config>().input.vocabulary = source;
}

/// Words are needed where words are read; classes may be named.
heed::Architecture::Vocabularies vocabularies(const Config& config) {
    return {config.tokens(), false, config.classes() ? config.readout.size : 0};
}

std::string score_of(const Config& config) {
    if (config.kind == Kind::Dense || config.kind == Kind::Mean) return "none";
    return config.attention.energy == Energy::Tanh ? "tanh" : "linear";
}

void complete(Model& model) {
    const Config& config = model.config.as<Config>();
    model.facts.score = score_of(config);
    model.facts.alignment = "global";
    model.facts.edit<PoolingFacts>() = {config, class_names(config, model.target)};
    if (config.longest() > 0) model.longest_input = std::min(model.longest_input, config.longest());
}

/// What it is called in its family: the word that sets it apart.
std::string function_of(const Config& config) {
    switch (config.kind) {
    case Kind::Attention:
        return config.attention.energy == Energy::Tanh ? "bounded" : "linear";
    case Kind::Keras:
        return "keras";
    case Kind::Dense:
        return "dense";
    case Kind::Mean:
        break;
    }
    return "mean";
}

int size_of(const Config& config) {
    if (config.hidden_vectors()) return config.encoder.hidden;
    return config.kind == Kind::Dense && config.dense.over == Over::Features ? config.dense.size
                                                                             : config.input.size;
}

ModelBrief brief(const Config& config) {
    return {score_of(config), "global", function_of(config), "none", size_of(config)};
}

std::string attention_words(const Config& config) {
    switch (config.kind) {
    case Kind::Attention:
        return config.attention.energy == Energy::Tanh ? "attention over time, energies bounded by tanh"
                                                       : "attention over time, linear energies";
    case Kind::Keras:
        return "attention over time with a bias for each moment, energies bounded by tanh";
    case Kind::Dense:
        return "no attention (a Dense layer: learned numbers that are the same for every input)";
    case Kind::Mean:
        break;
    }
    return "no attention (the mean of all moments)";
}

std::string made_of(const Config& config) {
    const std::string size = std::to_string(size_of(config));
    switch (config.kind) {
    case Kind::Attention:
        return "pooling " + size + ", " + function_of(config);
    case Kind::Keras:
        return "pooling, a bias a moment";
    case Kind::Dense:
        return config.dense.over == Over::Moments
                   ? "Dense over " + std::to_string(config.dense.steps) + " moments"
                   : "Dense " + size + " over features";
    case Kind::Mean:
        break;
    }
    return "mean pooling " + size;
}

std::string input_words(const Config& config) {
    if (config.tokens()) return "words (embedding " + std::to_string(config.input.size) + ")";
    return config.input.size == 1 ? "numbers"
                                  : "moments of " + std::to_string(config.input.size) + " numbers";
}

std::string answer_words(const Config& config) {
    const std::string size = std::to_string(config.readout.size);
    if (config.classes()) return size + " classes";
    return (config.readout.size == 1 ? "a number" : size + " numbers") +
           std::string(config.sequence() ? " a moment" : "");
}

std::string in_words(const Config& config) {
    std::string text = "A network without recurrence that reads " + input_words(config);
    if (config.hidden_vectors()) text += ", " + std::to_string(config.encoder.hidden) + " units a moment";
    return text + ", with " + attention_words(config) + ", and answers with " + answer_words(config);
}

Outline outline(const Config& config, int source_length, int) { return outline_of(config, source_length); }

std::span<const Quantity> quantities() {
    static const std::vector<Quantity> all =
        quantities_of(values(), {quantity::UnitWeights, quantity::MomentWeights});
    return all;
}

constexpr TensorRow parts[] = {
    {"embedding.weight", {"Input", Role::Text, "a vector for each word"}},
    {"input.weight", {"Input", Role::Forward, "what each unit reads of a moment"}},
    {"input.bias", {"Input", Role::Forward, "bias of each unit"}},
    {"attention.w", {"Attention", Role::Attention, "w: how much a moment matters by its vector"}},
    {"attention.weight", {"Attention", Role::Attention, "W: how much a moment matters by its features"}},
    {"attention.bias", {"Attention", Role::Attention, "b: a bias for each moment"}},
    {"attention.b",
     {"Attention", Role::Attention, "b: a bias that the softmax cancels where energies are linear"}},
    {"dense.weight", {"Dense", Role::Joined, "one map over the features of each moment"}},
    {"dense.bias", {"Dense", Role::Joined, "bias of each unit"}},
    {"hidden.weight", {"Answer", Role::Decoder, "what is made of the context"}},
    {"hidden.bias", {"Answer", Role::Decoder, "bias of each unit"}},
    {"output.weight", {"Answer", Role::Output, "what the answer is read from"}},
    {"output.bias", {"Answer", Role::Output, "bias of the answer"}},
};

TensorPart part_of(const Configuration&, std::string_view tensor) { return part_in(parts, tensor); }

std::vector<std::pair<std::string, std::string>> described(const Config& config) {
    std::vector<std::pair<std::string, std::string>> rows = {{"reads", input_words(config)}};
    if (config.hidden_vectors())
        rows.emplace_back("encoder", std::to_string(config.encoder.hidden) + " units, each moment by itself");
    rows.emplace_back("attention", attention_words(config));
    rows.emplace_back("answers with", answer_words(config));
    if (config.longest() > 0)
        rows.emplace_back("longest input", std::to_string(config.longest()) + " moments");
    return rows;
}

constexpr std::array hidden_objects = {"input"sv, "encoder"sv, "readout"sv},
                     keras_objects = {"input"sv, "attention"sv, "readout"sv},
                     dense_objects = {"input"sv, "dense"sv, "readout"sv};
constexpr std::array attention_objects = {"input"sv, "encoder"sv, "attention"sv, "readout"sv};

heed::Architecture row(Kind kind, std::string_view title, std::span<const std::string_view> objects) {
    heed::Architecture row{};
    row.id = id(kind);
    row.title = title;
    row.objects = objects;
    row.read = read_config<config_from_json>;
    row.write = write_config<Config>;
    row.set_vocabularies = set_vocabularies;
    row.vocabularies = of_config<vocabularies>;
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
    return row;
}

} // namespace

const std::array<heed::Architecture, 4> architectures = {
    row(Kind::Attention, "Attention pooling", attention_objects),
    row(Kind::Keras, "Attention pooling with a bias a moment", keras_objects),
    row(Kind::Dense, "Dense layer", dense_objects), row(Kind::Mean, "Mean pooling", hidden_objects)};

const heed::Architecture& architecture_of(const Config& config) {
    return architectures[static_cast<std::size_t>(config.kind)];
}

} // namespace heed::pooling
