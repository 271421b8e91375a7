// What layers would have said, and weights times what they bring along.
#include "core/analysis/moves/lens.h"
#include "core/analysis/moves/value_weighted.h"
#include "tests/core/analysis/moves/recorded_pass.h"
#include "tests/support/golden.h"

#include <gtest/gtest.h>

namespace heed::moves {
namespace {

using namespace transformer;
using test::RecordedPass;

class LensOf : public testing::TestWithParam<test::PassVariant> {};

TEST_P(LensOf, the_last_layer_is_what_the_model_says) {
    Config config = test::small_pass();
    GetParam().change(config);
    const RecordedPass recorded(config);
    const Eigen::MatrixXd& said = recorded.at({config.decodes() ? Quantity::LogProbs : place_log_probs});
    for (int i = 0; i < recorded.outputs(); ++i) {
        const Eigen::MatrixXd streams = streams_of(recorded.pass(), i);
        ASSERT_EQ(streams.cols(), config.last().layers + 1);
        const Eigen::MatrixXd log_probs = early_log_probs(config, recorded.parameters, streams);
        EXPECT_LT((log_probs.col(streams.cols() - 1) - said.col(i)).cwiseAbs().maxCoeff(), 1e-12);
        for (Eigen::Index l = 0; l < log_probs.cols(); ++l)
            EXPECT_NEAR(log_probs.col(l).array().exp().sum(), 1, 1e-12);
    }
}

INSTANTIATE_TEST_SUITE_P(families, LensOf, testing::ValuesIn(test::pass_variants),
                         [](const auto& v) { return std::string(v.param.name); });

/// Norms after: no norm between a layer and the vocabulary.
TEST(Lens, reads_a_layer_of_a_model_with_norms_after_by_the_vocabularys_matrix_alone) {
    const RecordedPass recorded(test::small_pass());
    const Eigen::MatrixXd streams = streams_of(recorded.pass(), 1);
    const Eigen::VectorXd logits = recorded.parameters.value("output.weight") * streams.col(1) +
                                   recorded.parameters.value("output.bias").col(0);
    const double whole = std::log(logits.array().exp().sum());
    const Eigen::MatrixXd log_probs = early_log_probs(recorded.config, recorded.parameters, streams);
    EXPECT_LT((log_probs.col(1) - (logits.array() - whole).matrix()).cwiseAbs().maxCoeff(), 1e-12);
}

/// By the file's own weights and values: |α_ij W_O v_j| of every head of every attention.
TEST(ValueWeighted, agrees_with_the_values_of_the_golden_files) {
    int compared = 0;
    for (const auto& file : test::golden_files_in(test::golden_folder() / "mechanisms")) {
        if (!file.filename().string().starts_with("transformer-")) continue;
        const nlohmann::json golden = test::read_golden(file);
        Config config = config_from_json(golden.at("config"), "golden");
        config.source_vocabulary = golden.at("sizes").at("V");
        config.target_vocabulary = golden.at("sizes").at("W");
        RecordedPass recorded(config);
        for (int k = 0; k < recorded.parameters.size(); ++k)
            recorded.parameters[k].value =
                test::matrix<double>(golden.at("weights").at(recorded.parameters[k].name));
        recorded.source = golden.at("input").at("source").get<std::vector<int>>();
        recorded.inputs = golden.at("input").at("target_in").get<std::vector<int>>();
        recorded.run({});
        const int each = config.decoder.each();
        const auto check = [&](const std::string& name, const AttentionValues& values, int layer) {
            const auto& weights = golden.at("values").at(name + ".weights"); // head, query, place
            const auto v = test::matrix<double>(golden.at("values").at(name + ".values")); // place, unit
            const auto o = test::matrix<double>(golden.at("weights").at(name + ".output.weight"));
            for (int k = 0; k < static_cast<int>(weights.size()); ++k) {
                const auto a = test::matrix<double>(weights[static_cast<std::size_t>(k)]);
                const Eigen::MatrixXd got =
                    value_weighted(recorded.pass(), {values.weights, layer, k}); // (K, Q)
                ASSERT_EQ(got.cols(), a.rows()) << name;
                for (Eigen::Index i = 0; i < a.rows(); ++i)
                    for (Eigen::Index j = 0; j < a.cols(); ++j) {
                        Eigen::VectorXd moved = Eigen::VectorXd::Zero(o.rows());
                        for (int u = 0; u < each; ++u)
                            moved += a(i, j) * v(j, k * each + u) * o.col(k * each + u);
                        EXPECT_NEAR(got(j, i), moved.norm(), 1e-10) << name << ' ' << k;
                        ++compared;
                    }
            }
        };
        for (int l = 0; l < config.encoder.layers; ++l) {
            const std::string layer = ".layers." + std::to_string(l);
            check("encoder" + layer + ".self", encoder_values.self, l);
            check("decoder" + layer + ".self", decoder_values.self, l);
            check("decoder" + layer + ".cross", decoder_values.cross, l);
        }
    }
    EXPECT_GT(compared, 100);
}

TEST(ValueWeighted, shares_sum_to_one_and_a_row_of_zeros_stays) {
    Eigen::MatrixXd columns(2, 2);
    columns << 1, 0, 3, 0;
    const Eigen::MatrixXd shares = to_shares(columns);
    EXPECT_EQ(shares(0, 0), 0.25);
    EXPECT_EQ(shares(1, 0), 0.75);
    EXPECT_EQ(shares.col(1), Eigen::VectorXd::Zero(2));
}

TEST(ValueWeighted, nothing_is_made_of_what_is_no_heads_map) {
    const RecordedPass recorded(test::small_pass());
    EXPECT_EQ(value_weighted(recorded.pass(), {decoder_values.cross.mean, 0}).size(), 0);
}

} // namespace
} // namespace heed::moves
