// Models that a family knows and cannot run: each is called by its name, and it is said what is wanting.
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/open/open_model.h"
#include "tests/support/rewritten.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using Shapes = std::vector<std::pair<std::string, std::pair<int, int>>>; // by name; (n, 0): a vector

void save(const fs::path& file, const Shapes& shapes) {
    test::Tensors tensors;
    for (const auto& [name, shape] : shapes)
        tensors[name] = {Eigen::MatrixXf::Constant(shape.first, std::max(1, shape.second), .5f),
                         shape.second > 0 ? 2 : 1};
    write_file_atomic(file, test::torch_file(nlohmann::json::object(), tensors));
}

/// A GRU's four tensors in one layer.
void add_gru(Shapes& to, const std::string& name, int reads, int hidden, const char* end = "") {
    for (const char* side : {"ih", "hh"}) {
        to.push_back({name + ".weight_" + side + "_l0" + end,
                      {3 * hidden, side == std::string_view("ih") ? reads : hidden}});
        to.push_back({name + ".bias_" + side + "_l0" + end, {3 * hidden, 0}});
    }
}

std::string refusal(const fs::path& folder) {
    OpenOptions how;
    how.families = {test::source_dir() / "assets/families"};
    how.numbers = true;
    try {
        const Opened opened = open_model({folder}, how);
        return opened.model ? "opened as " + opened.report.family : opened.problem;
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(RefusedFamilies, WordsThatComeAsVectors) {
    const test::TemporaryFolder folder;
    Shapes encoder{{"embedding.weight", {6, 9}}, {"embedding.bias", {6, 0}}};
    add_gru(encoder, "gru", 6, 6);
    Shapes decoder{{"embedding.weight", {11, 6}}, {"out.weight", {11, 12}}, {"out.bias", {11, 0}}};
    add_gru(decoder, "gru", 6, 6);
    save(folder / "seq2seq-encoder.pt", encoder);
    save(folder / "seq2seq-decoder.pt", decoder);
    EXPECT_THAT(refusal(folder.path()), AllOf(HasSubstr("intent-parsing"), HasSubstr("GloVe")));
    decoder.push_back({"attn.attn.weight", {6, 6}});
    decoder.push_back({"attn.attn.bias", {6, 0}});
    save(folder / "seq2seq-decoder.pt", decoder);
    EXPECT_THAT(refusal(folder.path()), AllOf(HasSubstr("intent-parsing"), HasSubstr("GloVe")));
}

TEST(RefusedFamilies, AFirstContextThatAttentionDidNotFind) {
    const test::TemporaryFolder folder;
    Shapes encoder{{"embedding.weight", {11, 5}}};
    add_gru(encoder, "gru", 5, 6);
    add_gru(encoder, "gru", 5, 6, "_reverse");
    Shapes decoder{{"embedding.weight", {11, 5}},
                   {"linear.weight", {11, 24}},
                   {"linear.bias", {11, 0}},
                   {"attn.weight", {12, 12}},
                   {"attn.bias", {12, 0}}};
    add_gru(decoder, "gru", 17, 12);
    save(folder / "encoder.pt", encoder);
    save(folder / "decoder.pt", decoder);
    EXPECT_THAT(refusal(folder.path()), AllOf(HasSubstr("DSKSD"), HasSubstr("encoder's last state")));
}

TEST(RefusedFamilies, ProductsWithoutASoftmax) {
    const test::TemporaryFolder folder;
    Shapes model{{"src_embedding.weight", {11, 5}},  {"trg_embedding.weight", {11, 5}},
                 {"encoder2decoder.weight", {6, 6}}, {"encoder2decoder.bias", {6, 0}},
                 {"decoder2vocab.weight", {11, 12}}, {"decoder2vocab.bias", {11, 0}}};
    for (const auto& [name, reads] : {std::pair("encoder", 5), std::pair("decoder", 5)}) {
        model.push_back({name + std::string(".weight_ih_l0"), {24, reads}});
        model.push_back({name + std::string(".weight_hh_l0"), {24, 6}});
        model.push_back({name + std::string(".bias_ih_l0"), {24, 0}});
        model.push_back({name + std::string(".bias_hh_l0"), {24, 0}});
    }
    save(folder / "fast.model", model);
    EXPECT_THAT(refusal(folder.path()), AllOf(HasSubstr("MaximumEntropy"), HasSubstr("softmax")));
}

} // namespace
} // namespace heed::io
