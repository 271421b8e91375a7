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
    {"njunmt", "reads with one layer"}, // whose code has no such option
};
INSTANTIATE_TEST_SUITE_P(programs, ToldLayers, testing::ValuesIn(layered),
                         [](const auto& info) { return std::string(info.param.folder); });

} // namespace
} // namespace heed::io
