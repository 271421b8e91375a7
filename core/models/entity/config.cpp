#include "core/models/entity/config.h"

#include "core/base/error.h"
#include "core/models/config_section.h"

#include <array>
#include <nlohmann/json.hpp>

namespace heed::entity {
namespace {

using Json = nlohmann::json;
using namespace std::string_view_literals;

constexpr std::array key_words = {"tied"sv, "free"sv}; // in the order of Keys
// Words of which there is one.
constexpr std::array story_input = {"story"sv};
constexpr std::array activations = {"prelu"sv};

void read_memory(const ConfigSection& memory, const std::string& subject, Config::Memory& value) {
    memory.word("keys", value.keys, key_words);
    memory.boolean("gate_bias", value.gate_bias);
    memory.boolean("update_bias", value.update_bias);
    memory.boolean("normalise", value.normalise);
    if (value.keys == Keys::Free) {
        if (memory.has("entities"))
            throw Error(subject, "memory.entities", "none where keys are free", "a list");
        memory.integer("slots", value.slots, 1, largest_size);
        return;
    }
    memory.integers("entities", value.entities, 0, largest_size);
    if (value.entities.empty())
        throw Error(subject, "memory.entities", "the id of a word for each slot, for the keys are tied",
                    "none");
    value.slots = static_cast<int>(value.entities.size());
    int said = value.slots;
    memory.integer("slots", said, 1, largest_size);
    if (said != value.slots)
        throw Error(subject, "memory.slots",
                    std::to_string(value.slots) + ", one for each of memory.entities", std::to_string(said));
}

} // namespace

Config config_from_json(const Json& config, const std::string& subject) {
    const ConfigSection input(config, "input", subject);
    const ConfigSection memory(config, "memory", subject);
    const ConfigSection own = ConfigSection::beside(config, subject);
    Config value;
    input.only("kind", story_input);
    input.integer("words", value.words, 1, largest_size);
    input.integer("question_words", value.question_words, 1, largest_size);
    own.integer("embedding", value.embedding, 1, largest_size);
    own.only("activation", activations);
    read_memory(memory, subject, value.memory);
    return value;
}

void to_json(Json& config, const Config& value) {
    config["architecture"] = "entity";
    config["input"] = {{"kind", "story"}, {"words", value.words}, {"question_words", value.question_words}};
    config["embedding"] = value.embedding;
    config["memory"] = {{"slots", value.memory.slots},
                        {"keys", words::name_in<Keys>(key_words, value.memory.keys)},
                        {"gate_bias", value.memory.gate_bias},
                        {"update_bias", value.memory.update_bias},
                        {"normalise", value.memory.normalise}};
    if (value.tied()) config["memory"]["entities"] = value.memory.entities;
    config["activation"] = "prelu";
}

} // namespace heed::entity
