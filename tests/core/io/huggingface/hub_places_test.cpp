// Tables of positions in files of families that compute them.
#include "core/decode/run.h"
#include "core/models/transformer/config.h"
#include "core/models/transformer/positions.h"
#include "core/models/transformer/values.h"
#include "tests/core/io/huggingface/changed_folder.h"

#include <gtest/gtest.h>

namespace heed::io {
namespace {

constexpr const char* encoder_places = "model.encoder.embed_positions.weight";
constexpr const char* decoder_places = "model.decoder.embed_positions.weight";

/// The table that the library would have computed, times a factor.
test::RewrittenTensor places(int rows, int size, float factor) {
    transformer::Config config;
    config.positions = transformer::Positions::Halves;
    return {transformer::place_vectors<float>(config, size, 0, rows, 1).transpose() * factor, 2};
}

Trace run_in(const Model& model) {
    Request request;
    request.text = "our large trees were old";
    return decode::run(model, request);
}

TEST(HubPlaces, ATableThatDiffersFromTheComputedOneIsRead) {
    for (const char* name : {"hf_marian_untied_relu", "hf_pegasus_sharded_bin"}) {
        ChangedFolder folder(name);
        const Json config = read_json(folder.path() / "config.json", 1 << 20);
        const int rows = config["max_position_embeddings"], size = config["d_model"];
        const test::RewrittenTensor table = places(rows, size, .5f);
        folder.tensors([&](test::Tensors& all) { all[encoder_places] = table; });
        const Opened opened = folder.opened();
        ASSERT_TRUE(opened.model) << opened.problem;
        const auto& network = opened.model->config.as<transformer::Config>();
        EXPECT_TRUE(network.position.encoder_table);
        EXPECT_FALSE(network.position.decoder_table); // which is computed
        EXPECT_EQ(network.longest(), rows);
        EXPECT_EQ(opened.report.unread(), 0u) << name;
        const Trace run = run_in(*opened.model);
        const Eigen::MatrixXf read = run.at(transformer::encoder_values.positions);
        EXPECT_EQ(read, table.value.topRows(read.cols()).transpose());
        const Eigen::MatrixXf made = run.at(transformer::decoder_values.positions);
        EXPECT_EQ(made, places(rows, size, 1).value.topRows(made.cols()).transpose());
    }
}

TEST(HubPlaces, ATableThatIsTheComputedOneIsNotNeeded) {
    ChangedFolder folder("hf_marian_untied_relu");
    const Json config = read_json(folder.path() / "config.json", 1 << 20);
    const int rows = config["max_position_embeddings"], size = config["d_model"];
    folder.tensors(
        [&](test::Tensors& all) { all[encoder_places] = all[decoder_places] = places(rows, size, 1); });
    const Opened opened = folder.opened();
    ASSERT_TRUE(opened.model) << opened.problem;
    EXPECT_EQ(opened.model->config.as<transformer::Config>().longest(), 0); // any length
    EXPECT_EQ(opened.report.unread(), 0u);
}

TEST(HubPlaces, OfM2MATableIsNeverReadAndOneThatDiffersIsSaid) {
    for (const auto& [factor, half] :
         {std::pair(1.f, false), std::pair(1.f, true), std::pair(.5f, false), std::pair(.5f, true)}) {
        ChangedFolder folder("hf_m2m100_bf16");
        transformer::Config config;
        config.positions = transformer::Positions::Fairseq;
        const int size = read_json(folder.path() / "config.json", 1 << 20)["d_model"];
        test::RewrittenTensor table{
            transformer::place_vectors<float>(config, size, 0, 50, 1).transpose() * factor, 2, half};
        table.value.row(1).setZero(); // the padding token's
        folder.tensors([&](test::Tensors& all) { all[decoder_places] = table; });
        const Opened opened = folder.opened();
        ASSERT_TRUE(opened.model) << opened.problem;
        EXPECT_EQ(any_says(opened.report.unsettled, "table of positions"), factor != 1);
        EXPECT_EQ(opened.report.unread(), 0u);
    }
}

/// It stands at none. Of a text that is given it is not counted; what is written token by token counts on, as
/// that library's generate() does.
TEST(HubPlaces, OfM2MThePaddingTokenStandsAtNone) {
    const Opened opened = open_model({test::source_dir() / "tests/checkpoints/hf_m2m100_bf16"});
    ASSERT_TRUE(opened.model) << opened.problem;
    Request request;
    request.text = "our large trees were old";
    const Eigen::MatrixXf usual =
        decode::run(*opened.model, request).at(transformer::decoder_values.positions);
    ASSERT_GE(usual.cols(), 4);
    request.edits.forced[1] = "<pad>"; // read at place 2
    request.edits.forced[2] = request.edits.forced[3] = "__fr__";
    const auto places_of = [&] {
        return Eigen::MatrixXf(
            decode::run(*opened.model, request).at(transformer::decoder_values.positions)); // (d, N)
    };
    const Eigen::MatrixXf written = places_of();
    request.target = "nos grands arbres";
    const Eigen::MatrixXf given = places_of();
    for (const Eigen::MatrixXf& made : {written, given}) {
        ASSERT_GE(made.cols(), 4);
        EXPECT_EQ(made.leftCols(2), usual.leftCols(2));
        EXPECT_TRUE(made.col(2).isZero());
    }
    EXPECT_EQ(written.col(3), usual.col(3));
    EXPECT_EQ(given.col(3), usual.col(2));
}

} // namespace
} // namespace heed::io
