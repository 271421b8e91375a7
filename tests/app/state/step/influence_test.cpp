// Of a run without weights: its influences are asked for once, measured as core/analysis/influence does, and
// dropped with the run.
#include "app/state/step/influence.h"

#include "app/state/jobs/engine.h"
#include "core/analysis/influence/influence.h"
#include "core/base/error.h"
#include "core/decode/run.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

struct InfluenceTest : testing::Test {
    Engine engine = heed_engine();

    AppState step(const char* name, const char* input) {
        AppState s;
        const LoadedModel loaded = engine.load(name, {});
        s.model = loaded.model;
        s.model_name = name;
        s.facts = loaded.facts;
        s.trace_model = s.model_id = name;
        type(s, input);
        return s;
    }
    void type(AppState& s, const char* input) {
        s.input = input;
        Request request;
        request.text = input;
        s.trace = std::make_shared<const Trace>(decode::run(*s.model, request));
        s.trace_model = model_id_of(s);
    }
    static std::string model_id_of(const AppState& s) {
        return s.model_id.empty() ? s.model_name : s.model_id;
    }
    /// What was asked for is done at once; how much that was.
    int work(AppState& s) {
        const EffectList effects = follow_influence(s);
        for (const Effect& effect : effects) {
            EXPECT_EQ(effect.text, "influence");
            WorkDone done{"influence", {}, ""};
            done.result = influence_job(s)(engine, {});
            apply_influence(s, done);
        }
        return static_cast<int>(effects.size());
    }
};

TEST_F(InfluenceTest, RowsAreTheNormsOfTheStatesOverTheirLargest) {
    AppState s = step("dates/none", "3 March 1987");
    ASSERT_TRUE(has_influence(s));
    EXPECT_EQ(work(s), 1);
    EXPECT_EQ(work(s), 0) << "asked for twice";
    const auto map = influence_shown(s);
    ASSERT_NE(map, nullptr);
    const influence::Norms<float> norms = influence::norms(*s.model, *s.trace);
    ASSERT_EQ(map->norms.cols(), norms.decoder.rows());
    EXPECT_TRUE(map->norms.transpose().isApprox(norms.decoder));
    for (Eigen::Index i = 0; i < map->shares.cols(); ++i) {
        EXPECT_FLOAT_EQ(map->shares.col(i).maxCoeff(), 1);
        EXPECT_TRUE((map->shares.col(i) * map->norms.col(i).maxCoeff()).isApprox(map->norms.col(i)));
    }
    NetworkSettings settings;
    set_influence(s, settings);
    EXPECT_EQ(settings.influence, map);
    EXPECT_FALSE(settings.influence_soon);
}

TEST_F(InfluenceTest, AnotherRunIsMeasuredAnew) {
    AppState s = step("dates/none", "3 March 1987");
    work(s);
    const auto before = influence_shown(s);
    type(s, "4 May 2001");
    EXPECT_EQ(influence_shown(s), nullptr);
    NetworkSettings settings;
    set_influence(s, settings);
    EXPECT_TRUE(settings.influence_soon);
    EXPECT_EQ(work(s), 1);
    ASSERT_NE(influence_shown(s), nullptr);
    EXPECT_NE(influence_shown(s), before);
    EXPECT_EQ(influence_shown(s)->shares.rows(), s.trace->source_length());
}

TEST_F(InfluenceTest, WhatComesTooLateOrWasGivenUpIsNotShown) {
    AppState s = step("dates/none", "3 March 1987");
    ASSERT_EQ(follow_influence(s).size(), 1u);
    const WorkspaceJob late = influence_job(s);
    type(s, "4 May 2001");
    ASSERT_EQ(follow_influence(s).size(), 1u);
    WorkDone done{"influence", late(engine, {}), ""};
    apply_influence(s, done);
    EXPECT_EQ(influence_shown(s), nullptr);
    const std::atomic<bool> cancelled{true};
    done.result = influence_job(s)(engine, cancelled);
    apply_influence(s, done);
    EXPECT_EQ(influence_shown(s), nullptr);
    EXPECT_EQ(work(s), 1) << "given up, it is asked for again";
    EXPECT_NE(influence_shown(s), nullptr);
}

TEST_F(InfluenceTest, WhyThereIsNoneIsSaidAndNotAskedAgain) {
    AppState s = step("dates/none", "3 March 1987");
    ASSERT_EQ(follow_influence(s).size(), 1u);
    apply_influence(s, {"influence", {}, "influence: too many numbers"});
    NetworkSettings settings;
    set_influence(s, settings);
    EXPECT_NE(settings.no_influence.find("too many numbers"), std::string::npos);
    EXPECT_FALSE(settings.influence_soon);
    EXPECT_TRUE(follow_influence(s).empty());
    EXPECT_FALSE(influence_json(s)["problem"].get<std::string>().empty());
}

// A large foreign model: what a keystroke sets off by itself stays small.
TEST_F(InfluenceTest, WhatIsTooLargeIsNotMeasuredUnasked) {
    AppState s = step("dates/none", "3 March 1987");
    Model large = *s.model;
    large.config.edit<Seq2SeqConfig>().encoder.hidden = 4000;
    s.model = std::make_shared<const Model>(large);
    EXPECT_TRUE(follow_influence(s).empty());
    NetworkSettings settings;
    set_influence(s, settings);
    EXPECT_NE(settings.no_influence.find("million derivatives: Memory measures it."), std::string::npos);
    EXPECT_FALSE(settings.influence_soon);
    EXPECT_TRUE(follow_influence(s).empty());
}

TEST_F(InfluenceTest, ModelsWithWeightsAndHiddenMapsAreNotMeasured) {
    AppState with = step("dates/additive", "3 March 1987");
    EXPECT_FALSE(has_influence(with));
    EXPECT_TRUE(follow_influence(with).empty());
    AppState hidden = step("dates/none", "3 March 1987");
    hidden.settings.heatmap = false;
    EXPECT_TRUE(follow_influence(hidden).empty());
    hidden.settings.heatmap = true;
    hidden.view = "compare";
    EXPECT_TRUE(follow_influence(hidden).empty());
}

} // namespace
} // namespace heed
