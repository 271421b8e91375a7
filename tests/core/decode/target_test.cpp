// A target that a model is made to write: what stands around it is the tokenizer's, whatever the rules for
// writing say, and it is read to its end.
#include "core/analysis/heads/pairs/corpus.h"
#include "core/decode/next_token.h"
#include "core/decode/run.h"
#include "core/io/open/open_model.h"
#include "core/models/generation.h"
#include "core/models/pieces.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <functional>

namespace heed::decode {
namespace {

constexpr const char* old_trees = "nos grands arbres étaient vieux";

Model folder_with_rules(const std::string& name, const std::function<void(GenerationRules&)>& change) {
    io::Opened opened = io::open_model({test::source_dir() / "tests/checkpoints" / name});
    EXPECT_TRUE(opened.model) << opened.problem;
    GenerationRules rules = *opened.model->generation;
    change(rules);
    opened.model->generation = std::make_shared<const GenerationRules>(rules);
    return std::move(*opened.model);
}

Request made_to_write(const std::string& language = {}) {
    Request request;
    request.text = "our large trees were old";
    request.target = old_trees;
    request.target_language = language;
    return request;
}

std::vector<int> ids_written(const Trace& run) {
    std::vector<int> ids;
    for (const TraceStep& step : run.steps) ids.push_back(step.token.id);
    return ids;
}

TEST(Target, ItsFrameIsTheTokenizersWhereTheRulesForceNothing) {
    for (const char* name : {"hf_mbart50_sharded_relu", "hf_m2m100_bf16", "hf_bart_gelu_f16"}) {
        const Model usual = folder_with_rules(name, [](GenerationRules&) {}),
                    free = folder_with_rules(name, [](GenerationRules&rules) { rules.forced_first.reset(); });
        const std::vector<int> ids = ids_written(run(free, made_to_write()));
        EXPECT_EQ(ids, ids_written(run(usual, made_to_write()))) << name;
        EXPECT_EQ(ids.front(), *usual.generation->forced_first) << name;
        EXPECT_TRUE(puts_before_target(free, made_to_write())) << name;
    }
    const Model m2m =
        folder_with_rules("hf_m2m100_bf16", [](GenerationRules& rules) { rules.forced_first.reset(); });
    EXPECT_EQ(run(m2m, made_to_write("pl")).steps.front().token.text, "__pl__");
}

TEST(Target, ATokenThatTheRulesPutFirstIsNoneOfATargetThatTheTokenizerFrames) {
    const Model marian =
        folder_with_rules("hf_marian_toy_enfr", [](GenerationRules& rules) { rules.forced_first = 33; });
    EXPECT_NE(ids_written(run(marian, made_to_write())).front(), 33);
    EXPECT_FALSE(puts_before_target(marian, made_to_write()));
}

TEST(Target, OtherEndTokensNeitherCloseItNorCutItShort) {
    const Model usual = folder_with_rules("hf_bart_gelu_f16", [](GenerationRules&) {});
    const std::vector<int> ids = ids_written(run(usual, made_to_write()));
    const Model several = folder_with_rules("hf_bart_gelu_f16", [&](GenerationRules& rules) {
        rules.ends = {300, rules.ends.front(), ids[2]};
    });
    const Trace whole = run(several, made_to_write());
    EXPECT_EQ(ids_written(whole), ids);
    EXPECT_TRUE(whole.finished);
    EXPECT_FALSE(whole.steps[2].token.is_end);
    EXPECT_EQ(whole.target_text, run(usual, made_to_write()).target_text);
    EXPECT_FALSE(writes_by_itself(several, whole)); // by itself it would end there
    Request ended = made_to_write();
    ended.edits.forced[1] = several.target.token(ids[2]); // what is typed at an output counts as ever
    EXPECT_EQ(run(several, ended).outputs(), 2);
}

TEST(Target, WordsAreCountedBehindWhatTheTokenizerPutsFirst) {
    const Model free = folder_with_rules("hf_mbart50_sharded_relu",
                                         [](GenerationRules& rules) { rules.forced_first.reset(); });
    const heads::Pair pair =
        heads::read_pair(free, std::string("our large trees were old\t") + old_trees, "pairs", 1);
    const heads::PairRun made = heads::run_pair(free, pair, {});
    ASSERT_FALSE(made.words.outputs.empty());
    EXPECT_TRUE(made.words.outputs.front().framing);
    std::vector<std::string> words;
    for (const Word& word : made.words.outputs)
        if (!word.framing)
            words.push_back(std::string(pair.target->substr(word.begin, word.end - word.begin)));
    EXPECT_EQ(words, (std::vector<std::string>{"nos", "grands", "arbres", "étaient", "vieux"}));
}

} // namespace
} // namespace heed::decode
