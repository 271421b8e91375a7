#include "tests/support/sample_recall.h"

#include "core/models/one_rnn/architecture.h"
#include "core/models/one_rnn/one_rnn.h"
#include "core/tasks/recall.h"
#include "core/train/initialise.h"

namespace heed {

Model sample_recall_model(one_rnn::Config kind) {
    kind.encoder = {.embedding = 5, .hidden = 12, .end = kind.self_attention()};
    kind.attention.size = 6;
    if (kind.kind == one_rnn::Kind::KeyValuePredict) kind.attention.roles = 3;
    std::vector<std::string> words{"<pad>", "<s>", "</s>", "<unk>"};
    for (std::string& word : tasks::recall_words()) words.push_back(std::move(word));
    kind.vocabulary = static_cast<int>(words.size());
    Model model;
    model.name = "recall/sample";
    model.task = "recall";
    model.source = Vocabulary(std::move(words), {.begins = false, .ends = false});
    model.tokenizer = {TokenLevel::Word, true};
    model.parameters = one_rnn::declare<float>(kind);
    Random random(7);
    train::initialise(model.parameters, random);
    model.config = kind;
    complete(model);
    return model;
}

} // namespace heed
