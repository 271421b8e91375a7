#include "app/cli/read/lines.h"

#include "core/base/error.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>
#include <vector>

namespace heed::cli {
namespace {

std::string echo(const std::string& line) {
    if (line.rfind("bad", 0) == 0) throw Error("M", "not read \"" + line + "\"");
    return "<" + line + ">";
}

/// What is read, from a file.
struct Input {
    explicit Input(const std::string& text) : lines(written(text)) {}
    std::string written(const std::string& text) const {
        std::ofstream(folder / "lines", std::ios::binary) << text;
        return (folder / "lines").string();
    }
    test::TemporaryFolder folder;
    io::LineSource lines;
};

std::vector<std::string> printed_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

TEST(LineMode, ALineInALineOut) {
    Input in("one\ntwo\r\n\nlast without a line feed");
    std::ostringstream out;
    EXPECT_EQ(answer_lines(in.lines, out, echo), 0);
    EXPECT_EQ(printed_lines(out.str()),
              (std::vector<std::string>{"<one>", "<two>", "<>", "<last without a line feed>"}));
}

TEST(LineMode, ABadLineIsNamedAndTheRestGoesOn) {
    Input in("one\nbad \xFF\nthree\n" + std::string(2 << 20, 'x') + "\nfive\n");
    std::ostringstream out;
    EXPECT_EQ(answer_lines(in.lines, out, echo), 1);
    const auto lines = printed_lines(out.str());
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_EQ(lines[0], "<one>");
    const auto second = nlohmann::json::parse(lines[1]);
    EXPECT_EQ(second.at("line"), 2);
    EXPECT_NE(second.at("error").get<std::string>().find("not read"), std::string::npos);
    EXPECT_EQ(lines[2], "<three>");
    EXPECT_EQ(nlohmann::json::parse(lines[3]).at("line"), 4);
    EXPECT_EQ(lines[4], "<five>");
}

TEST(LineMode, NothingInNothingOut) {
    Input in("");
    std::ostringstream out;
    EXPECT_EQ(answer_lines(in.lines, out, echo), 0);
    EXPECT_EQ(out.str(), "");
}

TEST(LineMode, AnOutputThatTakesNoMoreEndsIt) {
    Input in("one\ntwo\n");
    std::ostringstream out;
    out.setstate(std::ios::badbit);
    EXPECT_THROW(answer_lines(in.lines, out, echo), Error);
}

} // namespace
} // namespace heed::cli
