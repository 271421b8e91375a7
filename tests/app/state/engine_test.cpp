// What the program's own engine loads and lists.
#include "app/state/jobs/engine.h"

#include "app/state/open/open_state.h"
#include "core/io/base/file.h"
#include "core/models/transformer/config.h"
#include "tests/support/archives.h"
#include "tests/support/samples/sample_heads.h"
#include "tests/support/source_dir.h"
#include "tests/support/tar_bytes.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <tuple>

namespace heed {
namespace {

TEST(Engine, ABundledModelIsItselfByThePathOfItsFolderToo) {
    const Engine engine = heed_engine();
    const std::filesystem::path folder = test::source_dir() / "assets/models/reverse/dot";
    for (const std::string& name : {folder.string(), (folder / ".." / "dot").string()}) {
        const LoadedModel by_path = engine.load(name, {});
        EXPECT_EQ(by_path.facts.name, "reverse/dot");
        EXPECT_EQ(by_path.opened_from, "");
    }
    const auto listed = engine.list({folder.string()});
    EXPECT_EQ(std::count_if(listed.begin(), listed.end(), [](const ModelChoice& m) { return m.recent; }), 0);
}

TEST(Engine, TheListOfAFolderSaysWhoseModelsTheyAre) {
    const Engine engine = heed_engine();
    const std::filesystem::path folder = test::source_dir() / "tests/checkpoints";
    EXPECT_EQ(engine.kind_of(folder / "hf_marian_untied_relu"), std::pair(std::string("MarianMT"), true));
    EXPECT_EQ(engine.kind_of(folder / "hf_bart_gelu_f16"), std::pair(std::string("BART"), true));
}

/// A reader that no family knows: (12, 4) matrices of a GRU, of zeros.
std::string unknown_tensors() {
    const std::string header =
        R"({"reader.weight_ih_l0":{"dtype":"F32","shape":[12,4],"data_offsets":[0,192]},)"
        R"("reader.weight_hh_l0":{"dtype":"F32","shape":[12,4],"data_offsets":[192,384]}})";
    std::string bytes(8, '\0');
    bytes[0] = static_cast<char>(header.size());
    return bytes + header + std::string(384, '\0');
}

/// An archive in which no family reads the tensors can be taken and mapped as they could without it.
TEST(Engine, APackedModelOfNoFamilyIsMappedByHand) {
    const test::TemporaryFolder folder;
    const std::string notes = "our best";
    io::write_file_atomic(folder / "plain.safetensors", unknown_tensors());
    io::write_file_atomic(folder / "m.tar", test::tar_member("m/model.safetensors", unknown_tensors()) +
                                                test::tar_member("m/notes.txt", notes) + test::end_of_tar());
    io::write_file_atomic(folder / "m.zip", test::zip_of({{"m/model.safetensors", unknown_tensors(), true},
                                                          {"m/notes.txt", notes, true}}));
    const Engine engine = heed_engine();
    for (const char* name : {"plain.safetensors", "m.tar", "m.zip"}) {
        const FilePreview seen = engine.inspect(folder / name, "");
        EXPECT_TRUE(seen.mappable) << name;
        EXPECT_EQ(seen.text, "No family of models reads these tensors.") << name;
        FileEntry entry;
        entry.known = true;
        std::tie(entry.kind, entry.usable) = engine.kind_of(folder / name);
        EXPECT_TRUE(can_take({}, entry)) << name << ": " << entry.kind;
    }
}

/// An encoder alone answers at once, and has as many places as it has: so much of a text is offered.
TEST(Engine, OfATextThatIsTooLongForAnEncoderItsBeginningFits) {
    auto config = test::small_transformer().config.as<transformer::Config>();
    config.kind = transformer::Kind::Encoder;
    Model model = test::small_transformer(config);
    ASSERT_TRUE(model.config.architecture()->run);
    model.longest_input = 4; // the end token's place is one of them
    const auto fit = heed_engine().fit(model, "a b c d e");
    EXPECT_TRUE(fit.too_long);
    EXPECT_EQ(fit.tokens, 5);
    EXPECT_EQ(fit.bytes, 5u);
    EXPECT_FALSE(heed_engine().fit(model, "a b c").too_long);
}

/// A family's file may be deleted while the window runs, and what was opened by it is still asked for.
TEST(Engine, AFamilyThatIsGoneIsForgotten) {
    const Engine engine = heed_engine();
    const std::string model = (test::source_dir() / "tests/checkpoints/keon/seq2seq_7.pt").string();
    OpenAnswers answers;
    answers.family = "/nowhere/mine.json";
    const LoadedModel loaded = engine.load(model, answers);
    ASSERT_TRUE(loaded.report);
    EXPECT_FALSE(loaded.report->family.empty());
    ASSERT_FALSE(loaded.report->notes.empty());
    EXPECT_EQ(loaded.report->notes.front(),
              "the family /nowhere/mine.json is not there any more: another was found by the tensors");
    EXPECT_TRUE(engine.inspect(model, "mine").foreign);
}

/// As the command line does: what lies in a list under a key of its own is a file of weights, too.
TEST(Engine, AttributionsOfInseqAreOpenedAsWeights) {
    const test::TemporaryFolder folder;
    const std::filesystem::path file = folder / "inseq.json";
    io::write_file_atomic(file, R"({"sequence_attributions": [{"source": [{"token": "a", "id": 4}],
        "target": [{"token": "x", "id": 7}], "source_attributions": [[1]]}], "info": {}})");
    EXPECT_TRUE(heed_engine().inspect(file, "").text.starts_with("Attention that was computed elsewhere"));
    EXPECT_EQ(heed_engine().load(file.string(), {}).maps.size(), 1u);
}

TEST(Engine, ModelsOfOneScoreHaveNamesOfTheirOwn) {
    std::set<std::string> names;
    for (const ModelChoice& model : heed_engine().list({}))
        if (model.about.task == "lagged") names.insert(model.about.function);
    EXPECT_EQ(names, (std::set<std::string>{"attention", "lstm", "unguided"}));
}

} // namespace
} // namespace heed
