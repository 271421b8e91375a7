#include "core/models/transformer/words.h"

#include <algorithm>

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

HeadEdits shown_edits(const Trace& run) {
    const TransformerFacts& facts = transformer_facts(run);
    const Config& config = facts.config;
    const HeadKind kind = config.crosses()   ? HeadKind::Cross
                          : config.decodes() ? HeadKind::Decoder
                                             : HeadKind::Encoder;
    const int layer = config.attention.layer > 0 ? config.attention.layer : config.last().layers;
    const auto shown = [&](const HeadPlace& place) {
        if (!facts.shown.empty())
            return std::find(facts.shown_heads.begin(), facts.shown_heads.end(), place) !=
                   facts.shown_heads.end();
        return place.kind == kind && place.layer + 1 == layer &&
               (config.attention.head == 0 || place.head + 1 == config.attention.head);
    };
    HeadEdits found;
    for (const auto& [place, edit] : run.request.edits.heads)
        if (shown(place)) found.emplace(place, edit);
    return found;
}

std::string shown_words(const Trace& run) {
    const HeadEdits edits = shown_edits(run);
    const bool one = edits.size() == 1 && transformer_facts(run).shown_heads.size() == 1;
    return shown_words(transformer_facts(run)) +
           (one ? ", " + head_edit_brief(edits.begin()->second) : heads_changed_words(edits));
}

} // namespace heed::transformer
