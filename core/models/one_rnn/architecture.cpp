#include "core/models/one_rnn/architecture.h"

#include "core/models/at_once.h"
#include "core/models/model.h"
#include "core/models/one_rnn/facts.h"
#include "core/models/one_rnn/lessons.h"
#include "core/models/one_rnn/one_rnn.h"
#include "core/models/one_rnn/phases.h"
#include "core/models/one_rnn/run.h"
#include "core/models/one_rnn/values.h"

#include <algorithm>

namespace heed::one_rnn {
namespace {

using namespace std::string_view_literals;

void set_vocabularies(Configuration& configuration, int source, int) {
    configuration.edit<Config>().vocabulary = source;
}
/// It answers with the words that it reads.
heed::Architecture::Vocabularies vocabularies(const Configuration&) { return {true, false, 0}; }

std::string score_of(const Config& config) {
    return std::string(score_name(config.kind, config.attention.score));
}

void complete_facts(Model& model) {
    const Config& config = model.config.as<Config>();
    model.facts.score = score_of(config);
    model.facts.alignment = "global";
    model.facts.edit<OneRnnFacts>() = {config};
}

/// What it is called in its family: the word that sets it apart.
std::string function_of(const Config& config) {
    if (config.self_attention()) return score_of(config);
    if (config.kind == Kind::KeyValue && config.attention.roles == 1) return "key-value-plain";
    return std::string(id(config.kind));
}

std::string_view cell_of(const Config& config) { return config.self_attention() ? "rnn" : "lstm"; }

ModelBrief brief(const Config& config) {
    return {score_of(config), "global", function_of(config), std::string(cell_of(config)),
            config.encoder.hidden};
}

/// Of rnn-self-attention, by its score.
constexpr std::string_view score_words[] = {"the mean of the products", "the sum of the products",
                                            "the products over the root of their number",
                                            "a learned product"};

std::string attention_words(const Config& config) {
    if (!config.attends()) return "no attention (a plain recurrent network)";
    switch (config.kind) {
    case Kind::SelfAttention:
        return "attention over its own past states, compared by " +
               std::string(score_words[static_cast<std::size_t>(config.attention.score)]);
    case Kind::Lstmn:
        return "attention over its own past on two tapes, which stands in for the last state";
    case Kind::KeyValue:
    case Kind::KeyValuePredict:
        break;
    }
    const std::string window = "the last " + std::to_string(config.attention.window) + " states, ";
    return "attention over " + window +
           (config.attention.roles == 1   ? "each of them key and value at once"
            : config.attention.roles == 2 ? "each cut into key and value"
                                          : "each cut into key, value and prediction");
}

std::string made_of(const Config& config) {
    const std::string size = std::to_string(config.encoder.hidden);
    if (config.self_attention())
        return "RNN " + size + ", " + (config.attends() ? "own past, " : "") + score_of(config);
    return (config.kind == Kind::Lstmn ? "LSTMN " : "LSTM ") + size +
           (config.kind == Kind::Lstmn ? "" : ", " + function_of(config));
}

std::string in_words(const Config& config) {
    return "One recurrent network (" + std::string(config.self_attention() ? "tanh" : "LSTM") + " " +
           std::to_string(config.encoder.hidden) + ", embedding " + std::to_string(config.encoder.embedding) +
           ") that reads word by word, with " + attention_words(config) +
           ", and answers with a word after the last";
}

Outline outline(const Config& config, int source_length, int) { return outline_of(config, source_length); }

template <Kind kind>
std::span<const Quantity> quantities() {
    static const std::vector<Quantity> all = quantities_of(values(kind));
    return all;
}

constexpr TensorRow parts[] = {
    {"embedding.weight", {"Input", Role::Text, "a vector for each word"}},
    {"cell.weight_ih", {"Cell", Role::Forward, "what the cell reads of a word"}},
    {"cell.weight_hh",
     {"Cell", Role::Forward, "what the cell keeps of the state, and of what was looked up"}},
    {"cell.bias", {"Cell", Role::Forward, "bias of each unit"}},
    {"cell.bias_ih", {"Cell", Role::Forward, "bias of each gate"}},
    {"cell.bias_hh", {"Cell", Role::Forward, "bias of each gate"}},
    {"attention.W",
     {"Attention", Role::Attention, "W: which part of a state asks for which part of another"}},
    {"attention.Wh", {"Attention", Role::Attention, "what is read of a state that is looked at"}},
    {"attention.Wx", {"Attention", Role::Attention, "what is asked by the word that is read"}},
    {"attention.Wt", {"Attention", Role::Attention, "what is asked by what was looked up before"}},
    {"attention.Wq", {"Attention", Role::Attention, "what is asked by the newest key"}},
    {"attention.b", {"Attention", Role::Attention, "bias of the comparison"}},
    {"attention.v", {"Attention", Role::Attention, "v: how much each unit of the comparison counts"}},
    {"readout.combine.weight", {"Answer", Role::Decoder, "what is made of the read value and the state"}},
    {"readout.combine.bias", {"Answer", Role::Decoder, "bias of each unit"}},
    {"output.weight", {"Answer", Role::Output, "what each word's score is read from"}},
    {"output.bias", {"Answer", Role::Output, "bias of each word"}},
};

TensorPart part_of(const Configuration&, std::string_view tensor) { return part_in(parts, tensor); }

std::vector<std::pair<std::string, std::string>> described(const Config& config) {
    const std::string size = std::to_string(config.encoder.hidden);
    std::vector<std::pair<std::string, std::string>> rows = {
        {"reads", "words (embedding " + std::to_string(config.encoder.embedding) + ")" +
                      (config.encoder.end ? ", the end token last" : "")},
        {"cell", config.self_attention() ? "tanh, " + size + " units" : "LSTM, " + size + " units"},
        {"attention", attention_words(config)},
        {"answers with", "a word that it can read, after the last one"}};
    if (config.key_value())
        rows.insert(rows.end() - 1, {"parts of a state", std::to_string(config.attention.roles) + " of " +
                                                             std::to_string(config.part())});
    return rows;
}

constexpr std::array plain_objects = {"encoder"sv, "attention"sv};
constexpr std::array readout_objects = {"encoder"sv, "attention"sv, "readout"sv};

template <Kind kind>
heed::Architecture row(std::string_view title, std::span<const std::string_view> objects) {
    heed::Architecture row{};
    row.id = id(kind);
    row.title = title;
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
    row.outline = of_config<outline>;
    row.run = run;
    row.quantities = quantities<kind>;
    row.part_of = part_of;
    row.described = of_config<described>;
    row.lessons = of_config<make_lessons>;
    return row;
}

} // namespace

const std::array<heed::Architecture, 4> architectures = {
    row<Kind::SelfAttention>("Recurrent network over its own past", plain_objects),
    row<Kind::Lstmn>("Long short-term memory-network", plain_objects),
    row<Kind::KeyValue>("Key-value attention", readout_objects),
    row<Kind::KeyValuePredict>("Key-value-predict attention", readout_objects)};

const heed::Architecture& architecture_of(const Config& config) {
    return architectures[static_cast<std::size_t>(config.kind)];
}

} // namespace heed::one_rnn
