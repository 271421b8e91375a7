#include "core/decode/case.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/seq2seq/network.h"
#include "core/train/initialise.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::decode {
namespace {

Model tiny_model() {
    Model model;
    model.name = "tiny";
    model.source = model.target = Vocabulary({"<pad>", "<s>", "</s>", "<unk>", "a", "b"});
    Seq2SeqConfig config;
    config.source_vocabulary = config.target_vocabulary = 6;
    config.encoder.hidden = 4;
    config.decoder.hidden = 5;
    model.config = config;
    model.parameters = declare_seq2seq<float>(config);
    Random random(2);
    train::initialise(model.parameters, random);
    complete(model);
    Request request;
    request.text = "abba";
    model.case_json = make_case(run(model, request));
    return model;
}

TEST(Case, HoldsForTheModelItCameFrom) {
    Model model = tiny_model();
    model.case_json = nlohmann::json::parse(model.case_json.dump());
    const CaseResult result = check_case(model);
    EXPECT_FALSE(result.wrong) << *result.wrong;
    EXPECT_LE(result.weight_difference, 1e-7);
    EXPECT_LE(result.log_prob_difference, 1e-5);
}

TEST(Case, SaysWhatDiffers) {
    Model model = tiny_model();
    const auto wrong = [&] { return check_case(model).wrong.value_or("nothing"); };
    const nlohmann::json good = model.case_json;
    model.case_json["output"] = "zzz";
    EXPECT_NE(wrong().find("the output: expected \"zzz\", found"), std::string::npos);
    model.case_json = good;
    model.case_json["log_prob"] = good["log_prob"].get<double>() + 0.5;
    EXPECT_EQ(wrong(), "the log-probability: expected a difference of at most 0.0001, found 0.5");
    model.case_json = good;
    model.case_json["weights"][0][1] = good["weights"][0][1].get<double>() + 0.25;
    EXPECT_EQ(wrong(), "the weights: expected a difference of at most 0.0001, found 0.25");
    model.case_json["weights"][0][1] = good["weights"][0][1].get<double>() + 5e-4;
    EXPECT_NE(wrong(), "nothing");
    model.case_json["tolerance"] = 1e-3;
    EXPECT_EQ(wrong(), "nothing");
    model.case_json["weights"][0][1] = good["weights"][0][1].get<double>() + 0.25;
    model.case_json["tolerance"] = 50; // another computation is as near
    EXPECT_EQ(wrong(), "the weights: expected a difference of at most 0.001, found 0.25");
    model.case_json["weights"].erase(0);
    EXPECT_EQ(wrong(), "the weights: expected as many as the run has, found others");
    model.case_json.erase("input");
    EXPECT_THROW(check_case(model), Error);
}

TEST(Case, WithoutTheWeightsThatTheModelHasDoesNotSayThatTheyAgree) {
    Model model = tiny_model();
    EXPECT_TRUE(check_case(model).weighed);
    model.case_json["weights"] = nullptr;
    const CaseResult result = check_case(model);
    EXPECT_FALSE(result.wrong) << *result.wrong;
    EXPECT_FALSE(result.weighed);
    EXPECT_EQ(result.tolerance, 1e-4);
}

} // namespace
} // namespace heed::decode
