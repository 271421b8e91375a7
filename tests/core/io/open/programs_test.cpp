// assets/help/programs.md, held against what is kept of each program: it opens by the family that the page
// names, with the verdict that it names, and an example beside it makes it verified.
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/open/open_model.h"
#include "core/text/strings.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A row of either table.
struct Program {
    std::string title;
    std::vector<std::string> families;
    bool named = false; // by --family: the file does not tell which it is
    std::string verdict;
    std::vector<std::string> kept; // folders of tests/checkpoints
};
void PrintTo(const Program& program, std::ostream* out) { *out << program.title; }

/// What stands between backticks; of "`a` by `--family`" the first alone.
std::vector<std::string> quoted(std::string_view text) {
    std::vector<std::string> found;
    const auto parts = split(text, "`");
    for (std::size_t n = 1; n < parts.size(); n += 2)
        if (!parts[n].starts_with("--")) found.emplace_back(parts[n]);
    return found;
}

std::vector<Program> programs(bool run) {
    const std::string page = read_regular_file(test::source_dir() / "assets/help/programs.md", 1u << 20);
    const std::size_t refused = page.find("## Known, and not run");
    const std::string part = run ? page.substr(0, refused) : page.substr(refused);
    std::vector<Program> all;
    std::string_view rest = part;
    for (std::string_view line; next_line(rest, line);) {
        if (!line.starts_with("| ") || line.find('`') == line.npos) continue;
        const auto cells = split(line.substr(1), "|");
        Program program{std::string(trimmed(cells[0])),
                        quoted(cells[1]),
                        cells[1].find("--family") != cells[1].npos,
                        {},
                        {}};
        program.verdict = std::string(trimmed(split(cells[2], ":")[0]));
        if (run) program.kept = quoted(cells[3]);
        all.push_back(std::move(program));
    }
    return all;
}

/// Families that come with Heed: their titles by their ids.
std::map<std::string, std::string> titles(bool run) {
    std::map<std::string, std::string> found;
    for (const auto& entry : fs::directory_iterator(test::source_dir() / "assets/families")) {
        const json family = read_json(entry.path(), 1u << 20);
        if (family.contains("refused") != run) found[family.at("id")] = family.at("title");
    }
    return found;
}

class ProgramOfHelp : public testing::TestWithParam<Program> {};

TEST_P(ProgramOfHelp, OpensAsThePageSays) {
    const Program& program = GetParam();
    ASSERT_EQ(program.families.size(), 1u);
    ASSERT_FALSE(program.kept.empty());
    const std::string title = titles(true).at(program.families.front());
    for (const std::string& name : program.kept) {
        SCOPED_TRACE(name);
        const test::TemporaryFolder copy;
        const fs::path from = test::source_dir() / "tests/checkpoints" / name;
        ASSERT_TRUE(fs::is_directory(from));
        for (const auto& entry : fs::directory_iterator(from))
            if (entry.path().filename() != "expected.json")
                fs::copy(entry.path(), copy / entry.path().filename().string());
        OpenOptions how;
        how.families = {test::source_dir() / "assets/families"};
        if (program.named) how.family = program.families.front();
        const Opened alone = open_model({copy.path()}, how);
        ASSERT_TRUE(alone.model) << alone.problem;
        EXPECT_EQ(alone.report.family, title);
        EXPECT_EQ(to_string(alone.report.verdict()), program.verdict);
        fs::copy(from / "expected.json", copy / "expected.json");
        const LoadReport with = open_model({copy.path()}, how).report;
        ASSERT_TRUE(with.own_case);
        if (with.own_case->outputs == 1) // of which nothing follows for the next
            EXPECT_EQ(to_string(with.verdict()), program.verdict);
        else
            EXPECT_EQ(with.verdict(), LoadVerdict::Verified);
    }
}

INSTANTIATE_TEST_SUITE_P(programs, ProgramOfHelp, testing::ValuesIn(programs(true)),
                         [](const auto& info) { return std::to_string(info.index); });

TEST(ProgramsOfHelp, AreAllFamiliesAndAllThatIsKept) {
    for (const bool run : {true, false}) {
        std::set<std::string> known, listed;
        for (const auto& [id, title] : titles(run)) known.insert(id);
        for (const Program& program : programs(run))
            listed.insert(program.families.begin(), program.families.end());
        EXPECT_EQ(listed, known) << (run ? "run" : "not run");
    }
    std::set<std::string> kept, listed;
    for (const auto& entry : fs::directory_iterator(test::source_dir() / "tests/checkpoints"))
        if (fs::exists(entry.path() / "expected.json") && !fs::exists(entry.path() / "config.json"))
            kept.insert(entry.path().filename());
    for (const Program& program : programs(true))
        for (const std::string& name : program.kept)
            EXPECT_TRUE(listed.insert(name).second) << name << " stands twice";
    EXPECT_EQ(listed, kept);
}

} // namespace
} // namespace heed::io
