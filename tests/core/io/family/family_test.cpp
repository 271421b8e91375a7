// Families as data: what a file must hold, and how its expressions and conditions are read.
#include "core/io/family/family_reading.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/yaml_text.h"
#include "core/io/container/safetensors.h"
#include "core/io/family/arithmetic.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heed::io {
namespace {

using nlohmann::json;
using test::message_of;
using testing::ElementsAre;
using testing::HasSubstr;

/// Tensors w [2, 3] = 1 … 6, row [1, 3] = 7, 8, 9 and b [2] = 10, 11 in a file, and a family over them.
class FamilyFile : public testing::Test {
protected:
    FamilyFile() {
        nn::ParameterSet<float> set;
        set[set.add("m.w", 2, 3)].value << 1, 2, 3, 4, 5, 6;
        set[set.add("m.row", 1, 3)].value << 7, 8, 9;
        set[set.add("m.b", 2, 1, 1)].value << 10, 11;
        write_file_atomic(folder_ / "model.safetensors", safetensors_bytes(set));
        spec_ = {{"format", "heed.family"},
                 {"version", 1},
                 {"id", "test"},
                 {"title", "A test"},
                 {"known_by", {{"has", {"w"}}}},
                 {"sizes", {{"R", {"w", 0}}, {"C", {"w", 1}}}},
                 {"config", {{"encoder", {{"hidden", "=R * 2 + C"}}}}},
                 {"tensors", {{"x", "w"}}}};
    }

    Family family() {
        write_file_atomic(folder_ / "test.json", spec_.dump());
        return read_family(folder_ / "test.json");
    }
    std::string refusal() {
        const std::string text = message_of([&] { family(); });
        const std::string start = (folder_ / "test.json").string() + ": ";
        return text.rfind(start, 0) == 0 ? text.substr(start.size()) : text;
    }
    FamilyReading reading() {
        family_ = family();
        const std::vector<OpenFile> files = {
            {folder_ / "model.safetensors",
             std::make_shared<const Checkpoint>(folder_ / "model.safetensors")}};
        const FamilyMatch match = match_family(family_, files);
        EXPECT_TRUE(match.whole());
        stock_.emplace(match, files);
        return FamilyReading(family_, *stock_, folder_.path());
    }
    std::string replaced_text(const std::string& what, const std::string& by) const {
        std::string text = spec_.dump();
        return text.replace(text.find(what), what.size(), by);
    }
    /// What the expression of the tensor x makes.
    Eigen::MatrixXf value(const json& expression) {
        spec_["tensors"]["x"] = expression;
        const FamilyReading r = reading();
        return evaluate(r.roles().at(0).expression, 2, 2, in_turn,
                        [](const StoredTensor&, const Eigen::MatrixXf&) {});
    }
    static Eigen::MatrixXf matrix(std::initializer_list<std::initializer_list<float>> rows) {
        Eigen::MatrixXf m(static_cast<Eigen::Index>(rows.size()),
                          static_cast<Eigen::Index>(rows.begin()->size()));
        Eigen::Index r = 0;
        for (const auto& row : rows) {
            Eigen::Index c = 0;
            for (const float v : row) m(r, c++) = v;
            ++r;
        }
        return m;
    }

    test::TemporaryFolder folder_;
    json spec_;
    Family family_;
    std::optional<FamilyStock> stock_;
};

TEST_F(FamilyFile, SizesAndConfigurationComeFromShapes) {
    EXPECT_EQ(reading().config()["encoder"]["hidden"], 7);
    spec_["config"]["encoder"] = {{"cell", {{"gates", "R - 1"}}}};
    EXPECT_EQ(reading().config()["encoder"]["cell"], "rnn");
    spec_["config"]["encoder"] = {{"cell", {{"gates", "R"}}}};
    EXPECT_THAT(message_of([&] { reading(); }),
                HasSubstr("expected 1, 3 or 4 gates (rnn, gru, lstm), found 2"));
    spec_["config"]["encoder"] = {{"hidden", "=C / R"}};
    EXPECT_THAT(message_of([&] { reading(); }),
                HasSubstr("encoder.hidden: expected a whole number, found 1.5"));
}

TEST_F(FamilyFile, MatricesThatFollowOneAnotherAreMultiplied) {
    const json turned = {{"transpose", "w"}};
    EXPECT_EQ(value({{"product", {"w", turned}}}), matrix({{14, 32}, {32, 77}}));
    EXPECT_EQ(value({{"product", {turned, "b"}}}), matrix({{54}, {75}, {96}}));
    EXPECT_EQ(value({{"product", {"row", turned, "b"}}}), matrix({{7 * 54 + 8 * 75 + 9 * 96}}));
    spec_["tensors"]["x"] = {{"product", {"w", "w"}}};
    EXPECT_THAT(message_of([&] { extent_of(reading().roles().at(0).expression); }),
                HasSubstr("expected 3 rows, as what it is multiplied by has columns, found [2, 3]"));
}

TEST_F(FamilyFile, ExpressionsJoinCutAndTurn) {
    EXPECT_EQ(value("w"), matrix({{1, 2, 3}, {4, 5, 6}}));
    EXPECT_EQ(value({{"rows", {"w", "row"}}}), matrix({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}));
    EXPECT_EQ(value({{"columns", {"w", "b"}}}), matrix({{1, 2, 3, 10}, {4, 5, 6, 11}}));
    EXPECT_EQ(value({{"of", "w"}, {"columns", {{1, "C"}, {0, 1}}}}), matrix({{2, 3, 1}, {5, 6, 4}}));
    EXPECT_EQ(value(json::parse(R"({"of": "w", "rows": [["R - 1", "R"]]})")), matrix({{4, 5, 6}}));
    EXPECT_EQ(value(json::parse(R"({"of": "w", "rows": [[1, 2, "R"], [0, 1]]})")),
              matrix({{4, 5, 6}, {4, 5, 6}, {1, 2, 3}}));
    EXPECT_EQ(value({{"transpose", "w"}}), matrix({{1, 4}, {2, 5}, {3, 6}}));
    EXPECT_EQ(value({{"vector", "row"}}), matrix({{7}, {8}, {9}}));
    EXPECT_EQ(value({{"sum", {"w", "w"}}}), matrix({{2, 4, 6}, {8, 10, 12}}));
    EXPECT_EQ(value({{"of", "b"}, {"times", "sqrt(R + R)"}}), matrix({{20}, {22}}));
    EXPECT_EQ(value({{"either", {"absent", {{"sum", {"w", "absent"}}}, "b"}}}), matrix({{10}, {11}}));
    EXPECT_EQ(value({{"zeros", true}}), matrix({{0, 0}, {0, 0}}));
    EXPECT_EQ(value({{"identity", true}}), matrix({{1, 0}, {0, 1}}));
}

TEST_F(FamilyFile, ZerosAndIdentityTakeWhatAJoinLeavesOrTheirOwnShape) {
    // of 2 x 2: b beside what is left of it
    EXPECT_EQ(value({{"columns", {"b", {{"zeros", true}}}}}), matrix({{10, 0}, {11, 0}}));
    EXPECT_EQ(value({{"columns", {{{"zeros", true}}, "b"}}}), matrix({{0, 10}, {0, 11}}));
    EXPECT_EQ(value({{"columns", {"b", {{"zeros", {"R", 1}}}}}}), matrix({{10, 0}, {11, 0}}));
    EXPECT_EQ(value({{"identity", "R"}}), matrix({{1, 0}, {0, 1}}));
    EXPECT_EQ(value({{"sum", {{{"identity", true}}, {{"columns", {"b", "b"}}}}}}),
              matrix({{11, 10}, {11, 12}}));
    EXPECT_THAT(message_of([&] {
                    value({{"columns", {"w", {{"zeros", true}}}}});
                }),
                HasSubstr("expected [2, 2], found [2, 3]"));
    EXPECT_THAT(message_of([&] {
                    value({{"columns", {{{"zeros", true}}, {{"identity", true}}}}});
                }),
                HasSubstr("one part of unknown size at most"));
}

TEST_F(FamilyFile, OfTwoRulesForOneTensorTheMoreExplicitCounts) {
    spec_["tensors"] = {{"decoder.cell.*", "b"}, {"decoder.cell.weight_ih", "w"}};
    const FamilyReading r = reading();
    ASSERT_EQ(r.roles().size(), 4u);
    for (const auto& role : r.roles())
        EXPECT_EQ(role.expression.name, role.name == "decoder.cell.weight_ih" ? "w" : "b") << role.name;
    // what the rule that does not count would need is not missed
    spec_["tensors"] = {{"decoder.cell.*", "*"}};
    for (const char* ours : {"weight_ih", "weight_hh", "bias_ih", "bias_hh"})
        spec_["tensors"][std::string("decoder.cell.") + ours] = "b";
    EXPECT_THAT(reading().missing(), testing::IsEmpty());
}

TEST_F(FamilyFile, TwoRulesForOneTensorAreRefusedNamingBoth) {
    spec_["config"]["decoder"] = {{"layers", 1}};
    spec_["tensors"] = {{"decoder.cell.{layer}.weight_ih", "w"}, {"decoder.cell.*", "b"}};
    EXPECT_THAT(message_of([&] { reading(); }),
                testing::AllOf(HasSubstr("test.json: tensors: decoder.cell.weight_ih"),
                               HasSubstr("\"decoder.cell.*\""),
                               HasSubstr("\"decoder.cell.{layer}.weight_ih\"")));
}

TEST_F(FamilyFile, FormsWithTheSameNamesAreToldApartByTheirDimensions) {
    spec_["variants"] = json::parse(R"([[
        {"if": {"dimensions": ["b", 2]}, "config": {"attention": {"score": "dot"}}},
        {"if": {"dimensions": ["b", 1]}, "config": {"attention": {"score": "general"}}}]])");
    EXPECT_EQ(reading().config()["attention"]["score"], "general");
    spec_["variants"][0][0]["if"] = {{"dimensions", {"row", 2}}};
    EXPECT_EQ(reading().config()["attention"]["score"], "dot");
}

TEST_F(FamilyFile, WhatDoesNotFitIsNamedByTheirTensor) {
    EXPECT_THAT(message_of([&] {
                    value({{"rows", {"w", "b"}}});
                }),
                HasSubstr("tensor \"m.b\": expected 3 columns, found [2, 1]"));
    EXPECT_THAT(message_of([&] {
                    value({{"of", "w"}, {"columns", {{0, 9}}}});
                }),
                HasSubstr("tensor \"m.w\": expected 9 columns or more, found [2, 3]"));
    EXPECT_THAT(message_of([&] {
                    value({{"sum", {"w", "b"}}});
                }),
                HasSubstr("tensor \"m.b\": expected [2, 3], found [2, 1]"));
    EXPECT_THAT(message_of([&] {
                    value({{"twice", "w"}});
                }),
                HasSubstr("test.json: tensors: x: an expression: expected"));
    EXPECT_THAT(message_of([&] {
                    value({{"of", "w"}, {"times", "Q"}});
                }),
                HasSubstr("sizes: expected a size \"Q\", found none"));
    spec_["tensors"]["x"] = {{"sum", {"w", "gone"}}};
    EXPECT_THAT(reading().missing(), ElementsAre("gone"));
}

TEST_F(FamilyFile, TheFirstVariantThatFitsCounts) {
    spec_["variants"] = {{{{"if", {{"has", "gone"}}}, {"config", {{"a", 1}}}},
                          {{"if", {{"equal", {"R + 1", "C"}}}}, {"config", {{"a", 2}}}},
                          {{"config", {{"a", 3}}}}},
                         {{"if", {{"lacks", "gone"}, {"any", {{{"has", "*row"}}}}}},
                          {"tensors", {{"x", nullptr}, {"y", {{"vector", "row"}}}}},
                          {"notes", {"a note"}}},
                         {{"if", {{"not", {{"value", "absent.option"}}}}}, {"config", {{"b", true}}}}};
    spec_["tensors"] = {{"y", {{"rows", {"w"}}}}};
    spec_["variants"][1]["tensors"] = {{"y", {{"vector", "row"}}}};
    const FamilyReading r = reading();
    EXPECT_EQ(r.config()["a"], 2);
    EXPECT_EQ(r.config()["b"], true);
    EXPECT_THAT(r.notes(), ElementsAre("a note"));
    ASSERT_EQ(r.roles().size(), 1u);
    EXPECT_EQ(extent_of(r.roles()[0].expression).rows, 3); // an expression takes another's place, whole
}

TEST_F(FamilyFile, OptionsComeFromFilesBeside) {
    write_file_atomic(folder_ / "config.yaml",
                      "model:\n    decoder:\n        init: \"last\"  # as they say\n");
    spec_["options"] = {{{"file", {"absent.yaml", "config.yaml"}}, {"as", "config"}}};
    spec_["refuse"] = {{{"if", {{"value", "config.model.decoder.init"}, {"is", "last"}}},
                        {"what", "a start from the last state"}}};
    EXPECT_THAT(message_of([&] { reading(); }),
                HasSubstr("A test: Heed cannot run a start from the last state"));
    spec_["refuse"][0]["if"]["is"] = {"first", "zero"};
    EXPECT_EQ(message_of([&] { reading(); }), "nothing was thrown");
}

TEST_F(FamilyFile, OptionsThatItDoesNotKnowAreDoubts) {
    write_file_atomic(folder_ / "config.yaml",
                      "decoder:\n    depth: 2\n    twist: 3\n    seed: 7\n    order: 1\n    off: false\n");
    spec_["options"] = {{{"file", json::array({"config.yaml"})}, {"as", "config"}}};
    spec_["known_options"] = json::parse(
        R"([{"of": "config.decoder", "read": ["depth"], "only": {"order": [0]}, "idle": ["se*"]}])");
    const std::string said =
        "Its options order = 1, twist = 3 are not known here, and may say of another computation";
    EXPECT_THAT(reading().unsettled(), testing::ElementsAre(said));
    spec_["known_options"][0]["only"]["order"] = {0, 1};
    spec_["known_options"][0]["among"] = json::array({"de*"});
    EXPECT_THAT(reading().unsettled(), testing::IsEmpty());
    spec_["known_options"][0]["only"]["order"] = 1;
    EXPECT_THAT(refusal(), HasSubstr("known_options: expected {\"of\": PATH"));
}

TEST_F(FamilyFile, MistakesAreNamedByFileAndKey) {
    const json good = spec_;
    const auto with = [&](const char* pointer, const json& value) {
        spec_ = good;
        spec_[json::json_pointer(pointer)] = value;
        return refusal();
    };
    EXPECT_EQ(with("/format", "x"), "format: expected \"heed.family\", found \"x\"");
    EXPECT_EQ(with("/version", 2), "version: expected 1, found 2");
    EXPECT_EQ(with("/id", 3), "id: expected text, found 3");
    EXPECT_EQ(with("/tensor", json::object()),
              "tensor: expected a key that a family has, found an unknown one");
    EXPECT_EQ(with("/tensors", 1), "tensors: expected an object, found 1");
    EXPECT_EQ(with("/known_by", json::array()), "known_by: expected an object, or a list of parts, found []");
    EXPECT_EQ(with("/known_by/has", json::array({1})), "known_by.has: expected names of tensors, found 1");
    EXPECT_EQ(with("/variants", {{{"iff", 1}}}),
              "variants[0].iff: expected a key that a family has, found an unknown one");
    EXPECT_EQ(with("/variants", json::array({3})),
              "variants[0].: expected an object, or a list of objects, found 3");
    spec_ = good;
    spec_.erase("config");
    EXPECT_EQ(refusal(), "config: expected an object, found none");
    spec_ = good;
    spec_["sizes"]["R"] = "C";
    spec_["sizes"]["C"] = "R";
    EXPECT_THAT(message_of([&] { reading(); }),
                HasSubstr("expected a size that does not need itself, found a circle"));
    spec_ = good;
    spec_["variants"] = {{{"if", {{"hass", "w"}}}}};
    EXPECT_THAT(message_of([&] { reading(); }), HasSubstr("test.json: if: expected has, lacks, value"));
}

TEST_F(FamilyFile, WhatWouldGrowWithoutBoundIsRefused) {
    const json good = spec_;
    for (int n = 0; n < 80; ++n) spec_["sizes"]["s" + std::to_string(n)] = "s" + std::to_string(n + 1);
    spec_["config"]["encoder"]["hidden"] = "=s0";
    EXPECT_THAT(message_of([&] { reading(); }), HasSubstr("expected a chain of at most 64 sizes"));
    json ranges = json::array();
    ranges.push_back(json::array({0, 1, 100'000'000}));
    spec_ = good;
    EXPECT_THAT(message_of([&] {
                    value({{"of", "w"}, {"rows", ranges}});
                }),
                HasSubstr("expected a range at most 4096 times"));
}

TEST_F(FamilyFile, ABrokenOneDisablesItselfAlone) {
    family();
    write_file_atomic(folder_ / "broken.json", "{\"format\": \"heed.family\",");
    write_file_atomic(folder_ / "twice.json", replaced_text("\"C\":", "\"R\":"));
    std::vector<std::string> broken;
    const std::vector<Family> families = read_families({folder_.path()}, &broken);
    ASSERT_EQ(families.size(), 1u);
    EXPECT_EQ(families.front().id, "test");
    ASSERT_EQ(broken.size(), 2u);
    EXPECT_THAT(broken[0], HasSubstr("broken.json"));
    EXPECT_THAT(broken[1], testing::AllOf(HasSubstr("twice.json"), HasSubstr("it twice in one object")));
}

TEST_F(FamilyFile, OfTwoOfOneIdTheOneCountsWhoseFileIsCalledSo) {
    const test::TemporaryFolder folder;
    json spec = spec_;
    spec["title"] = "Another";
    write_file_atomic(folder / "a_copy.json", spec.dump());
    spec["title"] = "The one";
    write_file_atomic(folder / "test.json", spec.dump());
    std::vector<std::string> broken;
    const std::vector<Family> families = read_families({folder.path()}, &broken);
    ASSERT_EQ(families.size(), 1u);
    EXPECT_EQ(families.front().title, "The one");
    ASSERT_EQ(broken.size(), 1u);
    EXPECT_THAT(broken[0], testing::AllOf(HasSubstr("a_copy.json: its id \"test\" is that of "),
                                          HasSubstr("test.json")));
}

TEST(Families, ThoseThatComeWithHeedAreSound) {
    const std::vector<Family> families = read_families({test::source_dir() / "assets/families"});
    EXPECT_GE(families.size(), 15u);
    for (const Family& family : families) EXPECT_FALSE(family.title.empty()) << family.file;
}

TEST(Arithmetic, SumsProductsAndRoots) {
    const auto value = [](const char* text) {
        return arithmetic(
            text, [](const std::string& name) { return name == "D" ? 6. : 4.; }, "f");
    };
    EXPECT_EQ(value("D + 2*H"), 14);
    EXPECT_EQ(value("(D - 2) / H"), 1);
    EXPECT_EQ(value("sqrt(H) * 3 - 1"), 5);
    for (const char* text : {"", "D +", "D D", "(D", "D ^ 2", "sqrt D", "1/0"})
        EXPECT_THROW(value(text), Error) << text;
    EXPECT_THROW(value(std::string(1000, '(').c_str()), Error);
}

TEST(Yaml, WhatConfigurationFilesUse) {
    const json found =
        parse_yaml("# a comment\nname: \"x # y\"\nmodel:\n    encoder:\n        layers: 2\n        scale: "
                   "False\n    rate: 0.5\n"
                   "list:\n  - a\n  - 'b'\nflat:\n- 1\nempty:\ninline: [1, two]\n\"quoted key\": ~\n",
                   "f");
    EXPECT_EQ(found["name"], "x # y");
    EXPECT_EQ(found["model"]["encoder"]["layers"], 2);
    EXPECT_EQ(found["model"]["encoder"]["scale"], false);
    EXPECT_EQ(found["model"]["rate"], 0.5);
    EXPECT_EQ(found["list"], json({"a", "b"}));
    EXPECT_EQ(found["flat"], json({1}));
    EXPECT_EQ(found["inline"], json({1, "two"}));
    EXPECT_TRUE(found["empty"].is_null());
    EXPECT_TRUE(found["quoted key"].is_null());
    std::string deep;
    for (int n = 0; n < 100; ++n) deep += std::string(static_cast<std::size_t>(n), ' ') + "a:\n";
    EXPECT_THAT(message_of([&] { parse_yaml(deep, "f"); }), HasSubstr("f: nested too deeply"));
}

} // namespace
} // namespace heed::io
