// Laws of the two attentions, beside what the goldens say.
#include "core/models/forecast/forecast.h"
#include "core/models/forecast/values.h"
#include "core/train/initialise.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed::forecast {
namespace {

Config small(Score score) {
    Config config;
    config.input = {.drivers = 3, .window = 6, .history = 6};
    config.encoder.hidden = 5;
    config.decoder.hidden = 4;
    config.attention.score = score;
    return config;
}

nn::ParameterSet<double> drawn(const Config& config) {
    auto parameters = declare<float>(config);
    Random random(5);
    train::initialise(parameters, random);
    return nn::cast<double>(parameters);
}

Item item_of(const Config& config, std::uint64_t seed) {
    Random random(seed);
    Item item;
    item.drivers.resize(config.input.window, config.input.drivers);
    item.history.resize(config.input.history, 1);
    for (double& x : item.drivers.reshaped()) x = random.normal();
    for (double& x : item.history.reshaped()) x = random.normal();
    item.target = random.normal();
    return item;
}

/// As if a driver at a moment explained the target.
Item explained(Item item, int driver, int moment) {
    item.gold = {{{driver, moment}}, {{5, moment - 1}, {5, moment}, {5, moment + 1}}};
    return item;
}

struct Maps {
    Matrix<double> input, temporal;
    double forecast = 0;
};
Maps maps_of(const Config& config, const Batch& batch, Eigen::Index b = 0) {
    const auto parameters = drawn(config);
    Tape<double> tape(false);
    const nn::Graph<double> graph(tape, parameters);
    const auto answer = forward<double>(config, graph, batch);
    return {input_map(answer, b), temporal_map(answer, b), answer.forecast.value()(0, b)};
}
Maps maps_of(const Config& config, const Item& item) { return maps_of(config, batch_of(config, {&item, 1})); }

/// The largest variance of a row of numbers over the places it runs over.
double variance(const Matrix<double>& map) {
    const Matrix<double> apart = map.colwise() - map.rowwise().mean();
    return apart.rowwise().squaredNorm().maxCoeff() / static_cast<double>(map.cols());
}

TEST(Forecast, WithoutTanhTheStateCancelsAndNoWeightChangesWithTime) {
    const Config linear = small(Score::Linear), additive = small(Score::Additive);
    const Item item = item_of(linear, 1);
    const Maps still = maps_of(linear, item), moving = maps_of(additive, item);
    EXPECT_LT(variance(still.input), 1e-30);                // a driver's weight at each moment
    EXPECT_LT(variance(still.temporal.transpose()), 1e-30); // a moment's weight at each step
    EXPECT_GT(variance(moving.input), 1e-10);
    EXPECT_GT(variance(moving.temporal.transpose()), 1e-10);
    // It is the driver's own series that decides, not what was read so far.
    EXPECT_GT((maps_of(linear, item_of(linear, 2)).input - still.input).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(Forecast, EveryMomentsWeightsSumToOne) {
    const Config config = small(Score::Additive);
    const Maps maps = maps_of(config, item_of(config, 1));
    EXPECT_TRUE(maps.input.colwise().sum().isOnes(1e-12));
    EXPECT_TRUE(maps.temporal.rowwise().sum().isOnes(1e-12));
}

TEST(Forecast, ABatchAnswersAsEachAlone) {
    for (const Score score : {Score::Additive, Score::Linear, Score::None})
        for (const int history : {6, 5}) {
            Config config = small(score);
            config.input.history = history;
            const std::vector<Item> items{item_of(config, 1), item_of(config, 2), item_of(config, 3)};
            const auto parameters = drawn(config);
            Tape<double> tape(true);
            nn::Graph<double> graph(tape, parameters);
            const auto answer = forward<double>(config, graph, batch_of(config, items));
            double sum = 0;
            for (std::size_t b = 0; b < items.size(); ++b) {
                Tape<double> own(true);
                nn::Graph<double> alone(own, parameters);
                const auto one = forward<double>(config, alone, batch_of(config, {&items[b], 1}));
                const auto column = static_cast<Eigen::Index>(b);
                EXPECT_NEAR(answer.forecast.value()(0, column), one.forecast.value()(0, 0), 1e-12);
                if (config.attends()) {
                    EXPECT_TRUE(input_map(answer, column).isApprox(input_map(one, 0), 1e-12));
                }
                sum += loss_of<double>(one, {&items[b], 1}).value()(0, 0);
            }
            EXPECT_NEAR(loss_of<double>(answer, items).value()(0, 0), sum, 1e-12);
        }
}

TEST(Forecast, TheGuideIsTheLogOfWhatTheGoldCellsHaveTogether) {
    Config config = small(Score::Additive);
    const std::vector<Item> items{explained(item_of(config, 1), 2, 3), item_of(config, 2),
                                  explained(item_of(config, 3), 0, 1)};
    const auto parameters = drawn(config);
    Tape<double> tape(false);
    const nn::Graph<double> graph(tape, parameters);
    const auto answer = forward<double>(config, graph, batch_of(config, items));
    const auto share = [&](Eigen::Index b, int driver, int moment) {
        return input_map(answer, b)(driver, moment) *
               temporal_map(answer, b).row(5).segment(moment - 1, 3).sum();
    };
    const double expected = -std::log(share(0, 2, 3) * share(2, 0, 1));
    EXPECT_NEAR(guide_of<double>(answer, items).value()(0, 0), expected, 1e-12);
    const double errors = batch_loss<double>(config, graph, items).value()(0, 0);
    config.attention.guided = 0.5;
    EXPECT_NEAR(batch_loss<double>(config, graph, items).value()(0, 0), errors + expected / 2, 1e-12);
}

struct Case {
    Score score;
    double guided = 0;
};
constexpr Case cases[] = {{Score::Additive}, {Score::Linear}, {Score::None}, {Score::Additive, 0.7}};

TEST(Forecast, GradientsAreThoseOfCentralDifferences) {
    for (const auto& [score, guided] : cases) {
        Config config = small(score);
        config.attention.guided = guided;
        const std::vector<Item> items{explained(item_of(config, 1), 2, 3), item_of(config, 2)};
        auto parameters = drawn(config);
        const auto loss = [&] {
            Tape<double> tape(false);
            const nn::Graph<double> graph(tape, parameters);
            return batch_loss<double>(config, graph, items).value()(0, 0);
        };
        Tape<double> tape(true);
        const nn::Graph<double> graph(tape, parameters);
        tape.backward(batch_loss<double>(config, graph, items));
        constexpr double h = 1e-5;
        for (int k = 0; k < parameters.size(); ++k) {
            const Matrix<double> gradient = graph.parameter(k).grad();
            auto& value = parameters[k].value;
            for (Eigen::Index i = 0; i < std::min<Eigen::Index>(value.size(), 6); ++i) {
                double& number = value.reshaped()(i * (value.size() - 1) / 5 % value.size());
                const double before = number;
                number = before + h;
                const double above = loss();
                number = before - h;
                const double below = loss();
                number = before;
                const double found = gradient.reshaped()(i * (value.size() - 1) / 5 % value.size());
                EXPECT_NEAR(found, (above - below) / (2 * h), 1e-7) << parameters[k].name;
            }
        }
    }
}

TEST(Forecast, AMutedDriverGetsNothingAndTheOthersShareItsPart) {
    const Config config = small(Score::Linear); // whose energies do not depend on what was read
    const Item item = item_of(config, 1);
    Batch batch = batch_of(config, {&item, 1});
    const Maps whole = maps_of(config, batch);
    batch.muted = {1};
    const Maps muted = maps_of(config, batch);
    EXPECT_TRUE((muted.input.row(1).array() == 0).all());
    for (const int k : {0, 2})
        EXPECT_NEAR(muted.input(k, 3), whole.input(k, 3) / (1 - whole.input(1, 3)), 1e-12);
    EXPECT_NE(muted.forecast, whole.forecast);
}

TEST(Forecast, AShortHistoryBeginsWithNothing) {
    Config config = small(Score::Additive);
    config.input.history = 5;
    const Item item = item_of(config, 1);
    const Batch batch = batch_of(config, {&item, 1});
    EXPECT_EQ(batch.history(0, 0), 0);
    EXPECT_EQ(batch.history(1, 0), item.history(0, 0));
}

} // namespace
} // namespace heed::forecast
