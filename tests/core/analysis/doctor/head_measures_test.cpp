// What is measured on heads whose numbers are a folder's: the run carries none of them.
#include "core/analysis/doctor/head_measures.h"

#include "core/analysis/doctor/row_measures.h"
#include "core/analysis/moves/value_weighted.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace heed::doctor {
namespace {

TEST(DoctorHeads, AFoldersHeadsAreWeighedByTheModelsOutputMatrices) {
    const Model model =
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_marian_toy_enfr").string());
    Request request;
    request.text = "she does not help his student";
    const Trace run = decode::run(model, request);
    const moves::Pass<float> pass = moves::pass_of(model, run);
    const auto heads = several_heads(run);
    ASSERT_FALSE(heads.empty());
    for (const heads::Head& head : heads) {
        const MatrixXf shares = value_weighted_heads(run, &model, {head});
        const MatrixXf wanted = moves::to_shares(moves::value_weighted(pass, head.site)).cast<float>();
        ASSERT_EQ(shares.rows(), wanted.rows()) << head.name;
        ASSERT_EQ(shares.cols(), wanted.cols()) << head.name;
        EXPECT_LT((shares - wanted).cwiseAbs().maxCoeff(), 1e-5f) << head.name;
    }
    EXPECT_GT(value_weighted(run, &model).size(), 0);
    if (!run.parameters) {
        EXPECT_EQ(value_weighted(run).size(), 0) << "no number in place of another";
    }
}

} // namespace
} // namespace heed::doctor
