// A model's folder that was packed into one file is opened as the folder is.
#include "core/io/base/file.h"
#include "core/io/mapping/tries/tried.h"
#include "core/io/open/closest_to.h"
#include "core/io/open/model_library.h"
#include "core/io/open/open_model.h"
#include "tests/support/archives.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/tar_bytes.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <utility>
#include <vector>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using test::message_of;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class PackedModels : public testing::Test {
protected:
    PackedModels() { ::setenv("XDG_CACHE_HOME", (files_ / "cache").c_str(), 1); }

    using Members = std::vector<std::pair<std::string, std::string>>; // name, bytes
    static Members members_of(const fs::path& folder, const std::string& top) {
        Members members;
        for (const auto& entry : fs::recursive_directory_iterator(test::source_dir() / folder))
            if (entry.is_regular_file())
                members.emplace_back(
                    top + fs::relative(entry.path(), test::source_dir() / folder).generic_string(),
                    read_file(entry.path(), 64u << 20));
        return members;
    }
    static std::string tar_of(const Members& members) {
        std::string tar;
        for (const auto& [name, bytes] : members) tar += test::tar_member(name, bytes);
        return tar + test::end_of_tar();
    }
    static std::string zip_of(const Members& members, bool deflated) {
        std::vector<test::ZipMember> all;
        for (const auto& [name, bytes] : members) all.push_back({name, bytes, deflated});
        return test::zip_of(all);
    }
    fs::path write(const std::string& name, const std::string& bytes) const {
        write_file_atomic(files_ / name, bytes);
        return files_ / name;
    }
    static OpenOptions options() {
        OpenOptions o;
        o.families = {test::source_dir() / "assets/families"};
        return o;
    }
    /// What is opened from the archive is what is opened from the folder, and nothing stays behind.
    void expect_same(const fs::path& folder, const fs::path& archive, const std::string& how) const {
        const Opened plain = open_model({test::source_dir() / folder}, options());
        const Opened packed = open_model({archive}, options());
        ASSERT_TRUE(plain.model && packed.model) << packed.problem;
        EXPECT_EQ(to_string(packed.report.verdict()), to_string(plain.report.verdict()));
        EXPECT_EQ(packed.report.summary, plain.report.summary);
        EXPECT_EQ(packed.report.notes, plain.report.notes);
        EXPECT_EQ(packed.report.tensors.size(), plain.report.tensors.size());
        EXPECT_THAT(packed.report.container, EndsWith(how));
        EXPECT_THAT(packed.report.file, HasSubstr(archive.filename().string()));
        EXPECT_EQ(packed.model->files, std::vector<fs::path>{archive});
        EXPECT_EQ(packed.model->name, "m");
        EXPECT_TRUE(glimpse(archive, options()).usable);
        EXPECT_EQ(closest_to(archive, options()).size(),
                  closest_to(test::source_dir() / folder, options()).size());
        EXPECT_TRUE(fs::is_empty(files_ / "cache/heed"));
    }
    test::TemporaryFolder files_;
};

TEST_F(PackedModels, AsTheirFoldersAreOpened) {
    for (const char* folder : {"tests/checkpoints/hf_bert_uncased_old",
                               "tests/checkpoints/hf_mbart50_sharded_relu", "tests/repositories/graykode",
                               "tests/repositories/spro_batched_concat", "assets/models/reverse/general"})
        for (const char* top : {"", "./", "run 1/", "a/b/"}) {
            SCOPED_TRACE(std::string(folder) + " in " + top);
            const Members members = members_of(folder, top);
            expect_same(folder, write("m.tar", tar_of(members)), ", in a tar");
            expect_same(folder, write("m.tgz", test::gzip_of(tar_of(members))), ", in a tar.gz");
            expect_same(folder, write("m.tar.gz", test::gzip_of(tar_of(members))), ", in a tar.gz");
            expect_same(folder, write("m.zip", zip_of(members, false)), ", in a zip");
            expect_same(folder, write("m.zip", zip_of(members, true)), ", in a zip");
        }
}

TEST_F(PackedModels, TheLibraryTakesThem) {
    const fs::path zip = write("m.zip", zip_of(members_of("tests/repositories/graykode", "m/"), true));
    const ModelLibrary library({test::source_dir() / "assets"});
    EXPECT_EQ(library.load(zip.string()).name, "m");
}

TEST_F(PackedModels, WhatASystemAddsIsPassedOver) {
    Members members = members_of("tests/repositories/graykode", "m/");
    members.emplace_back("__MACOSX/m/._model.pt", std::string("\x80\x02]."));
    members.emplace_back("m/.DS_Store", "x");
    expect_same("tests/repositories/graykode", write("m.zip", zip_of(members, true)), ", in a zip");
}

TEST_F(PackedModels, LinksAreResolvedInside) {
    const Members members = members_of("tests/checkpoints/hf_bert_uncased_old", "");
    std::string cache;
    for (std::size_t n = 0; n < members.size(); ++n) { // as Hugging Face's cache has them
        cache += test::tar_link("snapshots/1/" + members[n].first, "../../blobs/" + std::to_string(n));
        cache += test::tar_member("blobs/" + std::to_string(n), members[n].second);
    }
    expect_same("tests/checkpoints/hf_bert_uncased_old", write("m.tar", cache + test::end_of_tar()),
                ", in a tar");
}

// Two runs of which one is linked to files of the other: neither goes without them.
TEST_F(PackedModels, AFolderThatAnotherIsLinkedToStaysWhole) {
    const Members members = members_of("tests/checkpoints/hf_gpt2_base_prefix", "");
    std::string runs;
    for (const auto& [name, bytes] : members) {
        runs += test::tar_member("one/" + name, bytes);
        if (name == "generation_config.json" || name == "tokenizer.json" || name == "expected.json")
            runs += test::tar_link("two/" + name, "../one/" + name);
        else
            runs += test::tar_member("two/" + name, bytes);
    }
    const fs::path file = write("runs.tar", runs + test::end_of_tar());
    for (const char* one : {"one", "two"}) {
        const Opened opened = open_model({file / one}, options());
        ASSERT_TRUE(opened.model) << one << opened.problem;
        EXPECT_EQ(opened.report.verdict(), LoadVerdict::Verified) << one;
    }
}

TEST_F(PackedModels, OfSeveralModelsEachIsNamed) {
    Members members = members_of("tests/repositories/graykode", "one/");
    for (auto& member : members_of("tests/checkpoints/hf_bert_uncased_old", "two/"))
        members.push_back(member);
    const fs::path file = write("both.tar.gz", test::gzip_of(tar_of(members)));
    EXPECT_EQ(message_of([&] { open_model({file}, options()); }),
              file.string() +
                  ": not a model: expected config.json, or files of a family of models, found neither; "
                  "models lie in its folders one and two: give the path of one");
    EXPECT_THAT(glimpse(file, options()).text, HasSubstr("models lie in its folders one and two"));
    const fs::path none =
        write("none.zip", zip_of({{"a/x.npz", "PK"}, {"a/y.safetensors", "12345678"}}, false));
    EXPECT_THAT(message_of([&] { open_model({none}, options()); }),
                AllOf(HasSubstr("none.zip: a: not a model"), HasSubstr("y.safetensors ("),
                      Not(HasSubstr("heed-unpacked"))));
}

// A path below the archive chooses, whatever folder lies around its models.
TEST_F(PackedModels, OfSeveralModelsAPathChoosesOne) {
    Members members = members_of("tests/repositories/graykode", "runs/one/");
    for (auto& member : members_of("tests/checkpoints/hf_bert_uncased_old", "runs/two/"))
        members.push_back(member);
    for (const fs::path& file :
         {write("both.tar.gz", test::gzip_of(tar_of(members))), write("both.zip", zip_of(members, true))})
        for (const char* below : {"runs/one", "one", "one/", "./one"}) {
            const Opened opened = open_model({file / below}, options());
            ASSERT_TRUE(opened.model) << opened.problem;
            EXPECT_EQ(opened.model->files, std::vector<fs::path>{file});
            EXPECT_THAT(opened.report.file, HasSubstr(file.filename().string() + "/"));
            EXPECT_TRUE(glimpse(file / below, options()).usable);
            EXPECT_FALSE(closest_to(file / below, options()).empty());
            EXPECT_EQ(ModelLibrary({test::source_dir() / "assets"}).resolve(file / below).folder,
                      file / below);
        }
    const fs::path file = files_ / "both.zip";
    EXPECT_TRUE(is_there(file / "two"));
    EXPECT_TRUE(open_model({file / "two"}, options()).model);
    EXPECT_EQ(message_of([&] { open_model({file / "three"}, options()); }),
              file.string() +
                  "/three: no such model: expected a folder or a file in the archive, found nothing");
    EXPECT_THAT(message_of([&] { open_model({file / "../cache"}, options()); }), HasSubstr("found nothing"));
    EXPECT_FALSE(is_there(files_ / "no.zip/one"));
    EXPECT_TRUE(fs::is_empty(files_ / "cache/heed"));
}

TEST_F(PackedModels, OfAFolderThatHoldsNothingElse) {
    fs::create_directory(files_ / "run");
    const fs::path file =
        write("run/m.tar.gz", test::gzip_of(tar_of(members_of("tests/checkpoints/zero_to_all", "m/"))));
    write("run/notes.txt", "our best");
    const Opened opened = open_model({files_ / "run"}, options());
    ASSERT_TRUE(opened.model) << opened.problem;
    EXPECT_EQ(opened.model->files, std::vector<fs::path>{file});
    EXPECT_TRUE(glimpse(files_ / "run", options()).usable);
    fs::copy_file(test::source_dir() / "tests/checkpoints/keon/seq2seq_7.pt", files_ / "run/other.pt");
    EXPECT_TRUE(archive_of(files_ / "run").empty()); // that is the folder's model
}

// The words and the examples of each lie in it, so that none is opened without them.
TEST_F(PackedModels, OfSeveralArchivesInAFolderNoneIsChosen) {
    fs::create_directory(files_ / "runs");
    write("runs/a.tar", tar_of(members_of("tests/repositories/graykode", "one/")));
    write("runs/b.zip", zip_of(members_of("tests/checkpoints/zero_to_all", ""), true));
    const std::string found = "(a folder that was packed: give the path of one)";
    EXPECT_EQ(message_of([&] { open_model({files_ / "runs"}, options()); }),
              (files_ / "runs").string() +
                  ": not a model: expected config.json, or files of a family of models, found a.tar " +
                  found + " and b.zip " + found);
    EXPECT_FALSE(glimpse(files_ / "runs", options()).usable);
    for (const char* one : {"runs/a.tar", "runs/b.zip"})
        EXPECT_TRUE(open_model({files_ / one}, options()).model) << one;
}

// An archive in an archive is not laid out, as there may be no end of them.
TEST_F(PackedModels, AnArchiveInOneStaysPacked) {
    for (const char* folder : {"plain", "heed-unpacked-1"}) {
        fs::create_directory(files_ / folder);
        write(folder + std::string("/m.tar"), tar_of(members_of("tests/repositories/graykode", "m/")));
    }
    EXPECT_NE(PackedFolder::of(files_ / "plain"), nullptr);
    EXPECT_EQ(PackedFolder::of(files_ / "heed-unpacked-1"), nullptr);
}

TEST_F(PackedModels, TheAssistantMapsThem) {
    const fs::path file =
        write("m.tar.gz", test::gzip_of(tar_of(members_of("tests/checkpoints/zero_to_all", "m/"))));
    EXPECT_TRUE(mapping::can_be_mapped({file}));
    const mapping::Reading reading = mapping::read_unknown({file}, {}, options());
    EXPECT_EQ(reading.unknown.files.size(), 2u); // both halves
    EXPECT_FALSE(reading.words.source.empty());
    EXPECT_TRUE(reading.drafted().ready());
    EXPECT_FALSE(mapping::examples_in(reading.unknown.folder()).empty());
}

// As a file of tensors beside no archive would be called, so that it can be taken and mapped.
TEST_F(PackedModels, TensorsOfNoFamilyAreCalledThat) {
    const Members members = members_of("tests/checkpoints/keon", "m/");
    for (const fs::path& file :
         {write("m.tar.gz", test::gzip_of(tar_of(members))), write("m.zip", zip_of(members, true))}) {
        const Glimpse seen = glimpse(file, {}); // no family is known
        EXPECT_EQ(seen.kind, "no known family");
        EXPECT_FALSE(seen.usable);
        EXPECT_THAT(seen.text, AllOf(HasSubstr(file.string()), Not(HasSubstr("heed-unpacked"))));
    }
    EXPECT_EQ(glimpse(write("notes.zip", zip_of({{"a/y.safetensors", "12345678"}}, false)), {}).kind,
              "archive"); // of no tensors at all
}

TEST_F(PackedModels, WhatIsWrongInsideIsSaidByItsPlace) {
    Members members = members_of("tests/checkpoints/hf_bert_uncased_old", "bert/");
    for (auto& [name, bytes] : members)
        if (name == "bert/config.json")
            bytes.replace(bytes.find("\"hidden_size\": "), 15, "\"hidden_size\": -");
    const fs::path file = write("m.tar.gz", test::gzip_of(tar_of(members)));
    const std::string said = message_of([&] { open_model({file}, options()); });
    EXPECT_THAT(said,
                AllOf(HasSubstr(file.string() + ": bert/config.json: "), Not(HasSubstr("heed-unpacked"))));
    EXPECT_TRUE(fs::is_empty(files_ / "cache/heed"));
}

TEST_F(PackedModels, AZipWithoutTensorsIsNone) {
    EXPECT_THAT(
        message_of([&] {
            open_model({write("a.zip", zip_of({{"word/document.xml", "<x/>"}}, true))}, options());
        }),
        HasSubstr(
            "no tensors: expected a PyTorch, NumPy or safetensors file in it, found \"word/document.xml\""));
    EXPECT_THAT(message_of([&] { open_model({write("a.zip", test::zip_of({}))}, options()); }),
                HasSubstr("found an empty archive"));
}

} // namespace
} // namespace heed::io
