#include "tests/support/random_model.h"

#include "core/base/random.h"
#include "core/models/seq2seq.h"

namespace heed::test {

Model random_model(Seq2SeqConfig config, std::uint64_t seed, double scale) {
    std::vector<std::string> tokens{"<pad>", "<s>", "</s>", "<unk>"};
    for (char c : std::string(" ,-./0123456789abcdefghijklmnopqrstuvwxyz"))
        tokens.push_back(std::string(1, c));
    Model model;
    model.name = "random";
    model.task = "dates";
    model.source = model.target = Vocabulary(tokens);
    model.tokenizer = {TokenLevel::Character, true};
    config.source_vocabulary = config.target_vocabulary = model.source.size();
    model.config = config;
    model.parameters = declare_seq2seq<float>(config);
    Random random(seed);
    for (int k = 0; k < model.parameters.size(); ++k)
        for (Eigen::Index n = 0; n < model.parameters[k].value.size(); ++n)
            model.parameters[k].value.data()[n] = static_cast<float>(random.uniform(-scale, scale));
    complete(model);
    return model;
}

} // namespace heed::test
