#include "core/io/huggingface/hub_tables.h"

#include <algorithm>
#include <array>

namespace heed::io {

namespace hub {
namespace {

using S = HubSays;

constexpr HubKey keys_of_bart[] = {
    {"d_model", &S::size},
    {"encoder_layers", &S::encoder_layers},
    {"decoder_layers", &S::decoder_layers},
    {"encoder_attention_heads", &S::encoder_heads},
    {"decoder_attention_heads", &S::decoder_heads},
    {"encoder_ffn_dim", &S::encoder_feed},
    {"decoder_ffn_dim", &S::decoder_feed},
    {"max_position_embeddings", &S::positions},
    {"vocab_size", &S::vocabulary},
    {"decoder_vocab_size", &S::target_vocabulary},
    {"pad_token_id", &S::pad},
    {"scale_embedding", &S::scale_embedding},
    {"share_encoder_decoder_embeddings", &S::shared_embedding},
    {"tie_word_embeddings", &S::tied_output},
    {"activation_function", &S::activation},
};
constexpr HubKey keys_of_t5[] = {
    {"d_model", &S::size},
    {"d_kv", &S::head_size},
    {"d_ff", &S::encoder_feed},
    {"d_ff", &S::decoder_feed},
    {"num_layers", &S::encoder_layers},
    {"num_decoder_layers", &S::decoder_layers},
    {"num_heads", &S::encoder_heads},
    {"num_heads", &S::decoder_heads},
    {"relative_attention_num_buckets", &S::buckets},
    {"relative_attention_max_distance", &S::distance},
    {"vocab_size", &S::vocabulary},
    {"pad_token_id", &S::pad},
    {"tie_word_embeddings", &S::tied_output},
    {"scale_decoder_outputs", &S::scaled_output},
    {"layer_norm_epsilon", &S::epsilon},
    {"feed_forward_proj", &S::activation},
    {"dense_act_fn", &S::inner_activation},
    {"is_gated_act", &S::gated},
};
constexpr HubKey keys_of_gpt2[] = {
    {"n_embd", &S::size},
    {"n_layer", &S::decoder_layers},
    {"n_head", &S::decoder_heads},
    {"n_inner", &S::decoder_feed},
    {"n_positions", &S::positions},
    {"vocab_size", &S::vocabulary},
    {"pad_token_id", &S::pad},
    {"scale_attn_weights", &S::scaled_scores},
    {"scale_attn_by_inverse_layer_idx", &S::scores_by_layer},
    {"tie_word_embeddings", &S::tied_output},
    {"layer_norm_epsilon", &S::epsilon},
    {"activation_function", &S::activation},
};
constexpr HubKey keys_of_bert[] = {
    {"hidden_size", &S::size},
    {"num_hidden_layers", &S::encoder_layers},
    {"num_attention_heads", &S::encoder_heads},
    {"intermediate_size", &S::encoder_feed},
    {"max_position_embeddings", &S::positions},
    {"type_vocab_size", &S::token_types},
    {"vocab_size", &S::vocabulary},
    {"pad_token_id", &S::pad},
    {"tie_word_embeddings", &S::tied_output},
    {"layer_norm_eps", &S::epsilon},
    {"hidden_act", &S::activation},
};
constexpr HubKey keys_of_distilbert[] = {
    {"dim", &S::size},
    {"n_layers", &S::encoder_layers},
    {"n_heads", &S::encoder_heads},
    {"hidden_dim", &S::encoder_feed},
    {"max_position_embeddings", &S::positions},
    {"vocab_size", &S::vocabulary},
    {"pad_token_id", &S::pad},
    {"tie_word_embeddings", &S::tied_output},
    {"activation", &S::activation},
};

constexpr HubAlias aliases_of_bart[] = {{"hidden_size", "d_model"},
                                        {"num_attention_heads", "encoder_attention_heads"}};
constexpr HubAlias aliases_of_t5[] = {{"hidden_size", "d_model"},
                                      {"num_attention_heads", "num_heads"},
                                      {"num_hidden_layers", "num_layers"},
                                      {"head_dim", "d_kv"}};
constexpr HubAlias aliases_of_gpt2[] = {{"hidden_size", "n_embd"},
                                        {"max_position_embeddings", "n_positions"},
                                        {"num_attention_heads", "n_head"},
                                        {"num_hidden_layers", "n_layer"}};
constexpr HubAlias aliases_of_distilbert[] = {
    {"hidden_size", "dim"}, {"num_attention_heads", "n_heads"}, {"num_hidden_layers", "n_layers"}};

} // namespace

std::span<const HubAlias> bart_aliases() { return aliases_of_bart; }
std::span<const HubAlias> t5_aliases() { return aliases_of_t5; }
std::span<const HubAlias> gpt2_aliases() { return aliases_of_gpt2; }
std::span<const HubAlias> distilbert_aliases() { return aliases_of_distilbert; }

std::span<const HubKey> bart_keys() { return keys_of_bart; }
std::span<const HubKey> t5_keys() { return keys_of_t5; }
std::span<const HubKey> gpt2_keys() { return keys_of_gpt2; }
std::span<const HubKey> bert_keys() { return keys_of_bert; }
std::span<const HubKey> distilbert_keys() { return keys_of_distilbert; }

} // namespace hub

std::string_view hub_key_of(const HubFamily& family, const HubMember& member) {
    const auto it = std::find_if(family.keys.begin(), family.keys.end(),
                                 [&](const HubKey& key) { return key.member == member; });
    return it == family.keys.end() ? std::string_view() : it->key;
}

std::span<const HubIdleKey> hub_idle_keys() {
    constexpr std::string_view training = "in training only", elsewhere = "told by another key",
                               run = "how that library runs it, not what it computes",
                               labels = "of a classifying head", kind = "what the folder says of itself";
    static constexpr HubIdleKey keys[] = {
        {"*dropout*", training},
        {"xla_device", run},
        {"*_pdrop", training},
        {"*layerdrop", training},
        {"*_drop", training},
        {"*_dropout_prob", training},
        {"init_std", training},
        {"initializer_*", training},
        {"label_smoothing", training},
        {"gradient_checkpointing", training},
        {"mask_time_*", training},
        {"num_hidden_layers", elsewhere}, // of those for which it is no alias
        {"n_ctx", elsewhere},
        {"n_positions", "distances are told by buckets"},
        {"output_past", run},
        {"use_cache", run},
        {"output_attentions", run},
        {"output_hidden_states", run},
        {"output_scores", run},
        {"output_logits", run},
        {"return_dict*", run},
        {"use_return_dict", run},
        {"torchscript", run},
        {"use_bfloat16", run},
        {"torch_dtype", "the file tells each tensor's type"},
        {"dtype", "the file tells each tensor's type"},
        {"reorder_and_upcast_attn", run},
        {"chunk_size_feed_forward", run},
        {"attn_implementation", run},
        {"_attn_implementation*", run},
        {"low_cpu_mem_usage", run},
        {"classifier_dropout", training},
        {"classif_dropout", training},
        {"id2label", labels},
        {"label2id", labels},
        {"num_labels", labels},
        {"_num_labels", labels},
        {"finetuning_task", labels},
        {"problem_type", labels},
        {"summary_*", labels},
        {"pooler_*", labels},
        {"tie_encoder_decoder", "which tensors are one is told by their numbers"},
        {"tie_weights_", "which tensors are one is told by their numbers"},
        {"sinusoidal_pos_embds", "the table of positions is in the file"},
        {"extra_pos_embeddings", "the file's table tells how many"},
        {"add_bias_logits", "the file tells whether there is one"},
        {"add_final_layer_norm", "what this family always does"},
        {"static_position_embeddings", "what this family always does"},
        {"force_bos_token_to_be_generated", "read as forced_bos_token_id"},
        {"directionality", kind},
        {"architectures", kind},
        {"model_type", kind},
        {"_name_or_path", kind},
        {"name_or_path", kind},
        {"transformers_version", kind},
        {"adapter_transformers_version", kind},
        {"_commit_hash", kind},
        {"_from_model_config", kind},
        {"language", kind},
        {"gradient_*", training},
        {"model_max_length", kind},
        {"sentence_transformers", kind},
        {"transformers.js_config", kind},
        {"unsloth_*", kind},
        {"tf_legacy_loss", training},
        {"replacing_rate", training},
        {"student_*_layers", training},
        {"save_step", training},
        {"alpha_ce", training},
        {"alpha_mlm", training},
        {"alpha_clm", training},
        {"alpha_mse", training},
        {"alpha_cos", training},
        {"alpha_hid", training},
        {"alpha_lm", training},
        {"alpha_*loss*", training},
        {"predict_special_tokens", "what no model of this family reads"},
        {"n_special", "what no model of this family reads"},
        {"scalable_attention", "what no model of this family reads"},
        {"eos_token_ids", "eos_token_id tells"},
        {"vocab_size_or_config_json_file", "vocab_size tells"},
        {"prefix", "no text is added that was not typed or chosen"},
        {"task_specific_params", "offered as tasks"},
        {"tokenizer_class", "the tokenizer's own files tell"},
        {"sep_token_id", "the tokenizer's own files tell"},
        {"mask_token_id", "the tokenizer's own files tell"},
        {"cls_token_id", "the tokenizer's own files tell"},
        {"unk_token_id", "the tokenizer's own files tell"},
        {"cross_attention_hidden_size", "the file's matrices tell"},
        {"remove_invalid_values", "a number that is not finite is said"},
        {"max_source_positions", "the file's table tells how many"},
    };
    return keys;
}

std::span<const HubFixedKey> hub_fixed_keys() {
    static constexpr HubFixedKey keys[] = {
        {"position_embedding_type", "\"absolute\"", "positions that are added"},
        {"add_cross_attention", "false", "a model without an encoder beside it"},
        {"is_decoder", "false", "a model that reads its text whole"},
        {"pruned_heads", "{}", "every head in its place"},
        {"quantization_config", "null", "weights that are not quantised"},
    };
    return keys;
}

} // namespace heed::io
