// Tensors that a family's own code does not have, or has once.
#include "tests/core/io/huggingface/changed_folder.h"

#include <gtest/gtest.h>

namespace heed::io {
namespace {

TEST(HubTables, M2MHasNoBiasOfLogits) {
    const auto opened = [](const char* name) {
        return ChangedFolder(name)
            .tensors([](test::Tensors& all) {
                const Eigen::Index words = all.contains("model.shared.weight")
                                               ? all.at("model.shared.weight").value.rows()
                                               : all.at("model.encoder.embed_tokens.weight").value.rows();
                all["final_logits_bias"] = {Eigen::MatrixXf::Constant(1, words, .5f), 2};
            })
            .opened();
    };
    const Opened m2m = opened("hf_m2m100_bf16"), mbart = opened("hf_mbart50_sharded_relu");
    ASSERT_TRUE(m2m.model) << m2m.problem;
    ASSERT_TRUE(mbart.model) << mbart.problem;
    EXPECT_EQ(m2m.report.unread(), 1u);
    EXPECT_EQ(m2m.report.verdict(), LoadVerdict::Partly);
    EXPECT_EQ(m2m.model->parameters.find("output.bias"), -1);
    EXPECT_EQ(mbart.report.unread(), 0u);
    EXPECT_GE(mbart.model->parameters.find("output.bias"), 0);
}

TEST(HubTables, TwoWhereTheFamilyHasOneAreSaid) {
    for (const float apart : {0.f, .5f})
        for (const char* other : {"model.shared.weight", "model.encoder.embed_tokens.weight"}) {
            const Opened opened = ChangedFolder("hf_bart_gelu_f16")
                                      .tensors([&](test::Tensors& all) {
                                          all[other] = all.at("model.decoder.embed_tokens.weight");
                                          all[other].value(3, 0) += apart;
                                      })
                                      .opened();
            ASSERT_TRUE(opened.model) << opened.problem;
            EXPECT_EQ(any_says(opened.report.unsettled, "two that differ"), apart != 0) << other;
        }
    const Opened marian = ChangedFolder("hf_marian_untied_relu").opened(); // whose config.json says two
    EXPECT_FALSE(any_says(marian.report.unsettled, "two that differ"));
}

} // namespace
} // namespace heed::io
