// What is not understood of a model is said: first in its report, and with every picture of it.
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/container/checkpoint.h"
#include "core/io/container/safetensors.h"
#include "core/io/open/model_library.h"
#include "core/io/open/open_model.h"
#include "core/io/open/own_case/own_case.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

/// Tutorial 4 as if nobody changed its code: a folder with a family of which nothing is left open.
fs::path settled_families() {
    static const test::TemporaryFolder folder;
    json family =
        json::parse(read_file(test::source_dir() / "assets/families/bentrevett_tut4.json", 1 << 20));
    family.erase("unsettled");
    write_file_atomic(folder / "bentrevett_tut4.json", family.dump());
    return folder.path();
}

/// A model of tutorial 4 in a folder, whose tensors may be changed before it is opened.
class Understood : public testing::Test {
protected:
    Understood() {
        const fs::path from = test::source_dir() / "tests/checkpoints/bentrevett_tut4";
        for (const char* file : {"src_vocab.pt", "trg_vocab.pt"}) fs::copy_file(from / file, folder_ / file);
        const Checkpoint original(from / "tut4-model.pt");
        for (const StoredTensor& tensor : original.tensors()) {
            const Eigen::MatrixXf value = original.matrix(tensor);
            const int rank = static_cast<int>(tensor.shape.size());
            set_[set_.add(tensor.name, static_cast<int>(value.rows()), static_cast<int>(value.cols()), rank)]
                .value = value;
        }
    }
    Opened opened() {
        write_file_atomic(folder_ / "model.safetensors", safetensors_bytes(set_));
        OpenOptions how;
        how.families = {families_};
        Opened model = open_model({folder_ / "model.safetensors"}, how);
        const Understanding seen = glimpse(folder_ / "model.safetensors", how).understanding;
        if (model.model) { // what is said before it is opened
            EXPECT_EQ(seen.tensors, model.report.tensors.size());
            EXPECT_EQ(seen.unread, model.report.unread());
            EXPECT_EQ(seen.unread_bytes, model.report.unread_bytes());
        }
        return model;
    }

    test::TemporaryFolder folder_;
    fs::path families_ = settled_families();
    nn::ParameterSet<float> set_;
};

TEST_F(Understood, IsCleanWhereEveryTensorIsRead) {
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Clean);
    EXPECT_EQ(model.report.tensors.size(), static_cast<std::size_t>(set_.size()));
    EXPECT_EQ(model.report.doubt(), "");
    EXPECT_EQ(model.model->facts.doubt, "");
}

/// Tutorial 4 with its own examples, each changed.
LoadReport report_with(const std::function<void(json&)>& change) {
    const test::TemporaryFolder folder;
    const fs::path from = test::source_dir() / "tests/checkpoints/bentrevett_tut4";
    for (const char* file : {"src_vocab.pt", "trg_vocab.pt", "tut4-model.pt"})
        fs::copy_file(from / file, folder / file);
    json expected = json::parse(read_file(from / "expected.json", 64u << 20));
    expected["examples"].erase(expected["examples"].begin() + 2, expected["examples"].end());
    change(expected);
    write_file_atomic(folder / "expected.json", expected.dump());
    OpenOptions how;
    how.families = {settled_families()};
    return open_model({folder / "tut4-model.pt"}, how).report;
}
LoadVerdict with_examples(const std::function<void(json&)>& change) {
    return report_with([&](json& expected) { change(expected["examples"]); }).verdict();
}

TEST(Example, MayBeTheListAlone) {
    const auto alone = [](json& expected) { expected = json(expected["examples"]); };
    EXPECT_EQ(report_with(alone).verdict(), LoadVerdict::Verified);
    EXPECT_EQ(report_with([](json& expected) { expected = json(expected["examples"][1]); }).verdict(),
              LoadVerdict::Verified);
    const LoadReport against = report_with([&](json& expected) {
        alone(expected);
        expected[0]["attention"][0] = expected[0]["attention"][1];
    });
    EXPECT_EQ(against.verdict(), LoadVerdict::Refused);
    EXPECT_THAT(against.summary, HasSubstr("disagrees"));
}

TEST(Example, AFileWithoutAnyIsSaid) {
    for (const json& none : {json{{"examples", json::array()}}, json::array(), json::object(), json(7)}) {
        SCOPED_TRACE(none.dump());
        const LoadReport report = report_with([&](json& expected) { expected = none; });
        EXPECT_EQ(report.verdict(), LoadVerdict::Clean);
        EXPECT_THAT(report.notes, testing::Contains(HasSubstr("no example was found in it")));
    }
    EXPECT_THAT(report_with([](json&) {}).notes, testing::Not(testing::Contains(HasSubstr("no example"))));
}

TEST(Example, SaysWhatDiffers) {
    const auto lines = [](const std::function<void(json&)>& change) {
        return report_with([&](json& expected) { change(expected["examples"][0]); }).own_case->lines;
    };
    auto found = lines([](json& one) { // without its first token, the start
        one["source_ids"].erase(0);
        one["source_tokens"].erase(0);
    });
    EXPECT_THAT(found[0].found, HasSubstr("1 of 2 sentences equal; source ids: expected"));
    EXPECT_THAT(found[0].found, HasSubstr("; what stands around the words differs alone"));
    found = lines([](json& one) {
        one["output_ids"].erase(1);
        one["output_tokens"].erase(1);
    });
    EXPECT_THAT(found[1].found, testing::Not(HasSubstr("inf")));
    EXPECT_FALSE(found[1].good);
}

TEST(Example, VerifiesOnlyWhatItSays) {
    EXPECT_EQ(with_examples([](json&) {}), LoadVerdict::Verified);
    EXPECT_EQ(with_examples([](json& all) { all = json::array(); }), LoadVerdict::Clean);
    const auto each = [](const auto& change) {
        return [change](json& all) {
            for (json& one : all) change(one);
        };
    };
    EXPECT_EQ(with_examples(each([](json& one) { one.erase("attention"); })), LoadVerdict::Clean)
        << "nothing says what the weights are";
    EXPECT_EQ(with_examples(each([](json& one) { one["attention"] = json::array(); })), LoadVerdict::Clean);
    EXPECT_EQ(with_examples(each([](json& one) { one["attention"].erase(0); })), LoadVerdict::Refused)
        << "a row for each output";
    EXPECT_EQ(with_examples(each([](json& one) { one["attention"][0] = json::array(); })),
              LoadVerdict::Refused);
    EXPECT_EQ(with_examples(each([](json& one) {
                  one.erase("attention");
                  one["output_ids"][0] = one["output_ids"][0].get<int>() + 1;
              })),
              LoadVerdict::Refused);
}

TEST(Example, SaysHowFarItReaches) {
    const LoadReport report = report_with([](json&) {});
    EXPECT_THAT(
        report.own_case->lines[0].found,
        testing::MatchesRegex("2 of 2 sentences equal, of at most [0-9]+ source tokens and [0-9]+ outputs"));
    const test::TemporaryFolder folder;
    const fs::path from = test::source_dir() / "tests/checkpoints/bentrevett_tut4";
    for (const char* file : {"src_vocab.pt", "trg_vocab.pt", "tut4-model.pt", "expected.json"})
        fs::copy_file(from / file, folder / file);
    OpenOptions how;
    how.families = {test::source_dir() / "assets/families"};
    how.examples = 2;
    EXPECT_THAT(open_model({folder / "tut4-model.pt"}, how).report.own_case->lines[0].found,
                HasSubstr("2 of 2 sentences equal, the first of "));
}

/// Where no report is asked for, examples are run until one disagrees: the third counts as the first does.
TEST(Example, ThatIsNotAmongTheFirstCountsForPicturesToo) {
    const test::TemporaryFolder folder;
    const fs::path from = test::source_dir() / "tests/checkpoints/bentrevett_tut4";
    for (const char* file : {"src_vocab.pt", "trg_vocab.pt", "tut4-model.pt"})
        fs::copy_file(from / file, folder / file);
    json expected = json::parse(read_file(from / "expected.json", 64u << 20));
    ASSERT_GE(expected["examples"].size(), 3u);
    json& row = expected["examples"][2]["attention"][0];
    row[0] = row[0].get<double>() + .25;
    write_file_atomic(folder / "expected.json", expected.dump());
    OpenOptions how;
    how.families = {test::source_dir() / "assets/families"};
    how.run_case = false;
    EXPECT_THAT(open_model({folder / "tut4-model.pt"}, how).model->facts.doubt,
                HasSubstr("The model's own example disagrees"));
}

// One small tensor in bfloat16 widens what may differ for the whole file.
TEST(Example, OfProbabilitiesThatAgreeRoughlyVerifiesNothing) {
    const test::TemporaryFolder folder;
    const fs::path from = test::source_dir() / "tests/checkpoints/bentrevett_tut4";
    for (const char* file : {"src_vocab.pt", "trg_vocab.pt", "tut4-model.pt"})
        fs::copy_file(from / file, folder / file);
    json expected = json::parse(read_file(from / "expected.json", 64u << 20));
    OpenOptions how;
    how.families = {test::source_dir() / "assets/families"};
    const Opened opened = open_model({folder / "tut4-model.pt"}, how);
    ASSERT_TRUE(opened.model);
    const CaseTolerance of_brain{1e-2, 1e-1, "bfloat16"};
    write_file_atomic(folder / "expected.json", expected.dump());
    EXPECT_EQ(own_case(*opened.model, folder.path(), of_brain)->only, "");
    json& likeliest = expected["examples"][0]["top5"][0][0][1];
    likeliest = likeliest.get<double>() + 5e-3;
    write_file_atomic(folder / "expected.json", expected.dump());
    const auto roughly = own_case(*opened.model, folder.path(), of_brain);
    EXPECT_FALSE(roughly->disagrees());
    EXPECT_THAT(roughly->only, HasSubstr("with the probabilities of its example to 0.0050 only"));
}

// A readout that was changed would not be noticed.
TEST(Example, WithoutProbabilitiesSaysThatTheyAreNotCompared) {
    EXPECT_EQ(report_with([](json&) {}).own_case->besides, "");
    const std::string sentence = "Its example has no probabilities: what makes them is not compared";
    for (const json& none : {json(nullptr), json::array(), json::array({json::array()})}) {
        SCOPED_TRACE(none.dump());
        const LoadReport report = report_with([&](json& expected) {
            for (json& one : expected["examples"]) {
                if (none.is_null())
                    one.erase("top5");
                else
                    one["top5"] = none;
            }
        });
        EXPECT_EQ(report.verdict(), LoadVerdict::Verified); // of its attention
        EXPECT_EQ(report.own_case->besides, sentence);
        EXPECT_THAT(report.to_know(), testing::Contains(sentence));
        EXPECT_EQ(report.own_case->lines.back().what, "top-5 log p");
        EXPECT_EQ(report.own_case->lines.back().found, "not in the example, so not compared");
    }
}

TEST(Example, OfOneOutputDoesNotVerify) {
    const LoadReport report = report_with([](json& expected) {
        json& all = expected["examples"];
        all.erase(all.begin() + 1, all.end());
        for (const char* list : {"output_ids", "output_tokens", "attention", "top5"})
            if (all[0].contains(list)) all[0][list].erase(all[0][list].begin() + 1, all[0][list].end());
    });
    ASSERT_TRUE(report.own_case);
    EXPECT_FALSE(report.own_case->disagrees()) << report.own_case->lines[0].found;
    EXPECT_NE(report.verdict(), LoadVerdict::Verified);
    EXPECT_THAT(report.own_case->only, HasSubstr("one output each"));
}

TEST(Example, OfRoundedNumbersAgreesAsFarAsTheyAreWritten) {
    const auto rounded_to = [](double digit) {
        return [digit](json& all) {
            for (json& one : all)
                for (json& row : one["attention"])
                    for (json& weight : row) weight = std::round(weight.get<double>() * digit) / digit;
        };
    };
    EXPECT_EQ(with_examples(rounded_to(1e4)), LoadVerdict::Verified);
    EXPECT_EQ(with_examples(rounded_to(1e3)), LoadVerdict::Verified);
    EXPECT_EQ(with_examples(rounded_to(1e2)), LoadVerdict::Refused) << "another computation is as near";
    EXPECT_EQ(with_examples([&](json& all) {
                  rounded_to(1e4)(all);
                  json& weight = all[0]["attention"][0][0];
                  weight = weight.get<double>() + 2e-4;
              }),
              LoadVerdict::Refused);
}

TEST(Example, OfRoundedLogProbabilitiesAgreesAsFarAsTheyAreWritten) {
    const auto rounded_to = [](double digit) {
        return [digit](json& all) {
            for (json& one : all)
                for (json& step : one["top5"])
                    for (json& pair : step) pair[1] = std::round(pair[1].get<double>() * digit) / digit;
        };
    };
    EXPECT_EQ(with_examples(rounded_to(1e3)), LoadVerdict::Verified);
    EXPECT_EQ(with_examples([&](json& all) {
                  rounded_to(1e3)(all);
                  json& top = all[0]["top5"][0][0][1];
                  top = top.get<double>() + 2e-3;
              }),
              LoadVerdict::Refused);
}

TEST(Example, ThatCannotBeComparedDoesNotDisagree) {
    const LoadReport report =
        report_with([](json& expected) { expected["examples"][1].erase("source_ids"); });
    EXPECT_EQ(report.verdict(), LoadVerdict::Refused);
    EXPECT_THAT(report.doubt(), HasSubstr("The model's own example cannot be compared"));
    EXPECT_THAT(report.own_case->lines[0].found, HasSubstr("source_ids: expected a list, found none"));
    const LoadReport other = report_with([](json& expected) {
        json& id = expected["examples"][0]["source_ids"][1];
        id = id.get<int>() + 1;
    });
    EXPECT_THAT(other.own_case->lines[0].found, HasSubstr("(id ")) << "the words are the same";
}

// Ids alone say nothing of weights, whatever kind of model has them.
TEST(Example, OfATransformerWithoutNumbersVerifiesNothing) {
    const test::TemporaryFolder folder;
    fs::copy(test::source_dir() / "tests/checkpoints/hf_distilbert", folder / "m",
             fs::copy_options::recursive);
    EXPECT_EQ(open_model({folder / "m"}).report.verdict(), LoadVerdict::Verified);
    json expected = json::parse(read_file(folder / "m/expected.json", 64u << 20));
    for (json& input : expected["inputs"])
        for (const char* numbers :
             {"encoder_attentions", "attention_rows", "encoder_output", "top5", "logits_last"})
            input.erase(numbers);
    write_file_atomic(folder / "m/expected.json", expected.dump());
    const LoadReport report = open_model({folder / "m"}).report;
    EXPECT_EQ(report.verdict(), LoadVerdict::Clean);
    EXPECT_EQ(report.own_case->lines[1].found, "not in the example, so not compared");
}

TEST_F(Understood, AnImportsOwnCaseVerifiesNothing) {
    fs::copy(test::source_dir() / "assets/models/dates/additive", folder_ / "m", fs::copy_options::recursive);
    EXPECT_EQ(open_model({folder_ / "m"}).report.verdict(), LoadVerdict::Verified);
    json own = json::parse(read_file(folder_ / "m/case.json", 64u << 20));
    own["verifies"] = false;
    write_file_atomic(folder_ / "m/case.json", own.dump());
    EXPECT_EQ(open_model({folder_ / "m"}).report.verdict(), LoadVerdict::Clean);
}

TEST_F(Understood, AnOwnCaseWithoutWeightsVerifiesNothing) {
    fs::copy(test::source_dir() / "assets/models/dates/additive", folder_ / "m", fs::copy_options::recursive);
    json own = json::parse(read_file(folder_ / "m/case.json", 64u << 20));
    own["weights"] = nullptr;
    write_file_atomic(folder_ / "m/case.json", own.dump());
    const LoadReport report = open_model({folder_ / "m"}).report;
    EXPECT_EQ(report.verdict(), LoadVerdict::Clean);
    EXPECT_THAT(
        report.own_case->lines,
        testing::Contains(testing::Field(&ReportCase::Line::found, "not in the example, so not compared")));
}

// Of models of several epochs in one folder the example is one's: that is opened, whichever name comes first.
TEST_F(Understood, OfSeveralInAFolderTheOneThatTheExampleAgreesWith) {
    fs::copy_file(test::source_dir() / "tests/checkpoints/bentrevett_tut4/expected.json",
                  folder_ / "expected.json");
    write_file_atomic(folder_ / "model_2.safetensors", safetensors_bytes(set_));
    set_[set_.find("decoder.attention.v.weight")].value *= 2;
    for (const char* other : {"model_1.safetensors", "model_10.safetensors"})
        write_file_atomic(folder_ / other, safetensors_bytes(set_));
    OpenOptions how;
    how.families = {families_};
    for (const bool run : {true, false}) {
        how.run_case = run;
        const Opened opened = open_model({folder_.path()}, how);
        EXPECT_EQ(opened.report.file, "model_2.safetensors");
        EXPECT_EQ(opened.model->facts.doubt, "");
        EXPECT_THAT(opened.report.notes,
                    testing::Contains("model_2.safetensors was opened; model_1.safetensors, "
                                      "model_10.safetensors are in the folder, too"));
    }
}

/// Tutorial 4 has GRUs. Whoever puts LSTMs there starts their memory somehow, and no tensor says how.
TEST_F(Understood, IsPartlyWhereItsCellsAreOfAKindThatTheProgramHasNot) {
    for (int n = 0; n < set_.size(); ++n)
        if (set_[n].name.find("rnn.") != std::string::npos)
            set_[n].value =
                Eigen::MatrixXf::Constant(set_[n].value.rows() / 3 * 4, set_[n].value.cols(), .1f);
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(model.report.doubt(), HasSubstr("has no LSTM"));
}

TEST_F(Understood, IsPartlyWhereATensorIsNotRead) {
    for (const char* name :
         {"decoder.gate.weight", "encoder.norm.weight", "decoder.attention.coverage.weight",
          "encoder.optimal.weight", "decoder.rnn.weight_hh_l1"}) {
        SCOPED_TRACE(name);
        const nn::ParameterSet<float> before = set_;
        set_.add(name, 10, 20);
        const Opened model = opened();
        ASSERT_TRUE(model.model) << model.problem;
        EXPECT_EQ(model.report.verdict(), LoadVerdict::Partly);
        EXPECT_EQ(model.report.doubt(), "1 tensor (800 bytes) was not understood, so what you see may not be "
                                        "what the model does");
        EXPECT_EQ(model.model->facts.doubt, model.report.doubt());
        EXPECT_EQ(model.report.groups.front().title, "Not understood");
        EXPECT_THAT(model.report.groups.front().rows.front().names, HasSubstr(name));
        EXPECT_THAT(model.report.summary, HasSubstr("1 tensor (800 bytes)"));
        set_ = before;
    }
}

// An embedding that is there twice need not be read twice; another one is not the same.
TEST_F(Understood, ACopyIsIgnoredOnlyWhereItIsOne) {
    nlohmann::json family = nlohmann::json::parse(read_file(families_ / "bentrevett_tut4.json", 1 << 20));
    family["ignore"].push_back({{"names", "*.once_more"}, {"as", "the same once more"}, {"same", true}});
    const test::TemporaryFolder own;
    write_file_atomic(own / "bentrevett_tut4.json", family.dump());
    families_ = own / "";

    const Eigen::MatrixXf read = set_[set_.find("decoder.fc_out.weight")].value;
    const int copy =
        set_.add("decoder.once_more", static_cast<int>(read.rows()), static_cast<int>(read.cols()));
    set_[copy].value = read;
    const Opened same = opened();
    ASSERT_TRUE(same.model) << same.problem;
    EXPECT_EQ(same.report.verdict(), LoadVerdict::Clean);
    set_[copy].value(0, 0) += 1;
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Partly);
}

TEST_F(Understood, IsPartlyWhereOnlyPiecesOfATensorAreRead) {
    auto& attention = set_[set_.find("decoder.attention.attn.weight")];
    attention.value.conservativeResize(Eigen::NoChange, attention.value.cols() + 7);
    attention.value.rightCols(7).setOnes();
    attention.cols += 7;
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Partly);
    EXPECT_EQ(model.report.unread(), 1u);
    EXPECT_EQ(model.report.groups.front().rows.front().role, "nothing reads its columns 129\u2013135");
}

TEST_F(Understood, WhatAnOptimizerKeepsIsIgnoredWithItsReason) {
    set_.add("optimizer.state.0.exp_avg", 3, 3);
    set_.add("optimizer.state.0.exp_avg_sq", 3, 3);
    const Opened model = opened();
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Clean);
    EXPECT_EQ(model.report.tensors.back().ignored, "what Adam remembers; not needed to run");
}

TEST_F(Understood, WhatIsOnlyCalledLikeAnOptimizerIsNot) {
    for (const char* name : {"optimal_gate.weight", "decoder_opt.weight", "adam_norm.weight",
                             "optimizer.gate.weight", "step.weight", "decoder.step", "adam"}) {
        SCOPED_TRACE(name);
        const nn::ParameterSet<float> before = set_;
        set_.add(name, 11, 23);
        EXPECT_EQ(opened().report.verdict(), LoadVerdict::Partly);
        set_ = before;
    }
    const Eigen::MatrixXf& read = set_[set_.find("decoder.fc_out.weight")].value;
    set_.add("decoder_opt.weight", static_cast<int>(read.rows()), static_cast<int>(read.cols()));
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Partly);
}

TEST_F(Understood, WhatLiesInAnOptimizersPartIsIts) {
    const Eigen::MatrixXf& read = set_[set_.find("decoder.fc_out.weight")].value;
    set_.add("optimizer.slots.3", static_cast<int>(read.rows()), static_cast<int>(read.cols()));
    set_.add("en_opt.state.0.step", 1, 1);
    set_.add("optim.optimizer.state.1.exp_avg", 3, 3);
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Clean);
}

TEST_F(Understood, AnExampleDecides) {
    const fs::path expected = test::source_dir() / "tests/checkpoints/bentrevett_tut4/expected.json";
    fs::copy_file(expected, folder_ / "expected.json");
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Verified);
    set_[set_.find("decoder.attention.v.weight")].value *= 2; // another model's
    const Opened changed = opened();
    EXPECT_EQ(changed.report.verdict(), LoadVerdict::Refused);
    EXPECT_THAT(changed.model->facts.doubt, HasSubstr("The model's own example disagrees"));
}

TEST_F(Understood, AnExampleDoesNotExcuseATensorThatNothingReads) {
    fs::copy_file(test::source_dir() / "tests/checkpoints/bentrevett_tut4/expected.json",
                  folder_ / "expected.json");
    set_.add("decoder.gate.weight", 10, 20);
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Partly);
}

TEST_F(Understood, LayersOfTheEncoderAreCountedInTheFile) {
    const auto H = set_[set_.find("encoder.rnn.weight_hh_l0")].value.cols();
    for (const char* way : {"", "_reverse"}) {
        const auto rows = static_cast<int>(3 * H), columns = static_cast<int>(H);
        set_.add(std::string("encoder.rnn.weight_ih_l1") + way, rows, 2 * columns);
        set_.add(std::string("encoder.rnn.weight_hh_l1") + way, rows, columns);
        set_.add(std::string("encoder.rnn.bias_ih_l1") + way, rows, 1, 1);
        set_.add(std::string("encoder.rnn.bias_hh_l1") + way, rows, 1, 1);
    }
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Clean);
}

// Dive into Deep Learning cuts its sources, end token and all: what would be cut is refused and not shown.
TEST(Understanding, ASourceThatItsOwnCodeWouldCutIsRefused) {
    OpenOptions how;
    how.families = {test::source_dir() / "assets/families"};
    const Opened d2l = open_model({test::source_dir() / "tests/checkpoints/d2l"}, how);
    ASSERT_TRUE(d2l.model) << d2l.problem;
    Request request;
    request.text = "a1 a2 a3 a4 a5 a6 a7 a8 a1"; // and the end token: ten
    EXPECT_EQ(decode::run(*d2l.model, request).source_length(), 10);
    request.text += " a2";
    EXPECT_THAT(test::message_of([&] { decode::run(*d2l.model, request); }),
                HasSubstr("at most 10 tokens, the end token included, found 11"));
    EXPECT_THAT(d2l.report.facts,
                testing::Contains(testing::Pair("encoder", HasSubstr("longer sources are refused"))));
}

TEST_F(Understood, AFolderOfHeedsOwnWithATensorTooManyIsPartly) {
    const fs::path from = test::source_dir() / "assets/models/reverse/general";
    for (const auto& entry : fs::directory_iterator(from))
        fs::copy_file(entry.path(), folder_ / entry.path().filename().string());
    const SafetensorsFile file(folder_ / "model.safetensors");
    nn::ParameterSet<float> set;
    for (const TensorEntry& entry : file.tensors()) {
        const Eigen::MatrixXf value = file.matrix(entry);
        set[set.add(entry.name, static_cast<int>(value.rows()), static_cast<int>(value.cols()),
                    static_cast<int>(entry.shape.size()))]
            .value = value;
    }
    set.add("decoder.gate.weight", 25, 10);
    write_file_atomic(folder_ / "model.safetensors", safetensors_bytes(set));
    const Opened opened = open_model({folder_.path()});
    EXPECT_EQ(opened.report.verdict(), LoadVerdict::Partly);
    EXPECT_EQ(ModelLibrary({}).load(folder_.path().string()).facts.doubt,
              "1 tensor (1 kB) was not understood, so what you see may not be what the model does");
}

} // namespace
} // namespace heed::io
