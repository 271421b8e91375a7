#include "core/io/base/line_source.h"

#include "core/base/error.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace heed::io {
namespace {

using Read = LineSource::Read;

struct LineSourceTest : testing::Test {
    test::TemporaryFolder folder;
    std::string file(const std::string& text) {
        const auto path = folder.path() / "lines";
        std::ofstream(path, std::ios::binary) << text;
        return path.string();
    }
};

TEST_F(LineSourceTest, LinesAsTheyAre) {
    LineSource source(file("a\tb\r\n\nlast without an end"));
    std::string line;
    EXPECT_TRUE(source.ready());
    EXPECT_EQ(source.next(line), Read::Line);
    EXPECT_EQ(line, "a\tb");
    EXPECT_EQ(source.next(line), Read::Line);
    EXPECT_EQ(line, "");
    EXPECT_EQ(source.next(line), Read::Line);
    EXPECT_EQ(line, "last without an end");
    EXPECT_EQ(source.number(), 3);
    EXPECT_EQ(source.next(line), Read::End);
    EXPECT_EQ(source.next(line), Read::End);
    EXPECT_TRUE(source.ready());
    EXPECT_EQ(source.number(), 3);
}

TEST_F(LineSourceTest, LinesAcrossThePiecesThatAreReadAtOnce) {
    std::string text;
    for (int n = 0; n < 5000; ++n)
        text += std::string(static_cast<std::size_t>(n % 97), 'x') + std::to_string(n) + '\n';
    LineSource source(file(text));
    std::string line;
    for (int n = 0; n < 5000; ++n) {
        ASSERT_EQ(source.next(line), Read::Line);
        ASSERT_EQ(line, std::string(static_cast<std::size_t>(n % 97), 'x') + std::to_string(n));
    }
    EXPECT_EQ(source.next(line), Read::End);
}

TEST_F(LineSourceTest, LongLinesAreNotKeptAndTheRestGoesOn) {
    const std::string mebibyte(std::size_t{1} << 20, 'y');
    LineSource source(
        file(mebibyte + "\n" + mebibyte + "z\n" + mebibyte + mebibyte + mebibyte + "\nafter\n"));
    std::string line;
    EXPECT_EQ(source.next(line), Read::Line);
    EXPECT_EQ(line.size(), mebibyte.size());
    EXPECT_EQ(source.next(line), Read::TooLong);
    EXPECT_EQ(line, "");
    EXPECT_EQ(source.next(line), Read::TooLong);
    EXPECT_EQ(source.next(line), Read::Line);
    EXPECT_EQ(line, "after");
    EXPECT_EQ(source.number(), 4);
    EXPECT_EQ(source.next(line), Read::End);
}

TEST_F(LineSourceTest, ALongLineAtTheEnd) {
    LineSource source(file(std::string((std::size_t{1} << 20) + 70000, 'y')));
    std::string line;
    EXPECT_EQ(source.next(line), Read::TooLong);
    EXPECT_EQ(source.next(line), Read::End);
}

TEST_F(LineSourceTest, WhatCannotBeRead) {
    EXPECT_THROW(LineSource((folder.path() / "none").string()), Error);
    EXPECT_THROW(LineSource(folder.path().string()), Error);
    LineSource empty(file(""));
    std::string line;
    EXPECT_EQ(empty.next(line), Read::End);
}

/// Some editors begin a file with one: it is no part of its first word.
TEST_F(LineSourceTest, AByteOrderMarkIsNoText) {
    LineSource source(file("\xEF\xBB\xBFthe law\tla loi\r\n\xEF\xBB\xBFlater\n"));
    std::string line;
    EXPECT_EQ(source.next(line), Read::Line);
    EXPECT_EQ(line, "the law\tla loi");
    EXPECT_EQ(source.next(line), Read::Line);
    EXPECT_EQ(line, "\xEF\xBB\xBFlater") << "only what is first";
}

} // namespace
} // namespace heed::io
