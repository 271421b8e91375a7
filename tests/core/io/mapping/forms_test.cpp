// Forms that Heed has, and that the assistant leads to: each is found again by an example that it wrote.
#include "tests/core/io/mapping/unsettled.h"

namespace heed::io::mapping {
namespace {

class Forms : public Unsettled {
protected:
    void add_lstm(const std::string& name, int input, int hidden, const std::string& way = "") {
        add(name + ".weight_ih_l0" + way, 4 * hidden, input);
        add(name + ".weight_hh_l0" + way, 4 * hidden, hidden);
        add(name + ".bias_ih_l0" + way, 4 * hidden, 1);
        add(name + ".bias_hh_l0" + way, 4 * hidden, 1);
    }
    void add_ends(int columns) {
        add("encoder.embedding.weight", 16, 8);
        add("decoder.embedding.weight", 17, 8);
        add_layer("decoder.out", 17, columns);
    }
    /// Both are lstms, the decoder as large as the encoder, with a score over both.
    void add_lstms() {
        add_ends(12);
        add_lstm("encoder.rnn", 8, 12);
        add_lstm("decoder.rnn", 20, 12);
        add_layer("decoder.attention.attn", 9, 24);
        add("decoder.attention.v.weight", 1, 9);
    }
    /// The family by which the examples of those answers are found again.
    Json found_again(const Answers& answers) {
        write_examples(answers, texts_, 6);
        const Search search = try_all(reading(), {});
        EXPECT_GE(search.agreeing(), 1u);
        for (const auto& [question, option] : answers) {
            const auto it = search.tried.front().answers.find(question);
            EXPECT_TRUE(it != search.tried.front().answers.end() && it->second == option) << question;
        }
        return family_of(search);
    }
    const std::vector<std::string> texts_ = {"the man runs .", "the old man sees a red dog ."};
};

TEST_F(Forms, ABiasOnTheStatesSideOfAProduct) {
    add_ends(12);
    add_gru("encoder.gru", 8, 12);
    add_gru("decoder.gru", 8, 12);
    add_layer("decoder.attn", 12, 12);
    add_layer("decoder.concat", 12, 24);
    const Json family = found_again({{"product", "columns"}});
    EXPECT_EQ(family["config"]["attention"]["score"], "projected");
    EXPECT_EQ(family["tensors"]["attention.bq"], "decoder.attn.bias");
    EXPECT_EQ(family["ignore"].dump().find("attn.bias"), std::string::npos);
    // On the annotations' side it is the same for each of them.
    const Json other = found_again({{"product", "rows"}});
    EXPECT_EQ(other["config"]["attention"]["score"], "general");
    EXPECT_NE(other["ignore"].dump().find("attn.bias"), std::string::npos);
}

TEST_F(Forms, AMemoryOfZerosBesideTheLastState) {
    add_lstms();
    const Json family = found_again({{"start", "last"}, {"memory", "zero"}});
    EXPECT_EQ(family["config"]["decoder"]["start"], "linear");
    EXPECT_EQ(family["config"]["decoder"].count("start_memory"), 0u);
}

TEST_F(Forms, AMemoryThatIsTheState) {
    add_lstms();
    EXPECT_EQ(found_again({{"memory", "same"}})["config"]["decoder"]["start_memory"], "same");
}

TEST_F(Forms, AMemoryByTheMatrixOfTheState) {
    add_lstms();
    add_layer("encoder.fc", 12, 12);
    const Json family = found_again({{"start", "bridge"}, {"memory", "shared"}});
    EXPECT_EQ(family["config"]["decoder"]["start_memory"], "own");
    EXPECT_EQ(family["tensors"]["bridge.memory.weight"], family["tensors"]["bridge.weight"]);
}

TEST_F(Forms, AStartWithTheBackwardReadersStateInFront) {
    add_ends(24);
    add_lstm("encoder.rnn", 8, 6);
    add_lstm("encoder.rnn", 8, 6, "_reverse");
    add_lstm("decoder.rnn", 20, 12);
    add_layer("decoder.attention.attn", 9, 24);
    add("decoder.attention.v.weight", 1, 9);
    const Json turned = Json::parse(R"([["H", "2 * H"], [0, "H"]])");
    const Json none = found_again({{"start", "turned"}, {"memory", "own"}});
    EXPECT_EQ(none["config"]["decoder"]["start"], "linear");
    EXPECT_EQ(none["tensors"]["bridge.weight"]["columns"], turned);
    EXPECT_EQ(none["tensors"]["bridge.memory.weight"], none["tensors"]["bridge.weight"]);
    add_layer("encoder.fc", 12, 12);
    const Json made = found_again({{"start", "bridge-turned"}, {"memory", "shared"}});
    EXPECT_EQ(made["config"]["decoder"]["start"], "bridge");
    EXPECT_EQ(made["tensors"]["bridge.weight"], (Json{{"of", "encoder.fc.weight"}, {"columns", turned}}));
    EXPECT_EQ(made["tensors"]["bridge.memory.weight"], made["tensors"]["bridge.weight"]);
}

TEST_F(Forms, PlacesByAMatrixThatHasTheStateFirst) {
    add_ends(12);
    add_gru("encoder.gru", 8, 12);
    add_gru("decoder.gru", 8, 12);
    add_layer("decoder.attn", 10, 20);
    add_layer("decoder.attn_combine", 8, 20);
    EXPECT_TRUE(found_again({{"halves", "first"}})["tensors"]["attention.W"].is_object());
}

TEST_F(Forms, AScoreWhoseVHasABiasOfItsOwn) {
    add_ends(12);
    add_gru("encoder.gru", 8, 12);
    add_gru("decoder.gru", 8, 12);
    add_layer("decoder.attention.method.mlp", 12, 24);
    add_layer("decoder.attention.method.out", 1, 12);
    const Json family = found_again({{"unit", "tanh"}, {"halves", "second"}});
    EXPECT_EQ(family["tensors"]["attention.v"]["vector"], "decoder.attention.method.out.weight");
    EXPECT_EQ(family["tensors"].count("readout.combine.weight"), 0u);
}

TEST_F(Forms, AProjectionBetweenReadoutAndLogits) {
    add("encoder.lt.weight", 16, 8);
    add("decoder.lt.weight", 17, 8);
    add_gru("encoder.rnn", 8, 12);
    add_gru("decoder.rnn", 8, 12);
    add("decoder.attention.attn_combine.weight", 12, 24);
    add_layer("output.o2e", 8, 12);
    add_layer("output.e2s", 17, 8);
    const Json family = found_again({{"readout", "tanh"}});
    EXPECT_EQ(family["tensors"]["readout.project.weight"], "output.o2e.weight");
    EXPECT_NE(family["tensors"]["readout.combine.weight"].dump().find("attn_combine"), std::string::npos);
}

TEST_F(Forms, AProjectionOfTheStateAlone) {
    add("encoder.lt.weight", 16, 8);
    add("decoder.lt.weight", 17, 8);
    add_gru("encoder.rnn", 8, 12);
    add_gru("decoder.rnn", 8, 12);
    add("decoder.attention.attn_combine.weight", 8, 20);
    add_layer("output.o2e", 8, 12);
    add_layer("output.e2s", 17, 8);
    const Json family = found_again({{"start", "last"}});
    EXPECT_EQ(family["config"]["decoder"]["context"], "combined");
    EXPECT_EQ(family["config"]["decoder"]["projection"], "=P");
}

TEST_F(Forms, MatricesThatNothingCouldReadAsTheyAreKept) {
    add_ends(12);
    add_gru("encoder.gru", 8, 12);
    add_gru("decoder.gru", 20, 12);
    add("attention._w_matrix", 12, 9);
    add("attention._u_matrix", 12, 9);
    add("attention._v_vector", 9, 1);
    const Json family = found_again({{"halves", "first"}});
    EXPECT_EQ(family["tensors"]["attention.Wq"], (Json{{"transpose", "attention._w_matrix"}}));
}

TEST_F(Forms, SquareMatricesThatAreKeptTheOtherWay) {
    add_ends(12);
    add_gru("encoder.gru", 8, 12);
    add_gru("decoder.gru", 20, 12);
    add("attention._w_matrix", 12, 12);
    add("attention._u_matrix", 12, 12);
    add("attention._v_vector", 12, 1);
    const Json family = found_again({{"kept", "in-out"}});
    EXPECT_EQ(family["tensors"]["attention.Wh"], (Json{{"transpose", "attention._u_matrix"}}));
}

// A number for each unit of the context: of what the state says, and of the token before the state.
TEST_F(Forms, AGateOverTheContext) {
    add_bahdanau();
    add_layer("dec_gate", 12, 20);
    const Json family = found_again({{"gate", "y,s"}, {"order", "before"}});
    EXPECT_EQ(family["config"]["decoder"]["gate"], "each");
    EXPECT_EQ(family["config"]["decoder"]["gate_reads"], (Json{"state", "token"}));
    EXPECT_EQ(family["tensors"]["gate.weight"]["of"], "dec_gate.weight");
    EXPECT_EQ(family["tensors"]["gate.bias"], "dec_gate.bias");
}

TEST_F(Forms, OneNumberOverTheWholeContext) {
    add_bahdanau();
    add("f_beta.weight", 1, 12);
    add("f_beta.bias", 1, 1);
    const Json family = found_again({{"gate", "s"}, {"source", "none"}});
    EXPECT_EQ(family["config"]["decoder"]["gate"], "one");
    EXPECT_EQ(family["tensors"]["gate.weight"], "f_beta.weight");
}

// Under a name that says nothing a gate is one of the parts that are tried.
TEST_F(Forms, AGateThatIsNotCalledSo) {
    add_bahdanau();
    add_layer("dec_sieve", 12, 12);
    const Parts gate = {{"dec_sieve.weight, bias", Part::Gate}};
    write_examples({}, texts_, 6, gate);
    const Search search = try_all(reading(), {});
    ASSERT_GE(search.agreeing(), 1u);
    EXPECT_EQ(search.tried.front().parts, gate);
}

TEST_F(Forms, ADecoderThatReadsNoToken) {
    add("embedding.weight", 16, 8); // of the source alone
    add_gru("encoder.gru", 8, 12);
    add_gru("decoder.gru", 12, 12);
    add_layer("output_layer", 17, 12);
    const Json family = found_again({{"order", "before-alone"}});
    EXPECT_EQ(family["config"]["decoder"]["reads_token"], false);
    EXPECT_TRUE(family["tensors"]["decoder.embedding.weight"].contains("zeros"));
}

} // namespace
} // namespace heed::io::mapping
