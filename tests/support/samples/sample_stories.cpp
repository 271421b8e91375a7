#include "tests/support/samples/sample_stories.h"

#include "core/models/entity/architecture.h"
#include "core/models/entity/entity.h"
#include "core/tasks/stories/stories.h"

namespace heed {

Model sample_story_model(entity::Keys keys, int slots) {
    entity::Config config;
    config.words = 5;
    config.question_words = 4;
    config.embedding = 8;
    config.memory.keys = keys;
    config.memory.slots = slots;
    for (int j = 0; keys == entity::Keys::Tied && j < slots; ++j) config.memory.entities.push_back(4 + j);
    std::vector<std::string> words{"<pad>", "<s>", "</s>", "<unk>"};
    for (std::string& word : tasks::story_words()) words.push_back(std::move(word));
    config.vocabulary = static_cast<int>(words.size());
    Model model;
    model.name = "stories/sample";
    model.task = "stories";
    model.source = Vocabulary(std::move(words), {.begins = false, .ends = false});
    model.tokenizer = {TokenLevel::Word, true};
    model.parameters = entity::declare<float>(config);
    Random random(7);
    entity::initialise(model.parameters, random);
    model.config = config;
    complete(model);
    return model;
}

} // namespace heed
