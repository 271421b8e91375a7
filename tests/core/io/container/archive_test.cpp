// Files of tensors in a gzip, a tar, or both.
#include "core/io/container/archive/unpack.h"
#include "tests/core/io/container/checkpoints.h"
#include "tests/support/tar_bytes.h"

#include <gmock/gmock.h>

namespace heed::io {
namespace {

using test::end_of_tar;
using test::floats;
using test::Pickle;
using test::tar_member;
using test::torch_zip;
using testing::HasSubstr;
using testing::StartsWith;

class Archives : public Checkpoints {
protected:
    /// One tensor "w" of 3 numbers.
    std::string model() const {
        return torch_zip(
            Pickle().code("}").text("w").tensor("FloatStorage", "0", 3, 0, {3}, {1}).code("s").end(),
            {floats(3, 5)});
    }
    void expect_model(const Checkpoint& file, const char* container) const {
        ASSERT_EQ(file.tensors().size(), 1u);
        EXPECT_EQ(file.matrix(file.tensors()[0]), Eigen::Vector3f(5, 6, 7));
        EXPECT_EQ(file.container(), container);
    }
};

TEST_F(Archives, GzipOfOneFile) {
    expect_model(open(test::gzip_of(model())), "PyTorch, zip, in a gz");
    expect_model(open(test::gzip_of(model().substr(0, 100)) + test::gzip_of(model().substr(100))),
                 "PyTorch, zip, in a gz");
}

TEST_F(Archives, WhatFollowsAGzipAndIsNoneIsPassedOver) {
    for (const std::string& behind :
         {std::string(1, '\0'), std::string(600 << 10, '\0'), std::string("stray")})
        expect_model(open(test::gzip_of(model()) + behind), "PyTorch, zip, in a gz");
    EXPECT_THAT(refusal(test::gzip_of(model()) + test::gzip_of("more").substr(0, 12)),
                testing::AnyOf(HasSubstr("cut off"), HasSubstr("damaged")));
}

TEST_F(Archives, TarOfOneCheckpointWithItsOtherFiles) {
    const std::string tar = tar_member("./run/", "", '5') + tar_member("./run/words.txt", "a\nb\n") +
                            tar_member("./run/weights.th", model()) + tar_member("link", "", '2');
    for (const std::string& bytes : {tar + end_of_tar(), tar}) {
        expect_model(open(bytes), "PyTorch, zip, in a tar");
        const Checkpoint file = open(test::gzip_of(bytes));
        expect_model(file, "PyTorch, zip, in a tar.gz");
        EXPECT_THAT(file.notes(), testing::ElementsAre("of the archive \"./run/words.txt\" is not read"));
        EXPECT_THAT(file.name(), testing::EndsWith("f: \"./run/weights.th\""));
    }
}

TEST_F(Archives, ListsOfWordsInTheirFolderAreKept) {
    const std::string tar = tar_member("vocabulary/tokens.txt", "a\nb\n") +
                            tar_member("other/tokens.txt", "c") +
                            tar_member("run/vocabulary/labels.txt", "d") + tar_member("weights.th", model());
    const Checkpoint file = open(test::gzip_of(tar + end_of_tar()));
    ASSERT_EQ(file.texts().size(), 2u);
    EXPECT_EQ(file.texts()[0].name, "vocabulary/tokens.txt");
    EXPECT_EQ(file.texts()[0].text, "a\nb\n");
    EXPECT_EQ(file.texts()[1].text, "d");
    EXPECT_THAT(file.notes(), testing::ElementsAre("of the archive \"other/tokens.txt\" is not read"));
}

TEST_F(Archives, APickleBesideTheModelIsNotTheModel) {
    const std::string words = Pickle().code("]").end();
    expect_model(open(tar_member("vocab.pkl", words) + tar_member("model.pt", model())),
                 "PyTorch, zip, in a tar");
}

TEST_F(Archives, LongNames) {
    const std::string name(300, 'x');
    EXPECT_EQ(tar_members([&] {
                  open(tar_member("././@LongLink", name + std::string(1, '\0'), 'L') +
                       tar_member("short", model()));
                  return InputFile(folder_ / "f");
              }())[0]
                  .name,
              name);
    const std::string record = "16 path=a/b.pth\n";
    open(tar_member("pax", record, 'x') + tar_member("short", model()));
    EXPECT_EQ(tar_members(InputFile(folder_ / "f"))[0].name, "a/b.pth");
}

TEST_F(Archives, SeveralCheckpointsAreRefusedByName) {
    const std::string two = tar_member("a.pt", model()) + tar_member("b.pt", model());
    EXPECT_EQ(refusal(test::gzip_of(two)),
              "several files of tensors in one archive; unpack it and open its folder: expected "
              "one, found \"a.pt\" and \"b.pt\"");
    EXPECT_EQ(refusal(test::gzip_of(tar_member("words.txt", "a b"))),
              "no tensors: expected a PyTorch, NumPy or safetensors file in it, found \"words.txt\"");
    EXPECT_THAT(refusal(test::gzip_of("some text\n")),
                HasSubstr("no tensors: expected a PyTorch, NumPy or safetensors"));
    EXPECT_THAT(refusal(test::gzip_of(test::gzip_of(model()))), HasSubstr("found a gzip in a gzip"));
}

TEST_F(Archives, NamesThatLeadOutAreRefused) {
    for (const char* name : {"../x.pt", "/etc/x.pt", "a/../../x.pt", ".."})
        EXPECT_EQ(refusal(tar_member("ok.txt", "a") + tar_member(name, model())),
                  std::string("member \"") + name +
                      "\": expected a name inside the archive, found one outside");
    EXPECT_EQ(refusal(tar_member("ok.txt", "a") + tar_member("a..b/..c.pt", model())), "nothing was thrown");
}

TEST_F(Archives, BombsAreRefusedBeforeTheyAreUnpacked) {
    const std::string bomb = test::gzip_of(std::string(64u << 20, '\0'));
    EXPECT_EQ(refusal(bomb),
              "too large for the file: expected at most 16 times its size once unpacked, found more");
}

TEST_F(Archives, TheOldestFilesOfPyTorchSayWhatToDo) {
    EXPECT_THAT(
        refusal(tar_member("sys_info", "{}") + tar_member("storages", "x") + tar_member("pickle", "y")),
        HasSubstr("found a tar of PyTorch before 0.4: load it there and save it again"));
}

TEST_F(Archives, DamagedArchives) {
    EXPECT_THAT(refusal(std::string(257, 'a') + "ustar" + std::string(250, '\0')), HasSubstr("damaged"));
    const std::string packed = test::gzip_of(model());
    for (std::size_t cut : {packed.size() - 1, packed.size() / 2, std::size_t{12}, std::size_t{3}})
        EXPECT_THAT(refusal(packed.substr(0, cut)),
                    testing::AnyOf(HasSubstr("cut off"), HasSubstr("damaged")))
            << cut;
    std::string flipped = packed;
    flipped[packed.size() / 2] = static_cast<char>(flipped[packed.size() / 2] ^ 0x10);
    EXPECT_THAT(refusal(flipped), HasSubstr("damaged"));

    EXPECT_THAT(refusal(tar_member("a.pt", "abc", '0', 5000)),
                HasSubstr("cut off: expected a member of 5000 bytes"));
    EXPECT_THAT(refusal(tar_member("a.txt", "b") + tar_member("a.pt", "x", '0', 07777777777)),
                HasSubstr("cut off"));
    std::string sum = tar_member("a.pt", model());
    sum[0] = 'b';
    EXPECT_THAT(refusal(sum), HasSubstr("a tar header with the sum that it says"));
    for (const char* record : {"999 path=x\n", "x", "5 a\n\n", "0 path=a\n", "12 size=zz\n\n\n"})
        EXPECT_THAT(refusal(tar_member("pax", record, 'x') + tar_member("a.pt", model())),
                    HasSubstr("records of pax"))
            << record;
}

} // namespace
} // namespace heed::io
