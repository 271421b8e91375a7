#include "app/state/meaning/meaning.h"

#include "core/analysis/fragility.h"
#include "core/analysis/meaning/sentence.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "tests/support/source_dir.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using namespace analysis::meaning;

std::shared_ptr<const Model> bundled(const std::string& name) {
    static std::map<std::string, std::shared_ptr<const Model>> known;
    auto& model = known[name];
    if (!model) {
        const io::ModelLibrary library({test::source_dir() / "assets"});
        const io::ModelPlace place = library.resolve(name);
        model = std::make_shared<const Model>(io::load_model(place.folder, place.name));
    }
    return model;
}

void finish_run(AppState& s) {
    const Request request = wanted_request(s);
    auto run = std::make_shared<const Trace>(decode::run(*s.model, request));
    apply(s, RunFinished{request, run, run->source_length() - 1, false, s.input.size(), {}});
}

/// Step over a run of that model.
AppState at(const std::string& name = "dates/additive", const std::string& text = "3 March 1987") {
    AppState s;
    s.model = bundled(name);
    s.model_name = name;
    s.facts = s.model->facts;
    update(s, {"type", text});
    finish_run(s);
    update(s, {"last"});
    return s;
}

bool asks(const EffectList& effects, const std::string& workspace) {
    return std::any_of(effects.begin(), effects.end(),
                       [&](const Effect& e) { return e.kind == Effect::Kind::Work && e.text == workspace; });
}

const std::atomic<bool> go_on = false;

void answer(AppState& s) {
    Engine engine;
    engine.run = [](const Model& model, const Request& request, const std::atomic<bool>& cancelled) {
        return std::make_shared<const Trace>(decode::run(model, request, &cancelled));
    };
    apply(s, WorkDone{"meaning", meaning_job(s)(engine, go_on), ""});
    if (s.meaning.asked_output >= 0)
        apply(s, WorkDone{"other-weights", other_weights_job(s)(engine, go_on), ""});
}

TEST(MeaningState, SaysWhatIsBeingMeasured) {
    AppState s = at();
    update(s, {"meaning"});
    EXPECT_EQ(meaning_progress(s), "Being measured…");
    s.meaning.share->store(23);
    EXPECT_EQ(meaning_progress(s), "Being measured: gradient × input, 23%");
    s.meaning.share->store(60);
    EXPECT_EQ(meaning_progress(s), "Being measured: leave one out, 60%");
    answer(s);
    EXPECT_GE(s.meaning.share->load(), 60);
    update(s, {"type", "4 May 1988"});
    finish_run(s);
    EXPECT_EQ(meaning_progress(s), "Being measured…") << "of another input from the beginning";
}

TEST(MeaningState, MShowsItAndAsksForItOnce) {
    AppState s = at();
    EXPECT_FALSE(shows_meaning(s));
    EXPECT_TRUE(asks(update(s, {"meaning"}), "meaning"));
    EXPECT_TRUE(shows_meaning(s));
    EXPECT_EQ(workspace_of(s).id, "meaning");
    EXPECT_FALSE(asks(update(s, {"numbers"}), "meaning"));
    EXPECT_FALSE(meaning_board(s));
    answer(s);
    const auto board = meaning_board(s);
    ASSERT_TRUE(board && board->output);
    EXPECT_EQ(board->output->output, board->row);
    EXPECT_EQ(meaning_figure_id(s), "meaning");
    update(s, {"meaning"});
    EXPECT_EQ(workspace_of(s).id, "step");
}

TEST(MeaningState, AnotherOutputIsMeasuredWhenItIsLookedAt) {
    AppState s = at();
    update(s, {"meaning"});
    answer(s);
    EXPECT_TRUE(asks(update(s, {"select-row", "", 0, 2}), "other-weights"));
    EXPECT_EQ(meaning_row(s), 2);
    EXPECT_FALSE(meaning_board(s)->output);
    answer(s);
    EXPECT_TRUE(meaning_board(s)->output);
}

TEST(MeaningState, ARowOfTheCardIsAWhatIfAndWhatIsMeasuredStays) {
    AppState s = at();
    update(s, {"meaning"});
    update(s, {"select-row", "", 0, 2});
    answer(s);
    const auto before = meaning_board(s);
    ASSERT_TRUE(before && before->output);
    EXPECT_FALSE(before->applied);
    update(s, {"meaning-weights", "", 0, 1}); // all equal
    ASSERT_TRUE(s.edits.rows.contains(2));
    finish_run(s);
    EXPECT_TRUE(s.trace->request.edits.touches_rows());
    EXPECT_NEAR(s.trace->weight(2, 0), s.trace->weight(2, 5), 1e-6f);
    const auto after = meaning_board(s);
    ASSERT_TRUE(after);
    EXPECT_EQ(after->run, before->run); // the model's own weights
    EXPECT_EQ(after->applied, OtherRow::Kind::Equal);
    update(s, {"meaning-weights", "", 0, 1}); // once more: its own again
    EXPECT_FALSE(s.edits.rows.contains(2));
}

TEST(MeaningState, TheLastAnswerIsTheOneThatIsAskedFor) {
    AppState s = at();
    update(s, {"meaning"});
    const AppState asked = s;
    update(s, {"type", "4 March 1987"});
    finish_run(s);
    Engine engine;
    apply(s, WorkDone{"meaning", meaning_job(asked)(engine, go_on), ""});
    EXPECT_FALSE(meaning_board(s));
    answer(s);
    ASSERT_TRUE(meaning_board(s));
    EXPECT_EQ(meaning_board(s)->run->source_text, "4 March 1987");
}

TEST(MeaningState, ItIsNotOfferedWhereNothingCanBeMeasured) {
    AppState s = at("dates/none");
    EXPECT_EQ(meaning_obstacle(s), "This model has no weights.");
    update(s, {"meaning"});
    EXPECT_FALSE(shows_meaning(s));
}

TEST(MeaningState, ASessionKeepsThatItIsShown) {
    AppState s = at();
    update(s, {"meaning"});
    const auto json = meaning_choices(s);
    AppState other = at();
    meaning_from_json(json, other);
    EXPECT_TRUE(shows_meaning(other));
    meaning_from_json({{"shown", 3}}, other);
    EXPECT_FALSE(shows_meaning(other));
    answer(s);
    const auto dump = meaning_json(s);
    EXPECT_TRUE(dump.at("measured"));
    EXPECT_EQ(dump.at("tau").at("gradient").size(), static_cast<std::size_t>(s.trace->outputs()));
}

TEST(MeaningState, StatesAndMeaningTakeTurns) {
    AppState s = at();
    update(s, {"meaning"});
    update(s, {"states"});
    EXPECT_EQ(workspace_of(s).id, "states");
    EXPECT_FALSE(s.meaning.shown);
    update(s, {"meaning"});
    EXPECT_EQ(workspace_of(s).id, "meaning");
    EXPECT_FALSE(s.states.shown);
}

} // namespace
} // namespace heed
