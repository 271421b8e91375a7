#include "core/models/entity/architecture.h"

#include "core/base/error.h"
#include "core/models/at_once.h"
#include "core/models/entity/entity.h"
#include "core/models/entity/facts.h"
#include "core/models/entity/lessons.h"
#include "core/models/entity/phases.h"
#include "core/models/entity/run.h"
#include "core/models/entity/values.h"
#include "core/models/model.h"

namespace heed::entity {
namespace {

using namespace std::string_view_literals;

void set_vocabularies(Configuration& configuration, int source, int) {
    configuration.edit<Config>().vocabulary = source;
}
/// It answers with the words that it reads.
heed::Architecture::Vocabularies vocabularies(const Configuration&) { return {true, false, 0}; }

std::string_view keys_of(const Config& config) { return config.tied() ? "tied" : "free"; }

void complete_facts(Model& model) {
    const Config& config = model.config.as<Config>();
    for (const int word : config.memory.entities)
        if (word >= config.vocabulary)
            throw Error(model.name + ": config.json", "memory.entities",
                        "ids of the " + std::to_string(config.vocabulary) + " words of source.vocab.json",
                        std::to_string(word));
    model.facts.score = keys_of(config);
    model.facts.alignment = "global";
    model.facts.edit<EntityFacts>() = {config};
}

ModelBrief brief(const Config& config) {
    const std::string keys(keys_of(config));
    return {keys, "global", keys, "none", config.embedding};
}

std::string slots_of(const Config& config) { return std::to_string(config.memory.slots) + " slots"; }

std::string made_of(const Config& config) {
    return "entity network " + std::to_string(config.embedding) + ", " + slots_of(config) + ", " +
           std::string(keys_of(config)) + " keys";
}

std::string attention_words(const Config& config) {
    return "a gate for each of " + slots_of(config) + ", whose keys are " +
           (config.tied() ? "tied to words" : "learned freely");
}

std::string in_words(const Config& config) {
    return "A recurrent entity network (" + slots_of(config) + " of " + std::to_string(config.embedding) +
           ") that reads sentence by sentence, with " + attention_words(config) +
           ", and answers the question with a word";
}

Outline outline(const Configuration&, int, int) { return outline_of(1); }

std::span<const Quantity> quantities() {
    static const std::vector<Quantity> all = quantities_of(values());
    return all;
}

constexpr TensorRow parts[] = {
    {"embedding.weight", {"Input", Role::Text, "a vector for each word"}},
    {"story.mask", {"Input", Role::Text, "f: what counts at each place of a sentence"}},
    {"question.mask", {"Input", Role::Text, "f: what counts at each place of a question"}},
    {"keys.weight", {"Memory", Role::Attention, "w: what each slot listens for"}},
    {"gate.bias", {"Memory", Role::Attention, "b: how readily each slot opens"}},
    {"update.U", {"Memory", Role::Forward, "U: what is written by what the slot holds"}},
    {"update.V", {"Memory", Role::Forward, "V: what is written by the slot's key"}},
    {"update.W", {"Memory", Role::Forward, "W: what is written by the sentence"}},
    {"update.bias", {"Memory", Role::Forward, "b: bias of what is written"}},
    {"update.slope", {"Memory", Role::Forward, "how much of what is below 0 is let through"}},
    {"answer.H", {"Answer", Role::Decoder, "H: what is read of the slots that answer"}},
    {"answer.R", {"Answer", Role::Output, "R: what each word's score is read from"}},
};

TensorPart part_of(const Configuration&, std::string_view tensor) { return part_in(parts, tensor); }

std::vector<std::pair<std::string, std::string>> described(const Config& config) {
    return {{"reads", "sentences of at most " + std::to_string(config.words) +
                          " words, then a question of at most " + std::to_string(config.question_words)},
            {"memory", slots_of(config) + " of " + std::to_string(config.embedding) + " numbers, " +
                           (config.tied() ? "one for each of some words" : "keys learned freely")},
            {"forgets by", config.memory.normalise ? "bringing each slot to length 1" : "nothing"},
            {"answers with", "a word that it can read"}};
}

constexpr std::array objects = {"input"sv, "embedding"sv, "memory"sv, "activation"sv};

constexpr heed::Architecture row() {
    heed::Architecture row{};
    row.id = "entity";
    row.title = "Recurrent entity network";
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
    row.outline = outline;
    row.run = run;
    row.quantities = quantities;
    row.part_of = part_of;
    row.described = of_config<described>;
    row.lessons = of_config<make_lessons>;
    row.initialise = initialise;
    return row;
}

} // namespace

constinit const heed::Architecture architecture = row();

} // namespace heed::entity
