// The models in assets/models: whole, true to their recipes and cards, and as good as they must be.
#include "core/decode/case.h"
#include "core/decode/run.h"
#include "core/io/base/json_text.h"
#include "core/io/model/model_folder.h"
#include "core/io/open/model_library.h"
#include "core/models/one_rnn/values.h"
#include "core/tasks/letters.h"
#include "core/tasks/splits.h"
#include "core/train/assess.h"
#include "core/train/course/items.h"
#include "core/train/recipe.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>

namespace heed::train {
namespace {

std::filesystem::path folder_of(const std::string& name) {
    return test::source_dir() / "assets/models" / name;
}

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

analysis::Evaluation assess_model(const Model& model, const std::vector<tasks::Sample>& samples) {
    return assess(model.config, model.parameters, model.source, model.target, samples);
}

analysis::Evaluation assess_answers(const Model& model, const std::vector<tasks::Item>& items) {
    const auto lessons =
        model.config.architecture()->lessons(model.config, {model.tokenizer, model.source, model.target});
    for (const tasks::Item& item : items) lessons->add(item.input, item.answer, model.name);
    const auto replies = replies_to(*lessons, model.parameters);
    analysis::Evaluation evaluation;
    for (std::size_t n = 0; n < items.size(); ++n)
        evaluation.add(judge_reply(items[n], lessons->length(static_cast<int>(n)), replies[n],
                                   tasks::find_item_task(model.task), model.name));
    return evaluation;
}

std::vector<std::string> shipped() {
    std::vector<std::string> names;
    const auto root = test::source_dir() / "assets/models";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
        if (entry.path().filename() == "recipe.json")
            names.push_back(entry.path().parent_path().lexically_relative(root).generic_string());
    std::sort(names.begin(), names.end());
    return names;
}

class ShippedModel : public testing::TestWithParam<std::string> {};

TEST_P(ShippedModel, IsWholeAndComputesItsCase) {
    const Model model = io::load_model(folder_of(GetParam()), GetParam());
    ASSERT_FALSE(model.case_json.is_null());
    const auto result = decode::check_case(model);
    EXPECT_FALSE(result.wrong) << *result.wrong;
    EXPECT_FALSE(model.card.empty());
    const io::Opened opened = io::open_model({folder_of(GetParam())}, {.name = GetParam()});
    EXPECT_TRUE(opened.model.has_value()) << opened.problem;
    EXPECT_EQ(opened.report.parameters, static_cast<std::uint64_t>(model.parameters.count()));
    EXPECT_LT(std::filesystem::file_size(folder_of(GetParam()) / "model.safetensors"), 1'000'000u);
}

TEST_P(ShippedModel, CarriesItsRecipe) {
    const auto path = folder_of(GetParam()) / "recipe.json";
    const Recipe recipe = recipe_from_json(io::read_json(path, 1 << 20), path.string());
    const Model model = io::load_model(folder_of(GetParam()), GetParam());
    EXPECT_EQ(recipe.name, GetParam());
    EXPECT_EQ(recipe.task, model.task);
    EXPECT_EQ(recipe.training.seed, model.config_json["training"]["seed"]);
    EXPECT_EQ(recipe.training.steps, model.config_json["training"]["steps"]);
    nlohmann::json config, own;
    recipe.model.architecture()->write(recipe.model, config);
    model.config.architecture()->write(model.config, own);
    for (const char* measured : {"interval", "share", "autoregression"}) // of a forecast, once it was trained
        if (own.contains("decoder")) own["decoder"].erase(measured);
    EXPECT_EQ(config, own);
    EXPECT_EQ(text_of(path), to_json(recipe).dump(2) + "\n"); // what heed train would write
    EXPECT_EQ(model.config_json.value("fails_at", ""), recipe.fails_at);
    EXPECT_EQ(model.config_json.value("fails_on_purpose", false), recipe.fails_on_purpose);
    for (const std::string& note : recipe.notes) EXPECT_NE(model.card.find(note), std::string::npos);
}

// The first held-out items must come out as the card's thousand did, within four deviations of chance.
TEST_P(ShippedModel, ScoresWhatItSays) {
    const Model model = io::load_model(folder_of(GetParam()), GetParam());
    if (const tasks::ItemTask* task = tasks::find_item_task(model.task)) {
        auto items = tasks::make_splits(*task, 0).test;
        items.resize(300);
        const double said = model.config_json["training"]["results"]["exact_match"];
        EXPECT_NEAR(assess_answers(model, items).exact_match(), said,
                    4 * std::sqrt(said * (1 - said) / 300) + 0.01);
        return;
    }
    auto items = tasks::make_splits(tasks::get(model.task), 0).test;
    items.resize(150);
    const auto e = assess_model(model, items);
    const auto& said = model.config_json["training"]["results"];
    const double exact = said["exact_match"], right = said["token_accuracy"];
    EXPECT_NEAR(e.exact_match(), exact, 4 * std::sqrt(exact * (1 - exact) / 150) + 0.01);
    EXPECT_NEAR(e.token_accuracy(), right, 4 * std::sqrt(right * (1 - right) / 150) + 0.005);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedModel, testing::ValuesIn(shipped()), [](const auto& test) {
    std::string name = test.param;
    for (char& c : name)
        if (c == '/' || c == '-') c = '_';
    return name;
});

std::vector<tasks::Sample> fresh(const char* task, std::uint64_t seed, int count) {
    Random random(seed);
    std::vector<tasks::Sample> samples;
    for (int k = 0; k < count; ++k) samples.push_back(tasks::get(task).sample(random));
    return samples;
}

struct Promise {
    const char* name;
    double exact, in_gold, alignment_error; // at least, at least, at most
};
constexpr Promise promises[] = {
    {"dates/dot", 0.98, 0.8, 1},           {"dates/general", 0.98, 0.95, 1},
    {"dates/cosine-beta", 0.98, 0.7, 1},   {"translate/additive", 0.97, 0.9, 0.11},
    {"translate/dot", 0.94, 0.9, 0.11},    {"translate/general", 0.92, 0.9, 0.11},
    {"reverse/general", 0.94, 0.98, 0.02}, {"translate/transformer", 0.97, 0.85, 0.15},
};

TEST(ShippedModels, KeepWhatTheFamiliesPromise) {
    for (const Promise& promise : promises) {
        const Model model = io::load_model(folder_of(promise.name));
        const auto e = assess_model(model, fresh(model.task.c_str(), 780, 300));
        EXPECT_GE(e.exact_match(), promise.exact) << promise.name;
        EXPECT_GE(e.alignment()->in_gold / e.alignment()->rows, promise.in_gold) << promise.name;
        EXPECT_LE(*e.alignment()->shift0.error_rate(), promise.alignment_error) << promise.name;
    }
}

TEST(ShippedModels, TranslateTheSentenceOfBahdanausFigure) {
    Request request;
    request.text = "the agreement on the european economic area was signed in august 1992";
    for (const char* name : {"translate/additive", "translate/dot", "translate/general"})
        EXPECT_EQ(decode::run(io::load_model(folder_of(name)), request).target_text,
                  "l' accord sur la zone économique européenne a été signé en août 1992")
            << name;
}

TEST(ShippedModels, DatesAreRight) {
    const Model model = io::load_model(folder_of("dates/additive"));
    const auto e = assess_model(model, fresh("dates", 777, 1000));
    EXPECT_GE(e.exact_match(), 0.99);
    EXPECT_GE(e.alignment()->in_gold / e.alignment()->rows, 0.85);
}

TEST(ShippedModels, ReversingNeedsAttention) {
    const Model with = io::load_model(folder_of("reverse/additive"));
    const Model without = io::load_model(folder_of("reverse/none"));
    const auto samples = fresh("reverse", 778, 500);
    EXPECT_GE(assess_model(with, samples).exact_match(), 0.98);
    EXPECT_LE(assess_model(without, samples).exact_match(), 0.3);
    Random random(779);
    std::vector<tasks::Sample> five, thirty;
    for (int k = 0; k < 100; ++k) {
        five.push_back(tasks::sample_reverse(random, 5, 5));
        thirty.push_back(tasks::sample_reverse(random, 30, 30));
    }
    EXPECT_GE(assess_model(without, five).exact_match(), 0.8);
    EXPECT_LE(assess_model(without, thirty).exact_match(), 0.01);
}

// Names that no vocabulary holds: who copies writes them all, who does not writes none of them.
TEST(ShippedModels, CopyNamesThatTheyHaveNeverSeen) {
    const auto samples = fresh("names", 797, 300);
    const auto copying = assess_model(io::load_model(folder_of("names/pointer-generator")), samples);
    EXPECT_GE(copying.exact_match(), 0.98);
    EXPECT_GT(copying.new_words().wanted, 500);
    EXPECT_GE(copying.new_words().share(), 0.99);
    const auto plain = assess_model(io::load_model(folder_of("names/plain")), samples);
    EXPECT_LE(plain.exact_match(), 0.12);
    EXPECT_EQ(plain.new_words().wanted, copying.new_words().wanted);
    EXPECT_EQ(plain.new_words().right, 0);
}

TEST(ShippedModels, CopyByTheGate) {
    const Model model = io::load_model(folder_of("names/pointer-generator"));
    Request request;
    request.text = "Qvist saw Bo and Xanthippe in Aarhus";
    const Trace trace = decode::run(model, request);
    EXPECT_EQ(trace.target_text, "bo and xanthippe were seen by qvist in aarhus");
    const MatrixXf& generate = trace.at(Quantity::Generate);
    for (const int i : {0, 2, 6, 8}) EXPECT_LT(generate(0, i), 0.1f) << i; // the names
    for (const int i : {3, 4, 5}) EXPECT_GT(generate(0, i), 0.9f) << i;    // were seen by
}

std::vector<tasks::Item> fresh_items(const char* task, std::uint64_t seed, int count, int length = 0) {
    const tasks::ItemTask& row = tasks::get_item_task(task);
    Random random(seed);
    std::vector<tasks::Item> items;
    for (int k = 0; k < count; ++k)
        items.push_back(length > 0 ? row.of_length(random, length) : row.sample(random));
    return items;
}

TEST(ShippedModels, AddWithAttentionAtTwiceTheLengthToo) {
    const auto right = [](const char* name, const std::vector<tasks::Item>& items) {
        return assess_answers(io::load_model(folder_of(name)), items).exact_match();
    };
    const auto usual = fresh_items("adding", 790, 500), twice = fresh_items("adding", 791, 500, 160);
    EXPECT_GE(right("adding/linear", usual), 0.99);
    EXPECT_GE(right("adding/linear", twice), 0.8);
    EXPECT_GE(right("adding/mean", usual), 0.9); // within the trained lengths the mean nearly does as well
    EXPECT_LE(right("adding/mean", twice), 0.5);
    EXPECT_LE(right("adding/bounded", twice), 0.6);
    EXPECT_LE(right("adding/dense", usual), 0.5);
}

// tanh keeps every energy between -1 and 1: no weight is above e² times another, of any input.
TEST(ShippedModels, BoundedWeightsStayWithinTheirBound) {
    for (const char* name : {"adding/bounded", "sentiment/bounded"}) {
        const Model model = io::load_model(folder_of(name));
        const auto lessons =
            model.config.architecture()->lessons(model.config, {model.tokenizer, model.source, model.target});
        for (const tasks::Item& item : fresh_items(model.task.c_str(), 792, 200))
            lessons->add(item.input, item.answer, name);
        for (const Reply& reply : replies_to(*lessons, model.parameters)) {
            const auto& weights = reply.maps.front().weights;
            EXPECT_LE(weights.maxCoeff() / weights.minCoeff(), std::exp(2.0f) * (1 + 1e-5f)) << name;
        }
    }
}

TEST(ShippedModels, AttentionReadsANegationThatDenseDoesNot) {
    const auto items = fresh_items("sentiment", 793, 500);
    const auto with = assess_answers(io::load_model(folder_of("sentiment/linear")), items);
    EXPECT_GE(with.exact_match(), 0.97);
    EXPECT_GE(with.gold().at("pool.attention").hits(), 0.9);
    EXPECT_LE(assess_answers(io::load_model(folder_of("sentiment/dense")), items).exact_match(), 0.8);
}

// The same items for each: who looks back finds the value, who does not names one of the digits.
TEST(ShippedModels, RecallByLookingBack) {
    const auto items = fresh_items("recall", 794, 500);
    for (const char* name : {"recall/sum", "recall/mean", "recall/scaled", "recall/bilinear", "recall/lstmn",
                             "recall/key-value-plain", "recall/key-value", "recall/key-value-predict"}) {
        const auto found = assess_answers(io::load_model(folder_of(name)), items);
        EXPECT_GE(found.exact_match(), 0.98) << name;
        EXPECT_GE(found.gold().at("self.attention").hits(), 0.95) << name;
    }
    EXPECT_LE(assess_answers(io::load_model(folder_of("recall/none")), items).exact_match(), 0.5);
}

// Where words repeat, who remembers the last row keeps the place, and plain attention loses it.
TEST(ShippedModels, CopyWhatRepeatsWithAMemoryOfTheLastRow) {
    const auto samples = fresh("copy", 797, 200);
    for (const char* name : {"copy/coverage", "copy/location-aware"}) {
        const auto e = assess_model(io::load_model(folder_of(name)), samples);
        EXPECT_GE(e.exact_match(), 0.98) << name;
        EXPECT_LE(e.copied()->repeats + e.copied()->omissions, 20) << name;
    }
    EXPECT_GE(assess_model(io::load_model(folder_of("copy/plain")), samples).copied()->repeats, 100);
}

// A forecast can be right while its weights say nothing: only the model that was guided finds the rule.
TEST(ShippedModels, TheGuidedForecastFindsDriverAndLag) {
    const auto items = fresh_items("lagged", 797, 500);
    const auto guided = assess_answers(io::load_model(folder_of("lagged/attention")), items),
               unguided = assess_answers(io::load_model(folder_of("lagged/unguided")), items);
    EXPECT_GE(guided.gold().at("input.attention").hits(), 0.95);
    EXPECT_GE(guided.gold().at("temporal.attention").hits(), 0.95);
    EXPECT_LE(unguided.gold().at("input.attention").hits(), 0.25);
    for (const analysis::Evaluation* found : {&guided, &unguided}) {
        const auto list = found->errors();
        const std::map<std::string, double> errors(list.begin(), list.end());
        EXPECT_LT(errors.at("forecast"), errors.at("linear autoregression"));
        EXPECT_LT(errors.at("forecast"), errors.at("persistence"));
    }
}

// Slots find what a story says; who has read the same words without them names a place at random. The gates
// that open furthest are those of whom a sentence concerns.
TEST(ShippedModels, StoriesAreKeptInSlots) {
    const auto items = fresh_items("stories", 796, 500);
    const auto tied = assess_answers(io::load_model(folder_of("stories/tied")), items);
    EXPECT_GE(tied.exact_match(), 0.95);
    EXPECT_GE(tied.gold().at("memory.gates").hits(), 0.95);
    EXPECT_GE(assess_answers(io::load_model(folder_of("stories/free")), items).exact_match(), 0.95);
    EXPECT_LE(assess_answers(io::load_model(folder_of("stories/none")), items).exact_match(), 0.6);
}

// Means of products lie within ±1: of n weights none is above e² / (e² + n - 1), and rows sum to 1.
TEST(ShippedModels, MeansOfProductsStayBelowTheirCeiling) {
    const Model model = io::load_model(folder_of("recall/mean"));
    const auto quantity = [](std::string_view key) {
        return one_rnn::quantity_of(one_rnn::Kind::SelfAttention, key);
    };
    Request request;
    for (const tasks::Item& item : fresh_items("recall", 795, 100)) {
        request.text = item.input;
        const Trace trace = decode::run(model, request);
        const Eigen::MatrixXf &p = trace.at(quantity("self.weights")),
                              &z = trace.at(quantity("self.energies")),
                              &ceiling = trace.at(quantity("self.ceiling"));
        for (Eigen::Index t = 1; t < p.cols(); ++t) {
            EXPECT_LE(p.col(t).head(t).maxCoeff(), ceiling(0, t) * (1 + 1e-5f));
            EXPECT_LE(z.col(t).head(t).cwiseAbs().maxCoeff(), 1);
            EXPECT_NEAR(p.col(t).head(t).sum(), 1, 1e-5f);
            EXPECT_TRUE(p.col(t).tail(p.rows() - t).array().isNaN().all());
        }
    }
}

/// Over 500 items a beam finds likelier sentences than the greedy run. Not for every single one: a sentence
/// that is best in the end may have been dropped on the way. How many those are is printed, and is a fact of
/// the search.
TEST(ShippedModels, ABeamOfFiveFindsLikelierSentences) {
    for (const std::string name : {"dates/additive", "translate/cosine", "reverse/none"}) {
        const Model model = io::load_model(folder_of(name), name);
        Random random(99);
        double greedy = 0, beam = 0;
        int worse = 0, better = 0;
        constexpr int items = 500;
        for (int n = 0; n < items; ++n) {
            Request request;
            request.text = model.tokenizer.join(tasks::get(model.task).sample(random).source);
            const double alone = decode::run(model, request).log_prob;
            request.beam.width = 5;
            const double searched = decode::run(model, request).log_prob;
            greedy += alone / items;
            beam += searched / items;
            worse += searched < alone - 1e-4;
            better += searched > alone + 1e-4;
        }
        EXPECT_GE(beam, greedy) << name;
        EXPECT_LT(worse, better + 5) << name;
        std::printf("%s: mean log P %.4f greedy, %.4f with a beam of 5; better %d, worse %d of %d\n",
                    name.c_str(), greedy, beam, better, worse, items);
    }
}

} // namespace
} // namespace heed::train
