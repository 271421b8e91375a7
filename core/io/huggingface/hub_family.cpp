#include "core/io/huggingface/hub_family.h"

#include "core/io/huggingface/hub_tables.h"

#include <algorithm>

namespace heed::io {
namespace {

constexpr std::string_view model_prefix[] = {"model."}, gpt2_prefix[] = {"transformer."},
                           bert_prefix[] = {"bert."}, roberta_prefix[] = {"roberta."},
                           distilbert_prefix[] = {"distilbert."};

constexpr HubTables bart_tables = {"encoder.embed_tokens.weight|shared.weight",
                                   "decoder.embed_tokens.weight|shared.weight", "lm_head.weight"};

constexpr HubFixedKey marian_fixed[] = {
    {"normalize_before", "false", "norms after each part, as every MarianMT model has"},
    {"normalize_embedding", "false", "embeddings without a norm, as every MarianMT model has"}};
constexpr HubFixedKey bart_fixed[] = {{"normalize_before", "false", "norms after each part"},
                                      {"normalize_embedding", "true", "embeddings with a norm"}};
constexpr HubFixedKey mbart_fixed[] = {{"normalize_before", "true", "norms before each part"},
                                       {"normalize_embedding", "true", "embeddings with a norm"}};
constexpr HubFixedKey pegasus_fixed[] = {{"normalize_before", "true", "norms before each part"},
                                         {"normalize_embedding", "false", "embeddings without a norm"}};

constexpr std::string_view computed = "positions, which are computed", extra = "a head that names no words",
                           mask = "a mask", old = "what old files carry and no model reads";
/// The weight and the bias of a head's layer.
constexpr HubIgnored head(std::string_view name) { return {name, extra, -1, true}; }
constexpr HubIgnored bart_ignored[] = {{"*.embed_positions.weights", computed},
                                       {"*.version", old},
                                       head("classification_head.dense"),
                                       head("classification_head.out_proj"),
                                       head("qa_outputs")};
constexpr HubIgnored halves_ignored[] = {
    {"*.embed_positions.weight", computed}, {"*.embed_positions.weights", computed}, {"*.version", old},
    head("classification_head.dense"),      head("classification_head.out_proj"),    head("qa_outputs")};
constexpr HubIgnored t5_ignored[] = {
    {"decoder.block.*.layer.1.EncDecAttention.relative_attention_bias.weight", old},
    head("classification_head.dense"),
    head("classification_head.out_proj"),
    head("qa_outputs")};
constexpr HubIgnored gpt2_ignored[] = {{"h.*.attn.bias", mask, 4},
                                       {"h.*.attn.masked_bias", mask},
                                       head("score"),
                                       head("classifier"),
                                       head("classifier.dense"),
                                       head("classifier.out_proj"),
                                       head("qa_outputs"),
                                       head("multiple_choice_head.summary"),
                                       head("multiple_choice_head.linear")};
constexpr HubIgnored bert_ignored[] = {{"embeddings.position_ids", "numbers of places, which are counted"},
                                       {"embeddings.token_type_ids", "segments, which are counted"},
                                       head("pooler.dense"),
                                       head("cls.seq_relationship"),
                                       head("classifier"),
                                       head("classifier.dense"),
                                       head("classifier.out_proj"),
                                       head("qa_outputs"),
                                       head("pre_classifier")};

/// A family that is another but for this.
template <class Change>
HubFamily changed(HubFamily family, const Change& by) {
    by(family);
    return family;
}

} // namespace

std::span<const HubFamily> hub_families() {
    using namespace hub;
    using P = HubPositions;
    constexpr std::string_view names = "embeddings.word_embeddings.weight";
    static const HubFamily t5 = {.type = "t5",
                                 .title = "T5",
                                 .norm_before = true,
                                 .last_norm = true,
                                 .root_mean_square = true,
                                 .biases = false,
                                 .positions = P::Buckets,
                                 .usual = {.activation = "relu",
                                           .epsilon = 1e-6,
                                           .heads = 8,
                                           .head_size = 64,
                                           .pad = 0,
                                           .start = 0,
                                           .end = 1},
                                 .keys = t5_keys(),
                                 .aliases = t5_aliases(),
                                 .tables = bart_tables,
                                 .tensors = t5_tensors(),
                                 .ignored = t5_ignored};
    static const HubFamily roberta = {.type = "roberta",
                                      .title = "RoBERTa",
                                      .parts = HubParts::Encoder,
                                      .embedding_norm = true,
                                      .gelu_head = true,
                                      .after_pad = true,
                                      .usual = {.epsilon = 1e-12, .heads = 12, .pad = 1},
                                      .prefixes = roberta_prefix,
                                      .keys = bert_keys(),
                                      .tables = {names, {}, "lm_head.decoder.weight"},
                                      .tensors = roberta_tensors(),
                                      .ignored = bert_ignored};
    static const HubFamily families[] = {
        {.type = "marian",
         .title = "MarianMT",
         .output_bias_learned = true,
         .positions = P::Halves,
         .usual = {.heads = 16, .pad = 58100, .start = 58100, .end = 0, .forced_last = 0},
         .prefixes = model_prefix,
         .keys = bart_keys(),
         .aliases = bart_aliases(),
         .fixed = marian_fixed,
         .tables = bart_tables,
         .tensors = bart_tensors(),
         .ignored = halves_ignored},
        {.type = "bart",
         .title = "BART",
         .embedding_norm = true,
         .position_offset = 2,
         .usual = {.heads = 16, .pad = 1, .start = 2, .begin = 0, .end = 2, .forced_last = 2},
         .prefixes = model_prefix,
         .keys = bart_keys(),
         .aliases = bart_aliases(),
         .fixed = bart_fixed,
         .tables = bart_tables,
         .tensors = bart_tensors(),
         .ignored = bart_ignored},
        {.type = "mbart",
         .title = "mBART",
         .norm_before = true,
         .embedding_norm = true,
         .last_norm = true,
         .position_offset = 2,
         .usual = {.heads = 16, .pad = 1, .begin = 0, .end = 2, .forced_last = 2},
         .prefixes = model_prefix,
         .keys = bart_keys(),
         .aliases = bart_aliases(),
         .fixed = mbart_fixed,
         .tables = bart_tables,
         .tensors = bart_tensors(),
         .ignored = bart_ignored},
        {.type = "m2m_100",
         .title = "M2M-100 or NLLB",
         .norm_before = true,
         .last_norm = true,
         .positions = P::FromPad,
         .after_pad = true,
         .usual = {.activation = "relu",
                   .scale_embedding = true,
                   .heads = 16,
                   .pad = 1,
                   .start = 2,
                   .begin = 0,
                   .end = 2},
         .prefixes = model_prefix,
         .keys = bart_keys(),
         .aliases = bart_aliases(),
         .tables = bart_tables,
         .tensors = m2m_tensors(),
         .ignored = halves_ignored},
        {.type = "pegasus",
         .title = "PEGASUS",
         .norm_before = true,
         .last_norm = true,
         .positions = P::Halves,
         .usual = {.heads = 16, .pad = 0, .start = 0, .end = 1, .forced_last = 1},
         .prefixes = model_prefix,
         .keys = bart_keys(),
         .aliases = bart_aliases(),
         .fixed = pegasus_fixed,
         .tables = bart_tables,
         .tensors = bart_tensors(),
         .ignored = halves_ignored},
        t5,
        changed(t5,
                [](HubFamily& f) {
                    f.type = "mt5", f.title = "mT5";
                    f.usual.activation = "gated-gelu";
                    f.usual.tied_output = false;
                    f.usual.heads = 6;
                }),
        changed(t5,
                [](HubFamily& f) {
                    f.type = "umt5", f.title = "UMT5";
                    f.every_layer_relative = true;
                    f.usual.activation = "gated-gelu";
                    f.usual.heads = 6;
                }),
        {.type = "gpt2",
         .title = "GPT-2",
         .parts = HubParts::Decoder,
         .norm_before = true,
         .last_norm = true,
         .usual = {.activation = "gelu_new", .heads = 12, .begin = 50256, .end = 50256},
         .prefixes = gpt2_prefix,
         .keys = gpt2_keys(),
         .aliases = gpt2_aliases(),
         .tables = {"wte.weight", "wte.weight", "lm_head.weight"},
         .tensors = gpt2_tensors(),
         .ignored = gpt2_ignored},
        {.type = "bert",
         .title = "BERT",
         .parts = HubParts::Encoder,
         .embedding_norm = true,
         .usual = {.epsilon = 1e-12, .heads = 12, .pad = 0},
         .prefixes = bert_prefix,
         .keys = bert_keys(),
         .tables = {names, {}, "cls.predictions.decoder.weight"},
         .tensors = bert_tensors(),
         .ignored = bert_ignored},
        roberta,
        changed(roberta, [](HubFamily& f) { f.type = "xlm-roberta", f.title = "XLM-RoBERTa"; }),
        {.type = "distilbert",
         .title = "DistilBERT",
         .parts = HubParts::Encoder,
         .embedding_norm = true,
         .usual = {.epsilon = 1e-12, .heads = 12, .pad = 0},
         .prefixes = distilbert_prefix,
         .keys = distilbert_keys(),
         .aliases = distilbert_aliases(),
         .tables = {names, {}, "vocab_projector.weight"},
         .tensors = distilbert_tensors(),
         .ignored = bert_ignored},
    };
    return families;
}

const HubFamily* find_hub_family(std::string_view type) {
    const auto all = hub_families();
    const auto it = std::find_if(all.begin(), all.end(), [&](const HubFamily& f) { return f.type == type; });
    return it == all.end() ? nullptr : &*it;
}

std::string hub_family_names() {
    std::string names;
    for (const HubFamily& family : hub_families())
        names += (names.empty() ? "" : ", ") + std::string(family.type);
    return names;
}

} // namespace heed::io
