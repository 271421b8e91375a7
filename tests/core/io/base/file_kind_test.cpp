#include "core/io/base/file_kind.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

namespace heed::io {
namespace {

/// Its map of names may begin behind all that is looked at.
TEST(FileKind, AnIndexOfShardsIsKnownByItsNameToo) {
    const test::TemporaryFolder folder;
    const std::string text =
        R"({"metadata": {"about": ")" + std::string(2000, 'x') + R"("}, "weight_map": {}})";
    write_file_atomic(folder / "model.safetensors.index.json", text);
    write_file_atomic(folder / "other.json", text);
    EXPECT_EQ(content_kind(folder / "model.safetensors.index.json"), ContentKind::ShardIndex);
    EXPECT_EQ(content_kind(folder / "other.json"), ContentKind::Json);
}

TEST(FileKind, WhatAnotherPackerWroteIsNamed) {
    const test::TemporaryFolder folder;
    const std::string rest("\0\1\2 and more", 12);
    for (const auto& [begins, named] : {std::pair{"BZh91AY&SY", "found a bzip2 file; unpack it"},
                                        {"\xFD"
                                         "7zXZ",
                                         "found an xz file; unpack it"},
                                        {"\x28\xB5\x2F\xFD", "found a zstd file; unpack it"},
                                        {"Rar!\x1A\x07", "found a rar archive; unpack it"},
                                        {"nothing", "found something else"}}) {
        write_file_atomic(folder / "model.tar.x", begins + rest);
        for (const Error& error :
             {not_a_checkpoint(folder / "model.tar.x"), not_a_model(folder / "model.tar.x")})
            EXPECT_NE(std::string(error.what()).find(named), std::string::npos) << error.what();
        std::filesystem::remove(folder / "model.tar.x");
    }
}

// Cut short a picture has no byte that text could not have.
TEST(FileKind, PicturesAreNoText) {
    const test::TemporaryFolder folder;
    for (const auto& [bytes, named] : {std::pair{"\x89PNG", "found a PNG picture"},
                                       {"\xFF\xD8\xFF", "found a JPEG picture"},
                                       {"GIF89a", "found a GIF picture"},
                                       {"%PDF-1.7\n", "found a PDF document"},
                                       {"“words” of text", "found text"},
                                       {"\x93words\x94", "found text"}}) { // of Windows
        write_file_atomic(folder / "x.png", bytes);
        EXPECT_NE(std::string(not_a_checkpoint(folder / "x.png").what()).find(named), std::string::npos)
            << named;
        std::filesystem::remove(folder / "x.png");
    }
}

} // namespace
} // namespace heed::io
