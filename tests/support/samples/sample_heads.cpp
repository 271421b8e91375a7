#include "tests/support/samples/sample_heads.h"

#include "core/analysis/heads/pairs/corpus.h"
#include "core/base/random.h"
#include "core/models/transformer/architecture.h"
#include "core/models/transformer/parameters.h"
#include "core/models/transformer/values.h"
#include "core/trace/words/words.h"

namespace heed::test {
namespace {

constexpr int sample_words = 9;

/// The source's word that the n-th written stands for.
int linked_word(int n) { return n == 1 ? 2 : n == 2 ? 1 : n; }

MatrixXf sample_weights(int layer, int head) {
    constexpr int places = sample_words + 1;
    MatrixXf weights = MatrixXf::Constant(places, places, 1.0f / places);
    const float strong = layer == 1 && head == 2 ? 0.91f : layer == 0 && head == 1 ? 0.55f : 0.0f;
    for (int i = 0; i < places; ++i) {
        const int looking = head == 2 ? sample_words : sample_words - 2;
        const int at = strong > 0 && i < looking ? linked_word(i) : sample_words;
        const float most = strong > 0 ? strong : 0.82f;
        if (strong == 0 && head != 0) continue;
        weights.col(i).setConstant((1 - most) / (places - 1));
        weights(at, i) = most;
    }
    return weights;
}

TraceToken sample_token(const std::string& text) {
    TraceToken token;
    token.text = text;
    token.is_end = text == "</s>";
    return token;
}

} // namespace

Trace sample_heads(int layers, int heads) {
    Trace run;
    for (const char* text : {"the", "green", "bank", "of", "the", "river", "was", "dry", ".", "</s>"})
        run.source.push_back(sample_token(text));
    for (const char* text : {"la", "rive", "verte", "du", "fleuve", "était", "sèche", "aussi", ".", "</s>"}) {
        TraceStep step;
        step.token = sample_token(text);
        run.steps.push_back(step);
    }
    for (int l = 0; l < layers; ++l)
        for (int h = 0; h < heads; ++h)
            run.set({transformer::decoder_values.cross.weights, l, h}, sample_weights(l, h));
    return run;
}

HeadReport sample_head_corpus(const Trace& run) {
    heads::Gold gold;
    for (int n = 0; n < sample_words; ++n) gold.sure.push_back({linked_word(n), n});
    gold.possible = gold.sure;
    heads::Corpus corpus;
    for (int pair = 0; pair < 4; ++pair) corpus.add(heads::measure_run(run, words_of(run), &gold));
    HeadReport report;
    for (const auto& head : corpus.heads()) report.all.push_back({head.head, head.sums});
    report.diagonal = corpus.diagonal_error();
    report.choice = corpus.choose();
    report.runs = report.judged = 4;
    report.over = "4 pairs with links";
    return report;
}

Model small_transformer() {
    transformer::Config config;
    config.encoder = config.decoder = {2, 2, 8, 0, 12};
    config.source_vocabulary = config.target_vocabulary = 12;
    return small_transformer(config);
}

Model small_decoder() {
    transformer::Config config;
    config.kind = transformer::Kind::Decoder;
    config.decoder = {2, 2, 8, 0, 12};
    config.source_vocabulary = config.target_vocabulary = 12;
    return small_transformer(config);
}

Model small_transformer(const transformer::Config& config) {
    std::vector<std::string> tokens{"<pad>", "<s>", "</s>", "<unk>"};
    for (const char letter : std::string("abcdefgh")) tokens.push_back(std::string(1, letter));
    Model model;
    model.name = "small";
    model.source = model.target = Vocabulary(tokens);
    model.tokenizer = {TokenLevel::Word, true};
    model.config = config;
    model.parameters = transformer::declare<float>(config);
    Random random(1);
    for (int k = 0; k < model.parameters.size(); ++k)
        for (float& value : model.parameters[k].value.reshaped())
            value = static_cast<float>(random.uniform(-0.5, 0.5));
    complete(model);
    return model;
}

} // namespace heed::test
