// The assistant without the families that come with Heed: of each model of other people's code that lies in
// the tests, what it guesses leads to the reading that its own examples confirm.
#include "tests/core/io/mapping/folders.h"

#include "core/base/error.h"
#include "core/io/container/safetensors.h"

#include <gtest/gtest.h>

#include <array>
#include <iostream>

namespace heed::io::mapping {
namespace {

/// What shapes and names do not lead to, and why.
constexpr std::array beyond = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"hf_", "no recurrent cells"},
    {"nematus", "matrices turned, gates apart"},
    {"marian_", "matrices turned, gates apart"},
    {"njunmt", "two cells with the attention between them"},
    {"khanrc_", "a matrix over what attention finds"},
    {"maximum_entropy", "a cell whose gates are linear layers of other names"},
    {"undreamt", "special tokens that have tables of their own"},
    {"nmtpytorch_", "two cells with the attention between them"},
    {"joeynmt_lstm_last_scale", "embeddings times the root of their size"},
    {"pcyin_exchanged", "state and memory that change places"},
});

std::string_view why_beyond(const fs::path& folder) {
    const std::string name = folder.filename().string();
    for (const auto& [begin, why] : beyond)
        if (name.starts_with(begin)) return why;
    return {};
}

std::vector<fs::path> models() {
    std::vector<fs::path> all = folders_with(test::source_dir() / "tests/repositories", "truth.json");
    for (const fs::path& folder : folders_with(test::source_dir() / "tests/checkpoints", "expected.json"))
        all.push_back(folder);
    return all;
}

/// What the draft says, where a test fails.
std::string told(const Draft& draft) {
    std::string text;
    for (std::size_t n = 0; n < draft.mapping.units.size(); ++n) {
        const Mapped& as = draft.mapping.as[n];
        if (as.part == Part::Ignored) continue;
        text += draft.mapping.units[n].name + ": " + std::string(info(as.part).id) + " (" + as.ground + ")\n";
    }
    for (const std::string& problem : draft.problems) text += "problem: " + problem + "\n";
    for (const Question& question : draft.questions) {
        text += question.id + ":";
        for (const Option& option : question.options)
            text += (option.id == question.answer ? " *" : " ") + option.id;
        text += question.open() ? "\n" : " (settled)\n";
    }
    return text;
}

std::string told(const Answers& answers) {
    std::string text;
    for (const auto& [question, answer] : answers) text += question + "=" + answer + " ";
    return text;
}

class MappedModel : public testing::TestWithParam<fs::path> {};

TEST_P(MappedModel, some_answer_gives_what_its_own_code_gave) {
    if (const std::string_view why = why_beyond(GetParam()); !why.empty()) {
        // What cannot be mapped must not seem to be.
        const Examined folder(GetParam());
        Search search;
        try {
            search = try_all(read_unknown({folder.path()}, {}, {}), {});
        } catch (const Error&) { // an index in place of the tensors
        }
        EXPECT_EQ(search.agreeing(), 0u) << "no longer beyond it: " << why;
        return;
    }
    const Examined folder(GetParam());
    const Reading reading = read_unknown({folder.path()}, {}, {});
    const Draft draft = reading.drafted();
    ASSERT_TRUE(draft.ready()) << told(draft);
    for (std::size_t n = 0; n < draft.mapping.units.size(); ++n)
        EXPECT_NE(draft.mapping.as[n].part, Part::None) << draft.mapping.units[n].name << "\n" << told(draft);
    const Search search = try_all(reading, {});
    ASSERT_FALSE(search.tried.empty());
    const Combination& best = search.tried.front();
    std::cout << search.tried.size() << " of " << search.all << ", " << search.agreeing() << " agree; "
              << told(best.answers) << '\n';
    EXPECT_TRUE(best.agrees) << best.difference << ' ' << best.problem << ' ' << told(best.answers) << '\n'
                             << told(draft);
}

INSTANTIATE_TEST_SUITE_P(model, MappedModel, testing::ValuesIn(models()), [](const auto& info) {
    std::string name = info.param.parent_path().filename().string() + "_" + info.param.filename().string();
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
});

// Of a checkpoint in shards all tensors are mapped, by the folder, its list or one of them.
TEST(Tried, AllShardsAreMapped) {
    const test::TemporaryFolder folder;
    nn::ParameterSet<float> one, other;
    one.add("reader.table", 30, 16);
    other.add("writer.table", 28, 16);
    write_file_atomic(folder / "model-00001-of-00002.safetensors", safetensors_bytes(one));
    write_file_atomic(folder / "model-00002-of-00002.safetensors", safetensors_bytes(other));
    write_file_atomic(folder / "model.safetensors.index.json",
                      R"({"weight_map": {"reader.table": "model-00001-of-00002.safetensors",
                                         "writer.table": "model-00002-of-00002.safetensors"}})");
    for (const fs::path& path : {folder.path(), folder / "model.safetensors.index.json",
                                 folder / "model-00002-of-00002.safetensors"})
        EXPECT_EQ(files_to_map({path}).files.front().checkpoint->tensors().size(), 2u) << path;
}

// Its words by number: what is typed and tried are ids.
TEST(Tried, AModelWithoutWordsIsTriedOnIds) {
    const test::TemporaryFolder folder;
    fs::copy(test::source_dir() / "tests/checkpoints/keon/seq2seq_7.pt", folder.path());
    const Reading reading = read_unknown({folder.path()}, {}, {});
    ASSERT_TRUE(reading.words.source.empty());
    const Trial trial = try_reading(reading, {}, suggested_input(reading));
    ASSERT_TRUE(trial.trace) << trial.problem;
    EXPECT_EQ(trial.trace->source_text, "4 5 6 7");
    std::vector<int> ids;
    for (const TraceToken& token : trial.trace->source)
        if (token.end > token.begin) ids.push_back(token.id);
    EXPECT_EQ(ids, (std::vector<int>{4, 5, 6, 7}));
    EXPECT_FALSE(trial.alternatives.empty());
}

} // namespace
} // namespace heed::io::mapping
