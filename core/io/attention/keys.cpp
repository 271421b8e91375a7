#include "core/io/attention/keys.h"

#include <algorithm>
#include <array>

namespace heed::io {

namespace {

using enum KeyMeaning;
constexpr Between across = Between::OutputsAndSources;
constexpr AttentionKey attention_keys[] = {
    {"source", Source},
    {"src", Source},
    {"source_tokens", Source},
    {"source_sent", Source},
    {"source_words", Source},
    {"src_tokens", Source},
    {"src_words", Source},
    {"article_lst", Source},
    {"input", Source},
    {"input_tokens", Source},
    {"encoder_tokens", Source},
    {"encoder", Source},
    {"right_text", Source},
    {"target", Target},
    {"tgt", Target},
    {"trg", Target},
    {"target_tokens", Target},
    {"target_sent", Target},
    {"target_words", Target},
    {"tgt_tokens", Target},
    {"tgt_words", Target},
    {"trg_tokens", Target},
    {"decoded_lst", Target},
    {"output", Target},
    {"output_tokens", Target},
    {"decoder_tokens", Target},
    {"decoder", Target},
    {"hypothesis", Target},
    {"translation", Target},
    {"left_text", Target},
    {"tokens", Tokens},
    {"words", Tokens},
    {"attention", Weights, across, true},
    {"attentions", Weights, across, true},
    {"attention_weights", Weights, across, true},
    {"attention_probs", Weights, across, true},
    {"cross_attention", Weights, across, true},
    {"cross_attentions", Weights, across, true},
    {"attn_dists", Weights, across, true},
    {"attn_weights", Weights, across, true},
    {"attn", Weights, across, true},
    {"source_attributions", Weights, across, true, true}, // Inseq's, of its attention method
    {"att", Weights, across, true},
    {"attention_matrix", Weights, across, true},
    {"attention_scores", Weights, across, true},
    {"attention_map", Weights, across, true},
    {"attention_maps", Weights, across, true},
    {"attn_matrix", Weights, across, true},
    {"attns", Weights, across, true},
    {"weights", Weights},
    {"alignment", Weights},
    {"alignments", Weights},
    {"matrix", Weights},
    {"encoder_attention", Weights, Between::Sources, true},
    {"encoder_attentions", Weights, Between::Sources, true},
    {"decoder_attention", Weights, Between::Outputs, true},
    {"decoder_attentions", Weights, Between::Outputs, true},
};

} // namespace

const AttentionKey* find_key(std::string_view key) {
    const auto* row = std::find_if(std::begin(attention_keys), std::end(attention_keys),
                                   [&](const AttentionKey& known) { return known.key == key; });
    return row == std::end(attention_keys) ? nullptr : row;
}

bool is_key(KeyMeaning meaning, std::string_view key) {
    const AttentionKey* row = find_key(key);
    return row != nullptr && row->meaning == meaning;
}

bool is_of_layers(const AttentionKey& key) {
    return key.meaning == KeyMeaning::Weights && key.key.ends_with("attentions");
}

} // namespace heed::io
