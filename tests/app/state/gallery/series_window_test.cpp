// The window of a forecast on its series: moved by mouse and keys, brought back by undo, kept by a session.
#include "app/state/gallery/forecast/series_window.h"

#include "app/figures/forecast/forecast.h"
#include "app/state/gallery/cards.h"
#include "app/state/gallery/forecast/forecast_board.h"
#include "app/state/gallery/gallery.h"
#include "app/state/open/opening.h"
#include "app/state/picker/picker.h"
#include "app/state/update.h"
#include "core/decode/run.h"
#include "tests/support/samples/sample_forecast.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

constexpr int sample_rows = 40, sample_window = 12;

struct SeriesWindow : testing::Test {
    AppState s;
    std::string whole = sample_series(sample_rows);

    SeriesWindow() {
        forecast::Config config;
        config.input.window = config.input.history = sample_window;
        Model model = sample_forecast_model(config);
        s.model = std::make_shared<const Model>(std::move(model));
        s.facts = s.model->facts;
        s.model_name = s.settings.model = "lagged/sample";
        s.view = "gallery";
        s.gallery.opened = true;
        whole.pop_back(); // the last line's end
        s.input = s.settings.input = whole;
        update(s, {"theme"}); // the history begins
    }
    void give(const Command& command) { update(s, command); }
    void to(int rows) { give({"window-to", "", 0, rows}); }
};

TEST_F(SeriesWindow, EndsAfterAnyRowThatHasAWindowBeforeIt) {
    EXPECT_EQ(rows_read(s), sample_rows);
    EXPECT_EQ(whole_series(s), ""); // the input is all there is
    to(30);
    EXPECT_EQ(rows_read(s), 30);
    EXPECT_TRUE(whole.starts_with(s.input));
    EXPECT_EQ(whole_series(s), whole);
    EXPECT_EQ(rows_of_series(s), sample_rows);
    to(3);
    EXPECT_EQ(rows_read(s), sample_window);
    to(99);
    EXPECT_EQ(s.input, whole);
    EXPECT_EQ(rows_read(s), sample_rows);
}

TEST_F(SeriesWindow, AModelOpensOnASeriesAsLongAsOnItsCard) {
    s.facts.task = "lagged";
    const std::vector<std::string> examples = example_inputs(s);
    ASSERT_GT(examples.size(), 1u);
    EXPECT_EQ(examples.front(), card_text(*find_card("forecast")));
    EXPECT_EQ(rows_of_text(examples.front()), 52);
    s.facts.task = ""; // a table of one's own has no samples
    EXPECT_TRUE(example_inputs(s).empty());
}

TEST_F(SeriesWindow, KeysMoveItAndUndoBringsItBack) {
    ASSERT_TRUE(command_for("Alt+Left", s, false));
    EXPECT_EQ(command_for("Alt+Left", s, false)->id, "window-back");
    const auto on = command_for("Alt+Right", s, false);
    EXPECT_TRUE(!on || on->id != "window-on"); // it is at the end
    give({"window-back"});
    EXPECT_EQ(rows_read(s), sample_rows - 1);
    give({"window-far-back"});
    EXPECT_EQ(rows_read(s), sample_rows - 11);
    give({"window-on"});
    EXPECT_EQ(rows_read(s), sample_rows - 10);
    for (int n = 0; n < 3; ++n) give({"undo"}); // a step a key
    EXPECT_EQ(s.input, whole);
    for (int n = 0; n < 3; ++n) give({"redo"});
    EXPECT_EQ(rows_read(s), sample_rows - 10);
    EXPECT_EQ(rows_of_series(s), sample_rows); // the rest is known still
}

TEST_F(SeriesWindow, ADragIsOneStep) {
    const std::size_t before = s.history.steps.size();
    give({"drag", "", 0, 1});
    for (const int rows : {38, 35, 31, 26}) to(rows);
    give({"drag", "", 0, 0});
    EXPECT_EQ(s.history.steps.size(), before + 1);
    give({"undo"});
    EXPECT_EQ(s.input, whole);
}

TEST_F(SeriesWindow, ALongSeriesIsNotBeyondTheTraining) {
    s.card.longest = sample_window; // the rows that it reads
    s.tokens = sample_rows;
    EXPECT_EQ(beyond_training(s), "");
    s.facts = {}; // of another model it would be
    EXPECT_NE(beyond_training(s), "");
}

TEST_F(SeriesWindow, AnotherInputIsNoPartOfIt) {
    to(20);
    give({"type", "1,2,3,4"});
    EXPECT_EQ(whole_series(s), "");
    give({"type", s.gallery.series.substr(0, 7)}); // cut within a row
    EXPECT_EQ(whole_series(s), "");
}

TEST_F(SeriesWindow, TheChartIsZoomedAboutIt) {
    give({"chart-zoom-in"});
    const SeriesView once = s.gallery.chart;
    EXPECT_GT(once.rows, 0);
    EXPECT_LT(once.rows, sample_rows + 1);
    for (int n = 0; n < 20; ++n) give({"chart-zoom-in"});
    EXPECT_GE(s.gallery.chart.rows, sample_window + 2); // the window stays in sight
    for (int n = 0; n < 20; ++n) give({"chart-zoom-out"});
    EXPECT_EQ(s.gallery.chart, SeriesView{});
    give({"chart-view", "", 0, 3, 9});
    EXPECT_EQ(s.gallery.chart, (SeriesView{3, 9}));
    give({"chart-whole"});
    EXPECT_EQ(s.gallery.chart, SeriesView{});
}

TEST_F(SeriesWindow, TheBoardHoldsTheWholeSeries) {
    to(30);
    const BoardOrder order{"", "forecast", s.model, "lagged/sample", "", s.input, {}, whole_series(s)};
    const auto board =
        std::dynamic_pointer_cast<const ForecastBoard>(make_forecast_board(Engine{}, order, nullptr).board);
    ASSERT_TRUE(board);
    EXPECT_EQ(board->truth.size(), static_cast<std::size_t>(sample_rows));
    EXPECT_EQ(board->foretold(), 30);
    EXPECT_EQ(board->series, whole);
    EXPECT_EQ(board->text, s.input);
}

TEST_F(SeriesWindow, ASessionKeepsWhatTheInputWasCutFrom) {
    to(25);
    const auto kept = nlohmann::json::parse(gallery_choices(s).dump());
    AppState other = s;
    other.gallery.series.clear();
    gallery_from_json(kept, other);
    EXPECT_EQ(whole_series(other), whole);
    gallery_from_json(nlohmann::json(), other);
    EXPECT_EQ(whole_series(other), "");
    gallery_from_json(nlohmann::json::parse(R"({"series": 3, "kind": "nosuch"})"), other);
    EXPECT_EQ(other.gallery.kind, "");
}

} // namespace
} // namespace heed
