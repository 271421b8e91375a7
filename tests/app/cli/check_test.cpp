// heed models and heed check, by their words and what they print.
#include "app/cli/commands.h"
#include "core/decode/case.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/container/checkpoint.h"
#include "core/io/container/safetensors.h"
#include "core/io/model/model_folder.h"
#include "tests/support/random_model.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <iostream>
#include <sstream>

namespace heed {
namespace {

using testing::HasSubstr;

/// Standard output and standard error for as long as it lives.
class Captured {
public:
    Captured() : out_before_(std::cout.rdbuf(out.rdbuf())), err_before_(std::cerr.rdbuf(err.rdbuf())) {}
    ~Captured() {
        std::cout.rdbuf(out_before_);
        std::cerr.rdbuf(err_before_);
    }
    std::ostringstream out, err;

private:
    std::streambuf *out_before_, *err_before_;
};

struct Said {
    int status;
    std::string out, err;
};

Said heed_says(std::vector<const char*> words) {
    words.insert(words.begin(), "heed");
    Captured captured;
    const int status = cli::run(static_cast<int>(words.size()), words.data(), nullptr);
    return {status, captured.out.str(), captured.err.str()};
}

class ModelCommands : public testing::Test {
protected:
    ModelCommands() {
        Model model = test::random_model();
        model.name = "dates/additive";
        Request request;
        request.text = "3 march";
        model.case_json = decode::make_case(decode::run(model, request));
        model.card = "# Dates\n\nReads dates. Writes them.\n";
        io::save_model(model, path());
        setenv("HEED_DATA", folder_.path().c_str(), 1);
    }
    ~ModelCommands() override { unsetenv("HEED_DATA"); }
    std::filesystem::path path() const { return folder_ / "models" / "dates" / "additive"; }

    test::TemporaryFolder folder_;
};

TEST_F(ModelCommands, ModelsAreListed) {
    const Said said = heed_says({"models"});
    EXPECT_EQ(said.status, 0);
    EXPECT_THAT(said.out, HasSubstr("NAME"));
    EXPECT_THAT(said.out,
                testing::ContainsRegex("\ndates/additive +dates +additive +gru +48 +[0-9]+ +Reads dates +/"));
    EXPECT_THAT(said.out, HasSubstr(path().string()));
}

TEST_F(ModelCommands, ModelsAreListedAsJson) {
    const auto json = nlohmann::json::parse(heed_says({"models", "--json"}).out);
    const auto model =
        std::find_if(json.begin(), json.end(), [](const auto& m) { return m["name"] == "dates/additive"; });
    ASSERT_NE(model, json.end());
    EXPECT_EQ((*model)["folder"], path().string());
    EXPECT_EQ((*model)["score"], "additive");
    EXPECT_EQ((*model)["hidden"], 48);
    EXPECT_EQ((*model)["about"], "Reads dates");
    EXPECT_GT((*model)["parameters"], 1000);
}

TEST_F(ModelCommands, ABrokenModelIsNamedAndTheOthersAreStillListed) {
    std::filesystem::create_directories(folder_ / "models/dates/broken");
    io::write_file_atomic(folder_ / "models/dates/broken/config.json", "{}");
    const Said said = heed_says({"models"});
    EXPECT_EQ(said.status, 1);
    EXPECT_THAT(said.out, HasSubstr("dates/additive"));
    EXPECT_EQ(said.err, "heed: " + (folder_ / "models/dates/broken/config.json").string() +
                            ": format: expected \"heed.model\", found none\n");
}

TEST_F(ModelCommands, CheckListsTensorsAndRunsTheCase) {
    const Said said = heed_says({"check", "dates"});
    EXPECT_EQ(said.status, 0);
    EXPECT_EQ(said.err, "");
    EXPECT_THAT(said.out, HasSubstr("dates/additive: seq2seq, gru, additive attention"));
    EXPECT_THAT(said.out, HasSubstr("encoder.embedding.weight"));
    EXPECT_THAT(said.out, HasSubstr("F32"));
    EXPECT_THAT(said.out, HasSubstr("a vector for each source token"));
    EXPECT_THAT(said.out, HasSubstr("Its own case agrees: \"3 march\" gives"));
}

TEST_F(ModelCommands, CheckRefusesAnUnknownFamilyWhateverTheModelIs) {
    for (const std::string& m :
         {std::string("dates"), path().string(), (path() / "model.safetensors").string()}) {
        const Said said = heed_says({"check", "--family", "foo", m.c_str()});
        EXPECT_EQ(said.status, 2) << m;
        EXPECT_THAT(said.err, HasSubstr("--family: a family: expected the name of one of ")) << m;
        EXPECT_THAT(said.err, HasSubstr("found \"foo\" (heed check --help shows")) << m;
    }
}

TEST_F(ModelCommands, AKnownFamilyThatTheExampleDisagreesWithNamesTheWayOn) {
    const test::TemporaryFolder folder;
    std::filesystem::copy(test::source_dir() / "tests/checkpoints/aucson", folder / "m",
                          std::filesystem::copy_options::recursive);
    auto expected = nlohmann::json::parse(io::read_file(folder / "m/expected.json", 64u << 20));
    for (auto& row : expected["examples"][0]["attention"])
        for (auto& weight : row) weight = weight.get<double>() / 2 + .1;
    io::write_file_atomic(folder / "m/expected.json", expected.dump());
    const std::string m = (folder / "m").string();
    EXPECT_THAT(heed_says({"check", m.c_str()}).err,
                testing::AllOf(HasSubstr("its own case (expected.json)"),
                               HasSubstr("heed check FILE --draft NEW looks for a form that agrees")));
}

TEST_F(ModelCommands, WhyTellsWhatShapesSayWhereNamesSayNothing) {
    const io::Checkpoint original(test::source_dir() / "tests/checkpoints/keon/seq2seq_7.pt");
    nn::ParameterSet<float> set;
    for (const io::StoredTensor& tensor : original.tensors()) {
        const Eigen::MatrixXf value = original.matrix(tensor);
        std::string name = tensor.name;
        for (const auto& [theirs, other] : {std::pair{"encoder", "reader"},
                                            {"decoder", "writer"},
                                            {"embed", "table"},
                                            {"attention", "look"},
                                            {"gru", "cells"}})
            if (const std::size_t at = name.find(theirs); at != name.npos)
                name.replace(at, std::string_view(theirs).size(), other);
        const int rank = static_cast<int>(tensor.shape.size());
        const int n = set.add(name, static_cast<int>(value.rows()), static_cast<int>(value.cols()), rank);
        set[n].value = value;
    }
    const std::string file = (path() / "renamed.safetensors").string();
    io::write_file_atomic(file, io::safetensors_bytes(set));
    const Said said = heed_says({"check", file.c_str(), "--why"});
    EXPECT_THAT(said.out,
                HasSubstr("By shapes and neighbours they would be (--draft NEW writes that as a family):\n"
                          "  reader.table.weight "));
    EXPECT_THAT(said.out, testing::ContainsRegex("reader.cells.._l0_reverse +backward  \\(its twin"));
    const Said json = heed_says({"check", file.c_str(), "--why", "--json", "-"});
    EXPECT_THAT(json.out, HasSubstr(R"("part":"source embedding E")"));
}

TEST_F(ModelCommands, CheckFailsWhereTheCaseDoes) {
    io::write_file_atomic(path() / "case.json",
                          R"({"input": "3 march", "output": "x", "log_prob": 0, "weights": null})");
    const Said said = heed_says({"check", path().c_str()});
    EXPECT_EQ(said.status, 1);
    EXPECT_THAT(said.err, HasSubstr("case.json: the output: expected \"x\""));
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1);
}

TEST_F(ModelCommands, CheckSaysWhereThereIsNoCase) {
    std::filesystem::remove(path() / "case.json");
    EXPECT_THAT(heed_says({"check", "dates/additive"}).out,
                HasSubstr("carries no example, so nothing was compared"));
}

TEST_F(ModelCommands, CheckReadsAFileOfTensorsAlone) {
    const std::string file = (path() / "model.safetensors").string();
    const Said said = heed_says({"check", file.c_str()});
    EXPECT_EQ(said.status, 0);
    EXPECT_THAT(said.out, HasSubstr("decoder.cell.weight_ih"));
}

TEST_F(ModelCommands, CheckSaysOfAFileOfWeightsHowTheyAreShown) {
    const std::string file = (folder_.path() / "run.json").string();
    io::write_file_atomic(file, R"({"source": ["a", "b"], "target": ["c"], "weights": [[0.5, 0.5]]})");
    const Said said = heed_says({"check", file.c_str()});
    EXPECT_EQ(said.status, 1);
    EXPECT_THAT(said.err, HasSubstr("heed trace --from FILE shows it"));
}

TEST_F(ModelCommands, WrongWordsAndWrongModels) {
    EXPECT_EQ(heed_says({"check"}).status, 2);
    EXPECT_EQ(heed_says({"models", "extra"}).status, 2);
    const Said said = heed_says({"check", "nothing-like-it"});
    EXPECT_EQ(said.status, 1);
    EXPECT_EQ(
        said.err,
        "heed: nothing-like-it: no such model: expected a bundled name, folder or file, found nothing\n");
}

} // namespace
} // namespace heed
