#include "core/io/base/file_kind.h"

#include "core/io/base/file.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <string>

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

} // namespace
} // namespace heed::io
