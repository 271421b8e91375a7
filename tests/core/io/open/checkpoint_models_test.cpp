// Every model of tests/checkpoints (or HEED_CHECKPOINTS): a sub-folder each, with the files as its own code
// saved them and the expected.json that code wrote. What makes a model there, and where its words are, is
// found by the code that opens a folder.
#include "core/base/error.h"
#include "core/io/base/json_text.h"
#include "core/io/container/checkpoint.h"
#include "core/io/open/open_model.h"
#include "core/io/open/own_case/own_case.h"
#include "core/io/open/own_case/own_case_hub.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path checkpoint_folder() {
    const char* named = std::getenv("HEED_CHECKPOINTS");
    return named && *named ? fs::path(named) : test::source_dir() / "tests/checkpoints";
}

OpenOptions checkpoint_options() {
    OpenOptions o;
    o.families = {test::source_dir() / "assets/families"};
    o.run_case = false;
    return o;
}

/// A model of a folder: its files.
struct Found {
    fs::path folder;
    std::vector<fs::path> files;
};

/// By name; a folder is looked into by its own test, since every test's process makes this list.
std::vector<fs::path> foreign_folders() {
    std::vector<fs::path> folders;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(checkpoint_folder(), ignored))
        if (entry.is_directory() && entry.path().filename() != "__pycache__") folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    return folders;
}

std::string name_of(const testing::TestParamInfo<fs::path>& info) {
    std::string name = info.param.filename().string();
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name + "_" + std::to_string(info.index);
}

/// Where the examples are: beside the model, or, for other containers of the same weights, beside the
/// original.
fs::path example_folder(const Found& found) {
    if (fs::exists(found.folder / "expected.json")) return found.folder;
    return found.folder.parent_path() / "bentrevett_tut4";
}

CaseTolerance tolerance_of(const Found& found) {
    CaseTolerance tolerance;
    for (const fs::path& file : found.files) {
        const Checkpoint checkpoint(file);
        for (const StoredTensor& tensor : checkpoint.tensors()) {
            if (tensor.type == NumberType::F16 && tolerance.weights < 1e-3) tolerance = {1e-3, 1e-2};
            if (tensor.type == NumberType::BF16) tolerance = {1e-2, 1e-1};
        }
    }
    return tolerance;
}

/// What is said before a model is opened is what its report counts.
void check_glimpse(const Found& found, const LoadReport& report, const OpenOptions& how) {
    const Understanding seen =
        glimpse(found.files.size() > 1 ? found.folder : found.files[0], how).understanding;
    if (found.files.size() == 1) {
        EXPECT_EQ(seen.tensors, report.tensors.size());
    }
    EXPECT_EQ(seen.unread, report.unread());
    EXPECT_EQ(seen.unread_bytes, report.unread_bytes());
    EXPECT_EQ(seen.unsettled, report.unsettled.size());
    EXPECT_EQ(seen.example, fs::exists(found.folder / "expected.json"));
}

/// A folder of Hugging Face's: pieces, ids and searches equal; every head, logits and scores within what
/// float32 can give against numbers that were computed in double.
void check_hub(const Found& found, const json& expected) {
    OpenOptions how = checkpoint_options();
    const Opened opened = open_model(found.files, how);
    ASSERT_TRUE(opened.model) << opened.problem;
    ASSERT_GE(expected.at("inputs").size(), 3u);
    for (const json& input : expected.at("inputs")) {
        SCOPED_TRACE(input.at("text").get<std::string>());
        const HubDifference one = compare_hub_input(*opened.model, input, "expected.json");
        for (const std::string& what : one.wrong) ADD_FAILURE() << what;
        EXPECT_TRUE(one.pieces);
        EXPECT_LE(one.attention, 2e-5);
        EXPECT_LE(one.log_probs, 2e-4);
        EXPECT_LE(one.logits, 2e-4);
        EXPECT_LE(one.encoder, 2e-4);
        EXPECT_LE(one.scores, 1e-4);
    }
    for (const ReportGroup& group : opened.report.groups) {
        EXPECT_NE(group.title, "Missing");
        EXPECT_NE(group.title, "Not understood");
    }
    check_glimpse(found, opened.report, how);
    how.run_case = true;
    const LoadReport ran = open_model(found.files, how).report;
    ASSERT_TRUE(ran.own_case);
    // An example without every map says nothing of the others.
    EXPECT_EQ(ran.verdict(), ran.own_case->only.empty() ? LoadVerdict::Verified : LoadVerdict::Clean);
}

void check_model(const Found& found) {
    const fs::path examples = example_folder(found);
    ASSERT_TRUE(fs::exists(examples / "expected.json")) << "no expected.json beside it";
    OpenOptions how = checkpoint_options();
    if (examples != found.folder) {
        how.source_vocabulary = examples / "src_vocab.pt";
        how.target_vocabulary = examples / "trg_vocab.pt";
    }
    const json expected = read_json(examples / "expected.json", 64u << 20);
    if (is_hub_case(expected)) return check_hub(found, expected);
    how.family = expected.value("open_as", ""); // where the file does not tell which of two wrote it
    const Opened opened = open_model(found.files, how);
    ASSERT_TRUE(opened.model) << opened.problem;
    const CaseTolerance allowed = tolerance_of(found);
    ASSERT_FALSE(expected.at("examples").empty());
    for (const json& example : expected.at("examples")) {
        SCOPED_TRACE(example.at("raw_source").get<std::string>());
        const ExampleDifference difference = compare_example(*opened.model, example, "expected.json");
        EXPECT_TRUE(difference.tokens) << difference.wrong;
        EXPECT_LE(difference.weights, allowed.weights);
        EXPECT_LE(difference.log_probs, allowed.log_probs);
    }
    check_glimpse(found, opened.report, how);
    EXPECT_FALSE(opened.report.groups.empty());
    for (const ReportGroup& group : opened.report.groups) EXPECT_NE(group.title, "Missing");
}

class ForeignModel : public testing::TestWithParam<fs::path> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ForeignModel);

TEST_P(ForeignModel, gives_what_its_own_code_gave) {
    const auto models = find_models(GetParam(), checkpoint_options());
    ASSERT_FALSE(models.empty()) << GetParam() << ": no model of a known family in it";
    for (const auto& files : models) {
        std::string names;
        for (const fs::path& file : files) names += file.filename().string() + " ";
        SCOPED_TRACE(names);
        check_model({GetParam(), files});
    }
}

INSTANTIATE_TEST_SUITE_P(checkpoint, ForeignModel, testing::ValuesIn(foreign_folders()), name_of);

TEST(checkpoint, folder_is_not_empty) { EXPECT_FALSE(foreign_folders().empty()) << checkpoint_folder(); }

} // namespace
} // namespace heed::io
