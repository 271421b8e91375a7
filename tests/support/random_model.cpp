#include "tests/support/random_model.h"

#include "core/base/random.h"
#include "core/decode/run.h"
#include "core/models/seq2seq/network.h"

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

Trace random_trace(Seq2SeqConfig config, const std::string& source, const std::string& target) {
    Request request;
    request.text = source;
    request.target = target;
    return decode::run(random_model(std::move(config)), request);
}

Seq2SeqConfig config_of(const std::string& function, Order order) {
    Seq2SeqConfig config;
    config.encoder.embedding = config.decoder.embedding = 6;
    config.encoder.hidden = 8;
    config.decoder.hidden = 16;
    config.attention.size = 10;
    config.decoder.order = order;
    set_function(config.attention, function);
    if (config.attention.window > 0) config.attention.window = 2;
    if (config.attention.positions > 0) config.attention.positions = 12;
    return config;
}

} // namespace heed::test
