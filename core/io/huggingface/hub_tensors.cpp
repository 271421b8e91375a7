#include "core/io/huggingface/hub_tables.h"

namespace heed::io::hub {
namespace {

// Marian, BART, mBART, M2M-100, PEGASUS
constexpr HubTensor bart_rows[] = {
    {"{s}.positions.weight", "{s}.embed_positions.weight"},
    {"{s}.embedding.norm.{n}", "{s}.layernorm_embedding.{n}"},
    {"{s}.layers.{l}.self.query.{p}", "{s}.layers.{l}.self_attn.q_proj.{p}"},
    {"{s}.layers.{l}.self.key.{p}", "{s}.layers.{l}.self_attn.k_proj.{p}"},
    {"{s}.layers.{l}.self.value.{p}", "{s}.layers.{l}.self_attn.v_proj.{p}"},
    {"{s}.layers.{l}.self.output.{p}", "{s}.layers.{l}.self_attn.out_proj.{p}"},
    {"{s}.layers.{l}.self.norm.{n}", "{s}.layers.{l}.self_attn_layer_norm.{n}"},
    {"{s}.layers.{l}.cross.query.{p}", "{s}.layers.{l}.encoder_attn.q_proj.{p}"},
    {"{s}.layers.{l}.cross.key.{p}", "{s}.layers.{l}.encoder_attn.k_proj.{p}"},
    {"{s}.layers.{l}.cross.value.{p}", "{s}.layers.{l}.encoder_attn.v_proj.{p}"},
    {"{s}.layers.{l}.cross.output.{p}", "{s}.layers.{l}.encoder_attn.out_proj.{p}"},
    {"{s}.layers.{l}.cross.norm.{n}", "{s}.layers.{l}.encoder_attn_layer_norm.{n}"},
    {"{s}.layers.{l}.feed.in.{p}", "{s}.layers.{l}.fc1.{p}"},
    {"{s}.layers.{l}.feed.out.{p}", "{s}.layers.{l}.fc2.{p}"},
    {"{s}.layers.{l}.feed.norm.{n}", "{s}.layers.{l}.final_layer_norm.{n}"},
    {"{s}.norm.{n}", "{s}.layer_norm.{n}"},
    {"output.bias", "final_logits_bias"}, // the last row: M2M-100 has none
};

constexpr HubTensor t5_rows[] = {
    {"{s}.layers.{l}.self.query.weight", "{s}.block.{l}.layer.0.SelfAttention.q.weight"},
    {"{s}.layers.{l}.self.key.weight", "{s}.block.{l}.layer.0.SelfAttention.k.weight"},
    {"{s}.layers.{l}.self.value.weight", "{s}.block.{l}.layer.0.SelfAttention.v.weight"},
    {"{s}.layers.{l}.self.output.weight", "{s}.block.{l}.layer.0.SelfAttention.o.weight"},
    {"{s}.layers.{l}.self.relative.weight",
     "{s}.block.{l}.layer.0.SelfAttention.relative_attention_bias.weight"},
    {"{s}.layers.{l}.self.norm.gain", "{s}.block.{l}.layer.0.layer_norm.weight"},
    {"decoder.layers.{l}.cross.query.weight", "decoder.block.{l}.layer.1.EncDecAttention.q.weight"},
    {"decoder.layers.{l}.cross.key.weight", "decoder.block.{l}.layer.1.EncDecAttention.k.weight"},
    {"decoder.layers.{l}.cross.value.weight", "decoder.block.{l}.layer.1.EncDecAttention.v.weight"},
    {"decoder.layers.{l}.cross.output.weight", "decoder.block.{l}.layer.1.EncDecAttention.o.weight"},
    {"decoder.layers.{l}.cross.norm.gain", "decoder.block.{l}.layer.1.layer_norm.weight"},
    {"encoder.layers.{l}.feed.gate.weight", "encoder.block.{l}.layer.1.DenseReluDense.wi_0.weight"},
    {"encoder.layers.{l}.feed.in.weight", "encoder.block.{l}.layer.1.DenseReluDense.wi_1.weight|encoder."
                                          "block.{l}.layer.1.DenseReluDense.wi.weight"},
    {"encoder.layers.{l}.feed.out.weight", "encoder.block.{l}.layer.1.DenseReluDense.wo.weight"},
    {"encoder.layers.{l}.feed.norm.gain", "encoder.block.{l}.layer.1.layer_norm.weight"},
    {"decoder.layers.{l}.feed.gate.weight", "decoder.block.{l}.layer.2.DenseReluDense.wi_0.weight"},
    {"decoder.layers.{l}.feed.in.weight", "decoder.block.{l}.layer.2.DenseReluDense.wi_1.weight|decoder."
                                          "block.{l}.layer.2.DenseReluDense.wi.weight"},
    {"decoder.layers.{l}.feed.out.weight", "decoder.block.{l}.layer.2.DenseReluDense.wo.weight"},
    {"decoder.layers.{l}.feed.norm.gain", "decoder.block.{l}.layer.2.layer_norm.weight"},
    {"{s}.norm.gain", "{s}.final_layer_norm.weight"},
};

// y = x W throughout: matrices lie (in, out)
constexpr HubTensor gpt2_rows[] = {
    {"decoder.positions.weight", "wpe.weight"},
    {"decoder.layers.{l}.self.norm.{n}", "h.{l}.ln_1.{n}"},
    {"decoder.layers.{l}.self.query.{p}", "h.{l}.attn.c_attn.{p}", HubForm::FirstThird},
    {"decoder.layers.{l}.self.key.{p}", "h.{l}.attn.c_attn.{p}", HubForm::SecondThird},
    {"decoder.layers.{l}.self.value.{p}", "h.{l}.attn.c_attn.{p}", HubForm::LastThird},
    {"decoder.layers.{l}.self.output.{p}", "h.{l}.attn.c_proj.{p}", HubForm::Transposed},
    {"decoder.layers.{l}.feed.norm.{n}", "h.{l}.ln_2.{n}"},
    {"decoder.layers.{l}.feed.in.{p}", "h.{l}.mlp.c_fc.{p}", HubForm::Transposed},
    {"decoder.layers.{l}.feed.out.{p}", "h.{l}.mlp.c_proj.{p}", HubForm::Transposed},
    {"decoder.norm.{n}", "ln_f.{n}"},
};

// what BERT and RoBERTa share; their heads differ
#define HEED_BERT_LAYERS                                                                                     \
    {"encoder.positions.weight", "embeddings.position_embeddings.weight"},                                   \
        {"encoder.types.weight", "embeddings.token_type_embeddings.weight"},                                 \
        {"encoder.embedding.norm.{n}", "embeddings.LayerNorm.{n}|embeddings.LayerNorm.{o}"},                 \
        {"encoder.layers.{l}.self.query.{p}", "encoder.layer.{l}.attention.self.query.{p}"},                 \
        {"encoder.layers.{l}.self.key.{p}", "encoder.layer.{l}.attention.self.key.{p}"},                     \
        {"encoder.layers.{l}.self.value.{p}", "encoder.layer.{l}.attention.self.value.{p}"},                 \
        {"encoder.layers.{l}.self.output.{p}", "encoder.layer.{l}.attention.output.dense.{p}"},              \
        {"encoder.layers.{l}.self.norm.{n}", "encoder.layer.{l}.attention.output.LayerNorm.{n}|encoder."     \
                                             "layer.{l}.attention.output.LayerNorm.{o}"},                    \
        {"encoder.layers.{l}.feed.in.{p}", "encoder.layer.{l}.intermediate.dense.{p}"},                      \
        {"encoder.layers.{l}.feed.out.{p}", "encoder.layer.{l}.output.dense.{p}"}, {                         \
        "encoder.layers.{l}.feed.norm.{n}",                                                                  \
            "encoder.layer.{l}.output.LayerNorm.{n}|encoder.layer.{l}.output.LayerNorm.{o}"                  \
    }

constexpr HubTensor bert_rows[] = {
    HEED_BERT_LAYERS,
    {"head.dense.{p}", "cls.predictions.transform.dense.{p}"},
    {"head.norm.{n}", "cls.predictions.transform.LayerNorm.{n}|cls.predictions.transform.LayerNorm.{o}"},
    {"output.bias", "cls.predictions.bias|cls.predictions.decoder.bias"},
};
constexpr HubTensor roberta_rows[] = {
    HEED_BERT_LAYERS,
    {"head.dense.{p}", "lm_head.dense.{p}"},
    {"head.norm.{n}", "lm_head.layer_norm.{n}"},
    {"output.bias", "lm_head.bias|lm_head.decoder.bias"},
};
#undef HEED_BERT_LAYERS

constexpr HubTensor distilbert_rows[] = {
    {"encoder.positions.weight", "embeddings.position_embeddings.weight"},
    {"encoder.embedding.norm.{n}", "embeddings.LayerNorm.{n}|embeddings.LayerNorm.{o}"},
    {"encoder.layers.{l}.self.query.{p}", "transformer.layer.{l}.attention.q_lin.{p}"},
    {"encoder.layers.{l}.self.key.{p}", "transformer.layer.{l}.attention.k_lin.{p}"},
    {"encoder.layers.{l}.self.value.{p}", "transformer.layer.{l}.attention.v_lin.{p}"},
    {"encoder.layers.{l}.self.output.{p}", "transformer.layer.{l}.attention.out_lin.{p}"},
    {"encoder.layers.{l}.self.norm.{n}", "transformer.layer.{l}.sa_layer_norm.{n}"},
    {"encoder.layers.{l}.feed.in.{p}", "transformer.layer.{l}.ffn.lin1.{p}"},
    {"encoder.layers.{l}.feed.out.{p}", "transformer.layer.{l}.ffn.lin2.{p}"},
    {"encoder.layers.{l}.feed.norm.{n}", "transformer.layer.{l}.output_layer_norm.{n}"},
    {"head.dense.{p}", "vocab_transform.{p}"},
    {"head.norm.{n}", "vocab_layer_norm.{n}"},
    {"output.bias", "vocab_projector.bias"},
};

} // namespace

std::span<const HubTensor> bart_tensors() { return bart_rows; }
std::span<const HubTensor> m2m_tensors() { return std::span(bart_rows).first(std::size(bart_rows) - 1); }
std::span<const HubTensor> t5_tensors() { return t5_rows; }
std::span<const HubTensor> gpt2_tensors() { return gpt2_rows; }
std::span<const HubTensor> bert_tensors() { return bert_rows; }
std::span<const HubTensor> roberta_tensors() { return roberta_rows; }
std::span<const HubTensor> distilbert_tensors() { return distilbert_rows; }

} // namespace heed::io::hub
