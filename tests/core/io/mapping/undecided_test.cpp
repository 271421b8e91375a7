// An example may agree with more than one answer. What it does not settle stays open: it is named, it goes
// into the family, and a model that is opened by that is not verified.
#include "tests/core/io/mapping/unsettled.h"

#include <gmock/gmock.h>

namespace heed::io::mapping {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAre;

const std::vector<std::string> long_texts = {"the old man sees a big red dog in the house .",
                                             "a big dog runs in the old red house ."};

std::vector<Undecided> left_by(const Search& search) {
    EXPECT_GT(search.agreeing(), 0u);
    return search.undecided(search.tried.front().answers);
}

TEST_F(Unsettled, PaddingThatNoExampleIsShortEnoughFor) {
    add_bahdanau();
    write_examples({{"padding", "10"}}, long_texts, 8);
    const Search search = try_all(reading(), {});
    const std::vector<Undecided> left = left_by(search);
    ASSERT_THAT(left, testing::ElementsAre(Field(&Undecided::question, "padding")));
    EXPECT_THAT(left[0].options, UnorderedElementsAre("0", "10"));
    // The trial of the assistant says the same, without the search.
    const Trial trial = try_reading(reading(), {}, long_texts[0]);
    EXPECT_THAT(trial.undecided(), testing::ElementsAre(Field(&Undecided::question, "padding")));
    const LoadReport report = report_of(search);
    EXPECT_EQ(report.verdict(), LoadVerdict::Partly);
    EXPECT_EQ(report.doubt(),
              "The example of model.safetensors agrees with more than one answer to “How far are "
              "sources padded, and the padding read?”, so what you see may not be what the model does");
}

TEST_F(Unsettled, AnExampleThatIsShortEnoughSettlesIt) {
    add_bahdanau();
    write_examples({{"padding", "10"}}, {"the man runs .", "the old man sees a big red dog in the house ."},
                   8);
    const Search search = try_all(reading(), {});
    EXPECT_EQ(search.tried.front().answers.at("padding"), "10");
    EXPECT_THAT(left_by(search), testing::IsEmpty());
    EXPECT_EQ(report_of(search).verdict(), LoadVerdict::Verified);
}

TEST_F(Unsettled, WhatIsFedBackWhereThereIsOneOutput) {
    add_luong();
    write_examples({{"order", "fed-context"}}, {"the old man sees a red dog ."}, 1);
    const Search search = try_all(reading(), {});
    EXPECT_THAT(left_by(search), Contains(Field(&Undecided::question, "order")));
    EXPECT_EQ(report_of(search).verdict(), LoadVerdict::Partly);
    write_examples({{"order", "fed-context"}}, {"the old man sees a red dog ."}, 4);
    const Search more = try_all(reading(), {});
    EXPECT_THAT(left_by(more), Not(Contains(Field(&Undecided::question, "order"))));
    // By whatever answers: what goes from an output to the next shows in no example of one.
    OpenOptions how;
    how.family = family_of(more).dump();
    write_examples({{"order", "fed-context"}}, {"the old man sees a red dog ."}, 1);
    EXPECT_THAT(open_model({folder_ / "model.safetensors"}, how).report.undecided,
                Contains(HasSubstr("one output each")));
}

TEST_F(Unsettled, IdsAndTheLikeliestTokensSettleADraftWithoutWeights) {
    add_bahdanau();
    const Answers answers{{"padding", "10"}};
    write_examples(answers, {"the man runs .", long_texts[0]}, 8);
    const Reading by = reading(answers);
    leave_top_alone(drafted_model(by, by.drafted(), {}));
    const Search search = try_all(reading(), {});
    ASSERT_GT(search.agreeing(), 0u);
    EXPECT_EQ(search.tried.front().answers.at("padding"), "10");
    EXPECT_THAT(left_by(search), testing::IsEmpty());
    OpenOptions how;
    how.family = family_of(search).dump();
    const LoadReport report = open_model({folder_ / "model.safetensors"}, how).report;
    ASSERT_TRUE(report.own_case);
    EXPECT_FALSE(report.own_case->decides); // of the weights themselves it says nothing
    EXPECT_TRUE(report.own_case->settles);
    EXPECT_EQ(report.verdict(), LoadVerdict::Clean);
    const Trial trial = try_reading(by, {}, long_texts[0]);
    ASSERT_TRUE(trial.examples);
    EXPECT_TRUE(trial.examples->by_top() && trial.examples->agrees());
}

TEST_F(Unsettled, LikeliestTokensOfAnotherComputationDisagree) {
    add_bahdanau();
    const Answers answers{{"unit", "relu"}};
    write_examples(answers, {"the man runs .", long_texts[0]}, 8);
    const Reading by = reading(answers);
    leave_top_alone(drafted_model(by, by.drafted(), {}));
    const Trial trial = try_reading(reading({{"unit", "tanh"}}), {}, long_texts[0]);
    ASSERT_TRUE(trial.examples);
    EXPECT_FALSE(trial.examples->agrees());
}

// A family is of the model that it was made of. What it leaves open of another that it reads is what that
// one's examples leave open, whatever was settled before.
TEST_F(Unsettled, EachModelsOwnExamplesAreAsked) {
    add_bahdanau();
    const std::vector<std::string> short_too = {"the man runs .", long_texts[0]};
    const auto verdict_by = [&](const Json& family) {
        OpenOptions how;
        how.family = family.dump();
        return open_model({folder_ / "model.safetensors"}, how).report;
    };
    write_examples({{"padding", "10"}}, short_too, 8);
    const Json settled = family_of(try_all(reading(), {}));
    EXPECT_FALSE(settled.contains("undecided"));
    EXPECT_EQ(verdict_by(settled).verdict(), LoadVerdict::Verified);
    write_examples({{"padding", "10"}}, long_texts, 8);
    const LoadReport other = verdict_by(settled);
    EXPECT_EQ(other.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(other.undecided, testing::ElementsAre(HasSubstr("How far are sources padded")));
    // The other way round: what was left open for one is settled by another.
    Json open = settled;
    open["undecided"] = {"The example of other.pt agrees with more than one answer to “x”"};
    EXPECT_THAT(verdict_by(open).undecided, testing::ElementsAre(HasSubstr("of model.safetensors")));
    write_examples({{"padding", "10"}}, short_too, 8);
    EXPECT_EQ(verdict_by(open).verdict(), LoadVerdict::Verified);
    // Of a family that somebody changed since, its answers say nothing.
    open["config"]["encoder"]["padded"] = 9;
    write_examples({{"padding", "10"}}, long_texts, 8);
    EXPECT_THAT(verdict_by(open).undecided,
                testing::ElementsAre(HasSubstr("other.pt"), HasSubstr("cannot be told")));
    // Nor are there any where they were taken out.
    Json without = settled;
    without["comment"]["mapping"].erase("answers");
    write_examples({{"padding", "10"}}, short_too, 8);
    const LoadReport untold = verdict_by(without);
    EXPECT_EQ(untold.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(untold.doubt(), HasSubstr("What its example leaves open cannot be told"));
}

TEST_F(Unsettled, PaddingIsReadFirstByAReaderThatComesFromBehind) {
    add("enc_embedding.weight", 16, 8);
    add_gru("enc_gru", 8, 12);
    for (const char* name : {"weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0"}) {
        const auto& along = set_[set_.find(std::string("enc_gru.") + name)].value;
        add(std::string("enc_gru.") + name + "_reverse", static_cast<int>(along.rows()),
            static_cast<int>(along.cols()));
    }
    add("dec_embedding.weight", 17, 8);
    add_gru("dec_gru", 32, 12);
    add_layer("attn_W", 9, 36);
    add("attn_v.weight", 1, 9);
    add_layer("dec_out", 17, 12);
    write_examples({{"padding", "20"}}, {"the man runs .", long_texts[0]}, 6);
    const Search search = try_all(reading(), {});
    ASSERT_TRUE(search.tried.front().agrees);
    EXPECT_EQ(search.tried.front().answers.at("padding"), "20");
    EXPECT_EQ(report_of(search).verdict(), LoadVerdict::Verified);
}

// Of a family that other examples settled: over one position every score gives a weight of 1.
TEST_F(Unsettled, ExamplesOfOneSourceTokenVerifyNothing) {
    add_bahdanau();
    const Answers answers{{"source", "none"}};
    write_examples(answers, {"the man runs .", long_texts[0]}, 8);
    const Search search = try_all(reading(), {});
    EXPECT_EQ(report_of(search).verdict(), LoadVerdict::Verified);
    write_examples(answers, {"dog"}, 8);
    const LoadReport report = report_of(search);
    EXPECT_EQ(report.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(report.doubt(), HasSubstr("one source token each"));
    // Longer ones that do not say what the weights are change nothing.
    write_examples(answers, {"dog", long_texts[0]}, 8);
    Json expected = read_json(folder_ / "expected.json", 1 << 20);
    expected["examples"][1].erase("attention");
    write_file_atomic(folder_ / "expected.json", expected.dump());
    EXPECT_THAT(report_of(search).doubt(), HasSubstr("one source token each"));
}

// Where there are no lists of words the ids of the examples are read.
TEST_F(Unsettled, ExamplesInWordsAreReadByTheirIdsWhereNoListIs) {
    add_bahdanau();
    write_examples({{"source", "none"}, {"unit", "relu"}}, {"the man runs .", long_texts[0]}, 6);
    for (const char* list : {"src_vocab.txt", "trg_vocab.txt"}) std::filesystem::remove(folder_ / list);
    const Reading by = reading({{"first", "2"}, {"last", "3"}});
    ASSERT_TRUE(by.words.source.empty());
    const Search search = try_all(by, {});
    ASSERT_TRUE(search.tried.front().agrees)
        << search.tried.front().difference << search.tried.front().problem;
    EXPECT_EQ(search.tried.front().answers.at("unit"), "relu");
    OpenOptions how; // and the family opens it so
    how.family = family_of(search).dump();
    const Opened opened = open_model({folder_ / "model.safetensors"}, how);
    ASSERT_TRUE(opened.model) << opened.problem;
    EXPECT_EQ(opened.model->source.token(5), "‹5›");
}

// The words of an example may be few of a list. What bends at large numbers shows at the longest vectors.
TEST_F(Unsettled, WordsThatNoExampleHasAreTried) {
    add_bahdanau();
    set_[set_.find("enc_embedding.weight")].value *= .001f; // tanh is nearly straight there
    for (const char* bias : {"enc_gru.bias_ih_l0", "enc_gru.bias_hh_l0", "attn_W.bias"})
        set_[set_.find(bias)].value.setZero();
    set_[set_.find("attn_W.weight")].value.leftCols(12).setZero(); // of the state
    set_[set_.find("enc_embedding.weight")].value.row(14) *= 4000; // “.”
    write_examples({}, {"the old man sees a red dog", "a big dog runs in the house"}, 6);
    EXPECT_THAT(left_by(try_all(reading(), {})), Contains(Field(&Undecided::question, "unit")));
}

// Where v is zero all rows are even, whatever is inside the score: there is no question.
TEST_F(Unsettled, AnswersThatRunAlikeOnEveryInputAreNone) {
    add_bahdanau();
    set_[set_.find("attn_v.weight")].value.setZero();
    write_examples({}, {"the man runs .", "the old man sees a big red dog in the house ."}, 8);
    const Search search = try_all(reading(), {});
    EXPECT_GE(search.agreeing(), 4u); // tanh, ReLU, nothing, GELU
    EXPECT_THAT(search.undecided(search.tried.front().answers), testing::IsEmpty());
    EXPECT_EQ(report_of(search).verdict(), LoadVerdict::Verified);
}

// A difference that bfloat16 explains is one that another computation may make.
TEST_F(Unsettled, NothingIsVerifiedRoughly) {
    add_bahdanau();
    const std::vector<std::string> texts = {"the man runs .",
                                            "the old man sees a big red dog in the house ."};
    brain_ = true;
    write_examples({}, texts, 8);
    EXPECT_EQ(report_of_found().verdict(), LoadVerdict::Verified);
    const auto move_weight = [&](double by) {
        Json expected = read_json(folder_ / "expected.json", 1 << 20);
        Json& row = expected["examples"][1]["attention"][2];
        row[0] = row[0].get<double>() + by;
        write_file_atomic(folder_ / "expected.json", expected.dump());
    };
    move_weight(.0008);
    EXPECT_EQ(report_of_found().verdict(), LoadVerdict::Verified);
    move_weight(.0066);
    const Search search = try_all(reading(), {});
    EXPECT_EQ(search.agreeing(), 0u);
    EXPECT_TRUE(search.tried.front().roughly);
    const LoadReport report = report_of_found();
    EXPECT_EQ(report.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(report.doubt(),
                HasSubstr("It agrees with its example to 0.0074 only: weights in bfloat16 round as "
                          "much, but another computation may differ as little"));
    move_weight(.01);
    EXPECT_EQ(report_of_found().verdict(), LoadVerdict::Refused);
}

// The score of a Transformer, asked by a recurrent state: no v, and no name says more than Q and K.
TEST_F(Unsettled, TwoMatricesWithoutAVAreAProduct) {
    add("e1.weight", 16, 8);
    add_gru("g1", 8, 14);
    add("e2.weight", 17, 8);
    add_gru("g2", 8, 14);
    add_layer("Q", 10, 14);
    add_layer("K", 10, 14);
    add_layer("mix", 14, 28);
    add_layer("fc", 17, 14);
    for (const char* scale : {"root", "one"}) {
        write_examples({{"projected", scale}}, {"the man runs .", "a big dog runs ."}, 6);
        const Search search = try_all(reading(), {});
        EXPECT_EQ(search.agreeing(), 1u);
        EXPECT_EQ(search.tried.front().answers.at("projected"), scale);
        EXPECT_EQ(report_of(search).verdict(), LoadVerdict::Verified);
    }
}

// Where nothing else agrees it is asked whether sources are turned, which no name and no shape says.
TEST_F(Unsettled, ASourceThatIsReadBackToFrontIsFound) {
    add_bahdanau();
    write_examples({{"reading", "reversed"}}, {"the man runs .", "the old man sees a red dog ."}, 6);
    const Search search = try_all(reading(), {});
    EXPECT_EQ(search.agreeing(), 1u);
    EXPECT_EQ(search.tried.front().answers.at("reading"), "reversed");
    EXPECT_EQ(report_of(search).verdict(), LoadVerdict::Verified);
    write_examples({}, {"the man runs .", "the old man sees a red dog ."}, 6);
    EXPECT_EQ(try_all(reading(), {}).tried.front().answers.count("reading"), 0u);
}

// One word, or words that are the same from both ends, do not tell which way a source is read.
TEST_F(Unsettled, TheDirectionThatNoExampleTellsStaysOpen) {
    add_bahdanau();
    for (const char* way : {"along", "reversed"}) {
        write_examples({{"reading", way}}, {"runs", "sees", "house"}, 6);
        EXPECT_THAT(left_by(try_all(reading(), {})), Contains(Field(&Undecided::question, "reading"))) << way;
        EXPECT_NE(report_of_found().verdict(), LoadVerdict::Verified) << way;
    }
    write_examples({}, {"runs", "the man sees a dog ."}, 6);
    EXPECT_THAT(left_by(try_all(reading(), {})), Not(Contains(Field(&Undecided::question, "reading"))));
}

TEST(Undecided, WhatOneAnswerDoesAloneIsNotLaidToTwo) {
    const auto runs = [](double weight) {
        return std::make_shared<const ProbeRuns>(ProbeRuns{{1}, {weight}, {}});
    };
    const Agreeing taken{{{"a", "0"}, {"b", "0"}, {"c", "0"}}, runs(.1)};
    const std::vector<Agreeing> all{taken,
                                    {{{"a", "1"}, {"b", "1"}, {"c", "0"}}, runs(.2)},
                                    {{{"a", "1"}, {"b", "0"}, {"c", "0"}}, runs(.2)},
                                    {{{"a", "0"}, {"b", "1"}, {"c", "0"}}, runs(.1 + 1e-7)}};
    const std::vector<Undecided> left = undecided(taken, all);
    ASSERT_EQ(left.size(), 1u);
    EXPECT_EQ(left[0].question, "a");
    const std::vector<Undecided> both = undecided(taken, {taken, {{{"a", "1"}, {"b", "1"}}, runs(.2)}});
    EXPECT_EQ(both.size(), 2u);
}

} // namespace
} // namespace heed::io::mapping
