// The lines of README.md that write expected.json, run under PyTorch beside a model: what they write is an
// example that Heed understands and agrees with. HEED_PYTHON names a Python; else Debian's.
#include "core/io/base/file.h"
#include "core/io/open/open_model.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

namespace heed::io {
namespace {

namespace fs = std::filesystem;

std::string python() {
    const char* named = std::getenv("HEED_PYTHON");
    return named && *named ? named : "/usr/bin/python3";
}

bool runs(const std::string& command) { return std::system(command.c_str()) == 0; }

TEST(ReadmeExample, IsAnExampleThatDecides) {
    if (!runs(python() + " -c 'import torch' 2>/dev/null"))
        GTEST_SKIP() << python() << " has no PyTorch (Debian: python3-torch)";
    const test::TemporaryFolder folder;
    const fs::path root = test::source_dir();
    ASSERT_TRUE(runs(python() + " -B '" + (root / "tests/checkpoints/readme_example.py").string() + "' '" +
                     folder.path().string() + "' '" + (root / "README.md").string() + "'"));
    OpenOptions how;
    how.families = {root / "assets/families"};
    const Opened opened = open_model({folder.path()}, how);
    ASSERT_TRUE(opened.model) << opened.problem;
    EXPECT_EQ(opened.report.verdict(), LoadVerdict::Verified);
    ASSERT_TRUE(opened.report.own_case);
    EXPECT_EQ(opened.report.own_case->inputs.size(), 3u);

    nlohmann::json expected = nlohmann::json::parse(read_file(folder / "expected.json", 1 << 20));
    nlohmann::json& weight = expected["examples"][0]["attention"][0][0];
    weight = weight.get<double>() + 1e-3;
    write_file_atomic(folder / "expected.json", expected.dump());
    EXPECT_EQ(open_model({folder.path()}, how).report.verdict(), LoadVerdict::Refused);
}

} // namespace
} // namespace heed::io
