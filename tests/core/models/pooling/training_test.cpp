// A short training on the adding task: what attention learns in a moment, and mean pooling does not.
#include "core/models/pooling/pooling.h"
#include "core/tasks/items/adding.h"
#include "core/train/initialise.h"
#include "core/train/optimizer.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed::pooling {
namespace {

constexpr int shortest = 5, longest = 10;

std::vector<Item> draw_items(Random& random, int least, int most, int count) {
    std::vector<Item> items(static_cast<std::size_t>(count));
    for (Item& item : items) {
        const int length =
            least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least + 1)));
        const tasks::Adding numbers = tasks::draw_adding(random, length);
        item.vectors.resize(2, length);
        for (Eigen::Index t = 0; t < length; ++t) {
            const tasks::MarkedNumber& number = numbers[static_cast<std::size_t>(t)];
            item.vectors.col(t) << number.value, number.marked ? 1 : 0;
        }
        item.values = Matrix<double>::Constant(1, 1, tasks::adding_answer(numbers));
    }
    return items;
}

nn::ParameterSet<float> train_adding(const Config& config) {
    nn::ParameterSet<float> set = declare<float>(config);
    Random start(1), data(2);
    train::initialise(set, start);
    const train::OptimizerSettings settings{.learning_rate = 1e-2};
    train::Adam adam(settings, set);
    constexpr int steps = 1500, batch = 32;
    Tape<float> tape(true);
    for (int step = 0; step < steps; ++step) {
        tape.clear();
        const nn::Graph<float> graph(tape, set);
        const std::vector<Item> items = draw_items(data, shortest, longest, batch);
        tape.backward(scale(batch_loss<float>(config, graph, items), 1.0f / batch));
        train::Gradients gradients;
        for (int k = 0; k < set.size(); ++k) gradients.push_back(graph.parameter(k).grad());
        train::clip_gradients(gradients, settings.clip);
        adam.update(set, gradients, train::learning_rate(settings, step, steps));
    }
    return set;
}

/// Share of answers that are near enough, and the largest ratio of two weights of one item.
struct Measured {
    double right = 0, ratio = 1;
};
Measured measure(const Config& config, const nn::ParameterSet<float>& set, int least, int most) {
    Random random(3);
    const std::vector<Item> items = draw_items(random, least, most, 500);
    Measured measured;
    for (const Item& item : items) {
        Tape<float> tape(false);
        const auto answer = forward(config, nn::Graph<float>(tape, set), batch_of(config, {&item, 1}));
        const double error = answer.output.value()(0, 0) - item.values(0, 0);
        measured.right += std::abs(error) < tasks::adding_tolerance ? 1.0 / 500 : 0;
        const auto& weights = answer.weights.value();
        measured.ratio = std::max<double>(measured.ratio, weights.maxCoeff() / weights.minCoeff());
    }
    return measured;
}

TEST(PoolingTraining, attention_adds_at_twice_the_length_where_the_mean_fails) {
    Config config;
    config.encoder.hidden = 16;
    const nn::ParameterSet<float> linear = train_adding(config);
    EXPECT_GE(measure(config, linear, shortest, longest).right, 0.99);
    EXPECT_GE(measure(config, linear, 2 * longest, 2 * longest).right, 0.8);
    EXPECT_GT(measure(config, linear, shortest, longest).ratio, 20);

    config.attention.energy = Energy::Tanh;
    const nn::ParameterSet<float> bounded = train_adding(config);
    EXPECT_LE(measure(config, bounded, shortest, longest).ratio, std::exp(2.0) * (1 + 1e-5));
    EXPECT_GT(measure(config, bounded, shortest, longest).ratio, 5);

    config.kind = Kind::Mean;
    const nn::ParameterSet<float> mean = train_adding(config);
    EXPECT_LE(measure(config, mean, 2 * longest, 2 * longest).right, 0.5);
}

} // namespace
} // namespace heed::pooling
