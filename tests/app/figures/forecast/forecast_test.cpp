// The picture of a forecast: everything in its place at every size, every baseline drawn, every number that
// of a run.
#include "app/figures/forecast/forecast.h"

#include "app/figures/base/format.h"
#include "app/figures/forecast/reading.h"
#include "core/decode/run.h"
#include "core/models/forecast/baselines.h"
#include "core/models/forecast/series.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_forecast.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

struct SampleForecast {
    int drivers = 3, rows = 40, window = 12;
    forecast::Score score = forecast::Score::Additive;
    std::set<int> muted{};
    bool rule = false, dates = false;
};

struct Shown {
    Trace run;
    ForecastBoard board;
};

Shown shown_of(const SampleForecast& options) {
    forecast::Config config;
    config.attention.score = options.score;
    config.input.window = config.input.history = options.window;
    config.forecast.interval = 0.4;
    const Model model = sample_forecast_model(config, options.drivers);
    Request request;
    request.text = sample_series(options.rows, options.drivers);
    request.edits.muted = options.muted;
    Shown shown{decode::run(model, request), {}};
    const auto& own = model.config.as<forecast::Config>();
    const forecast::Series series = forecast::read_series(own, request.text, "m");
    ForecastBoard& board = shown.board;
    board.text = request.text;
    for (int r = 0; r < series.rows(); ++r) {
        board.truth.push_back(series.target(r, 0));
        board.labels.push_back(options.dates ? "2012-03-" + std::to_string(r + 10) : std::to_string(r + 1));
    }
    const auto attention = forecast::foretold(own, model.parameters, series),
               persistence = forecast::foretold_by_persistence(own, series);
    board.methods = {{"attention", attention, 0.08, true},
                     {"LSTM", attention, 0.35, false},
                     {"linear AR", persistence, 0.83, false},
                     {"persistence", persistence, 0.94, false}};
    if (!options.rule) return shown;
    board.task = "lagged";
    board.next = -0.3;
    board.gold_driver = 1;
    board.gold_moment = options.window - 7;
    board.roles = std::vector<std::string>(static_cast<std::size_t>(options.drivers), "noise");
    board.roles[1] = "carries y now";
    board.means = std::vector<double>(static_cast<std::size_t>(options.drivers), 0.3);
    board.changes = {options.rows / 2};
    board.right_driver = 0.978;
    board.right_lag = 0.964;
    board.largest_noise = 0.04;
    board.windows = 1000;
    return shown;
}

struct ForecastFigure : FigureTest {
    Scene draw(const Shown& shown, ForecastSettings settings = {}, Playhead playhead = {}) {
        return forecast_figure(shown.run, shown.board, playhead, settings, style);
    }
    Playhead at_end(const Shown& shown) {
        Playhead head;
        head.at = shown.run.outline.total();
        return head;
    }
};

TEST_F(ForecastFigure, NothingOverlapsAtAnySizeOfWindowAndTable) {
    struct Size {
        float width, height;
    };
    for (const SampleForecast& options :
         {SampleForecast{}, SampleForecast{.drivers = 7, .rows = 52, .rule = true},
          SampleForecast{.drivers = 30, .rows = 90, .window = 24, .dates = true},
          SampleForecast{.drivers = 1, .rows = 14, .window = 3},
          SampleForecast{.score = forecast::Score::None},
          SampleForecast{.drivers = 7, .score = forecast::Score::Linear, .muted = {2}}}) {
        const Shown shown = shown_of(options);
        for (const Size size : {Size{1240, 808}, Size{600, 448}, Size{1600, 956}, Size{3480, 1968}})
            for (const int at : {0, 2, 30, shown.run.outline.total() - 1, shown.run.outline.total()})
                for (const int hover : {-1, 1}) {
                    style.theme = hover < 0 ? Theme::Dark : Theme::Light;
                    Playhead head;
                    head.at = std::min(at, shown.run.outline.total());
                    head.hover_column = hover;
                    expect_sound(draw(shown, {size.width, size.height, false}, head),
                                 std::to_string(options.drivers) + " drivers, width " +
                                     std::to_string(size.width) + ", at " + std::to_string(at));
                    if (HasFailure()) return;
                }
    }
}

TEST_F(ForecastFigure, InAHallDriversLagsAndChartStand) {
    for (const SampleForecast& options :
         {SampleForecast{}, SampleForecast{.drivers = 7, .rows = 52, .rule = true},
          SampleForecast{.drivers = 30, .rows = 90, .window = 24, .dates = true},
          SampleForecast{.drivers = 1, .rows = 14, .window = 3},
          SampleForecast{.score = forecast::Score::None}}) {
        const Shown shown = shown_of(options);
        for (const float height : {716.0f, 1020.0f})
            for (const int at : {0, 2, 30, shown.run.outline.total()}) {
                Playhead head;
                head.at = std::min(at, shown.run.outline.total());
                const Scene hall = forecast_lecture(shown.run, shown.board, head, 1600, height, style);
                expect_for_a_hall(hall,
                                  std::to_string(options.drivers) + " drivers at " + std::to_string(at));
                for (const char* who : {"attention", "LSTM", "linear AR", "persistence"})
                    EXPECT_TRUE(says(hall, who));
                EXPECT_FALSE(says(hall, "the wheel"));
            }
    }
    const Shown seven = shown_of({.drivers = 7, .rows = 52, .rule = true});
    const Scene hall = forecast_lecture(seven.run, seven.board, at_end(seven), 1600, 716, style);
    for (int k = 0; k < 7; ++k)
        EXPECT_TRUE(says(hall, forecast_facts(seven.run.model).config.column(k).name));
}

TEST_F(ForecastFigure, BesideTheInputStandsTheForecastAndWhatIsKnownOfIt) {
    Shown shown = shown_of({.drivers = 7, .rule = true});
    EXPECT_NE(forecast_answer(shown.run).find(" ± 0.4"), std::string::npos);
    EXPECT_LT(forecast_answer(shown.run).size(), 18u); // three digits of a value, two of how sure it is
    EXPECT_EQ(forecast_verdict(shown.board), "the rule says −0.300");
    shown.board.next.reset();
    EXPECT_EQ(forecast_verdict(shown.board), ""); // nobody knows what comes next
    shown.board.read = 20;
    shown.board.truth[20] = 0.12345;
    EXPECT_EQ(forecast_verdict(shown.board), "came out 0.123");
}

TEST_F(ForecastFigure, EveryBaselineIsAlwaysDrawnAndSaid) {
    const Shown shown = shown_of({.drivers = 7, .rule = true});
    for (const float width : {600.0f, 1240.0f}) {
        const Scene scene = draw(shown, {width, 808, false}, at_end(shown));
        int lines = 0; // as long as the series
        for (const LineItem* line : items_of<LineItem>(scene))
            lines += line->points.size() >= 28 && !line->closed;
        EXPECT_EQ(lines, 4);
        for (const char* who : {"attention", "LSTM", "linear AR", "persistence"})
            EXPECT_TRUE(says(scene, who)) << who << " at " << width;
    }
    const Scene side = forecast_inspector(shown.run, shown.board, at_end(shown), 360, 400, style);
    for (const char* who : {"attention", "LSTM"}) EXPECT_TRUE(says(side, who)) << who;
}

TEST_F(ForecastFigure, TheChartShowsAPartOfTheSeriesAndTheWindowInIt) {
    Shown shown = shown_of({.drivers = 7, .rows = 52, .rule = true});
    const ForecastSettings all;
    const ForecastLayout whole = forecast_layout(shown.run, shown.board, all);
    EXPECT_EQ(whole.shown, (SeriesView{0, 53}));
    EXPECT_NEAR(whole.row_at(whole.window.right()), 52, 0.01); // before the next one
    EXPECT_NEAR(whole.row_at(whole.window.x), 40, 0.01);
    shown.board.read = 30; // the window was moved back
    const ForecastLayout moved = forecast_layout(shown.run, shown.board, all);
    EXPECT_NEAR(moved.row_at(moved.window.right()), 30, 0.01);
    EXPECT_NEAR(moved.row_at(moved.window.x), 18, 0.01);
    expect_sound(draw(shown, all, at_end(shown)), "moved");

    const auto dots = [&](const ForecastSettings& settings) {
        const Scene scene = draw(shown, settings, at_end(shown));
        expect_sound(scene, "rows " + std::to_string(settings.view.first));
        const auto circles = items_of<CircleItem>(scene);
        const Box plot = forecast_layout(shown.run, shown.board, settings).plot;
        return std::count_if(circles.begin(), circles.end(), [&](const CircleItem* c) {
            return c->fill == style.colors().output && plot.contains(c->centre);
        });
    };
    EXPECT_EQ(dots(all), 52);
    EXPECT_EQ(dots({1240, 808, false, {10, 20}}), 20);
    EXPECT_EQ(dots({1240, 808, false, {40, 20}}), 19); // held to the end, which is not known
    EXPECT_EQ(dots({640, 448, false, {-5, 1}}), 4);    // no fewer
    const ForecastLayout beyond = forecast_layout(shown.run, shown.board, {1240, 808, false, {40, 12}});
    EXPECT_EQ(beyond.window.w, 0); // it is out of sight
}

TEST_F(ForecastFigure, WeightsAreThoseOfTheRun) {
    const Shown shown = shown_of({.drivers = 7, .rule = true});
    const series::Reading reading(shown.run);
    const Scene scene = draw(shown, {}, at_end(shown));
    int rows = 0, squares = 0;
    for (const MatrixItem* m : items_of<MatrixItem>(scene)) {
        if (m->rows == 1 && m->columns == 12) {
            for (int t = 0; t < 12; ++t)
                EXPECT_EQ((*m->values)[static_cast<std::size_t>(t)], reading.alpha(rows, t));
            ++rows;
        }
        squares += m->rows == 12 && m->columns == 12;
    }
    EXPECT_EQ(rows, 7);
    EXPECT_EQ(squares, 1);
    EXPECT_TRUE(says(scene, "true lag 7"));
    EXPECT_TRUE(says(scene, "carries y now"));
}

TEST_F(ForecastFigure, NothingIsShownBeforeItIsComputed) {
    const Shown shown = shown_of({.drivers = 3});
    const Scene none = draw(shown, {}, {});
    for (const MatrixItem* m : items_of<MatrixItem>(none))
        for (const float value : *m->values) EXPECT_TRUE(std::isnan(value));
    Playhead head;
    head.at = 2; // scores and weights of the first moment
    const Scene first = draw(shown, {}, head);
    int numbers = 0;
    for (const MatrixItem* m : items_of<MatrixItem>(first))
        for (const float value : *m->values) numbers += !std::isnan(value);
    EXPECT_EQ(numbers, 3);
    // The newest forecast comes with the last step.
    head.at = shown.run.outline.total() - 1;
    const auto points = [&](const Playhead& playhead) {
        std::size_t most = 0;
        const Scene scene = draw(shown, {}, playhead);
        for (const LineItem* line : items_of<LineItem>(scene))
            if (!line->closed) most = std::max(most, line->points.size());
        return most;
    };
    EXPECT_EQ(points(head) + 1, points(at_end(shown)));
}

TEST_F(ForecastFigure, AMutedDriverIsCrossedOutAndCanBeHeardAgain) {
    const Shown shown = shown_of({.drivers = 4, .muted = {2}});
    const Scene scene = draw(shown, {}, at_end(shown));
    int crosses = 0;
    for (const TextItem* text : items_of<TextItem>(scene)) crosses += text->text == "×";
    EXPECT_EQ(crosses, 12);
    const auto pick = std::find_if(scene.picks.begin(), scene.picks.end(),
                                   [](const Pick& p) { return p.id.kind == PickKind::Row && p.id.i == 2; });
    ASSERT_NE(pick, scene.picks.end());
    EXPECT_NE(pick->tooltip.find("hear it again"), std::string::npos);
}

TEST_F(ForecastFigure, TheInspectorFitsAndExplainsEachPhase) {
    for (const forecast::Score score :
         {forecast::Score::Additive, forecast::Score::Linear, forecast::Score::None}) {
        const Shown shown = shown_of({.drivers = 7, .score = score, .rule = true});
        for (const float height : {448.0f, 808.0f})
            for (int at = 0; at <= shown.run.outline.total(); ++at) {
                Playhead head;
                head.at = at;
                const Scene side = forecast_inspector(shown.run, shown.board, head, 360, height, style);
                expect_sound(side, "at " + std::to_string(at));
                if (height > 800) {
                    EXPECT_LE(side.height, height) << "at " << at;
                }
                const Narration words = forecast_narration(shown.run, shown.board, head, style.colors());
                EXPECT_FALSE(words.sentence.empty());
                EXPECT_TRUE(words.sentence.ends_with(".") || words.sentence.ends_with("?")) << words.sentence;
                if (at > 0) {
                    EXPECT_FALSE(forecast_result_line(shown.run, shown.board, head, style).symbols.empty());
                }
                if (HasFailure()) return;
            }
    }
}

TEST_F(ForecastFigure, LosingIsSaid) {
    Shown shown = shown_of({.drivers = 3});
    shown.board.methods[0].error = 0.5;
    const Narration words = forecast_narration(shown.run, shown.board, at_end(shown), style.colors());
    EXPECT_NE(words.sentence.find("it loses to LSTM"), std::string::npos) << words.sentence;
    EXPECT_TRUE(says(forecast_inspector(shown.run, shown.board, at_end(shown), 360, 808, style),
                     "Attention loses to LSTM here."));
    shown.board.methods[0].error = 0.08;
    EXPECT_EQ(
        forecast_narration(shown.run, shown.board, at_end(shown), style.colors()).sentence.find("loses"),
        std::string::npos);
}

TEST_F(ForecastFigure, TheMiniatureIsSound) {
    const Shown shown = shown_of({.drivers = 7, .rule = true});
    for (const float loop : {0.0f, 0.5f})
        expect_sound(forecast_miniature(shown.run, shown.board, 343, 216, loop, style), "miniature");
}

TEST(ForecastBaselines, TheLineIsThatOfTheLeastSquaredError) {
    Random random(4);
    std::vector<forecast::Item> items;
    for (int n = 0; n < 200; ++n) {
        forecast::Item item;
        item.history.resize(3, 1);
        for (double& y : item.history.reshaped()) y = random.normal();
        item.target = 0.5 + 2 * item.history(0, 0) - item.history(2, 0);
        items.push_back(item);
    }
    const auto line = forecast::fit_autoregression(items);
    ASSERT_EQ(line.size(), 4u);
    EXPECT_NEAR(line[0], 0.5, 1e-4);
    EXPECT_NEAR(line[1], 2, 1e-4);
    EXPECT_NEAR(line[2], 0, 1e-4);
    EXPECT_NEAR(line[3], -1, 1e-4);
    EXPECT_NEAR(forecast::autoregression(line, items[7]), items[7].target, 1e-3);
    EXPECT_EQ(forecast::persistence(items[7]), items[7].history(2, 0));
    EXPECT_EQ(forecast::quantile({5, 1, 4, 2, 3}, 0.8), 4);
    EXPECT_EQ(forecast::quantile({5, 1, 4, 2, 3}, 1), 5);
}

} // namespace
} // namespace heed
