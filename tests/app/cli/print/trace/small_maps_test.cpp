#include "app/cli/print/trace/small_maps.h"

#include "tests/support/samples/sample_panels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace heed::cli {
namespace {

std::vector<std::string> map_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

TEST(SmallMaps, StandBesideOneAnotherWithinTheTerminal) {
    const auto panels = sample_panels({4});
    for (const int columns : {30, 40, 80, 120, 200}) {
        const std::string text = small_maps(panels, {true, false, columns});
        EXPECT_EQ(text.find('\x1b'), std::string::npos);
        for (const std::string& line : map_lines(text)) EXPECT_LE(display_width(line), columns) << line;
    }
    const auto lines = map_lines(small_maps(panels, {true, false, 200}));
    EXPECT_THAT(lines.at(1),
                testing::AllOf(testing::StartsWith("additive"), testing::HasSubstr("scaled dot")));
}

TEST(SmallMaps, LeaveOutWhatHasNoMapOrNoRoom) {
    EXPECT_EQ(small_maps(sample_panels({3}), {true, false, 10}), "");
    EXPECT_EQ(small_maps({}, {true, false, 80}), "");
    const auto panels = sample_panels({9});
    EXPECT_EQ(small_maps(panels, {true, false, 300}).find("none"), std::string::npos);
    EXPECT_EQ(small_maps(std::span(panels).last(1), {true, false, 300}), "");
}

TEST(SmallMaps, ColoursAreClosedOnEveryLine) {
    for (const std::string& line : map_lines(small_maps(sample_panels({2}), {true, true, 120})))
        if (line.find('\x1b') != std::string::npos) {
            EXPECT_TRUE(line.ends_with("\x1b[0m")) << line;
        }
}

} // namespace
} // namespace heed::cli
