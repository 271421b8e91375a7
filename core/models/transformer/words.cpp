#include "core/models/transformer/words.h"

namespace heed::transformer {

std::string head_words(const Config::Side& side) {
    return std::to_string(side.layers) + (side.layers == 1 ? " layer" : " layers") + " of " +
           std::to_string(side.heads) + (side.heads == 1 ? " head" : " heads");
}

std::string layer_words(const Config& config) {
    if (!config.crosses()) return head_words(config.last());
    const std::string encoder = head_words(config.encoder), decoder = head_words(config.decoder);
    return encoder == decoder ? encoder + " a side" : encoder + " and " + decoder;
}

std::string size_words(const Config& config) {
    return "Transformer " + std::to_string(config.last().size) + ", " + layer_words(config);
}

std::string shown_words(const Config& config) {
    const int layer = config.attention.layer > 0 ? config.attention.layer : config.last().layers;
    const std::string head = config.attention.head > 0
                                 ? "head " + std::to_string(config.attention.head)
                                 : "mean of " + std::to_string(config.last().heads) + " heads";
    return "layer " + std::to_string(layer) + ", " + head;
}

std::string shown_words(const TransformerFacts& facts) {
    return facts.shown.empty() ? shown_words(facts.config) : facts.shown;
}

} // namespace heed::transformer
