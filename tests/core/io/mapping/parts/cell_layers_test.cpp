// Cells that were written by hand: two layers whose rows are the gates.
#include "tests/core/io/mapping/unsettled.h"

#include "core/io/mapping/parts/cell_layers.h"

#include <gmock/gmock.h>

namespace heed::io::mapping {
namespace {

class CellLayers : public Unsettled {
protected:
    void add_cell(const std::string& input, const std::string& state, int gates, int reads, int hidden) {
        add_layer(input, gates * hidden, reads);
        add_layer(state, gates * hidden, hidden);
    }
    void add_model(int gates) {
        add("encoder.embedding.weight", 16, 8);
        add_cell("encoder.cell.x2h", "encoder.cell.h2h", gates, 8, 12);
        add("decoder.embedding.weight", 17, 8);
        add_cell("decoder.cell.x2h", "decoder.cell.h2h", gates, 8, 12);
        add_layer("decoder.mix", 12, 24);
        add_layer("decoder.out", 17, 12);
    }
    const std::vector<std::string> texts_ = {"the man runs .", "the old man sees a red dog ."};
};

TEST_F(CellLayers, TwoLayersAreACellAndItsGatesAreAskedFor) {
    add_model(3);
    const Draft draft = reading().drafted();
    ASSERT_TRUE(draft.ready()) << draft.problems.front();
    EXPECT_EQ(draft.mapping.sizes.H, 12);
    EXPECT_EQ(draft.mapping.sizes.encoder_gates, 3);
    EXPECT_EQ(draft.mapping.count(Part::None), 0u);
    const Question* gates = draft.find("gates");
    ASSERT_NE(gates, nullptr);
    EXPECT_TRUE(gates->open());
    EXPECT_EQ(gates->answer, "rzn");
}

TEST_F(CellLayers, TheExamplesTellTheOrderOfTheGates) {
    add_model(3);
    for (const char* order : {"rzn", "zrn"}) {
        write_examples({{"gates", order}}, texts_, 6);
        const Search search = try_all(reading(), {});
        EXPECT_EQ(search.agreeing(), 1u);
        EXPECT_EQ(search.tried.front().answers.at("gates"), order);
        EXPECT_EQ(report_of(search).verdict(), LoadVerdict::Verified);
    }
}

TEST_F(CellLayers, AndOfAnLstm) {
    add_model(4);
    write_examples({{"lstm-gates", "igfo"}}, texts_, 6);
    const Search search = try_all(reading(), {});
    ASSERT_GT(search.agreeing(), 0u);
    EXPECT_EQ(search.tried.front().answers.at("lstm-gates"), "igfo");
}

// What is fed to the decoder's cell may stand in another order, and its gates as well.
TEST_F(CellLayers, GatesAndInputMayBothBeOtherwise) {
    add("encoder.embedding.weight", 16, 8);
    add_cell("encoder.cell.x2h", "encoder.cell.h2h", 3, 8, 12);
    add("decoder.embedding.weight", 17, 8);
    add_cell("decoder.cell.x2h", "decoder.cell.h2h", 3, 20, 12);
    add_layer("decoder.out", 17, 12);
    const Answers answers = {{"gates", "zrn"}, {"input", "other"}};
    write_examples(answers, texts_, 6);
    const Json family = family_json(reading(answers).drafted(), "a", "a", {});
    for (const char* part : {"weight_ih", "weight_hh", "bias_ih", "bias_hh"})
        EXPECT_THAT(family["tensors"]["decoder.cell." + std::string(part)].dump(),
                    testing::HasSubstr("0 * D"))
            << part;
    const Search search = try_all(reading(), {}); // how far is padded makes no difference here
    ASSERT_GT(search.agreeing(), 0u);
    for (const Combination& one : search.tried)
        if (one.agrees) {
            EXPECT_EQ(one.answers.at("gates"), "zrn");
            EXPECT_EQ(one.answers.at("input"), "other");
        }
}

TEST_F(CellLayers, LayersOfAStackFollowOneAnother) {
    add("encoder.embedding.weight", 16, 8);
    add_cell("encoder.cells.0.x2h", "encoder.cells.0.h2h", 4, 8, 12);
    add_cell("encoder.cells.1.x2h", "encoder.cells.1.h2h", 4, 12, 12);
    add("decoder.embedding.weight", 17, 8);
    add_cell("decoder.cells.0.x2h", "decoder.cells.0.h2h", 4, 8, 12);
    add_cell("decoder.cells.1.x2h", "decoder.cells.1.h2h", 4, 12, 12);
    add_layer("decoder.mix", 12, 24);
    add_layer("decoder.out", 17, 12);
    const Draft draft = reading().drafted();
    ASSERT_TRUE(draft.ready()) << draft.problems.front();
    EXPECT_EQ(draft.mapping.sizes.encoder_layers, 2);
    EXPECT_EQ(draft.mapping.sizes.decoder_layers, 2);
    write_examples({}, texts_, 6);
    EXPECT_EQ(try_all(reading(), {}).agreeing(), 1u);
}

// What PyTorch names is in PyTorch's order: nothing is asked.
TEST_F(CellLayers, CellsOfPyTorchAreNotAsked) {
    add_luong();
    EXPECT_EQ(reading().drafted().find("gates"), nullptr);
}

Unit hand_layer(const std::string& name, std::int64_t rows, std::int64_t columns) {
    Unit unit;
    unit.kind = columns == 1 ? Unit::Kind::Vector : Unit::Kind::Layer;
    unit.name = unit.weight = name;
    unit.rows = rows;
    unit.columns = columns;
    unit.tensors = 1;
    return unit;
}

TEST(CellsOfLayers, NamesThatAreCommon) {
    struct Case {
        const char *input, *state, *bias;
    };
    for (const Case& one : {Case{"a.W_x", "a.W_h", "a.b"},
                            {"Wx", "Wh", "b"},
                            {"enc/W", "enc/U", "enc/b"},
                            {"l.i2h_weight", "l.h2h_weight", "l.i2h_bias"},
                            {"w_ih", "w_hh", "b_ih"}}) {
        const auto units = with_cells_of_layers(
            {hand_layer(one.input, 36, 8), hand_layer(one.state, 36, 12), hand_layer(one.bias, 36, 1)});
        ASSERT_EQ(units.size(), 1u) << one.input;
        EXPECT_EQ(units[0].kind, Unit::Kind::Cell);
        EXPECT_EQ(units[0].weight_ih, one.input);
        EXPECT_EQ(units[0].weight_hh, one.state);
        EXPECT_EQ(units[0].bias_ih, one.bias);
        EXPECT_EQ(units[0].tensors, 3u);
        EXPECT_EQ(units[0].gates, 3);
    }
}

// The score has a W and a U, too, and a layer that reads [input ; state] has no second one beside it.
TEST(CellsOfLayers, WhatIsNoCellStaysAsItIs) {
    for (const auto& units :
         {std::vector<Unit>{hand_layer("attn.W", 12, 12), hand_layer("attn.U", 12, 12)},
          std::vector<Unit>{hand_layer("attn.W_x", 12, 12), hand_layer("attn.W_h", 12, 24)},
          std::vector<Unit>{hand_layer("rnn.i2h", 12, 20), hand_layer("rnn.i2o", 5, 20)},
          std::vector<Unit>{hand_layer("a.x2h", 36, 8), hand_layer("b.h2h", 36, 12)}})
        for (const Unit& unit : with_cells_of_layers(units)) EXPECT_EQ(unit.kind, Unit::Kind::Layer);
}

// A score of as many units as several gates would have rows says so by its v, or stands about the real cell.
TEST(CellsOfLayers, TheScoresMatricesAreNoCell) {
    Unit cell;
    cell.kind = Unit::Kind::Cell;
    cell.stack = "at.rnn.";
    cell.tensors = 4;
    for (const auto& units :
         {std::vector<Unit>{hand_layer("at.W", 256, 64), hand_layer("at.U", 256, 64),
                            hand_layer("at.v", 256, 1)},
          std::vector<Unit>{hand_layer("at.i2h.weight", 256, 256), hand_layer("at.h2h.weight", 256, 256),
                            hand_layer("at.score.weight", 1, 256)},
          std::vector<Unit>{hand_layer("at.i2h.weight", 768, 256), hand_layer("at.h2h.weight", 768, 256),
                            cell}})
        EXPECT_EQ(with_cells_of_layers(units).size(), 3u) << units[0].weight;
}

} // namespace
} // namespace heed::io::mapping
