#include "core/io/run/run_file.h"

#include "core/io/base/file.h"
#include "core/io/run/trace_json.h"
#include "tests/support/archives.h"
#include "tests/support/message_of.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <stdexcept>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace heed::io {
namespace {

using test::message_of;

TEST(RunFile, OneRunRunsALineAndAComparison) {
    const test::TemporaryFolder folder;
    const Trace a = sample_trace(5, 4), b = sample_trace(6, 3);
    write_file_atomic(folder / "one.json", trace_text(a, true));
    write_file_atomic(folder / "one line.json", trace_line(a));
    write_file_atomic(folder / "lines.jsonl", trace_line(a) + "\n\n" + trace_line(b) + "\n");
    nlohmann::ordered_json both{{"format", "heed.compare"}, {"version", 1}};
    both["models"] = {trace_to_json(a), trace_to_json(b)};
    write_file_atomic(folder / "both.json", both.dump(1));
    for (const auto& [name, count] :
         {std::pair{"one.json", 1u}, {"one line.json", 1u}, {"lines.jsonl", 2u}, {"both.json", 2u}}) {
        SCOPED_TRACE(name);
        EXPECT_TRUE(is_run_file(folder / name));
        const std::vector<Trace> runs = read_runs(folder / name);
        ASSERT_EQ(runs.size(), count);
        EXPECT_EQ(runs.front().source_text, a.source_text);
        EXPECT_EQ(runs.front().at(Quantity::Weights), a.at(Quantity::Weights)) << "nine digits hold a float";
    }
}

/// What `read` gives of a pipe that brings `text`, under a name of its own or as the standard input.
template <class Read>
auto of_pipe(const std::string& text, const std::filesystem::path& pipe, Read read) {
    int ends[2];
    const bool standard = pipe == "-";
    if ((standard ? ::pipe(ends) : ::mkfifo(pipe.c_str(), 0600)) != 0) throw std::runtime_error("no pipe");
    std::thread writer([&] {
        const int to = standard ? ends[1] : ::open(pipe.c_str(), O_WRONLY);
        for (std::size_t at = 0; at < text.size();) {
            const ssize_t count = ::write(to, text.data() + at, text.size() - at);
            if (count <= 0) break;
            at += static_cast<std::size_t>(count);
        }
        ::close(to);
    });
    const int before = standard ? ::dup(STDIN_FILENO) : -1;
    if (standard) ::dup2(ends[0], STDIN_FILENO), ::close(ends[0]);
    auto runs = read(pipe);
    writer.join();
    if (standard) ::dup2(before, STDIN_FILENO), ::close(before);
    return runs;
}

TEST(RunFile, APipeBringsRunsOrAttentionOfAnyForm) {
    const test::TemporaryFolder folder;
    const std::string json = R"({"source": ["a", "b"], "target": ["x"], "attention": [[0.25, 0.75]]})";
    const auto read = [](const std::filesystem::path& pipe) { return read_runs(pipe); };
    int number = 0;
    for (const std::string& text :
         {json, test::gzip_of(json), std::string(",a,b\nx,0.25,0.75\n"), trace_line(sample_trace(5, 4)),
          test::npy_of("<f4", "(1, 2)", test::raw<float>({0.25f, 0.75f}))})
        for (const std::filesystem::path& pipe :
             {std::filesystem::path("-"), folder / ("pipe" + std::to_string(number++))}) {
            SCOPED_TRACE(text.substr(0, 30));
            const std::vector<Trace> runs = of_pipe(text, pipe, read);
            ASSERT_EQ(runs.size(), 1u);
            if (text.find("heed.trace") != text.npos) continue;
            EXPECT_EQ(runs[0].weight(0, 1), 0.75f);
            EXPECT_EQ(runs[0].model.name, pipe == "-" ? "stdin" : pipe.filename().string());
        }
}

TEST(RunFile, WhatIsWrongInAPipeIsSaidOfThePipe) {
    const test::TemporaryFolder folder;
    for (const std::filesystem::path& pipe : {std::filesystem::path("-"), folder / "pipe"}) {
        const std::string said =
            of_pipe(R"({"source": "a b", "target": "x", "attention": [[1, 0, 0, 0, 0]]})", pipe,
                    [](const auto& p) { return message_of([&] { read_runs(p); }); });
        EXPECT_EQ(said,
                  pipe.string() + ": axis 2 of 2, the source tokens: expected 2, or 3 with the end, found 5");
    }
}

TEST(RunFile, WhatIsWrongIsNamedWithItsPlace) {
    const test::TemporaryFolder folder;
    const std::string file = (folder / "lines.json").string();
    write_file_atomic(file,
                      trace_line(sample_trace(5, 4)) + "\n{\"format\": \"heed.trace\", \"version\": 9}\n");
    EXPECT_EQ(message_of([&] { read_runs(file); }), file + ": line 2: version: expected 1, found 9");
    EXPECT_FALSE(is_run_file(folder / "nothing"));
    write_file_atomic(folder / "attention.json", R"({"source": ["a"], "target": ["b"], "attention": [[1]]})");
    EXPECT_FALSE(is_run_file(folder / "attention.json"));
    EXPECT_EQ(read_runs(folder / "attention.json").size(), 1u) << "attention computed elsewhere is read, too";
}

} // namespace
} // namespace heed::io
