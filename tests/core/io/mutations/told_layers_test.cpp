// Options that a program keeps beside its tensors say how many layers there are: where the tensors have
// another number, or one that the program cannot have, whoever has no example is told.
#include "tests/core/io/mutations/changed_copy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace heed::io {
namespace {

using testing::Contains;
using testing::HasSubstr;

struct Layered {
    const char* folder;
    const char* doubt; // a part of it
};
void PrintTo(const Layered& layered, std::ostream* out) { *out << layered.folder; }

class ToldLayers : public testing::TestWithParam<Layered> {};

TEST_P(ToldLayers, OfAnotherNumberAreADoubt) {
    ChangedCopy copy(test::source_dir() / "tests/checkpoints" / GetParam().folder);
    copy.drop_example();
    copy.write_tensors();
    EXPECT_EQ(copy.verdict(), LoadVerdict::Clean);
    std::size_t added = 0;
    for (test::Tensors& tensors : copy.tensors) {
        test::Tensors above;
        for (const auto& [name, tensor] : tensors) {
            const std::size_t at = name.rfind("_l0");
            if (at == name.npos || name.find("encoder.") == name.npos) continue;
            std::string next = name;
            next.replace(at, 3, "_l1");
            Eigen::MatrixXf value = tensor.value;
            if (const std::size_t reads = name.find("weight_ih"); reads != name.npos) {
                std::string recurrent = name;
                recurrent.replace(reads, 9, "weight_hh");
                const bool both =
                    tensors.contains(name.substr(0, at + 3) + "_reverse") || name.ends_with("_reverse");
                value = tensors.at(recurrent).value.replicate(1, both ? 2 : 1);
            }
            above[next] = {value, tensor.rank};
        }
        added += above.size();
        tensors.insert(above.begin(), above.end());
    }
    ASSERT_GE(added, 4u);
    copy.write_tensors();
    const Opened opened = copy.opened();
    ASSERT_TRUE(opened.model) << opened.problem;
    EXPECT_EQ(opened.report.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(opened.report.unsettled, Contains(HasSubstr(GetParam().doubt)));
}

const Layered layered[] = {
    {"opennmt_lstm_general", "another number of the encoder's layers"},
    {"fairseq_lstm", "another number of the encoder's layers"},
    {"joeynmt_lstm_last_scale", "another number of the encoder's layers"},
    {"njunmt", "reads with one layer"}, // whose code has no such option
};
INSTANTIATE_TEST_SUITE_P(programs, ToldLayers, testing::ValuesIn(layered),
                         [](const auto& info) { return std::string(info.param.folder); });

/// The tensors and their example are as they were: the options are of another model, or the file of another.
struct ToldNumber {
    const char *name, *folder, *path; // in the file's values
    nlohmann::json value;
};
void PrintTo(const ToldNumber& told, std::ostream* out) { *out << told.name; }

class ToldNumberOf : public testing::TestWithParam<ToldNumber> {};

TEST_P(ToldNumberOf, IsADoubtThoughAnExampleAgrees) {
    const ToldNumber& told = GetParam();
    ChangedCopy copy(test::source_dir() / "tests/checkpoints" / told.folder);
    copy.write_tensors();
    ASSERT_EQ(copy.verdict(), LoadVerdict::Verified);
    copy.values.front()[nlohmann::json::json_pointer(told.path)] = told.value;
    copy.write_tensors();
    const Opened opened = copy.opened();
    ASSERT_TRUE(opened.model) << opened.problem;
    ASSERT_TRUE(opened.report.own_case);
    EXPECT_FALSE(opened.report.own_case->disagrees());
    EXPECT_EQ(opened.report.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(opened.report.doubt(), HasSubstr("another number of"));
}

const ToldNumber told_numbers[] = {
    {"fairseq_encoder", "fairseq_lstm", "/args/encoder_layers", 2},
    {"fairseq_decoder", "fairseq_lstm", "/args/decoder_layers", 2},
    {"opennmt_encoder", "opennmt_lstm_general", "/opt/enc_layers", 2},
    {"opennmt_decoder", "opennmt_lstm_general", "/opt/dec_layers", 2},
    {"nmtpytorch_encoder", "nmtpytorch_mlp", "/opts/model/n_encoders", 2},
    {"nmtpytorch_decoder", "nmtpytorch_mlp", "/opts/model/n_decoders", 2},
    {"howardyclo", "howardyclo_lstm", "/opts/num_layers", 3},
    {"simple_nmt", "simple_nmt", "/config/n_layers", 3},
    {"marian", "marian_s2s", "/special:model.yml", "type: s2s\nenc-depth: 2\n"},
};
INSTANTIATE_TEST_SUITE_P(programs, ToldNumberOf, testing::ValuesIn(told_numbers),
                         [](const auto& info) { return std::string(info.param.name); });

/// JoeyNMT's are in a file beside the model; it reads with one layer where that says nothing.
TEST(ToldLayers, OfJoeyAreADoubtThoughAnExampleAgrees) {
    const char* number = "        num_layers: 2\n";
    for (const char* instead : {"        num_layers: 3\n", ""}) {
        ChangedCopy copy(test::source_dir() / "tests/checkpoints/joeynmt_lstm_luong_bridge_layers");
        EXPECT_EQ(copy.verdict(), LoadVerdict::Verified);
        const std::filesystem::path file = copy.files.front().parent_path() / "config.yaml";
        std::string text = read_file(file, 1u << 16);
        ASSERT_NE(text.find(number), text.npos);
        write_file_atomic(file, text.replace(text.find(number), std::string(number).size(), instead));
        EXPECT_EQ(copy.verdict(), LoadVerdict::Partly) << instead;
    }
}

} // namespace
} // namespace heed::io
