// Several models in one place: which is opened, and that there are others.
#include "core/io/base/file.h"
#include "core/io/container/checkpoint.h"
#include "core/io/container/safetensors.h"
#include "core/io/open/open_model.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;

/// Pairs of an encoder and a decoder, numbered.
class SeveralModels : public testing::Test {
protected:
    void pair(int n, bool decoder = true) const {
        const fs::path from = test::source_dir() / "tests/checkpoints/pytorch_tutorial_bahdanau";
        const std::string number = "_" + std::to_string(n) + ".pt";
        fs::copy_file(from / "encoder.pt", folder_ / ("encoder" + number));
        if (decoder) fs::copy_file(from / "decoder.pt", folder_ / ("decoder" + number));
    }
    OpenOptions options() const {
        OpenOptions o;
        o.families = {test::source_dir() / "assets/families"};
        o.numbers = true;
        return o;
    }
    test::TemporaryFolder folder_;
};

TEST_F(SeveralModels, AGlimpseSaysHowManyThereAre) {
    pair(1);
    EXPECT_THAT(glimpse(folder_.path(), options()).text, testing::Not(HasSubstr("models in the folder")));
    pair(2);
    EXPECT_THAT(glimpse(folder_.path(), options()).text, HasSubstr("One of 2 models in the folder"));
}

TEST_F(SeveralModels, AHalfThatOnlyAnothersHalfCompletesIsDoubted) {
    pair(1);
    pair(2, false);
    EXPECT_THAT(open_model({folder_ / "encoder_1.pt"}, options()).report.unsettled,
                testing::Not(Contains(HasSubstr("is read with"))));
    EXPECT_THAT(open_model({folder_ / "encoder_2.pt"}, options()).report.unsettled,
                Contains(HasSubstr("encoder_2.pt is read with decoder_1.pt")));
    EXPECT_EQ(find_models(folder_.path(), options()).size(), 1u);
}

// A followed folder in which a training leaves its last checkpoints.
TEST_F(SeveralModels, TheOneWrittenLastIsOpenedWhereThatIsAskedFor) {
    for (const int n : {1, 2, 3}) pair(n);
    const auto written = [&](const std::string& file, std::chrono::hours ago) {
        fs::last_write_time(folder_ / file, fs::file_time_type::clock::now() - ago);
    };
    for (const char* part : {"encoder_", "decoder_"})
        for (const int n : {1, 2, 3})
            written(part + std::to_string(n) + ".pt", std::chrono::hours(n == 2 ? 1 : 5));
    OpenOptions how = options();
    const auto first = [&] { return open_model({folder_.path()}, how).model->files.front().filename(); };
    EXPECT_EQ(first(), "encoder_1.pt");
    how.newest = true;
    EXPECT_EQ(first(), "encoder_2.pt");
    written("decoder_3.pt", std::chrono::hours(0));
    EXPECT_EQ(first(), "encoder_3.pt");
}

TEST_F(SeveralModels, OfTwoThatCompleteAHalfOnlyANameTells) {
    const fs::path from = test::source_dir() / "tests/checkpoints/pytorch_tutorial_bahdanau";
    fs::copy_file(from / "encoder.pt", folder_ / "encoder.pt");
    fs::copy_file(from / "decoder.pt", folder_ / "decoder_best.pt");
    const auto unsettled = [&] { return open_model({folder_ / "encoder.pt"}, options()).report.unsettled; };
    EXPECT_THAT(unsettled(), testing::Not(Contains(HasSubstr("is read with"))))
        << "nothing else completes it";
    fs::copy_file(from / "decoder.pt", folder_ / "decoder_last.pt");
    EXPECT_THAT(unsettled(), Contains(HasSubstr("encoder.pt is read with decoder_best.pt, though "
                                                "decoder_last.pt completes it as well")));
    EXPECT_THAT(open_model({folder_.path()}, options()).report.unsettled,
                Contains(HasSubstr("decoder_last.pt completes it as well")));
    fs::copy_file(from / "decoder.pt", folder_ / "decoder.pt");
    EXPECT_THAT(unsettled(), testing::Not(Contains(HasSubstr("is read with"))))
        << "its name mirrors the other's";
}

/// Two models in one file: the first is read, and that is said.
TEST_F(SeveralModels, OneFileMayHoldTwo) {
    const fs::path from = test::source_dir() / "tests/checkpoints/pytorch_tutorial_bahdanau";
    nn::ParameterSet<float> set;
    for (const char* part : {"encoder", "decoder"}) {
        const Checkpoint half(from / (std::string(part) + ".pt"));
        for (const char* number : {"_1.", "_2."})
            for (const StoredTensor& tensor : half.tensors()) {
                const Eigen::MatrixXf value = half.matrix(tensor);
                const int n = set.add(part + (number + tensor.name), value.rows(), value.cols(),
                                      static_cast<int>(tensor.shape.size()));
                set[n].value = value;
            }
    }
    write_file_atomic(folder_ / "both.safetensors", safetensors_bytes(set));
    const LoadReport report = open_model({folder_ / "both.safetensors"}, options()).report;
    EXPECT_GT(report.unread(), 0u);
    EXPECT_THAT(report.notes,
                Contains("several models are in the file: read is \"encoder_1.\" with \"decoder_1.\", "
                         "not \"encoder_2.\" and \"decoder_2.\" (saved alone, each opens)"));
}

} // namespace
} // namespace heed::io
