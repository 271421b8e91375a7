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
    {"nmtpytorch_short_words", "nmtpytorch_mlp", "/opts/model/emb_maxnorm", 1.0, false, "emb_maxnorm"},
};
INSTANTIATE_TEST_SUITE_P(programs, ToldOptionsOf, testing::ValuesIn(told_options),
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
