// Influence along a sentence of 60 words, as Memory measures it.
#include "app/state/data_paths.h"
#include "core/analysis/influence/influence.h"
#include "core/base/error.h"
#include "core/io/open/model_library.h"
#include "tests/support/random_model.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed {
namespace {

TEST(InfluenceOfSixtyWords, BothDirectionsMakeUpTheAnnotations) {
    const Model model = io::ModelLibrary(data_directories()).load("translate/additive");
    const auto& config = model.config.as<Seq2SeqConfig>();
    std::vector<int> source, inputs{model.target.special().start};
    for (int t = 0; t < 59; ++t) source.push_back(4 + t * 7 % (config.source_vocabulary - 4));
    source.push_back(model.source.special().end);
    for (int i = 0; i < 59; ++i) inputs.push_back(4 + i * 5 % (config.target_vocabulary - 4));
    const auto norms = influence::norms<float>(config, model.parameters, source, inputs);
    for (Eigen::Index t = 0; t < 60; ++t)
        for (Eigen::Index j = 0; j < 60; ++j) {
            ASSERT_TRUE(j <= t || norms.forward(t, j) == 0) << "read after it";
            ASSERT_TRUE(j >= t || norms.backward(t, j) == 0) << "read after it";
            const float both = std::hypot(norms.forward(t, j), norms.backward(t, j));
            ASSERT_NEAR(norms.annotations(t, j), both, 1e-5f * (1 + both)); // |[f; b]|² = |f|² + |b|²
        }
    // In luong order without input feeding nothing of the source comes in after s_0.
    EXPECT_EQ(norms.decoder.rows(), 60);
    EXPECT_TRUE((norms.decoder.array() >= 0).all());
    EXPECT_TRUE(norms.decoder.allFinite());
}

// Step asks for the influence by itself: what would fill the memory is refused before it is begun.
TEST(Influence, WhatWouldHoldTooManyNumbersIsRefused) {
    Seq2SeqConfig config = test::config_of("none");
    config.encoder.hidden = 64;
    const Model model = test::random_model(config, 1);
    const std::vector<int> source(40'000, 4), inputs{1, 4};
    try {
        influence::norms<float>(config, model.parameters, source, inputs);
        FAIL() << "not refused";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("at most 400 million"), std::string::npos) << error.what();
    }
}

} // namespace
} // namespace heed
