// A run that was written before is made again: it agrees, or it is said where it does not.
#include "app/state/jobs/check_run.h"

#include "app/state/jobs/engine.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/model/model_folder.h"
#include "core/io/run/run_file.h"
#include "core/io/run/trace_json.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

Model bundled_model(const std::string& name) {
    return io::load_model(test::source_dir() / "assets/models" / name, name);
}

/// As it comes back from a file.
Trace read_again(const Trace& run) {
    return io::trace_from_json(nlohmann::json::parse(io::trace_line(run)), "run.json");
}

Trace made_by(const Model& model, Request request) {
    request.model = model.name;
    return decode::run(model, request);
}

using Verdict = RunCheck::Verdict;

TEST(CheckRun, AnUnchangedRunAgreesToTheLastWeight) {
    for (const auto& [name, text] : {std::pair{"dates/additive", "3 March 1987"},
                                     {"reverse/general", "seashells"},
                                     {"reverse/none", "abc"},
                                     {"adding/linear", "-.97 -.33* .83*"}}) {
        SCOPED_TRACE(name);
        const Model model = bundled_model(name);
        const Trace run = made_by(model, {.text = text});
        const RunCheck check = check_run(read_again(run), model);
        EXPECT_EQ(check.verdict, Verdict::Agrees) << check.words;
        EXPECT_EQ(check.forced, 0);
        EXPECT_GT(check.compared, 0);
        EXPECT_LE(check.largest, 1e-8);
        EXPECT_EQ(check.request.text, text);
    }
}

TEST(CheckRun, EditsAndSearchesAreMadeAgain) {
    const Model model = bundled_model("reverse/additive");
    Request edited{.text = "seashells"};
    edited.edits.forced[2] = "q";
    edited.edits.temperature = 2;
    const RunCheck again = check_run(read_again(made_by(model, edited)), model);
    EXPECT_EQ(again.verdict, Verdict::Agrees) << again.words;
    EXPECT_EQ(again.request.edits, edited.edits);
    Request given{.text = "abc"};
    given.target = "xyz";
    const RunCheck forced = check_run(read_again(made_by(model, given)), model);
    EXPECT_EQ(forced.verdict, Verdict::Agrees) << forced.words;
    EXPECT_GE(forced.forced, 3) << "what it would not write by itself";
    EXPECT_NE(forced.words.find("had to be forced"), std::string::npos);
}

TEST(CheckRun, TheFirstDifferenceIsNamed) {
    const Model model = bundled_model("reverse/additive");
    const Trace run = made_by(model, {.text = "abc"});
    Trace changed = read_again(run);
    Eigen::MatrixXf weights = changed.at(Quantity::Weights);
    weights(1, 2) += 2e-6f;
    weights(0, 3) += 0.1f;
    changed.set(Quantity::Weights, 0, weights);
    const RunCheck check = check_run(changed, model);
    EXPECT_EQ(check.verdict, Verdict::Differs);
    EXPECT_NE(check.words.find("output 3 “a”, source 2 “b”"), std::string::npos) << check.words;
    const RunCheck other = check_run(read_again(run), bundled_model("reverse/general"));
    EXPECT_EQ(other.verdict, Verdict::Differs);
    EXPECT_NE(other.words.find("cannot make this run again"), std::string::npos) << other.words;
}

TEST(CheckRun, TheEngineOpensARunAsItsModelAndAStrangersAsMaps) {
    const test::TemporaryFolder folder;
    const Model model = bundled_model("reverse/additive");
    Trace run = made_by(model, {.text = "abc"});
    const Engine engine = heed_engine();
    io::write_file_atomic(folder / "run.json", io::trace_text(run, true));
    EXPECT_EQ(engine.kind_of(folder / "run.json"), std::pair(std::string("run"), true));
    EXPECT_EQ(engine.inspect(folder / "run.json", "").text, "abc");
    const LoadedModel loaded = engine.load((folder / "run.json").string(), {});
    ASSERT_TRUE(loaded.model && loaded.checked);
    EXPECT_EQ(loaded.checked->request.model, "reverse/additive");
    run.model.name = "nobody/knows";
    io::write_file_atomic(folder / "other.json", io::trace_text(run));
    const LoadedModel other = engine.load((folder / "other.json").string(), {});
    EXPECT_FALSE(other.model);
    ASSERT_TRUE(other.checked);
    EXPECT_EQ(other.maps.size(), 1u);
    EXPECT_EQ(other.checked->verdict, Verdict::NoModel);
    EXPECT_NE(other.checked->words.find("nothing was verified"), std::string::npos);
}

} // namespace
} // namespace heed
