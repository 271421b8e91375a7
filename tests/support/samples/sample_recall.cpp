#include "tests/support/samples/sample_recall.h"

#include "core/decode/run.h"
#include "core/models/one_rnn/architecture.h"
#include "core/models/one_rnn/one_rnn.h"
#include "core/tasks/items/recall.h"
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

std::vector<one_rnn::Config> one_rnn_kinds() {
    std::vector<one_rnn::Config> kinds;
    for (const auto score : {one_rnn::Score::Mean, one_rnn::Score::Sum, one_rnn::Score::Scaled,
                             one_rnn::Score::Bilinear, one_rnn::Score::None}) {
        kinds.emplace_back();
        kinds.back().attention.score = score;
    }
    for (const auto kind : {one_rnn::Kind::Lstmn, one_rnn::Kind::KeyValue, one_rnn::Kind::KeyValuePredict}) {
        kinds.emplace_back();
        kinds.back().kind = kind;
    }
    kinds.emplace_back(kinds[6]); // one part for all, and a window that cuts
    kinds.back().attention.roles = 1;
    kinds.back().attention.window = 4;
    return kinds;
}

Trace sample_recall_run(const one_rnn::Config& kind, const std::string& text, const std::set<int>& muted) {
    const Model model = sample_recall_model(kind);
    Request request;
    request.model = model.name;
    request.text = text;
    request.edits.muted = muted;
    return decode::run(model, request);
}

} // namespace heed
