#include "app/state/data_paths.h"

#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace heed {
namespace {

TEST(DataPaths, SourceTreeIsTheFallback) {
    const auto icon = find_data("icon/heed.svg");
    ASSERT_TRUE(icon.has_value());
    EXPECT_TRUE(std::filesystem::exists(*icon));
    EXPECT_FALSE(find_data("no such file").has_value());
}

TEST(DataPaths, EnvironmentComesFirst) {
    const test::TemporaryFolder data;
    const std::filesystem::path& folder = data.path();
    std::filesystem::create_directories(folder / "shaders");
    std::ofstream(folder / "shaders" / "only_here.frag") << "void main() {}\n";
    setenv("HEED_DATA", folder.c_str(), 1);
    EXPECT_EQ(data_directories().front(), folder);
    EXPECT_EQ(find_shader("only_here.frag"), folder / "shaders" / "only_here.frag");
    unsetenv("HEED_DATA");
    EXPECT_FALSE(find_shader("only_here.frag").has_value());
}

} // namespace
} // namespace heed
