// Goldens of the other mechanisms ("heed-golden-2"): every value, map, loss and gradient of tests/golden and
// its mechanisms/ (or of HEED_GOLDEN), in double and in float.
#include "tests/core/models/mechanisms.h"

namespace heed {
namespace {

namespace fs = std::filesystem;
using test::MechanismCheck;

/// Who checks the files of an architecture ("query-pad" is no model, but stands there too); null where the
/// mechanism is not in this program yet.
struct Row {
    std::string_view name;
    MechanismCheck<double> in_double;
    MechanismCheck<float> in_float;
};
constexpr Row rows[] = {
    {"pooling", test::check_pooling<double>, test::check_pooling<float>},
    {"pooling-keras", test::check_pooling<double>, test::check_pooling<float>},
    {"dense", test::check_pooling<double>, test::check_pooling<float>},
    {"mean-pooling", test::check_pooling<double>, test::check_pooling<float>},
    {"rnn-self-attention", test::check_one_rnn<double>, test::check_one_rnn<float>},
    {"lstmn", test::check_one_rnn<double>, test::check_one_rnn<float>},
    {"key-value", test::check_one_rnn<double>, test::check_one_rnn<float>},
    {"key-value-predict", test::check_one_rnn<double>, test::check_one_rnn<float>},
    {"pointer", test::check_pointer<double>, test::check_pointer<float>},
    {"entity", test::check_entity<double>, test::check_entity<float>},
    {"transformer", test::check_transformer<double>, test::check_transformer<float>},
    {"da-rnn", test::check_forecast<double>, test::check_forecast<float>},
    {"seq2seq", test::check_seq2seq<double>, test::check_seq2seq<float>},
    {"analysis", test::check_analysis<double>, test::check_analysis<float>}, // of runs of seq2seq models
    {"query-pad", test::check_query_pad<double>, test::check_query_pad<float>},
};

const Row* row_of(const nlohmann::json& golden) {
    const std::string name = golden.at("case") == "analysis" ? "analysis" : golden.at("architecture");
    for (const Row& row : rows)
        if (row.name == name) return &row;
    return nullptr;
}

std::vector<fs::path> mechanism_files() {
    std::vector<fs::path> files = test::golden_files_in(test::golden_folder());
    for (const fs::path& file : test::golden_files_in(test::golden_folder() / "mechanisms"))
        files.push_back(file);
    std::erase_if(files, [](const fs::path& file) {
        return file.parent_path() == test::golden_folder() && !test::is_mechanism(file);
    });
    return files;
}

class GoldenMechanism : public testing::TestWithParam<fs::path> {};

TEST_P(GoldenMechanism, double_agrees) {
    const nlohmann::json golden = test::read_golden(GetParam());
    ASSERT_EQ(golden.at("format"), "heed-golden-2");
    const Row* row = row_of(golden);
    ASSERT_NE(row, nullptr) << golden.at("architecture");
    if (!row->in_double) GTEST_SKIP() << row->name << " is not here yet";
    row->in_double(golden, 1e-10);
}

TEST_P(GoldenMechanism, float_agrees) {
    const nlohmann::json golden = test::read_golden(GetParam());
    const Row* row = row_of(golden);
    ASSERT_NE(row, nullptr) << golden.at("architecture");
    if (!row->in_float) GTEST_SKIP() << row->name << " is not here yet";
    row->in_float(golden, 2e-5);
}

INSTANTIATE_TEST_SUITE_P(golden, GoldenMechanism, testing::ValuesIn(mechanism_files()), test::golden_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenMechanism);

} // namespace
} // namespace heed
