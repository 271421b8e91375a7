// Folders as they come: the cache that downloads lie in, and configurations that name no model_type.
#include "core/io/open/kinds/open_hub.h"
#include "tests/core/io/huggingface/changed_folder.h"
#include "tests/support/message_of.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heed::io {
namespace {

namespace fs = std::filesystem;

/// models--some--tree/snapshots/HASH, whose files are links into blobs.
struct Download {
    Download() {
        fs::create_directories(root / "blobs");
        fs::create_directories(root / "refs");
        add("first");
    }
    void add(const std::string& hash) const {
        const fs::path from = test::source_dir() / "tests/checkpoints/hf_mbart50_sharded_relu";
        fs::create_directories(root / "snapshots" / hash);
        for (const auto& file : fs::directory_iterator(from)) {
            const std::string name = file.path().filename().string(), blob = hash + name;
            if (name == "expected.json") continue;
            fs::copy_file(file.path(), root / "blobs" / blob);
            fs::create_symlink(fs::path("../../blobs") / blob, root / "snapshots" / hash / name);
        }
    }
    void main(const std::string& text) const {
        fs::remove(root / "refs/main");
        write_file_atomic(root / "refs/main", text);
    }

    test::TemporaryFolder folder;
    fs::path root = folder / "models--some--tree";
};

TEST(HubCache, ADownloadOpensByItsOwnFolderUnderItsName) {
    const Download download;
    const Opened opened = open_model({download.root});
    ASSERT_TRUE(opened.model) << opened.problem;
    EXPECT_EQ(opened.model->name, "tree");
    EXPECT_EQ(open_model({download.root / "snapshots/first"}).model->name, "tree");
    EXPECT_EQ(glimpse(download.root).title, "tree");
}

TEST(HubCache, OfSeveralStatesTheOneIsMeantThatMainNames) {
    const Download download;
    download.add("second");
    EXPECT_TRUE(hub_folder(download.root).empty());
    download.main("second\n");
    EXPECT_EQ(hub_folder(download.root), download.root / "snapshots/second");
    for (const char* other : {"third", "../snapshots/first", "..", "."}) {
        download.main(other);
        EXPECT_TRUE(hub_folder(download.root).empty()) << other;
    }
}

TEST(HubCache, ALinkToNothingInPlaceOfTheGenerationsSettingsIsRefused) {
    const Download download;
    fs::remove(download.root / "blobs/firstgeneration_config.json");
    EXPECT_THAT(test::message_of([&] { open_model({download.root}); }),
                testing::HasSubstr("generation_config.json: not read: "));
}

TEST(HubCache, ABertOfBeforeThereWereTypesIsKnownByItsSizes) {
    ChangedFolder folder("hf_bert_uncased_old");
    folder.settings("config.json", [](Json& json) {
        for (const char* key : {"model_type", "architectures"}) json.erase(key);
    });
    const Opened opened = folder.opened();
    ASSERT_TRUE(opened.model) << opened.problem;
    EXPECT_EQ(opened.report.family, "BERT of Hugging Face");
    folder.settings("config.json", [](Json& json) { json["type_vocab_size"] = 1; }); // RoBERTa's
    EXPECT_FALSE(is_hub_folder(folder.path()));
    folder.settings("config.json",
                    [](Json& json) { json["type_vocab_size"] = 2, json["embedding_size"] = 8; });
    EXPECT_FALSE(is_hub_folder(folder.path())); // ALBERT's
}

} // namespace
} // namespace heed::io
