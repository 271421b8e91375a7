// Of several families that take a model's tensors one is read by: what decides, and what is said of it.
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/open/open_model.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

/// keon's checkpoint, and a copy of its family in a folder of the user's, known by a tensor more.
class RivalFamilies : public testing::Test {
protected:
    RivalFamilies() {
        fs::copy(test::source_dir() / "tests/checkpoints/keon", folder_ / "keon",
                 fs::copy_options::recursive);
        fs::create_directories(folder_ / "families");
        family_ = read_json(shipped_ / "keon_seq2seq.json", 1 << 20);
        family_["id"] = "mine";
        family_["title"] = "mine of keon";
        family_["known_by"]["has"].push_back("decoder.out.bias");
        family_["config"]["attention"]["score"] = "additive";
        family_.erase("unsettled");
        for (Json& variant : family_["variants"]) variant.erase("unsettled");
    }
    void write() { write_file_atomic(folder_ / "families/mine.json", family_.dump()); }
    OpenOptions options() const {
        OpenOptions how;
        how.families = {shipped_, folder_ / "families"};
        return how;
    }
    Opened opened() {
        write();
        return open_model({folder_ / "keon"}, options());
    }
    void drop_example() { fs::remove(folder_ / "keon/expected.json"); }

    test::TemporaryFolder folder_;
    fs::path shipped_ = test::source_dir() / "assets/families";
    Json family_;
};

TEST_F(RivalFamilies, TheExampleDecides) {
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.report.family, "keon/seq2seq");
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Verified);
    EXPECT_THAT(model.report.notes,
                Contains(AllOf(HasSubstr("\"mine\""), HasSubstr("mine.json"),
                               HasSubstr("passed over: the model's own example says otherwise"))));
    OpenOptions asked = options();
    asked.family = "mine";
    EXPECT_EQ(open_model({folder_ / "keon"}, asked).report.verdict(), LoadVerdict::Refused)
        << "who asks for it is told";
}

// All examples are longer: what reads padding up to four tokens is told apart by none of them.
TEST_F(RivalFamilies, AnExampleThatAgreesWithBothVerifiesNeither) {
    family_["config"]["attention"]["score"] = "additive-relu";
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Verified) << "both compute the same";
    family_["config"]["encoder"]["padded"] = 4;
    const LoadReport report = opened().report;
    EXPECT_EQ(report.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(report.doubt(), HasSubstr("Its example agrees with the family \"keon_seq2seq\", too"));
}

// The family names the reading that it does not take.
TEST_F(RivalFamilies, AnExampleThatAgreesEitherWaySettlesNothing) {
    family_["config"]["attention"]["score"] = "additive-relu";
    const auto report_where = [&](const Json& other) {
        family_["unsettled"] = {{{"says", "How it is read is not in the file"}, {"or", {other}}}};
        write();
        OpenOptions how = options();
        how.family = "mine";
        return open_model({folder_ / "keon"}, how).report;
    };
    EXPECT_EQ(report_where({{"config", {{"attention", {{"score", "additive"}}}}}}).verdict(),
              LoadVerdict::Verified);
    const LoadReport report = report_where({{"config", {{"encoder", {{"padded", 4}}}}}});
    EXPECT_EQ(report.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(report.doubt(),
                HasSubstr("How it is read is not in the file, and the example agrees either way"));
    family_["unsettled"] = {{{"says", "x"}, {"or", {{{"konfig", 1}}}}}};
    write();
    OpenOptions how = options();
    how.family = "mine";
    EXPECT_THAT(test::message_of([&] { open_model({folder_ / "keon"}, how); }), HasSubstr("konfig"));
}

TEST_F(RivalFamilies, WithoutAnExampleAnotherOneThatFitsIsADoubt) {
    drop_example();
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.report.family, "mine of keon");
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(model.model->facts.doubt, AllOf(HasSubstr("\"mine\" of your own"),
                                                HasSubstr("\"keon_seq2seq\", which comes with Heed")));
    EXPECT_THAT(model.report.notes, Contains(AllOf(HasSubstr("\"mine\""), HasSubstr("mine.json"))));
    EXPECT_EQ(glimpse(folder_ / "keon", options()).understanding.unsettled, 1u);
    OpenOptions asked = options();
    asked.family = "mine";
    EXPECT_EQ(open_model({folder_ / "keon"}, asked).report.doubt(), "");
}

TEST_F(RivalFamilies, OneThatCannotReadThemIsPassedOver) {
    drop_example();
    const auto passed_over = [&](const char* why) {
        const Opened model = opened();
        ASSERT_TRUE(model.model) << model.problem;
        EXPECT_EQ(model.report.family, "keon/seq2seq");
        EXPECT_THAT(model.report.notes, Contains(AllOf(HasSubstr("\"mine\""), HasSubstr("mine.json"),
                                                       HasSubstr("passed over: "), HasSubstr(why))));
        EXPECT_TRUE(glimpse(folder_ / "keon", options()).usable);
    };
    const Json whole = family_;
    family_["config"]["attention"]["score"] = "bananas";
    passed_over("found \"bananas\"");
    family_ = whole;
    family_["tensors"]["decoder.embedding.weight"] = "decoder.embed.wait";
    passed_over("\"decoder.embed.wait\": expected it in the file, found none");
    OpenOptions asked = options();
    asked.family = "mine";
    EXPECT_FALSE(open_model({folder_ / "keon"}, asked).model) << "who asks for it is told";
}

TEST_F(RivalFamilies, TwoOfTheUsersAreADoubtAsWell) {
    drop_example();
    Json other = family_;
    other["id"] = "other";
    other["config"]["attention"]["score"] = "additive-relu";
    write_file_atomic(folder_ / "families/other.json", other.dump());
    EXPECT_THAT(opened().report.doubt(), AllOf(HasSubstr("\"mine\" of your own"),
                                               HasSubstr("\"other\", also of your own, takes its tensors")));
    other["config"]["attention"]["score"] = "bananas"; // it reads nothing
    write_file_atomic(folder_ / "families/other.json", other.dump());
    EXPECT_THAT(opened().report.doubt(), HasSubstr("which comes with Heed"));
}

TEST_F(RivalFamilies, OneOfTheUsersThatIsKnownByLessIsNoted) {
    drop_example();
    family_["known_by"]["has"] = Json::array({"encoder.embed.weight", "decoder.out.weight"});
    const Opened model = opened();
    EXPECT_EQ(model.report.family, "keon/seq2seq");
    EXPECT_THAT(model.report.notes,
                Contains(AllOf(HasSubstr("\"mine\" of your own"), HasSubstr("--family mine reads by it"))));
}

TEST_F(RivalFamilies, OneThatIsNamedAndCannotBeReadIsToldWhy) {
    write();
    family_["version"] = 9;
    write();
    OpenOptions asked = options();
    asked.family = "mine";
    EXPECT_THAT(test::message_of([&] { open_model({folder_ / "keon"}, asked); }),
                AllOf(HasSubstr("mine.json: version: expected 1, found 9")));
}

TEST_F(RivalFamilies, ThoseThatCannotBeReadAreNamedWhereNoOtherFits) {
    OpenOptions own = options();
    own.families = {folder_ / "families"};
    fs::create_directories(own.families.front());
    write_file_atomic(own.families.front() / "mine.json", "{\"format\": ");
    write_file_atomic(own.families.front() / "other.json", "[");
    EXPECT_THAT(test::message_of([&] { open_model({folder_ / "keon/seq2seq_7.pt"}, own); }),
                AllOf(HasSubstr("no family of models has these tensors"),
                      HasSubstr("; a family is not used: "), HasSubstr("mine.json: not JSON"),
                      HasSubstr("other.json: not JSON")));
}

TEST_F(RivalFamilies, AnotherOneOfAnIdThatIsTakenIsSaid) {
    drop_example();
    family_["id"] = "keon_seq2seq";
    const Opened model = opened();
    EXPECT_EQ(model.report.family, "keon/seq2seq");
    EXPECT_THAT(model.report.notes, Contains(AllOf(HasSubstr("a family is not used: "),
                                                   HasSubstr("mine.json: its id \"keon_seq2seq\" "
                                                             "is that of "))));
}

} // namespace
} // namespace heed::io
