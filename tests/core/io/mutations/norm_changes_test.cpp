// Models of other programs with a norm more in their files, or one less: whatever it computes, what it was
// written by is not what is run here.
#include "tests/core/io/mutations/changed_copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace heed::io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_places = 8; // of a model, evenly over all it has

/// Those that have norms, by name: all are opened by one test, not whenever tests are listed.
constexpr std::string_view with_norms[] = {
    "marian_tied_all",           "marian_transformer",       "marian_transformer_converted",
    "marian_transformer_pieces", "marian_transformer_plain", "nematus_ln"};

bool is_normed(const fs::path& checkpoint) {
    return std::find(std::begin(with_norms), std::end(with_norms), checkpoint.filename().string()) !=
           std::end(with_norms);
}

std::vector<fs::path> normed_checkpoints() {
    std::vector<fs::path> found = changeable_checkpoints();
    std::erase_if(found, [](const fs::path& checkpoint) { return !is_normed(checkpoint); });
    return found;
}

std::set<std::string> norms_of(const Opened& opened) {
    std::set<std::string> norms;
    for (const ReportTensor& tensor : opened.report.tensors)
        if (tensor.part.find("norm") != tensor.part.npos) norms.insert(tensor.name);
    return norms;
}

/// What a norm behind that tensor is called: as PyTorch's layers are, and where names have no dots as in
/// Theano's models.
std::vector<std::string> norm_names(const std::string& tensor) {
    const std::size_t dot = tensor.rfind('.');
    if (dot == tensor.npos) return {tensor + "_lns", tensor + "_lnb"};
    const std::string place = tensor.substr(0, dot);
    return {place + ".layer_norm.weight", place + ".layer_norm.bias"};
}

/// The numbers of what a matrix gives.
Eigen::Index outputs_of(const std::string& name, const Eigen::MatrixXf& matrix) {
    return name.find('.') == name.npos ? matrix.cols() : matrix.rows();
}

class NormedModel : public testing::TestWithParam<fs::path> {};
/// With norms of its own or without.
class RenormedModel : public testing::TestWithParam<fs::path> {};

TEST_P(RenormedModel, WithANormMoreIsNeverClean) {
    ChangedCopy copy(GetParam());
    const std::vector<test::Tensors> before = copy.tensors;
    copy.write_tensors();
    ASSERT_TRUE(opens(copy.verdict()));
    std::vector<std::string> read;
    for (const ReportTensor& tensor : copy.opened().report.tensors)
        if (!tensor.part.empty() && tensor.shape.size() == 2) read.push_back(tensor.name);
    ASSERT_FALSE(read.empty());
    for (std::size_t n = 0; n < read.size(); n += 1 + read.size() / most_places)
        for (std::size_t file = 0; file < copy.files.size(); ++file) {
            const auto own = before[file].find(read[n]);
            if (own == before[file].end()) continue;
            copy.tensors = before;
            const Eigen::Index size = outputs_of(own->first, own->second.value);
            bool changed = false;
            for (const std::string& name : norm_names(own->first))
                changed |=
                    copy.tensors[file]
                        .emplace(name, test::RewrittenTensor{Eigen::MatrixXf::Constant(size, 1, .25f), 1})
                        .second;
            if (!changed) continue; // it has one
            copy.write_tensors();
            EXPECT_TRUE(never_so(copy.verdict()))
                << "behind " << own->first << ": " << to_string(copy.verdict());
        }
}

/// One of its norms is left out, or all.
TEST_P(NormedModel, WithANormLessIsNeverVerified) {
    ChangedCopy copy(GetParam());
    const std::vector<test::Tensors> before = copy.tensors;
    copy.write_tensors();
    ASSERT_TRUE(opens(copy.verdict()));
    const std::set<std::string> norms = norms_of(copy.opened());
    ASSERT_FALSE(norms.empty());
    const auto expect_noticed = [&](const std::set<std::string>& left_out) {
        copy.tensors = before;
        for (test::Tensors& file : copy.tensors)
            std::erase_if(file, [&](const auto& tensor) { return left_out.contains(tensor.first); });
        copy.write_tensors();
        EXPECT_TRUE(never_so(copy.verdict())) << left_out.size() << ", the first of them "
                                              << *left_out.begin() << ": " << to_string(copy.verdict());
    };
    for (const std::string& norm : norms) expect_noticed({norm});
    expect_noticed(norms);
}

TEST(NormedModels, AreAllThatHaveNorms) {
    EXPECT_EQ(normed_checkpoints().size(), std::size(with_norms));
    for (const fs::path& checkpoint : changeable_checkpoints())
        if (!is_normed(checkpoint)) {
            EXPECT_EQ(norms_of(ChangedCopy(checkpoint).opened()), std::set<std::string>{}) << checkpoint;
        }
}

INSTANTIATE_TEST_SUITE_P(checkpoints, NormedModel, testing::ValuesIn(normed_checkpoints()),
                         [](const auto& info) { return info.param.filename().string(); });
INSTANTIATE_TEST_SUITE_P(checkpoints, RenormedModel, testing::ValuesIn(changeable_checkpoints()),
                         [](const auto& info) { return info.param.filename().string(); });

} // namespace
} // namespace heed::io
