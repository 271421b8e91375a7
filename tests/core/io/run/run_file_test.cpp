#include "core/io/run/run_file.h"

#include "core/io/base/file.h"
#include "core/io/run/trace_json.h"
#include "tests/support/message_of.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

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
