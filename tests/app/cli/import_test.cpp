// heed import, by its words and what it writes.
#include "app/cli/commands.h"
#include "core/io/model/model_folder.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <iostream>
#include <sstream>

namespace heed {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct ImportSaid {
    int status;
    std::string out, err;
};

class Import : public testing::Test {
protected:
    static ImportSaid heed_says(std::vector<std::string> words) {
        words.insert(words.begin(), "heed");
        std::vector<const char*> pointers;
        for (const std::string& word : words) pointers.push_back(word.c_str());
        std::ostringstream out, err;
        auto* out_before = std::cout.rdbuf(out.rdbuf());
        auto* err_before = std::cerr.rdbuf(err.rdbuf());
        const int status = cli::run(static_cast<int>(pointers.size()), pointers.data(), nullptr);
        std::cout.rdbuf(out_before);
        std::cerr.rdbuf(err_before);
        return {status, out.str(), err.str()};
    }
    static std::string checkpoint(const std::string& name) {
        return (test::source_dir() / "tests/checkpoints" / name).string();
    }
    std::string out() const { return (folder_ / "imported").string(); }

    test::TemporaryFolder folder_;
};

TEST_F(Import, WritesAFolderOfHeedsOwnThatChecks) {
    const ImportSaid said = heed_says({"import", checkpoint("opennmt_lstm_general"), "--out", out()});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, AllOf(HasSubstr("OpenNMT-py, recurrent"),
                                HasSubstr("agrees   token ids: 10 of 10 sentences equal")));
    const Model model = io::load_model(out());
    EXPECT_EQ(model.case_json["input"], "2 7 _ o c t o b e r _ 1 9 5 8"); // the first of its own examples
    EXPECT_THAT(model.card, HasSubstr("Imported from m35_lstm_general_step_1600.pt"));
    EXPECT_EQ(heed_says({"check", out()}).status, 0);
    EXPECT_EQ(heed_says({"import", checkpoint("opennmt_lstm_general"), "--out", out()}).status,
              0); // once more over it
    EXPECT_THAT(heed_says({"import", out(), "--out", out() + "2"}).err, HasSubstr("nothing to import"));
}

TEST_F(Import, TheCardSaysWhatIsInDoubt) {
    test::TemporaryFolder bare;
    for (const char* file : {"seq2seq_7.pt", "src_vocab.txt", "trg_vocab.txt"})
        std::filesystem::copy_file(checkpoint("keon/") + file, bare / file);
    EXPECT_EQ(heed_says({"import", bare.path().string(), "--out", out()}).status, 0);
    EXPECT_THAT(io::load_model(out()).card, HasSubstr("**Whether the score has ReLU"));
}

TEST_F(Import, TakesTheFilesOfOneModelAndItsWords) {
    const std::string place = checkpoint("pytorch_tutorial_bahdanau/");
    EXPECT_EQ(
        heed_says({"import", place + "encoder.pt", place + "decoder_whole.pt", "--out", out(),
                   "--source-vocab", place + "input_lang.pkl", "--target-vocab", place + "output_lang.json"})
            .status,
        0);
    ImportSaid said =
        heed_says({"import", checkpoint("container_variants/tut4.safetensors"), "--out", out() + "2"});
    EXPECT_EQ(said.status, 1);
    EXPECT_THAT(said.err, HasSubstr("which words the numbers stand for is not known"));
    EXPECT_FALSE(std::filesystem::exists(out() + "2"));
    said = heed_says({"import", checkpoint("container_variants/tut4.safetensors"), "--out", out() + "2",
                      "--source-vocab", checkpoint("bentrevett_tut4/src_vocab.pt"), "--target-vocab",
                      checkpoint("fairseq_lstm/dict.tgt.txt")});
    EXPECT_THAT(said.err, HasSubstr("tut4.safetensors: dict.tgt.txt lists 16 tokens, 1 more than the target "
                                    "embedding has rows (15)"));
    said = heed_says(
        {"import", checkpoint("container_variants/tut4.safetensors"), "--out", out() + "2", "--numbers"});
    EXPECT_EQ(said.status, 0) << said.err;
}

TEST_F(Import, FamiliesAreChosenByNameOrFile) {
    const std::string family = (test::source_dir() / "assets/families/nematus.json").string();
    EXPECT_EQ(
        heed_says({"import", checkpoint("nematus/model.npz"), "--out", out(), "--family", family}).status, 0);
    const ImportSaid said =
        heed_says({"import", checkpoint("nematus/model.npz"), "--out", out(), "--family", "fairseq_lstm"});
    EXPECT_EQ(said.status, 1);
    EXPECT_THAT(said.err, HasSubstr("no family of models has these tensors"));
    EXPECT_EQ(heed_says({"import", checkpoint("nematus/model.npz")}).status, 2); // --out is required
}

TEST_F(Import, WhatIsNoModelsFolderIsNotWrittenInto) {
    std::filesystem::create_directories(folder_ / "mine/deep");
    const ImportSaid said =
        heed_says({"import", checkpoint("nematus"), "--out", (folder_ / "mine").string()});
    EXPECT_EQ(said.status, 1);
    EXPECT_THAT(said.err, HasSubstr("not written: expected a new folder"));
}

} // namespace
} // namespace heed
