// Several models in one place: which is opened, and that there are others.
#include "core/io/open/open_model.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

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
    EXPECT_THAT(open_model({folder_ / "encoder_1.pt"}, options()).report.unsettled, IsEmpty());
    EXPECT_THAT(open_model({folder_ / "encoder_2.pt"}, options()).report.unsettled,
                Contains(HasSubstr("encoder_2.pt is read with decoder_1.pt")));
    EXPECT_EQ(find_models(folder_.path(), options()).size(), 1u);
}

} // namespace
} // namespace heed::io
