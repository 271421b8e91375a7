#include "core/train/trainer.h"

#include "app/state/jobs/thread_pool.h"
#include "core/decode/batched.h"
#include "core/decode/run.h"
#include "core/models/seq2seq/network.h"
#include "core/tasks/splits.h"
#include "core/train/assess.h"
#include "core/train/course/sentences.h"
#include "core/train/initialise.h"
#include "core/train/training.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace heed::train {
namespace {

Recipe small_recipe(const std::string& task, const std::string& score) {
    Recipe recipe;
    recipe.name = "small";
    recipe.task = task;
    auto& model = recipe.model.edit<Seq2SeqConfig>();
    model.attention.score = score;
    model.encoder.hidden = 6;
    model.encoder.embedding = 5;
    model.decoder.hidden = 8;
    model.decoder.embedding = 5;
    model.attention.size = 7;
    recipe.pool = 400;
    recipe.training.steps = 6;
    recipe.training.batch = 10;
    recipe.check_every = 3;
    return recipe;
}

Data small_data(const Recipe& recipe) {
    Data data = make_data(recipe);
    data.valid.resize(20);
    data.test.resize(20);
    return data;
}

nn::ParameterSet<float> start(const Configuration& model, const Data& data, std::uint64_t seed = 3) {
    Seq2SeqConfig config = model.as<Seq2SeqConfig>();
    config.source_vocabulary = data.source.size();
    config.target_vocabulary = data.target.size();
    auto parameters = declare_seq2seq<float>(config);
    Random random(seed);
    initialise(parameters, random);
    return parameters;
}

template <class T>
double loss_of(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters, const Batch& batch,
               int tokens) {
    Tape<T> tape(false);
    nn::Graph<T> graph(tape, parameters);
    const Var<T> log_probs = Seq2Seq<T>(config, graph).forced(batch.source, batch.inputs);
    const std::vector<T> weights = batch.template loss_weights<T>(tokens);
    return static_cast<double>(negative_log_likelihood<T>(log_probs, batch.targets, weights).value()(0, 0));
}

bool same(const nn::ParameterSet<float>& a, const nn::ParameterSet<float>& b) {
    for (int k = 0; k < a.size(); ++k)
        if (a[k].value != b[k].value) return false;
    return true;
}

// Padding must not leak: the loss of a padded batch is the sum of the items', each alone and without padding.
TEST(BatchLoss, IsTheWeightedSumOfItsItems) {
    for (const char* score : {"additive", "none"}) {
        const Recipe recipe = small_recipe("reverse", score);
        const Data data = small_data(recipe);
        Seq2SeqConfig config = recipe.model.as<Seq2SeqConfig>();
        config.source_vocabulary = data.source.size();
        config.target_vocabulary = data.target.size();
        const auto parameters = nn::cast<double>(start(config, data));
        std::vector<Item> items;
        for (int k = 0; k < 5; ++k)
            items.push_back(to_item(data.train[static_cast<std::size_t>(k)], data.source, data.target));
        const std::vector<int> all{0, 1, 2, 3, 4};
        const Batch batch = make_batch(items, all);
        double sum = 0;
        for (const int k : all)
            sum += loss_of(config, parameters, make_batch(items, std::span(&k, 1)), batch.tokens);
        EXPECT_NEAR(loss_of(config, parameters, batch, batch.tokens), sum, 1e-13) << score;
    }
}

TEST(Initialise, DrawsWithinTheRanges) {
    Seq2SeqConfig config; // E 32, H 48, D 96, A 64
    config.source_vocabulary = 30;
    config.target_vocabulary = 15;
    auto set = declare_seq2seq<float>(config);
    Random random(1);
    initialise(set, random);
    const auto largest = [&](const char* name) {
        return static_cast<double>(set.value(name).cwiseAbs().maxCoeff());
    };
    const std::pair<const char*, double> ranges[] = {{"encoder.forward.weight_ih", 48},
                                                     {"encoder.backward.bias_hh", 48},
                                                     {"decoder.cell.weight_ih", 96},
                                                     {"decoder.cell.bias_ih", 96},
                                                     {"bridge.weight", 96},
                                                     {"bridge.bias", 96},
                                                     {"attention.Wq", 96},
                                                     {"attention.Wh", 96},
                                                     {"attention.b", 96},
                                                     {"attention.v", 64},
                                                     {"readout.combine.weight", 192},
                                                     {"readout.combine.bias", 192},
                                                     {"readout.output.weight", 96},
                                                     {"readout.output.bias", 96}};
    for (const auto& [name, fan] : ranges) {
        EXPECT_LE(largest(name), 1 / std::sqrt(fan)) << name;
        EXPECT_GE(largest(name), 0.7 / std::sqrt(fan)) << name;
    }
    const auto& embedding = set.value("encoder.embedding.weight");
    EXPECT_NEAR(embedding.mean(), 0, 0.1);
    EXPECT_NEAR(embedding.squaredNorm() / static_cast<float>(embedding.size()), 1, 0.15);
}

TEST(Trainer, SameSeedSameBytesWhoeverRunsTheParts) {
    for (const int threads : {1, 3}) {
        Recipe recipe = small_recipe("dates", "additive");
        recipe.training.threads = threads;
        recipe.training.dropout = 0.1;
        ThreadPool pool(threads);
        Training one(recipe, small_data(recipe)), two(recipe, small_data(recipe), pool.executor());
        while (one.advance()) {
        }
        while (two.advance()) {
        }
        EXPECT_TRUE(same(one.best_parameters(), two.best_parameters())) << threads;
        const Results a = measure(one), b = measure(two, pool.executor());
        EXPECT_EQ(make_model(one, a).card, make_model(two, b).card);
        EXPECT_EQ(make_model(one, a).config_json, make_model(two, b).config_json);
        recipe.training.seed = 2;
        Training other(recipe, small_data(recipe));
        while (other.advance()) {
        }
        EXPECT_FALSE(same(one.best_parameters(), other.best_parameters()));
    }
}

TEST(Trainer, PartsSumToTheWholeBatch) {
    Recipe recipe = small_recipe("dates", "additive");
    const Data data = small_data(recipe);
    Training whole(recipe, data);
    recipe.training.threads = 4;
    Training parts(recipe, data);
    whole.advance();
    parts.advance();
    EXPECT_NEAR(whole.last().loss, parts.last().loss, 1e-5);
    EXPECT_NEAR(whole.last().gradient_norm, parts.last().gradient_norm, 1e-5);
}

TEST(Trainer, StopsAtANumberThatIsNone) {
    Recipe recipe = small_recipe("dates", "additive");
    const Data data = small_data(recipe);
    Seq2SeqConfig config = recipe.model.as<Seq2SeqConfig>();
    config.source_vocabulary = data.source.size();
    config.target_vocabulary = data.target.size();
    auto parameters = start(config, data);
    parameters[parameters.find("readout.output.bias")].value(0, 0) = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Item> items{to_item(data.train[0], data.source, data.target)};
    Trainer trainer(parameters, std::make_unique<TokenLessons>(config, items), recipe.training);
    EXPECT_FALSE(trainer.step().finite);
    EXPECT_EQ(trainer.parameters().value("readout.output.weight"), parameters.value("readout.output.weight"));
}

TEST(Training, KeepsTheBestLook) {
    const Recipe recipe = small_recipe("dates", "additive");
    Training training(recipe, small_data(recipe));
    while (training.advance()) {
    }
    ASSERT_EQ(training.checks().size(), 2u); // after 3 and 6 steps
    const auto& checks = training.checks();
    const auto& best = *training.best();
    EXPECT_EQ(best.step, checks[1].exact >= checks[0].exact && checks[1].loss < checks[0].loss ? 6 : 3);
    training.look(); // again at the same step: nothing new
    EXPECT_EQ(training.checks().size(), 2u);
}

// It must learn: letters copied backwards, three at a time, by heart in a moment.
TEST(Training, LearnsATinyTask) {
    Recipe recipe = small_recipe("reverse", "additive");
    auto& model = recipe.model.edit<Seq2SeqConfig>();
    model.encoder.hidden = model.decoder.hidden = 24;
    recipe.training.steps = 250;
    recipe.training.optimizer.learning_rate = 2e-2;
    recipe.training.optimizer.warm_up = 10;
    recipe.check_every = 250;
    Data data = make_data(recipe);
    Random random(4);
    const auto make = [&](std::size_t count) {
        std::vector<tasks::Sample> samples;
        while (samples.size() < count) samples.push_back(tasks::get("reverse").of_length(random, 2));
        return samples;
    };
    data.train = make(500);
    data.valid = make(100);
    Training training(recipe, std::move(data));
    while (training.advance()) {
    }
    EXPECT_GT(training.best()->exact, 0.9);
}

// Measuring many at a time must say what running one by one says.
TEST(Assess, AgreesWithRunsOneByOne) {
    for (const char* score : {"additive", "none"}) {
        const Recipe recipe = small_recipe("dates", score);
        const Data data = small_data(recipe);
        Training training(recipe, data);
        while (training.advance()) {
        }
        const Model model = make_model(training, measure(training));
        const auto together =
            assess_items(model.config, model.parameters, data.source, data.target, data.test);
        for (std::size_t k = 0; k < data.test.size(); ++k) {
            Request request;
            request.text = data.tokenizer.join(data.test[k].source);
            const Trace free = decode::run(model, request);
            request.target = data.tokenizer.join(data.test[k].target);
            const Trace forced = decode::run(model, request);
            EXPECT_EQ(together[k].exact, free.finished && free.target_text == *request.target);
            EXPECT_EQ(together[k].tokens, forced.outputs());
            EXPECT_NEAR(together[k].log_prob, forced.log_prob, 1e-4);
            int right = 0;
            for (const TraceStep& step : forced.steps) right += step.top.front().id == step.token.id;
            EXPECT_EQ(together[k].right, right);
            ASSERT_EQ(together[k].weights.size() > 0, forced.has_weights());
            if (forced.has_weights()) {
                EXPECT_TRUE(together[k].weights.isApprox(forced.at(Quantity::Weights), 1e-5f));
            }
        }
        const auto texts = translate(model.config, model.parameters, data.source, data.target, data.test);
        Request request;
        request.text = data.tokenizer.join(data.test[0].source);
        EXPECT_EQ(data.tokenizer.join(texts[0]), decode::run(model, request).target_text);
    }
}

} // namespace
} // namespace heed::train
