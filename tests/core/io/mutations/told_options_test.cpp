// Options that a program keeps beside its tensors and that no tensor shows: what Heed does not compute is
// refused by its name, what it cannot see is a doubt.
#include "core/io/base/file.h"
#include "tests/core/io/mutations/changed_copy.h"
#include "tests/support/message_of.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heed::io {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

struct ToldOption {
    const char* name; // of the case
    const char* folder;
    const char* path; // in the file's values
    json value;
    bool refused; // else a doubt
    const char* says;
};
void PrintTo(const ToldOption& option, std::ostream* out) { *out << option.name; }

class ToldOptionsOf : public testing::TestWithParam<ToldOption> {};

TEST_P(ToldOptionsOf, ThatChangeWhatIsComputedAreNeverClean) {
    const ToldOption& option = GetParam();
    ChangedCopy copy(test::source_dir() / "tests/checkpoints" / option.folder);
    copy.drop_example();
    copy.write_tensors();
    ASSERT_NE(copy.verdict(), LoadVerdict::Refused) << "as it was";
    copy.values.front()[json::json_pointer(option.path)] = option.value;
    copy.write_tensors();
    if (option.refused) {
        EXPECT_THAT(test::message_of([&] { copy.opened(); }), HasSubstr(option.says));
        return;
    }
    EXPECT_EQ(copy.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(copy.opened().report.unsettled, Contains(HasSubstr(option.says)));
}

const ToldOption told_options[] = {
    {"opennmt_attention", "opennmt_lstm_general", "/opt/global_attention_function", "sparsemax", true,
     "sparsemax in place of the softmax"},
    {"opennmt_generator", "opennmt_lstm_general", "/opt/generator_function", "sparsemax", true,
     "sparsemax over the words"},
    {"marian_right_left", "marian_s2s", "/special:model.yml", "type: s2s\nright-left: true\n", true,
     "written from its end"},
    {"nmtpytorch_temperature", "nmtpytorch_mlp", "/opts/model/att_temp", 2.0, true,
     "a temperature of attention"},
    {"opennmt_text_model", "opennmt_lstm_general", "/opt/model_type", "audio", false,
     "model_type = \"audio\""},
    {"opennmt_merged_directions", "opennmt_lstm_general", "/opt/brnn_merge", "sum", false, "brnn_merge"},
    {"opennmt_other_attention", "opennmt_lstm_general", "/opt/global_attention_function", "entmax15", false,
     "global_attention_function = \"entmax15\""},
    {"opennmt_residual", "opennmt_lstm_general", "/opt/residual", true, false, "residual = true"},
    {"opennmt_prefix", "opennmt_lstm_general", "/opt/src_prefix", "<de>", false, "src_prefix"},
    {"opennmt_of_a_copy", "opennmt_lstm_general", "/opt/my_temperature", 2.0, false, "my_temperature = 2.0"},
    {"marian_unknown_cell", "marian_s2s", "/special:model.yml", "type: s2s\nenc-cell: my-gru\n", false,
     "enc-cell"},
    {"marian_two_sources", "marian_s2s", "/special:model.yml", "type: multi-s2s\n", false, "multi-s2s"},
    {"marian_universal", "marian_s2s", "/special:model.yml", "type: s2s\nulr: true\n", false, "ulr = true"},
    {"marian_factors", "marian_s2s", "/special:model.yml", "type: s2s\nlemma-dim-emb: 8\n", false,
     "lemma-dim-emb"},
    {"marian_without_options", "marian_s2s", "/special:model.yml", nullptr, false,
     "options (special:model.yml) are not in the file"},
    {"fairseq_architecture", "fairseq_lstm", "/args/arch", "lstm_mine", false, "arch = \"lstm_mine\""},
    {"fairseq_task", "fairseq_lstm", "/args/task", "translation_multi_simple_epoch", false, "task = "},
    {"fairseq_language", "fairseq_lstm", "/args/encoder_langtok", "src", false, "encoder_langtok"},
    {"fairseq_attention", "fairseq_lstm", "/args/attention_temperature", 2.0, false, "attention_temperature"},
    {"nmtpytorch_linear_score", "nmtpytorch_mlp", "/opts/model/att_activ", nullptr, true, "att_activ"},
    {"nmtpytorch_linear_start", "nmtpytorch_mlp", "/opts/model/dec_init_activ", nullptr, true,
     "dec_init_activ"},
    {"nmtpytorch_first_input", "nmtpytorch_mlp", "/opts/model/trg_bos", "zero", true, "another first input"},
    {"nmtpytorch_decoder", "nmtpytorch_mlp", "/opts/model/dec_variant", "simplegru", false, "dec_variant"},
    {"nmtpytorch_picture", "nmtpytorch_mlp", "/opts/model/feat_fusion", "trgmul", false, "feat_fusion"},
    {"nmtpytorch_short_words", "nmtpytorch_mlp", "/opts/model/emb_maxnorm", 1.0, false, "emb_maxnorm"},
};
INSTANTIATE_TEST_SUITE_P(programs, ToldOptionsOf, testing::ValuesIn(told_options),
                         [](const auto& info) { return std::string(info.param.name); });

/// Options of training say nothing of what is computed, nor does an unknown one that is off.
TEST(ToldOptions, OfTrainingAreNoDoubt) {
    ChangedCopy copy(test::source_dir() / "tests/checkpoints/opennmt_lstm_general");
    copy.drop_example();
    json& options = copy.values.front()["opt"];
    options["learning_rate"] = 0.25;
    options["src_subword_model"] = "en.bpe";
    options["my_temperature"] = 0;
    options["my_layer"] = nullptr;
    options["my_switch"] = false;
    options["my_words"] = json::array();
    copy.write_tensors();
    EXPECT_THAT(copy.opened().report.unsettled, Not(Contains(HasSubstr("not known here"))));
}

/// Those of a file beside the model, each written in the place of a line.
struct LineOption {
    const char *name, *folder, *file, *before, *after, *says;
};
void PrintTo(const LineOption& option, std::ostream* out) { *out << option.name; }

class LineOptionsOf : public testing::TestWithParam<LineOption> {};

TEST_P(LineOptionsOf, ThatAreNotKnownAreDoubts) {
    const LineOption& option = GetParam();
    ChangedCopy copy(test::source_dir() / "tests/checkpoints" / option.folder);
    copy.drop_example();
    const auto doubt = Contains(HasSubstr(option.says));
    EXPECT_THAT(copy.opened().report.unsettled, Not(doubt)) << "as it was";
    const std::filesystem::path file = copy.files.front().parent_path() / option.file;
    std::string text = read_file(file, 1u << 16);
    const std::size_t place = text.find(option.before);
    ASSERT_NE(place, text.npos);
    write_file_atomic(file, text.replace(place, std::string(option.before).size(), option.after));
    EXPECT_EQ(copy.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(copy.opened().report.unsettled, doubt);
}

const LineOption line_options[] = {
    {"joeynmt_model", "joeynmt_lstm_last_scale", "config.yaml", "model:", "model:\n    norm_output: True",
     "norm_output = true"},
    {"joeynmt_encoder", "joeynmt_lstm_last_scale", "config.yaml", "bidirectional: True",
     "bidirectional: True\n        residual: True", "residual = true"},
    {"joeynmt_embedding", "joeynmt_lstm_last_scale", "config.yaml", "embedding_dim: 6",
     "embedding_dim: 6\n            max_norm: 2", "max_norm = 2"},
    {"joeynmt_words", "joeynmt_lstm_last_scale", "config.yaml",
     "data:", "data:\n    special_symbols:\n        eos_id: 2", "eos_id = 2"},
    {"joeynmt_start", "joeynmt_lstm_last_scale", "config.yaml", "init_hidden: \"last\"",
     "init_hidden: \"bridge\"", "another start of the decoder"},
    {"joeynmt_no_bridge", "joeynmt_lstm_luong_bridge_layers", "config.yaml", "init_hidden: \"bridge\"",
     "init_hidden: \"zeros\"", "another start of the decoder"},
    {"joeynmt_cells", "joeynmt_lstm_last_scale", "config.yaml", "rnn_type: \"lstm\"", "rnn_type: \"gru\"",
     "other cells"},
    {"joeynmt_score", "joeynmt_lstm_last_scale", "config.yaml", "attention: \"bahdanau\"",
     "attention: \"luong\"", "another score"},
    {"nematus_layers", "nematus", "model.npz.json", "\"enc_depth\": 1", "\"enc_depth\": 2", "enc_depth = 2"},
    {"nematus_cell", "nematus", "model.npz.json", "\"encoder\": \"gru\"", "\"encoder\": \"lstm\"",
     "encoder = \"lstm\""},
    {"nematus_weights", "nematus", "model.npz.json", "\"weight_normalisation\": false",
     "\"weight_normalisation\": true", "weight_normalisation = true"},
    {"nematus_language_model", "nematus", "model.npz.json", "\"deep_fusion_lm\": false",
     "\"deep_fusion_lm\": \"lm.npz\"", "deep_fusion_lm"},
    {"nematus_depth", "nematus", "model.npz.json", "\"dec_base_recurrence_transition_depth\": 2",
     "\"dec_base_recurrence_transition_depth\": 4", "dec_base_recurrence_transition_depth = 4"},
};
INSTANTIATE_TEST_SUITE_P(programs, LineOptionsOf, testing::ValuesIn(line_options),
                         [](const auto& info) { return std::string(info.param.name); });

/// JoeyNMT reads a target's words by the source's embedding where the two are tied, whatever its own options
/// say.
TEST(ToldOptions, OfATiedEmbeddingAreThoseOfTheSource) {
    ChangedCopy copy(test::source_dir() / "tests/checkpoints/joeynmt_lstm_last_scale");
    const std::filesystem::path file = copy.files.front().parent_path() / "config.yaml";
    std::string text = read_file(file, 1u << 16);
    const std::size_t second = text.rfind("scale: True");
    ASSERT_LT(text.find("scale: True"), second);
    text.replace(second, 11, "scale: False");
    write_file_atomic(file, text);
    EXPECT_EQ(copy.verdict(), LoadVerdict::Refused) << "as its example says";
    text.replace(text.find("model:"), 6, "model:\n    tied_embeddings: True");
    write_file_atomic(file, text);
    const Opened model = copy.opened();
    ASSERT_TRUE(model.report.own_case);
    EXPECT_FALSE(model.report.own_case->disagrees());
}

} // namespace
} // namespace heed::io
