// How tensors are put together by their names: cells and layers as torch writes them, and as others do.
#include "tests/core/io/mapping/folders.h"

#include "core/io/container/safetensors.h"
#include "core/io/mapping/parts/written_tensors.h"

#include <gtest/gtest.h>

#include <cctype>
#include <functional>
#include <regex>

namespace heed::io::mapping {
namespace {

using Rename = std::function<std::string(const std::string&)>;

/// keon's checkpoint of two layers and two directions, with its tensors under other names.
class Renamed : public testing::Test {
protected:
    Reading renamed(const Rename& rename) {
        const fs::path original = test::source_dir() / "tests/checkpoints/keon";
        const Checkpoint checkpoint(original / "seq2seq_7.pt");
        nn::ParameterSet<float> set;
        for (const StoredTensor& tensor : checkpoint.tensors()) {
            const Eigen::MatrixXf value = checkpoint.matrix(tensor);
            const int n = set.add(rename(tensor.name), value.rows(), value.cols(),
                                  static_cast<int>(tensor.shape.size()));
            set[n].value = value;
        }
        for (const char* words : {"src_vocab.txt", "trg_vocab.txt"})
            fs::copy_file(original / words, folder_ / words, fs::copy_options::overwrite_existing);
        write_file_atomic(folder_ / "model.safetensors", safetensors_bytes(set));
        return read_unknown({folder_ / "model.safetensors"}, {}, {});
    }
    test::TemporaryFolder folder_;
};

std::string replaced_by(const std::string& name, const char* what, const char* by) {
    return std::regex_replace(name, std::regex(what), by);
}

std::string in_one_word(const std::string& name) {
    std::string word;
    bool capital = false;
    for (const char c : name) {
        const bool between = c == '.' || c == '_';
        if (!between) word += capital ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        capital = between;
    }
    return word;
}

std::string in_capitals(std::string name) {
    for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return name;
}

std::vector<Part> parts_of(const Mapping& mapping) {
    std::vector<Part> parts;
    for (const Mapped& as : mapping.as) parts.push_back(as.part);
    std::sort(parts.begin(), parts.end());
    return parts;
}

TEST_F(Renamed, TensorsAreKnownByTheSameNamesOtherwiseWritten) {
    const Reading own = renamed([](const std::string& name) { return name; });
    const Draft usual = own.drafted();
    ASSERT_TRUE(usual.ready());
    const std::string input = suggested_input(own);
    const Trace run = run_words(drafted_model(own, usual, {}), input, {});
    std::vector<std::string> outputs;
    for (const TraceStep& step : run.steps) outputs.push_back(step.token.text);
    const std::pair<const char*, Rename> ways[] = {
        {"slashes", [](const std::string& n) { return replaced_by(n, "\\.", "/"); }},
        {"blanks", [](const std::string& n) { return replaced_by(n, "\\.", " "); }},
        {"capitals", in_capitals},
        {"one word", in_one_word},
        {"a number for the layer", [](const std::string& n) { return replaced_by(n, "_l([0-9])", ".$1"); }},
        {"w and b", [](const std::string& n) { return replaced_by(n, "\\.([wb])(eight|ias)$", ".$1"); }},
        {"W and b", [](const std::string& n) {
             return replaced_by(replaced_by(n, "\\.weight$", ".W"), "\\.bias$", ".b");
         }}};
    for (const auto& [way, rename] : ways) {
        SCOPED_TRACE(way);
        const Reading other = renamed(rename);
        const Draft draft = other.drafted();
        EXPECT_EQ(parts_of(draft.mapping), parts_of(usual.mapping));
        EXPECT_EQ(draft.mapping.count(Part::None), 0u);
        ASSERT_TRUE(draft.ready()) << draft.problems.front();
        EXPECT_TRUE(read_by_nothing(draft).empty());
        const Trace again = run_words(drafted_model(other, draft, {}), input, outputs);
        const auto change = weight_change(run, again);
        ASSERT_TRUE(change);
        EXPECT_EQ(*change, 0);
        EXPECT_EQ(written_change(run, again), 0);
    }
}

// A vector called b is the bias of what is called w beside it only where it is as long.
TEST_F(Renamed, AShortNameAloneMakesNoBias) {
    nn::ParameterSet<float> set;
    set.add("out.w", 7, 4);
    set.add("out.b", 7, 1, 1);
    set.add("mix.w", 7, 4);
    set.add("mix.b", 4, 1, 1);
    set.add("lone.b", 7, 1, 1);
    write_file_atomic(folder_ / "some.safetensors", safetensors_bytes(set));
    std::vector<std::string> names;
    for (const Unit& unit : units_of(files_to_map({folder_ / "some.safetensors"}).files))
        names.push_back(unit.name);
    std::sort(names.begin(), names.end());
    EXPECT_EQ(names, (std::vector<std::string>{"lone.b", "mix.b", "mix.w", "out.w, b"}));
}

// A part of the model that is called nearly so may be needed, and so may a single number.
TEST_F(Renamed, OnlyWhatTrainingKeepsIsLeftOut) {
    renamed([](const std::string& name) { return name; });
    nn::ParameterSet<float> set;
    {
        const Checkpoint plain(folder_ / "model.safetensors");
        for (const StoredTensor& tensor : plain.tensors()) {
            const Eigen::MatrixXf value = plain.matrix(tensor);
            set[set.add(tensor.name, static_cast<int>(value.rows()), static_cast<int>(value.cols()),
                        static_cast<int>(tensor.shape.size()))]
                .value = value;
        }
    }
    const std::vector<std::string> needed = {"optimal_gate.weight", "adam_norm.weight", "decoder_opt.weight",
                                             "decoder.norm.running_mean", "decoder.temperature"};
    const std::vector<std::string> left = {"optimizer.state.0.exp_avg", "en_opt.state.0.step", "epoch",
                                           "decoder.norm.num_batches_tracked"};
    for (const auto& names : {needed, left})
        for (const std::string& name : names) {
            const bool single = name.ends_with("temperature") || name.ends_with("step") ||
                                name.ends_with("epoch") || name.ends_with("tracked");
            set.add(name, single ? 1 : 11, single ? 1 : 23, single ? 0 : 2);
        }
    write_file_atomic(folder_ / "model.safetensors", safetensors_bytes(set));
    const Reading reading = read_unknown({folder_ / "model.safetensors"}, {}, {});
    const Mapping mapping = reading.drafted().mapping;
    const auto part_of = [&](const std::string& name) {
        for (std::size_t n = 0; n < mapping.units.size(); ++n)
            if (mapping.units[n].name == name) return mapping.as[n].part;
        ADD_FAILURE() << name << " is no unit";
        return Part::None;
    };
    for (const std::string& name : needed) EXPECT_NE(part_of(name), Part::Ignored) << name;
    for (const std::string& name : left) EXPECT_EQ(part_of(name), Part::Ignored) << name;
}

} // namespace
} // namespace heed::io::mapping
