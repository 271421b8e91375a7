// A model in whatever files it lies in: parts saved apart, shards, wrappers' names, archives; and a folder in
// which none of them is one.
#include "core/io/base/file.h"
#include "core/io/container/joined/open_checkpoint.h"
#include "core/io/container/safetensors.h"
#include "core/io/open/open_model.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <libdeflate.h>
#include <map>
#include <memory>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::message_of;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// Tutorial 4's model, saved anew in other ways.
class OpenFiles : public testing::Test {
protected:
    static fs::path checkpoints() { return test::source_dir() / "tests/checkpoints"; }
    static OpenOptions options() {
        OpenOptions o;
        o.families = {test::source_dir() / "assets/families"};
        o.numbers = true;
        return o;
    }
    using Part = std::function<std::string(const std::string& name)>; // which file it goes to; empty: none
    using Name = std::function<std::string(const std::string& name)>;

    /// The tensors of tut4 in as many files as `part` names.
    void save(const Part& part, const Name& named, const fs::path& to = {}) const {
        const Checkpoint whole(checkpoints() / "bentrevett_tut4/tut4-model.pt");
        std::map<std::string, nn::ParameterSet<float>> sets;
        for (const StoredTensor& tensor : whole.tensors()) {
            const Eigen::MatrixXf value = whole.matrix(tensor);
            const int rank = static_cast<int>(tensor.shape.size());
            auto& set = sets[part(tensor.name)];
            set[set.add(named(tensor.name), value.rows(), value.cols(), rank)].value = value;
        }
        fs::create_directories(folder_ / to);
        for (const auto& [file, set] : sets) write_file_atomic(folder_ / to / file, safetensors_bytes(set));
    }
    /// All numbers of a model in one word.
    static std::string numbers_of(const fs::path& model) {
        const Opened opened = open_model({model}, options());
        if (!opened.model) return opened.problem;
        const std::string bytes = safetensors_bytes(opened.model->parameters);
        return opened.report.family + ", " + std::to_string(bytes.size()) + " bytes, " +
               std::to_string(std::hash<std::string>()(bytes));
    }
    static std::string expected() { return numbers_of(checkpoints() / "bentrevett_tut4/tut4-model.pt"); }
    static std::vector<std::string> notes(const fs::path& model) {
        return open_model({model}, options()).report.notes;
    }
    test::TemporaryFolder folder_;
};

std::string same(const std::string& name) { return name; }
std::string half(const std::string& name) {
    return name.substr(0, 7) + ".safetensors";
} // "encoder", "decoder"
std::string in_one(const std::string&) { return "model.safetensors"; }

TEST_F(OpenFiles, PartsInTwoFilesUnderWholeNames) {
    save(half, same);
    for (const char* file : {"encoder.safetensors", "decoder.safetensors", "."})
        EXPECT_EQ(numbers_of(folder_ / file), expected()) << file;
}

TEST_F(OpenFiles, PartsInTwoFilesUnderTheirOwnNames) {
    save(half, [](const std::string& name) { return name.substr(8); });
    for (const char* file : {"encoder.safetensors", "decoder.safetensors", "."}) {
        EXPECT_EQ(numbers_of(folder_ / file), expected()) << file;
        EXPECT_THAT(notes(folder_ / file),
                    Contains(HasSubstr("encoder.safetensors is read as \"encoder.\"")));
    }
    const Opened given =
        open_model({folder_ / "decoder.safetensors", folder_ / "encoder.safetensors"}, options());
    EXPECT_TRUE(given.model);
    EXPECT_THAT(given.report.file, AllOf(HasSubstr("decoder.safetensors"), HasSubstr("encoder.safetensors")));
    fs::remove(folder_ / "encoder.safetensors");
    EXPECT_THAT(message_of([&] { open_model({folder_ / "decoder.safetensors"}, options()); }),
                Not(HasSubstr("nothing was thrown")));
}

TEST_F(OpenFiles, WrappersNamesAnywhere) {
    const std::map<std::string, Name> ways = {
        {"module first", [](const std::string& n) { return "module." + n; }},
        {"model in model", [](const std::string& n) { return "state.model." + n; }},
        {"module inside", [](const std::string& n) { return n.substr(0, 8) + "module." + n.substr(8); }},
        {"compiled inside",
         [](const std::string& n) { return "_orig_mod." + n.substr(0, 8) + "module." + n.substr(8); }},
        {"net inside", [](const std::string& n) { return n.substr(0, 8) + "net." + n.substr(8); }}};
    for (const auto& [what, named] : ways) {
        save(in_one, named, what);
        EXPECT_EQ(numbers_of(folder_ / what), expected()) << what;
    }
    EXPECT_THAT(notes(folder_ / "module inside"),
                Contains("model.safetensors: names are read without \"module\""));
    EXPECT_EQ(notes(folder_ / "module first").size(),
              notes(checkpoints() / "bentrevett_tut4/tut4-model.pt").size());
    save(
        half, [](const std::string& n) { return "module." + n.substr(8); }, "both");
    EXPECT_EQ(numbers_of(folder_ / "both"), expected());
}

TEST_F(OpenFiles, Shards) {
    json map;
    const Part shard = [&](const std::string& name) {
        const std::string file =
            name.find("rnn") != name.npos ? "m-00002-of-00002.safetensors" : "m-00001-of-00002.safetensors";
        return (map[name] = file).get<std::string>();
    };
    save(shard, same);
    const std::string without_index = numbers_of(folder_ / "m-00001-of-00002.safetensors");
    EXPECT_EQ(without_index, expected());
    write_file_atomic(folder_ / "m.safetensors.index.json", json{{"weight_map", map}}.dump());
    for (const char* file : {"m.safetensors.index.json", "m-00002-of-00002.safetensors", "."})
        EXPECT_EQ(numbers_of(folder_ / file), expected()) << file;
    EXPECT_EQ(open_model({folder_.path()}, options()).report.container, "safetensors, 2 shards");
    fs::remove(folder_ / "m-00002-of-00002.safetensors");
    for (const char* file : {"m.safetensors.index.json", "."})
        EXPECT_THAT(message_of([&] { open_model({folder_ / file}, options()); }),
                    HasSubstr("a shard is missing: expected m-00002-of-00002.safetensors"));
}

TEST_F(OpenFiles, Gzip) {
    save(in_one, same);
    const std::string bytes = read_file(folder_ / "model.safetensors", 1u << 24);
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(6), &libdeflate_free_compressor);
    std::string packed(libdeflate_gzip_compress_bound(compressor.get(), bytes.size()), '\0');
    packed.resize(
        libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(), packed.data(), packed.size()));
    write_file_atomic(folder_ / "model.safetensors.gz", packed);
    fs::remove(folder_ / "model.safetensors");
    EXPECT_EQ(numbers_of(folder_ / "model.safetensors.gz"), expected());
    EXPECT_EQ(numbers_of(folder_.path()), expected());
}

TEST_F(OpenFiles, AFolderWithoutAModelNamesEachFileAndWhy) {
    nn::ParameterSet<float> set;
    set.add("a.weight", 2, 2);
    write_file_atomic(folder_ / "a.safetensors", safetensors_bytes(set));
    write_file_atomic(folder_ / "bb.safetensors", safetensors_bytes(set).substr(0, 40));
    const std::string said = message_of([&] { open_model({folder_.path()}, options()); });
    EXPECT_THAT(
        said,
        AllOf(HasSubstr("not a model: expected config.json, or files of a family of models (heed check "),
              HasSubstr("a.safetensors (no family of models has these tensors"),
              HasSubstr("bb.safetensors (truncated")));
    save(in_one, same);
    EXPECT_EQ(numbers_of(folder_.path()), expected());
    EXPECT_THAT(notes(folder_.path()),
                Contains(AllOf(HasSubstr("not taken: "), HasSubstr("a.safetensors (no family"),
                               HasSubstr("bb.safetensors (truncated"))));
}

std::vector<std::string> names_read(const fs::path& model, const OpenOptions& how) {
    const Opened opened = open_model({model}, how);
    std::vector<std::string> names;
    if (opened.model)
        for (const fs::path& file : opened.model->files) names.push_back(file.filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

// Who follows a folder listens to these alone: a log in it is none of them.
TEST_F(OpenFiles, AFoldersModelNamesTheFilesThatItWasReadFrom) {
    for (const char* name : {"hf_gpt2_base_prefix", "hf_mbart50_sharded_relu"})
        for (const auto& file : fs::directory_iterator(checkpoints() / name)) {
            fs::create_directories(folder_ / name);
            fs::copy_file(file.path(), folder_ / name / file.path().filename());
        }
    write_file_atomic(folder_ / "hf_gpt2_base_prefix" / "train.log", "step 1");
    EXPECT_THAT(names_read(folder_ / "hf_gpt2_base_prefix", options()),
                testing::ElementsAre("config.json", "expected.json", "generation_config.json",
                                     "model.safetensors", "special_tokens_map.json", "tokenizer.json",
                                     "tokenizer_config.json"));
    EXPECT_THAT(names_read(folder_ / "hf_mbart50_sharded_relu", options()),
                testing::IsSupersetOf({"config.json", "model.safetensors.index.json",
                                       "model-00001-of-00003.safetensors", "model-00003-of-00003.safetensors",
                                       "sentencepiece.bpe.model"}));
    EXPECT_THAT(names_read(test::source_dir() / "assets/models/reverse/additive", options()),
                testing::IsSupersetOf(
                    {"config.json", "model.safetensors", "source.vocab.json", "target.vocab.json"}));
}

} // namespace
} // namespace heed::io
