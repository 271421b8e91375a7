// heed check --draft: what it writes, what it leaves as it is, and what it says where it can write nothing.
#include "app/cli/print/draft.h"

#include "core/io/base/file.h"
#include "core/io/container/checkpoint.h"
#include "core/io/container/safetensors.h"
#include "core/io/open/open_model.h"
#include "core/text/strings.h"
#include "tests/support/message_of.h"
#include "tests/support/rewritten.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

namespace heed::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// keon's model, without the example.
class DraftedFamily : public testing::Test {
protected:
    DraftedFamily() {
        for (const char* name : {"seq2seq_7.pt", "src_vocab.txt", "trg_vocab.txt"})
            fs::copy_file(test::source_dir() / "tests/checkpoints/keon" / name, folder_ / name);
    }
    json draft(const std::string& name) {
        std::ostringstream out;
        const json written =
            json::parse(write_draft(folder_ / "seq2seq_7.pt", (folder_ / name).string(), {}, &out).dump());
        said_ = out.str();
        return written;
    }
    json read(const std::string& name) const { return json::parse(io::read_file(folder_ / name, 1 << 20)); }
    void write(const std::string& name, const json& value) const {
        io::write_file_atomic(folder_ / name, value.dump(2) + "\n");
    }
    test::TemporaryFolder folder_;
    std::string said_;
};

TEST_F(DraftedFamily, KeepsTitleAndRemarksAndWhatIsChangedByHand) {
    draft("mine.json");
    const std::string first = io::read_file(folder_ / "mine.json", 1 << 20);
    EXPECT_FALSE(draft("mine.json").contains("kept")) << "nothing was changed";
    EXPECT_EQ(io::read_file(folder_ / "mine.json", 1 << 20), first);

    json family = read("mine.json");
    family["title"] = "Our model";
    family["about"] = "Trained in May.";
    family["comment"]["ours"] = "a remark";
    family["comment"]["mapping"]["answers"]["unit"] = "relu";
    write("mine.json", family);
    EXPECT_FALSE(draft("mine.json").contains("kept")) << "answers are there to be changed";
    family = read("mine.json");
    EXPECT_EQ(family["title"], "Our model");
    EXPECT_EQ(family["about"], "Trained in May.");
    EXPECT_EQ(family["comment"]["ours"], "a remark");
    EXPECT_EQ(family["config"]["attention"]["score"], "additive-relu");

    family["config"]["attention"]["score"] = "additive-gelu";
    write("mine.json", family);
    EXPECT_EQ(draft("mine.json")["kept"], (folder_ / "mine.json~").string());
    EXPECT_THAT(said_, HasSubstr("It had been changed by hand"));
    EXPECT_EQ(read("mine.json~")["config"]["attention"]["score"], "additive-gelu");
    EXPECT_EQ(read("mine.json")["config"]["attention"]["score"], "additive-relu");
    EXPECT_EQ(read("mine.json")["title"], "Our model");

    family["config"]["attention"]["score"] = "additive-linear";
    write("mine.json", family);
    EXPECT_EQ(draft("mine.json")["kept"], (folder_ / "mine.json~2").string()) << "over no other";
}

TEST_F(DraftedFamily, IsCalledByTheFilesNameInSmallLetters) {
    draft("NEW.json");
    EXPECT_EQ(read("NEW.json")["id"], "new");
    EXPECT_EQ(read("NEW.json")["title"], "NEW");
    EXPECT_THAT(test::message_of([&] { draft("a b.json"); }),
                HasSubstr("A name is made of a–z, 0–9, - and _"));
}

TEST_F(DraftedFamily, SaysHowTheTensorsOfCellsMustBeCalled) {
    nn::ParameterSet<float> set;
    set.add("a.Wz", 4, 6);
    set.add("a.Uz", 4, 4);
    io::write_file_atomic(folder_ / "other.safetensors", io::safetensors_bytes(set));
    const std::string said = test::message_of(
        [&] { write_draft(folder_ / "other.safetensors", (folder_ / "other.json").string(), {}, nullptr); });
    EXPECT_THAT(said, HasSubstr("tensors of recurrent cells, whose names end in weight_ih_l0, weight_hh_l0"));
    EXPECT_THAT(said, HasSubstr("the first \"a.W"));
    EXPECT_FALSE(fs::exists(folder_ / "other.json"));
}

TEST_F(DraftedFamily, SaysWhichAnswersAndPartsAreNotRead) {
    draft("mine.json");
    json family = read("mine.json");
    json& mapping = family["comment"]["mapping"];
    mapping["answers"]["unti"] = "relu";
    mapping["answers"]["text"] = "givn";
    mapping["parts"] = {{"nothing.weight", "logits"}};
    write("mine.json", family);
    std::ostringstream out;
    const auto written = write_draft(folder_ / "seq2seq_7.pt", (folder_ / "mine.json").string(), {}, &out);
    ASSERT_EQ(written["unread"].size(), 3u);
    EXPECT_THAT(written["unread"][0].get<std::string>(), HasSubstr("found \"givn\""));
    EXPECT_THAT(written["unread"][1].get<std::string>(), HasSubstr("found \"unti\", which is not asked"));
    EXPECT_THAT(
        written["unread"][2].get<std::string>(),
        AllOf(HasSubstr("\"parts\": expected tensors of this model"), HasSubstr("found \"nothing.weight\"")));
    EXPECT_THAT(out.str(), HasSubstr("Not read, and left out: \"answers\""));
}

// As the window's assistant does; what somebody answered stands before it.
TEST_F(DraftedFamily, BeginsWithWhatTheNearestFamilyAnswers) {
    const fs::path file = folder_ / "seq2seq_7.pt";
    const io::Checkpoint whole(file);
    test::Tensors tensors;
    for (auto& [name, tensor] : test::tensors_of(whole))
        tensors[replaced(name, "decoder.attention.attn.", "decoder.attention.lin.")] = std::move(tensor);
    io::write_file_atomic(file, test::torch_file(nlohmann::json::object(), tensors));
    io::OpenOptions how;
    how.families = {test::source_dir() / "assets/families"};
    const auto drafted = [&] {
        std::ostringstream out;
        write_draft(file, (folder_ / "mine.json").string(), how, &out);
        said_ = out.str();
        return read("mine.json");
    };
    json family = drafted();
    EXPECT_EQ(family["config"]["attention"]["score"], "additive-relu");
    EXPECT_THAT(said_, HasSubstr("Nearest is keon/seq2seq, whose answers were taken"));
    family["comment"]["mapping"]["answers"]["unit"] = "gelu";
    write("mine.json", family);
    EXPECT_EQ(drafted()["config"]["attention"]["score"], "additive-gelu");
}

// Digits, which may be words: what was answered holds, whatever the list looks like.
TEST_F(DraftedFamily, CutsTextAsItWasAnswered) {
    io::write_file_atomic(folder_ / "src_vocab.txt",
                          "<unk>\n<pad>\n<sos>\n<eos>\n0\n1\n2\n3\n4\n5\n6\n7\n8\n");
    draft("digits.json");
    EXPECT_EQ(read("digits.json")["comment"]["mapping"]["answers"]["text"], "given");
    for (const auto& [answer, level] :
         {std::pair{"given", TokenLevel::Given}, {"character", TokenLevel::Character}}) {
        json family = read("digits.json");
        family["comment"]["mapping"]["answers"]["text"] = answer;
        write("digits.json", family);
        draft("digits.json");
        io::OpenOptions how;
        how.family = (folder_ / "digits.json").string();
        const io::Opened opened = io::open_model({folder_ / "seq2seq_7.pt"}, how);
        ASSERT_TRUE(opened.model) << opened.problem;
        EXPECT_EQ(opened.model->tokenizer.level, level);
    }
}

} // namespace
} // namespace heed::cli
