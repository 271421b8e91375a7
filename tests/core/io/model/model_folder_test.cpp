#include "core/io/model/model_folder.h"
#include "core/models/registry.h"

#include "core/base/random.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "tests/support/message_of.h"
#include "tests/support/random_model.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <cmath>
#include <csignal>
#include <fstream>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heed::io {
namespace {

using nlohmann::json;
using test::message_of;
using test::TemporaryFolder;
using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr std::uint64_t plenty = 1u << 30;

Seq2SeqConfig small() {
    Seq2SeqConfig config;
    config.encoder = {CellKind::Gru, true, 1, 6, 5};
    config.decoder.embedding = 7;
    config.decoder.hidden = 8;
    config.attention.size = 4;
    return config;
}

class ModelFolder : public testing::Test {
protected:
    ModelFolder() {
        Model model = test::random_model(small());
        model.name = "sample";
        model.config_json = {{"training", {{"seed", 7}}}, {"colour", "red"}};
        model.case_json = {{"input", "1"}};
        model.card = "# Sample\n\nReads dates. Twice.\n";
        save_model(model, path());
    }

    fs::path path() const { return folder_ / "sample"; }

    void change_json(const std::string& file, const std::function<void(json&)>& change) {
        json value = read_json(path() / file, plenty);
        change(value);
        write_file_atomic(path() / file, value.dump());
    }
    /// What loading says, without the path of the folder.
    std::string refusal() const {
        std::string said = message_of([&] { load_model(path()); });
        const std::string prefix = path().string();
        return said.rfind(prefix, 0) == 0 ? said.substr(prefix.size()) : said;
    }
    Model loaded() const { return load_model(path()); }

    TemporaryFolder folder_;
};

TEST_F(ModelFolder, RoundTrips) {
    const Model model = loaded();
    const Model original = test::random_model(small());
    EXPECT_EQ(model.name, "sample");
    EXPECT_EQ(model.config.as<Seq2SeqConfig>(), original.config.as<Seq2SeqConfig>());
    EXPECT_EQ(model.tokenizer, original.tokenizer);
    EXPECT_EQ(*model.source.tokens(), *original.source.tokens());
    ASSERT_EQ(model.parameters.size(), original.parameters.size());
    for (int k = 0; k < model.parameters.size(); ++k) {
        EXPECT_EQ(model.parameters[k].name, original.parameters[k].name);
        EXPECT_EQ(model.parameters[k].value, original.parameters[k].value);
    }
    EXPECT_EQ(model.facts.parameters, original.facts.parameters);
    EXPECT_EQ(model.config_json["colour"], "red");
    EXPECT_EQ(model.config_json["training"]["seed"], 7);
    EXPECT_EQ(model.card.substr(0, 8), "# Sample");
    ASSERT_NE(model.tensors, nullptr);
}

TEST_F(ModelFolder, SavedAgainHasTheSameBytes) {
    const fs::path again = folder_ / "again";
    save_model(loaded(), again);
    for (const auto& entry : fs::directory_iterator(path())) {
        EXPECT_EQ(read_file(entry.path(), plenty), read_file(again / entry.path().filename(), plenty))
            << entry.path();
    }
    save_model(loaded(), again); // over what is there
    EXPECT_EQ(read_file(path() / "model.safetensors", plenty),
              read_file(again / "model.safetensors", plenty));
    EXPECT_EQ(folder_.entries(), 2 + 6 + 6);
}

TEST_F(ModelFolder, SavingOverAnotherModelTakesItsCaseAwayAndLeavesOtherFiles) {
    write_file_atomic(path() / "notes.txt", "mine");
    Model model = loaded();
    model.case_json = nullptr;
    save_model(model, path());
    EXPECT_FALSE(fs::exists(path() / "case.json"));
    EXPECT_TRUE(fs::exists(path() / "notes.txt"));
    EXPECT_TRUE(loaded().case_json.is_null());
}

TEST_F(ModelFolder, OwnNamesOfSpecialTokensSurvive) {
    Model model = loaded();
    model.target = Vocabulary(*model.target.tokens(), SpecialIds{3, 2, 1, 0});
    save_model(model, path());
    EXPECT_EQ(loaded().target.special(), (SpecialIds{3, 2, 1, 0}));
    EXPECT_EQ(loaded().source.special(), SpecialIds());
    change_json("config.json", [](json& c) { c["special"]["target"]["end"] = 45; });
    EXPECT_EQ(refusal(), "/config.json: special.target.end: expected an id below 45, or null, found 45");
}

TEST_F(ModelFolder, HalfNumbersAndTokensInAnObjectAreRead) {
    save_model(loaded(), path(), NumberType::F16);
    const json tokens = read_json(path() / "source.vocab.json", plenty);
    write_file_atomic(path() / "source.vocab.json", json({{"tokens", tokens}}).dump());
    EXPECT_TRUE(
        loaded().parameters[0].value.isApprox(test::random_model(small()).parameters[0].value, 1e-3f));
}

TEST_F(ModelFolder, TensorsNobodyAskedForAreNoted) {
    Model model = loaded();
    model.parameters.add("extra\n.weight", 2, 2);
    save_model(model, path());
    std::vector<std::string> notes;
    load_model(path(), "", &notes);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_THAT(notes[0], HasSubstr("tensor \"extra\\u{000A}.weight\" is not used"));
}

TEST_F(ModelFolder, SummariesNeedNoNumbers) {
    const ModelSummary summary = summarize_model(path());
    EXPECT_EQ(summary.name, "sample");
    EXPECT_EQ(summary.about, "Reads dates");
    EXPECT_EQ(summary.parameters, static_cast<std::uint64_t>(loaded().facts.parameters));
    EXPECT_EQ(summarize_model(path(), "dates/additive").name, "dates/additive");
}

TEST_F(ModelFolder, WhatIsNotThere) {
    const std::string missing = (folder_ / "missing").string();
    EXPECT_EQ(message_of([&] { load_model(missing); }),
              missing + ": not a model: expected a folder, found nothing of that name");
    EXPECT_EQ(message_of([&] { load_model(path() / "card.md"); }),
              (path() / "card.md").string() + ": not a model: expected a folder, found a file");
    for (const char* file : {"model.safetensors", "source.vocab.json", "target.vocab.json"}) {
        fs::rename(path() / file, folder_ / "away");
        EXPECT_EQ(refusal(), "/" + std::string(file) + ": not read: No such file or directory");
        fs::rename(folder_ / "away", path() / file);
    }
    fs::remove(path() / "config.json");
    EXPECT_EQ(refusal(), ": not a model: expected config.json in it, found none");
}

TEST_F(ModelFolder, ConfigurationsThatAreNotOne) {
    const std::string good = read_file(path() / "config.json", plenty);
    const auto with = [&](const std::string& text) {
        write_file_atomic(path() / "config.json", text);
        return refusal();
    };
    const auto changed = [&](const std::function<void(json&)>& change) {
        json value = json::parse(good);
        change(value);
        return with(value.dump());
    };
    EXPECT_EQ(with("name: sample\n"), "/config.json: not JSON: line 1, column 2 cannot be read");
    EXPECT_EQ(with(good.substr(0, good.size() / 2)).substr(0, 23), "/config.json: not JSON:");
    EXPECT_EQ(with(""), "/config.json: not JSON: line 1, column 1 cannot be read");
    EXPECT_EQ(with("[]"), "/config.json: format: expected \"heed.model\", found none");
    EXPECT_EQ(with(std::string(100000, '[')),
              "/config.json: nested too deeply: expected at most 64 levels, found more");
    EXPECT_EQ(changed([](json& c) { c["version"] = 2; }), "/config.json: version: expected 1, found 2");
    EXPECT_EQ(changed([](json& c) { c["version"] = "one"; }),
              "/config.json: version: expected 1, found \"one\"");
    EXPECT_EQ(changed([](json& c) { c["format"] = "other.model"; }),
              "/config.json: format: expected \"heed.model\", found \"other.model\"");
    EXPECT_EQ(changed([](json& c) { c["architecture"] = "perceptron"; }),
              "/config.json: architecture: expected " + architecture_names() + ", found \"perceptron\"");
    EXPECT_EQ(changed([](json& c) { c.erase("encoder"); }),
              "/config.json: encoder: expected an object, found none");
    EXPECT_EQ(changed([](json& c) { c["tokenizer"]["level"] = "syllable"; }),
              "/config.json: tokenizer.level: expected character, word or given, found \"syllable\"");
    EXPECT_EQ(changed([](json& c) { c["task"] = 5; }), "/config.json: task: expected text, found 5");
}

TEST_F(ModelFolder, VocabulariesThatDoNotFit) {
    change_json("source.vocab.json", [](json& words) { words.erase(words.size() - 1); });
    EXPECT_EQ(refusal(), "/model.safetensors: tensor \"encoder.embedding.weight\": expected a row for each "
                         "of the 44 tokens of "
                         "source.vocab.json, found 45 rows");
    change_json("source.vocab.json", [](json& words) { words[3] = 3; });
    EXPECT_EQ(refusal(), "/source.vocab.json: token 3: expected text, found 3");
    change_json("source.vocab.json", [](json& words) { words = {"a"}; });
    EXPECT_EQ(refusal(), "/config.json: source vocabulary: expected at least 2 tokens, found 1");
    change_json("source.vocab.json", [](json& words) { words = {{"words", {"a"}}}; });
    EXPECT_EQ(refusal(), "/source.vocab.json: tokens: expected a list, found none");
}

TEST_F(ModelFolder, NumbersThatDoNotFit) {
    const std::string bytes = read_file(path() / "model.safetensors", plenty);
    write_file_atomic(path() / "model.safetensors", bytes.substr(0, bytes.size() - 100));
    EXPECT_THAT(refusal(), HasSubstr("/model.safetensors: tensor \"readout.output.bias\": truncated"));
    write_file_atomic(path() / "model.safetensors", bytes);

    change_json("config.json", [](json& c) { c["encoder"]["hidden"] = 9; });
    EXPECT_EQ(
        refusal(),
        "/model.safetensors: tensor \"encoder.forward.weight_hh\": expected shape [27, 9], found [15, 5]");
    change_json("config.json", [](json& c) {
        c["encoder"]["hidden"] = 5;
        c["encoder"]["layers"] = 2;
    });
    EXPECT_EQ(
        refusal(),
        "/model.safetensors: tensor \"encoder.forward.1.weight_ih\": expected it in the file, found none");
    change_json("config.json", [](json& c) {
        c["encoder"]["layers"] = 1;
        c["attention"]["score"] = "none";
    });
    EXPECT_EQ(refusal(), "nothing was thrown"); // the attention's tensors are left over
}

TEST_F(ModelFolder, AConfigurationCannotAskForMoreMemoryThanTheFileHas) {
    for (const auto& [section, key] :
         {std::pair("encoder", "hidden"), std::pair("encoder", "embedding"), std::pair("decoder", "hidden"),
          std::pair("decoder", "embedding"), std::pair("decoder", "readout_size"),
          std::pair("decoder", "projection"), std::pair("attention", "size")}) {
        const std::string good = read_file(path() / "config.json", plenty);
        change_json("config.json", [&](json& c) { c[section][key] = 1 << 20; });
        EXPECT_THAT(refusal(), HasSubstr("expected")) << section << '.' << key;
        write_file_atomic(path() / "config.json", good);
    }
}

TEST_F(ModelFolder, NumbersThatAreNotFinite) {
    const SafetensorsFile file(path() / "model.safetensors");
    const TensorEntry* bias = file.find("bridge.bias");
    std::string bytes = read_file(path() / "model.safetensors", plenty);
    const std::size_t data = bytes.size() - static_cast<std::size_t>(file.tensors().back().end);
    const std::uint32_t nan = 0x7FC00000u, infinity = 0xFF800000u;
    bytes.replace(data + bias->begin + 8, 4, reinterpret_cast<const char*>(&nan), 4);
    write_file_atomic(path() / "model.safetensors", bytes);
    EXPECT_EQ(refusal(),
              "/model.safetensors: tensor \"bridge.bias\": expected finite numbers, found NaN at [2, 0]");
    bytes.replace(data + bias->begin + 4, 4, reinterpret_cast<const char*>(&infinity), 4);
    write_file_atomic(path() / "model.safetensors", bytes);
    EXPECT_EQ(
        refusal(),
        "/model.safetensors: tensor \"bridge.bias\": expected finite numbers, found infinity at [1, 0]");
}

TEST_F(ModelFolder, AFullDiskLeavesTheOldModelAndNothingElse) {
    const int before = folder_.entries();
    Model model = test::random_model(small(), 2);
    model.name = "sample";
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{2000, 2000};
        setrlimit(RLIMIT_FSIZE, &limit);
        const std::string over = message_of([&] { save_model(model, path()); });
        const std::string fresh = message_of([&] { save_model(model, folder_ / "fresh"); });
        const bool good =
            over == (path() / "model.safetensors").string() + ": not written: File too large" &&
            fresh == (folder_ / "fresh" / "model.safetensors").string() + ": not written: File too large";
        _exit(good ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_EQ(folder_.entries(), before);
    EXPECT_EQ(loaded().parameters[0].value, test::random_model(small()).parameters[0].value);
}

TEST_F(ModelFolder, ItIsNotWrittenWhereAFileStands) {
    EXPECT_EQ(message_of([&] { save_model(loaded(), path() / "card.md"); }),
              (path() / "card.md").string() + ": not written: Not a directory");
    save_model(loaded(), folder_ / "new" / "deep" / "");
    EXPECT_TRUE(is_model_folder(folder_ / "new" / "deep"));
}

TEST_F(ModelFolder, AnyDamageIsRefusedOrReadButNeverWorse) {
    Random random(5);
    for (const std::string file : {"config.json", "source.vocab.json", "model.safetensors"}) {
        const std::string whole = read_file(path() / file, plenty);
        for (int round = 0; round < 400; ++round) {
            std::string bytes = whole;
            if (random.below(3) == 0) bytes.resize(random.below(bytes.size() + 1));
            for (std::uint64_t n = random.below(4); n > 0 && !bytes.empty(); --n) {
                const std::size_t at = random.below(std::min<std::size_t>(bytes.size(), 2000));
                bytes[at] = static_cast<char>(random.below(2) == 0 ? random.below(256)
                                                                   : bytes[at] ^ (1u << random.below(8)));
            }
            std::ofstream(path() / file, std::ios::binary) << bytes;
            const std::string said = message_of([&] { load_model(path()); });
            ASSERT_TRUE(said == "nothing was thrown" || said.rfind(path().string() + "/", 0) == 0) << said;
        }
        write_file_atomic(path() / file, whole);
    }
}

// Every shape that can be trained can be opened again, and computes the same.
TEST(ModelFolders, HoldEveryShapeOfModel) {
    std::vector<Seq2SeqConfig> configs;
    const auto add = [&](const auto& change) {
        Seq2SeqConfig config;
        change(config);
        configs.push_back(config);
    };
    for (const ScoreInfo& score : score_table()) add([&](auto& c) { set_function(c.attention, score.id); });
    add([](auto& c) { set_function(c.attention, "local-p"); });
    add([](auto& c) { c.decoder.context = ContextPlace::Recurrent; });
    add([](auto& c) { c.decoder.context = ContextPlace::State; });
    add([](auto& c) { c.decoder.readout = Readout::Maxout; });
    add([](auto& c) { c.decoder.gate = Gate::One; });
    add([](auto& c) {
        c.decoder.gate = Gate::Each;
        c.decoder.gate_reads = {true, false, true};
    });
    add([](auto& c) { c.attention.heads = 4; });
    add([](auto& c) {
        set_function(c.attention, "projected-scaled");
        c.attention.heads = 4;
        c.attention.values = 12;
        c.attention.projection = 20;
    });
    add([](auto& c) { c.decoder.start = Start::Backward; });
    add([](auto& c) {
        c.attention.score = "none";
        c.encoder.summary = Summary::Tanh;
    });
    add([](auto& c) {
        c.decoder.order = Order::Luong;
        c.decoder.input_feeding = true;
        c.encoder.layers = c.decoder.layers = 2;
    });
    const TemporaryFolder folder;
    Request request;
    request.text = "9 may";
    for (const Seq2SeqConfig& config : configs) {
        const Model model = test::random_model(config);
        save_model(model, folder.path() / "m");
        const Model back = load_model(folder.path() / "m");
        EXPECT_EQ(decode::run(back, request).log_prob, decode::run(model, request).log_prob)
            << config.attention.score;
    }
}

// A report speaks of what was read, whatever lies there by then.
TEST(ModelFolders, TheFileThatWasReadIsHandedOutThoughAnotherTakesItsPlace) {
    const TemporaryFolder folder;
    save_model(test::random_model(), folder.path() / "m");
    std::optional<SafetensorsFile> stored;
    const Model model = load_model(folder.path() / "m", {}, nullptr, &stored);
    nn::ParameterSet<float> other;
    other.add("x", 2, 2);
    write_file_atomic(folder.path() / "m" / "model.safetensors", safetensors_bytes(other));
    ASSERT_TRUE(stored);
    for (const nn::Parameter<float>& p : model.parameters) {
        const TensorEntry* entry = stored->find(p.name);
        ASSERT_NE(entry, nullptr) << p.name;
        EXPECT_EQ(stored->matrix(*entry), p.value) << p.name;
    }
}

TEST(ModelFolders, AConfigurationCannotAskForMoreThanTheFileHolds) {
    const TemporaryFolder folder;
    save_model(test::random_model(), folder.path() / "m");
    for (const char* change :
         {R"({"attention": {"score": "location-aware", "filters": 1048575, "width": 1048575}})",
          R"({"attention": {"score": "location", "positions": 1048576}})",
          R"({"attention": {"score": "concat", "size": 1048576}})"}) {
        auto config = read_json(folder.path() / "m" / "config.json", 1 << 20);
        config.merge_patch(nlohmann::json::parse(change));
        write_file_atomic(folder.path() / "m" / "config.json", config.dump());
        EXPECT_THROW(load_model(folder.path() / "m"), Error) << change;
    }
}

} // namespace
} // namespace heed::io
