// Which families come nearest to files, and what of each fits.
#include "core/io/base/file.h"
#include "core/io/container/safetensors.h"
#include "core/io/open/closest_to.h"
#include "core/text/strings.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class Closest : public testing::Test {
protected:
    static OpenOptions options() {
        OpenOptions o;
        o.families = {test::source_dir() / "assets/families"};
        return o;
    }
    static fs::path tut4() { return test::source_dir() / "tests/checkpoints/bentrevett_tut4/tut4-model.pt"; }
    /// Its tensors but for one, and with another.
    fs::path changed(const std::string& without, const std::string& with) const {
        const Checkpoint whole(tut4());
        nn::ParameterSet<float> set;
        for (const StoredTensor& tensor : whole.tensors()) {
            if (tensor.name == without) continue;
            const Eigen::MatrixXf value = whole.matrix(tensor);
            set[set.add(tensor.name, value.rows(), value.cols(), static_cast<int>(tensor.shape.size()))]
                .value = value;
        }
        if (!with.empty()) set.add(with, 2, 2);
        write_file_atomic(folder_ / "m.safetensors", safetensors_bytes(set));
        return folder_ / "m.safetensors";
    }
    test::TemporaryFolder folder_;
};

TEST_F(Closest, TheRightFamilyOfAWholeModelFitsWholly) {
    const std::vector<FamilyFit> fits = closest_to(tut4(), options());
    ASSERT_FALSE(fits.empty());
    EXPECT_EQ(fits.front().id, "bentrevett_tut4");
    EXPECT_THAT(fits.front().not_taken, IsEmpty());
    EXPECT_THAT(fits.front().missing, IsEmpty());
    EXPECT_THAT(fits.front().known_by_missing, IsEmpty());
    EXPECT_DOUBLE_EQ(fits.front().share(), 1);
    for (std::size_t n = 1; n < fits.size(); ++n) EXPECT_LE(fits[n].share(), fits[n - 1].share());
}

TEST_F(Closest, WhatIsMissingAndWhatIsTooMuchAreNamed) {
    const fs::path file = changed("encoder.fc.weight", "decoder.coverage.weight");
    for (const fs::path& path : {file, folder_.path()}) {
        const FamilyFit fit = closest_to(path, options()).front();
        EXPECT_EQ(fit.id, "bentrevett_tut4");
        EXPECT_THAT(fit.not_taken, testing::ElementsAre("decoder.coverage.weight"));
        ASSERT_EQ(fit.missing.size(), 1u);
        EXPECT_EQ(fit.missing[0].part, "bridge.weight");
        EXPECT_THAT(fit.missing[0].from, testing::ElementsAre("encoder.fc.weight"));
        EXPECT_THAT(fit.known_by_missing, testing::ElementsAre("encoder.fc.weight"));
        const std::vector<std::string> words = words_of(fit);
        EXPECT_THAT(words, Contains("missing: bridge.weight, made of \"encoder.fc.weight\""));
        EXPECT_THAT(words, Contains("not taken: \"decoder.coverage.weight\""));
    }
}

/// The same names with other shapes are not the same model.
TEST_F(Closest, ShapesAreComparedToo) {
    const Checkpoint whole(tut4());
    nn::ParameterSet<float> set;
    for (const StoredTensor& tensor : whole.tensors()) {
        Eigen::MatrixXf value = whole.matrix(tensor);
        if (tensor.name == "encoder.fc.weight") value = value.leftCols(value.cols() - 1).eval();
        set[set.add(tensor.name, value.rows(), value.cols(), static_cast<int>(tensor.shape.size()))].value =
            value;
    }
    write_file_atomic(folder_ / "m.safetensors", safetensors_bytes(set));
    const std::vector<FamilyFit> fits = closest_to(folder_ / "m.safetensors", options());
    const auto fit =
        std::find_if(fits.begin(), fits.end(), [](const FamilyFit& f) { return f.id == "bentrevett_tut4"; });
    ASSERT_NE(fit, fits.end());
    EXPECT_TRUE(!fit->wrong_shapes.empty() || !fit->problem.empty());
    EXPECT_LT(fit->share() - (fit->problem.empty() ? 0 : 1e-9), 1);
}

TEST_F(Closest, WhatIsMissingHasAShapeAndWhatIsLeftOverMayHaveIt) {
    const Checkpoint whole(tut4());
    nn::ParameterSet<float> set;
    for (const StoredTensor& tensor : whole.tensors()) {
        const Eigen::MatrixXf value = whole.matrix(tensor);
        const std::string name = tensor.name == "decoder.fc_out.bias" ? "decoder.last.bias" : tensor.name;
        set[set.add(name, value.rows(), value.cols(), static_cast<int>(tensor.shape.size()))].value = value;
    }
    write_file_atomic(folder_ / "m.safetensors", safetensors_bytes(set));
    const FamilyFit fit = closest_to(folder_ / "m.safetensors", options()).front();
    EXPECT_EQ(fit.id, "bentrevett_tut4");
    ASSERT_EQ(fit.missing.size(), 1u);
    EXPECT_EQ(fit.missing[0].shape, whole.find("decoder.fc_out.bias")->shape);
    EXPECT_THAT(fit.missing[0].alike, Contains("decoder.last.bias"));
}

TEST_F(Closest, WrappersAreTakenOffFirst) {
    const Checkpoint whole(tut4());
    nn::ParameterSet<float> set;
    for (const StoredTensor& tensor : whole.tensors()) {
        const Eigen::MatrixXf value = whole.matrix(tensor);
        std::string name = tensor.name; // each half in a wrapper of its own
        name.insert(name.find('.') + 1, "module.");
        set[set.add(name, value.rows(), value.cols(), static_cast<int>(tensor.shape.size()))].value = value;
    }
    write_file_atomic(folder_ / "m.safetensors", safetensors_bytes(set));
    const FamilyFit fit = closest_to(folder_ / "m.safetensors", options()).front();
    EXPECT_EQ(fit.id, "bentrevett_tut4");
    EXPECT_DOUBLE_EQ(fit.share(), 1);
}

// A model of keon's whose program calls some of its tensors otherwise is nearest to keon's, though others
// have more parts of which nothing is missing.
TEST_F(Closest, OtherNamesForTheSamePartsAreNearestToTheirOwnFamily) {
    const Checkpoint whole(test::source_dir() / "tests/checkpoints/keon/seq2seq_7.pt");
    const std::pair<const char*, const char*> changes[] = {
        {"decoder.attention.attn.", "decoder.attention.lin."},
        {"decoder.attention.", "decoder.att."},
        {"decoder.out.", "decoder.fc."},
        {".gru.", ".rnn."},
        {".embed.", ".embedding."},
        {"decoder.gru.", "decoder.cell."},
        {"coder.", "c."}}; // all of them: "enc.", "dec."
    for (const auto& [from, to] : changes) {
        nn::ParameterSet<float> set;
        std::size_t changed = 0;
        for (const StoredTensor& tensor : whole.tensors()) {
            const std::string name = replaced(tensor.name, from, to);
            changed += name == tensor.name ? 0 : 1;
            const Eigen::MatrixXf value = whole.matrix(tensor);
            set[set.add(name, value.rows(), value.cols(), static_cast<int>(tensor.shape.size()))].value =
                value;
        }
        write_file_atomic(folder_ / "m.safetensors", safetensors_bytes(set));
        const std::vector<FamilyFit> fits = closest_to(folder_ / "m.safetensors", options());
        EXPECT_EQ(fits.front().id, "keon_seq2seq") << from;
        EXPECT_EQ(fits.front().renamed.size(), changed) << from;
        EXPECT_EQ(fits.front().lacking(), 0u) << from;
        EXPECT_THAT(words_of(fits.front()), Contains(HasSubstr("their shapes would fit \""))) << from;
        for (std::size_t n = 1; n < fits.size(); ++n) EXPECT_LE(fits[n].share(), fits[n - 1].share());
    }
}

// What is refused is said to be nearest to the family that --why puts first.
TEST_F(Closest, ARefusalNamesTheFirstAndATensorThatItLacks) {
    const fs::path file = changed("encoder.fc.weight", "");
    const FamilyFit fit = closest_to(file, options()).front();
    EXPECT_EQ(fit.id, "bentrevett_tut4");
    EXPECT_THAT(test::message_of([&] { open_model({file}, options()); }),
                HasSubstr("nearest to " + fit.title +
                          ": tensor \"encoder.fc.weight\": expected it in the "
                          "file, found none"));
}

// What would be there under another name is none of it where the shapes are others.
TEST_F(Closest, OtherNamesWithOtherShapesAreNone) {
    const Checkpoint whole(test::source_dir() / "tests/checkpoints/keon/seq2seq_7.pt");
    nn::ParameterSet<float> set;
    for (const StoredTensor& tensor : whole.tensors()) {
        Eigen::MatrixXf value = whole.matrix(tensor);
        if (tensor.name == "decoder.out.weight") value = value.leftCols(5).eval();
        set[set.add(replaced(tensor.name, "decoder.out.", "decoder.fc."), value.rows(), value.cols(),
                    static_cast<int>(tensor.shape.size()))]
            .value = value;
    }
    write_file_atomic(folder_ / "m.safetensors", safetensors_bytes(set));
    for (const FamilyFit& fit : closest_to(folder_ / "m.safetensors", options()))
        EXPECT_THAT(fit.renamed, IsEmpty()) << fit.id;
}

TEST_F(Closest, WithoutFamiliesAFileIsAskedFor) {
    try {
        open_model({tut4()}, {});
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("expected a family's file, as none is installed"));
        EXPECT_THAT(error.what(), testing::Not(HasSubstr("one of ,")));
    }
}

TEST_F(Closest, FamiliesThatReadAFileAreOfferedTheOneThatIsTakenFirst) {
    const Glimpse seen = glimpse(tut4(), options());
    ASSERT_FALSE(seen.families.empty());
    EXPECT_EQ(seen.families.front().id, "bentrevett_tut4");
    EXPECT_EQ(seen.families.front().taken, seen.families.front().tensors);
    OpenOptions by = options();
    by.family = "nematus";
    EXPECT_TRUE(glimpse(tut4(), by).families.empty()); // it cannot be read by that
}

TEST_F(Closest, APartThatNoRuleMakesIsWhyItIsNotRead) {
    auto family = nlohmann::json::parse(
        read_file(test::source_dir() / "assets/families/bentrevett_tut4.json", 1 << 20));
    family["tensors"].erase("readout.output.bias");
    write_file_atomic(folder_ / "mine.json", family.dump());
    OpenOptions how;
    how.families = {folder_.path()};
    const FamilyFit fit = closest_to(tut4(), how).front();
    EXPECT_THAT(fit.problem, HasSubstr("\"readout.output.bias\""));
    EXPECT_EQ(closest_to(tut4(), options()).front().problem, "");
}

TEST_F(Closest, AFamilyThatIsNamedIsTheOnlyOne) {
    OpenOptions how = options();
    how.family = "nematus";
    for (const FamilyFit& fit : closest_to(tut4(), how)) EXPECT_EQ(fit.id, "nematus");
}

/// Every tensor is either taken or not, once.
TEST_F(Closest, EveryTensorIsAccountedFor) {
    for (const fs::directory_entry& folder :
         fs::directory_iterator(test::source_dir() / "tests/checkpoints")) {
        if (!folder.is_directory() || folder.path().filename().string().starts_with("hf_")) continue;
        for (const FamilyFit& fit : closest_to(folder.path(), options())) {
            std::set<std::string> names;
            for (const FamilyFit::Taken& one : fit.taken) names.insert(one.tensor);
            for (const std::string& name : fit.not_taken)
                EXPECT_FALSE(names.contains(name)) << folder.path() << name;
            EXPECT_LE(fit.share(), 1);
            EXPECT_GE(fit.share(), 0);
        }
    }
}

/// Two for each of 26 would be 67 million.
TEST_F(Closest, AlternativesOfAlternativesAreNotAllWrittenOut) {
    const nlohmann::json two = {{"either", {"a", "b"}}};
    const nlohmann::json family = {{"format", "heed.family"},
                                   {"version", 1},
                                   {"id", "many"},
                                   {"title", "Many"},
                                   {"known_by", {{"has", {"w"}}}},
                                   {"config", nlohmann::json::object()},
                                   {"tensors", {{"x", {{"rows", nlohmann::json(26, two)}}}}}};
    write_file_atomic(folder_ / "many.json", family.dump());
    OpenOptions how = options();
    how.family = (folder_ / "many.json").string();
    EXPECT_THAT(closest_to(tut4(), how), IsEmpty());
}

} // namespace
} // namespace heed::io
