// Code that one person published for others to copy: where a copy differs in one line, the same tensors mean
// something else. Here the tensors are written as such a copy would have them to compute what the original
// computed: the example agrees with that form alone, which is taken.
#include "tests/core/io/mutations/changed_copy.h"
#include "tests/core/io/mutations/code_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace heed::io {
namespace {

using testing::Contains;
using testing::HasSubstr;

/// The columns in blocks that begin at these places, in another order; none: the matrix turned.
struct CopiedLine {
    const char* folder;
    const char* tensor; // its name ends so
    std::vector<int> begins, order;
};
void PrintTo(const CopiedLine& line, std::ostream* out) { *out << line.folder << ' ' << line.tensor; }

const CopiedLine copied_lines[] = {
    {"graykode", "out.weight", {0, 9}, {1, 0}},
    {"graykode", "attn.weight", {}, {}},
    {"bastings", "pre_output_layer.weight", {0, 5, 9}, {1, 2, 0}}, // [y; s; c] -> [s; c; y]
    {"bastings", "decoder.rnn.weight_ih_l0", {0, 5}, {1, 0}},
    {"ibm_gru", "linear_out.weight", {0, 8}, {1, 0}},
    {"howardyclo_gru_tied", "W_c.weight", {0, 8}, {1, 0}},
    {"howardyclo_gru_tied", "W_a.weight", {}, {}},
    {"marumalo", "decoder.w.weight", {0, 8}, {1, 0}},
    {"maximum_entropy_one_way", "linear_out.weight", {0, 8}, {1, 0}},
    {"maximum_entropy", "linear_in.weight", {}, {}},
    {"minimal_nmt", "decoder.attention.W.weight", {}, {}},
    {"minimal_nmt", "decoder.out.weight", {0, 6}, {1, 0}},
    {"minimal_nmt", "decoder.gru.weight_ih_l0", {0, 5}, {1, 0}},
    {"simple_nmt", "concat.weight", {0, 8}, {1, 0}},
    {"simple_nmt", "attn.linear.weight", {}, {}},
    {"threelittlemonkeys", "Wc.weight", {0, 7}, {1, 0}},
    {"chatbot_dot", "concat.weight", {0, 8}, {1, 0}},
    {"d2l", "decoder.rnn.weight_ih_l0", {0, 6}, {1, 0}},
    {"bentrevett_old_names", "attention.attn.weight", {0, 7}, {1, 0}},
    {"bentrevett_old_names", "encoder.fc.weight", {0, 5}, {1, 0}},
};

Eigen::MatrixXf written(const Eigen::MatrixXf& value, const CopiedLine& line) {
    if (line.begins.empty()) return value.transpose();
    Eigen::MatrixXf other(value.rows(), value.cols());
    Eigen::Index at = 0;
    for (const int block : line.order) {
        const auto n = static_cast<std::size_t>(block);
        const Eigen::Index from = line.begins[n],
                           to = n + 1 < line.begins.size() ? line.begins[n + 1] : value.cols();
        other.middleCols(at, to - from) = value.middleCols(from, to - from);
        at += to - from;
    }
    return other;
}

class CopiedCode : public testing::TestWithParam<CopiedLine> {};

TEST_P(CopiedCode, IsReadAsTheExampleHasIt) {
    const CopiedLine& line = GetParam();
    ChangedCopy copy(test::source_dir() / "tests/checkpoints" / line.folder);
    int changed = 0;
    const auto each = [&](const std::string& ending, const auto& change) {
        for (test::Tensors& tensors : copy.tensors)
            for (auto& [name, tensor] : tensors)
                if (name.ends_with(ending)) change(tensor.value);
    };
    if (line.begins.empty()) { // a bias on one side cancels, on the other it does not
        std::string bias = line.tensor;
        bias.replace(bias.size() - 6, 6, "bias");
        each(bias, [](Eigen::MatrixXf& value) { value.setZero(); });
    }
    copy.write_tensors();
    ASSERT_EQ(copy.verdict(), LoadVerdict::Verified);
    each(line.tensor, [&](Eigen::MatrixXf& value) {
        value = written(value, line);
        ++changed;
    });
    ASSERT_EQ(changed, 1);
    copy.write_tensors();
    const Opened opened = copy.opened();
    ASSERT_TRUE(opened.model) << opened.problem;
    EXPECT_EQ(opened.report.verdict(), LoadVerdict::Verified);
    EXPECT_THAT(opened.report.notes, Contains(HasSubstr("the example agrees with another form")));
    copy.drop_example();
    EXPECT_EQ(copy.verdict(), LoadVerdict::Partly);
}

INSTANTIATE_TEST_SUITE_P(lines, CopiedCode, testing::ValuesIn(copied_lines), [](const auto& info) {
    return std::string(info.param.folder) + "_" + std::to_string(info.index);
});

/// The same tensors, computed with otherwise: the example is what the copy writes.
struct CopiedChange {
    const char *folder, *change; // one of code_changes()
};
void PrintTo(const CopiedChange& change, std::ostream* out) { *out << change.folder << ' ' << change.change; }

class CopiedChangeOf : public testing::TestWithParam<CopiedChange> {};

TEST_P(CopiedChangeOf, IsFoundByTheExample) {
    ChangedCopy copy(test::source_dir() / "tests/checkpoints" / GetParam().folder);
    const Opened before = copy.opened();
    ASSERT_TRUE(before.model) << before.problem;
    Model other = *before.model;
    const auto changes = code_changes();
    const auto change = std::find_if(changes.begin(), changes.end(), [](const CodeChange& one) {
        return std::string_view(one.name) == GetParam().change;
    });
    ASSERT_NE(change, changes.end());
    ASSERT_TRUE(change->made(other));
    complete(other);
    copy.expected["examples"] = made_examples(other, copy.expected.at("examples"));
    copy.write_example();
    const Opened opened = copy.opened();
    ASSERT_TRUE(opened.model) << opened.problem;
    EXPECT_EQ(opened.report.verdict(), LoadVerdict::Verified);
    EXPECT_THAT(opened.report.notes, Contains(HasSubstr("the example agrees with another form")));
}

const CopiedChange copied_changes[] = {
    {"chatbot_dot", "dot divided by its root"},
    {"chatbot_dot", "no tanh in the readout"},
    {"chatbot_concat", "relu in the score"},
    {"chatbot_concat", "nothing in the score"},
    {"cs224n", "no tanh in the readout"},
    {"d2l", "relu in the score"},
    {"d2l", "nothing in the score"},
    {"bentrevett_tut4", "relu in the score"},
    {"bentrevett_tut4", "nothing in the score"},
    {"bentrevett_tut4", "no tanh at the start"},
    {"tutorial_dict", "nothing in the score"},
};
INSTANTIATE_TEST_SUITE_P(changes, CopiedChangeOf, testing::ValuesIn(copied_changes), [](const auto& info) {
    return std::string(info.param.folder) + "_" + std::to_string(info.index);
});

// The versions of that program before November 2018 ask with the lower of two states, which is not run: who
// has no example is told.
TEST(CopiedCodes, WhichOfTwoStatesAsksIsLeftOpen) {
    ChangedCopy copy(test::source_dir() / "tests/checkpoints/minimal_nmt");
    copy.drop_example();
    EXPECT_THAT(copy.opened().report.unsettled,
                Contains(HasSubstr("Whether the highest of the decoder's two states asks")));
}

} // namespace
} // namespace heed::io
