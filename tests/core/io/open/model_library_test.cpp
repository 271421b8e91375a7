#include "core/io/open/model_library.h"

#include "core/io/base/file.h"
#include "core/tasks/item.h"
#include "tests/support/message_of.h"
#include "tests/support/random_model.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace heed::io {
namespace {

using test::message_of;
using test::TemporaryFolder;
namespace fs = std::filesystem;

class Library : public testing::Test {
protected:
    void add(const std::string& data, const std::string& name) {
        Seq2SeqConfig config;
        config.encoder = {CellKind::Gru, true, 1, 2, 2};
        config.decoder.embedding = config.decoder.hidden = config.attention.size = 2;
        save_model(test::random_model(config), folder_ / data / "models" / name);
    }
    fs::path operator/(const std::string& name) const { return folder_ / name; }
    ModelLibrary library() const { return ModelLibrary({folder_ / "a", folder_ / "missing", folder_ / "b"}); }

    TemporaryFolder folder_;
};

TEST_F(Library, ListsEachNameOnceBestFolderFirst) {
    add("a", "dates/additive");
    add("b", "dates/additive");
    add("b", "dates/none");
    add("b", "mine");
    fs::create_directories(*this / "a/models/empty/nothing");
    write_file_atomic(*this / "a/models/README.md", "text");
    const auto places = library().bundled();
    ASSERT_EQ(places.size(), 3u);
    EXPECT_EQ(places[0].name, "dates/additive");
    EXPECT_EQ(places[0].folder, *this / "a/models/dates/additive");
    EXPECT_EQ(places[1].name, "dates/none");
    EXPECT_EQ(places[2].name, "mine");
}

TEST_F(Library, FamiliesHaveADefault) {
    add("a", "reverse/none");
    add("a", "reverse/additive");
    add("a", "dates/additive");
    add("a", "dates/aaa");
    add("a", "other/zeta");
    add("a", "other/beta");
    EXPECT_EQ(library().resolve("dates").name, "dates/additive");
    EXPECT_EQ(library().resolve("reverse").name, "reverse/additive");
    EXPECT_EQ(library().resolve("other").name, "other/beta");
    add("b", "reverse/general");
    EXPECT_EQ(library().resolve("reverse").name, "reverse/general");
    EXPECT_EQ(library().load("reverse").name, "reverse/general");
}

TEST(BundledModels, AFamilyStandsForTheMemberThatItsTaskNames) {
    const ModelLibrary library({test::source_dir() / "assets"});
    for (const tasks::ItemTask& task : tasks::item_tasks())
        EXPECT_EQ(library.resolve(std::string(task.name)).name,
                  std::string(task.name) + "/" + std::string(task.usual));
}

TEST_F(Library, FoldersAreFoundByPath) {
    add("elsewhere", "mine");
    const std::string path = (*this / "elsewhere/models/mine").string();
    EXPECT_EQ(library().resolve(path).folder, path);
    EXPECT_EQ(library().load(path).name, "random"); // as its config.json says
}

TEST_F(Library, WhatIsNoModelIsNamed) {
    EXPECT_EQ(message_of([&] { library().resolve("no-such-model"); }),
              "no-such-model: no such model: expected a bundled name, folder or file, found nothing");
    EXPECT_EQ(message_of([&] { library().resolve(""); }),
              "\"\": no such model: expected a bundled name, folder or file, found nothing");
    EXPECT_EQ(message_of([&] { library().resolve("../models"); }),
              "../models: no such model: expected a bundled name, folder or file, found nothing");
    const auto refusal = [&](const std::string& bytes) {
        write_file_atomic(*this / "f", bytes);
        return message_of([&] { library().resolve((*this / "f").string()); })
            .substr((*this / "f").string().size());
    };
    const std::string expected =
        ": not a model: expected a folder in Heed's own format, or a PyTorch, NumPy or safetensors "
        "file, found ";
    EXPECT_EQ(refusal(""), expected + "an empty file");
    EXPECT_EQ(refusal("hello\n"), expected + "text");
    EXPECT_EQ(refusal("{\"a\": 1}"), expected + "JSON");
    EXPECT_EQ(
        refusal("version https://git-lfs.github.com/spec/v1\noid sha256:00\n"),
        ": not the file itself: expected a model, found a git-lfs pointer to it (git lfs pull fetches it)");
}

} // namespace
} // namespace heed::io
