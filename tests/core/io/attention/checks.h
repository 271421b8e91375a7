#pragma once

#include "core/io/attention/file.h"
#include "core/trace/given_facts.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace heed::io {

/// Writes what a test says, and reads it as a file of weights.
class Attention : public testing::Test {
protected:
    std::filesystem::path write(const std::string& text, const std::string& name = "a.txt") const {
        std::filesystem::remove(folder_ / name); // nothing waits for the disk
        std::ofstream(folder_ / name, std::ios::binary) << text;
        return folder_ / name;
    }
    std::vector<Trace> read(const std::string& text) const {
        const auto file = write(text);
        EXPECT_TRUE(is_attention_file(file)) << text;
        return read_attention(file);
    }
    std::string refusal(const std::string& text) const {
        const auto file = write(text);
        const std::string said = test::message_of([&] { read_attention(file); }), name = file.string() + ": ";
        return said.rfind(name, 0) == 0 ? said.substr(name.size()) : said;
    }
    test::TemporaryFolder folder_;
};

inline std::string one_row(const std::string& weights) {
    return R"({"source": "a b", "target": "x", "attention": [[)" + weights + "]]}";
}

inline const std::vector<std::string>& notes_of(const Trace& trace) {
    return trace.model.of<GivenFacts>().notes;
}

inline std::vector<std::string> source_words(const Trace& trace) {
    std::vector<std::string> words;
    for (const TraceToken& token : trace.source) words.push_back(token.text);
    return words;
}

inline std::vector<std::string> output_words(const Trace& trace) {
    std::vector<std::string> words;
    for (const TraceStep& step : trace.steps) words.push_back(step.token.text);
    return words;
}

} // namespace heed::io
