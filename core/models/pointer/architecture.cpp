#include "core/models/pointer/architecture.h"

#include "core/models/at_once.h"
#include "core/models/model.h"
#include "core/models/pointer/facts.h"
#include "core/models/pointer/lessons.h"
#include "core/models/pointer/phases.h"
#include "core/models/pointer/pointer.h"
#include "core/models/pointer/run.h"
#include "core/models/pointer/values.h"

#include <algorithm>
#include <array>

namespace heed::pointer {
namespace {

using namespace std::string_view_literals;

void set_vocabularies(Configuration&, int, int) {} // points are read, and points are chosen
heed::Architecture::Vocabularies vocabularies(const Configuration&) { return {false, false, 0}; }

void complete_facts(Model& model) {
    const Config& config = model.config.as<Config>();
    model.facts.score = score_name(config.attention.score);
    model.facts.alignment = "global";
    model.facts.edit<PointerFacts>() = {config};
    if (config.longest() > 0) model.longest_input = std::min(model.longest_input, config.longest());
}

/// What it is called in its family: the word that sets it apart.
std::string function_of(const Config& config) { return config.points() ? "pointer" : "numbers"; }

ModelBrief brief(const Config& config) {
    return {std::string(score_name(config.attention.score)), "global", function_of(config), "lstm",
            config.hidden};
}

std::string made_of(const Config& config) {
    return (config.points() ? "pointer, LSTM " : "LSTM ") + std::to_string(config.hidden);
}

std::string masking_words(const Config& config) {
    return config.attention.mask == Masking::Visited ? "a point is chosen once"
                                                     : "a point may be chosen again";
}

std::string attention_words(const Config& config) {
    if (!config.points()) return "no attention (the decoder says a number and looks at no point)";
    return "additive attention that is the output: the largest weight is chosen, " + masking_words(config);
}

std::string input_words(const Config& config) {
    return config.input.size == 1 ? "numbers" : "points of " + std::to_string(config.input.size) + " numbers";
}

std::string answer_words(const Config& config) {
    return std::string("places of its input, one after the other") +
           (config.attention.end ? ", until a learned end" : "");
}

std::string in_words(const Config& config) {
    return "An LSTM encoder and an LSTM decoder of " + std::to_string(config.hidden) + " units over " +
           input_words(config) + ", with " + attention_words(config) + ", that answers with " +
           answer_words(config);
}

std::span<const Quantity> quantities() {
    static const std::vector<Quantity> all = quantities_of(values());
    return all;
}

constexpr TensorRow parts[] = {
    {"encoder.forward.weight_ih", {"Encoder", Role::Forward, "what each gate reads of a point"}},
    {"encoder.forward.weight_hh", {"Encoder", Role::Forward, "what each gate reads of the points before"}},
    {"encoder.forward.bias_ih", {"Encoder", Role::Forward, "bias of each gate"}},
    {"encoder.forward.bias_hh", {"Encoder", Role::Forward, "bias of each gate"}},
    {"decoder.cell.weight_ih", {"Decoder", Role::Decoder, "what each gate reads of the point chosen before"}},
    {"decoder.cell.weight_hh", {"Decoder", Role::Decoder, "what each gate reads of the state"}},
    {"decoder.cell.bias_ih", {"Decoder", Role::Decoder, "bias of each gate"}},
    {"decoder.cell.bias_hh", {"Decoder", Role::Decoder, "bias of each gate"}},
    {"decoder.start", {"Decoder", Role::Decoder, "what is fed before the first choice"}},
    {"attention.Wq", {"Attention", Role::Attention, "W2: what the decoder asks"}},
    {"attention.Wh", {"Attention", Role::Attention, "W1: what is read of each point"}},
    {"attention.b", {"Attention", Role::Attention, "bias of the comparison"}},
    {"attention.v", {"Attention", Role::Attention, "v: how much each unit of the comparison counts"}},
    {"attention.end", {"Attention", Role::Attention, "the learned place that stands for the end"}},
    {"output.weight", {"Answer", Role::Output, "what each number's score is read from"}},
    {"output.bias", {"Answer", Role::Output, "bias of each number"}},
};

TensorPart part_of(const Configuration&, std::string_view tensor) { return part_in(parts, tensor); }

std::vector<std::pair<std::string, std::string>> described(const Config& config) {
    const std::string size = "LSTM, " + std::to_string(config.hidden) + " units";
    std::vector<std::pair<std::string, std::string>> rows = {{"reads", input_words(config)},
                                                             {"encoder", size},
                                                             {"decoder", size},
                                                             {"attention", attention_words(config)},
                                                             {"answers with", answer_words(config)}};
    if (config.longest() > 0)
        rows.emplace_back("longest input", std::to_string(config.longest()) + " points");
    return rows;
}

constexpr std::array objects = {"input"sv, "encoder"sv, "decoder"sv, "attention"sv};

constexpr heed::Architecture row() {
    heed::Architecture row{};
    row.id = "pointer";
    row.title = "Pointer network";
    row.objects = objects;
    row.read = read_config<config_from_json>;
    row.write = write_config<Config>;
    row.set_vocabularies = set_vocabularies;
    row.vocabularies = vocabularies;
    row.declare = of_config<declare<float>>;
    row.complete = complete_facts;
    row.brief = of_config<brief>;
    row.made_of = of_config<made_of>;
    row.attention_words = of_config<attention_words>;
    row.in_words = of_config<in_words>;
    row.outline = of_config<outline_of>;
    row.run = run;
    row.quantities = quantities;
    row.part_of = part_of;
    row.described = of_config<described>;
    row.lessons = of_config<make_lessons>;
    return row;
}

} // namespace

constinit const heed::Architecture architecture = row();

const heed::Architecture& architecture_of(const Config&) { return architecture; }

} // namespace heed::pointer
