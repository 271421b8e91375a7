// Memory: which models stand beside one, what is asked for, and what its commands do.
#include "app/state/memory/memory.h"

#include "app/state/memory/orders.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/transformer/facts.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <set>

namespace heed {
namespace {

struct MemoryTest : testing::Test {
    Engine engine = heed_engine();
    std::shared_ptr<const Model> load(const char* name) { return engine.load(name, {}).model; }

    /// Memory over that model and input, everything asked for done at once.
    AppState opened(const char* name, const char* input) {
        AppState s;
        const LoadedModel loaded = engine.load(name, {});
        s.model = loaded.model;
        s.model_name = name;
        s.facts = loaded.facts;
        s.input = input;
        s.view = "memory";
        return s;
    }
    void work(AppState& s) {
        for (const Effect& effect : follow_memory(s)) {
            if (effect.text != "memory") continue; // accuracy by length takes longer
            WorkDone done{"memory", {}, ""};
            done.result = memory_job(s)(engine, {});
            apply_memory(s, done);
        }
    }
    static EffectList give(AppState& s, std::string_view id, int i = -1, std::string text = "") {
        Command command{id};
        command.i = i;
        command.text = std::move(text);
        for (const CommandInfo& row : memory_commands())
            if (row.id == id) return row.run(s, command);
        ADD_FAILURE() << id;
        return {};
    }
};

TEST_F(MemoryTest, BesideAModelStandsOneOfEachCellAndOneWithAttention) {
    std::set<std::string> names, cells;
    bool attention = false;
    for (const auto& model : memory_models(engine, load("reverse/none")).models) {
        EXPECT_TRUE(names.insert(model->name).second) << model->name;
        EXPECT_EQ(model->task, "reverse");
        cells.insert(model->config.architecture()->brief(model->config).cell);
        attention = attention || model->facts.score != "none";
    }
    EXPECT_TRUE(names.contains("reverse/none"));
    EXPECT_TRUE(cells.contains("gru"));
    EXPECT_TRUE(attention);
}

TEST_F(MemoryTest, ReadersWithAttentionStandInTheirPlaceWhereTheyAreWanted) {
    const MemoryModels beside = memory_models(engine, load("reverse/none"), true);
    EXPECT_TRUE(beside.both_kinds);
    std::set<std::string> names;
    for (const auto& model : beside.models) names.insert(model->name);
    EXPECT_EQ(names, (std::set<std::string>{"reverse/rnn", "reverse/additive", "reverse/lstm"}));
    EXPECT_FALSE(memory_models(engine, load("copy/plain"), true).both_kinds);
}

// Where attention reads the old states, nothing makes a plain cell keep them; its share of x_1 is lost far
// sooner than in an lstm. Readers that must carry all of the input keep it about as long, whatever the cell.
TEST_F(MemoryTest, InReadersWithAttentionThePlainRnnForgetsFarSooner) {
    AppState s = opened("reverse/none", "thequickbrownfoxjump");
    give(s, "memory-readers", 1);
    work(s);
    ASSERT_NE(s.memory.board, nullptr) << s.memory.problem;
    EXPECT_TRUE(s.memory.board->choice);
    std::map<std::string, int> lost;
    for (const MemoryModel& model : s.memory.board->models) {
        EXPECT_TRUE(model.attention && model.reads && model.writes) << model.key;
        lost[model.cell] = faded_after(model, 0, 0.001f);
    }
    ASSERT_EQ(lost.size(), 3u);
    EXPECT_GT(lost["rnn"], 0);
    EXPECT_TRUE(lost["lstm"] < 0 || lost["lstm"] > 2 * lost["rnn"]) << lost["lstm"] << " " << lost["rnn"];
    EXPECT_TRUE(lost["gru"] < 0 || lost["gru"] > lost["rnn"]) << lost["gru"] << " " << lost["rnn"];
}

// A Transformer has no such states: others of its task are shown, and that is said.
TEST_F(MemoryTest, AModelWithoutSuchStatesIsNotTakenForTheOthers) {
    EXPECT_EQ(memory_models(engine, load("translate/additive")).absent, "");
    const MemoryModels beside = memory_models(engine, load("translate/transformer"));
    EXPECT_EQ(beside.absent, "translate/transformer");
    EXPECT_FALSE(beside.models.empty());
    AppState s = opened("translate/transformer", "the law");
    work(s);
    ASSERT_NE(s.memory.board, nullptr);
    EXPECT_EQ(s.memory.board->absent, "translate/transformer");
}

// Of two that have the same cell and attention each is called by its own name.
TEST_F(MemoryTest, ModelsOfOneKindAreCalledByTheirNames) {
    AppState s = opened("copy/coverage", "a b a b");
    work(s);
    ASSERT_NE(s.memory.board, nullptr);
    std::set<std::string> titles;
    for (const MemoryModel& model : s.memory.board->models) titles.insert(model.title);
    EXPECT_TRUE(titles.contains("copy/plain") && titles.contains("copy/coverage"));
}

TEST_F(MemoryTest, SharesAreOfTheStrongestWordOfEachState) {
    AppState s = opened("reverse/none", "abcdefghijkl");
    work(s);
    ASSERT_NE(s.memory.board, nullptr) << s.memory.problem;
    const MemoryBoard& board = *s.memory.board;
    EXPECT_EQ(board.words.size(), 13u); // the end token is read too
    EXPECT_EQ(board.unit, "letter");
    for (const MemoryModel& model : board.models)
        for (const Eigen::MatrixXf* shares : {&model.read, &model.written})
            for (Eigen::Index r = 0; r < shares->rows(); ++r) {
                EXPECT_FLOAT_EQ(shares->row(r).maxCoeff(), 1) << model.key;
                EXPECT_GE(shares->row(r).minCoeff(), 0);
                if (shares != &model.read) continue;
                for (Eigen::Index j = r + 1; j < shares->cols(); ++j)
                    EXPECT_EQ((*shares)(r, j), 0) << "a word not yet read";
            }
    EXPECT_TRUE(follow_memory(s).empty()) << "asked for twice";
}

TEST_F(MemoryTest, UntrainedWeightsGiveOtherSharesOfTheSameSentence) {
    AppState s = opened("reverse/none", "abcdef");
    work(s);
    ASSERT_NE(s.memory.board, nullptr);
    const auto trained = s.memory.board;
    give(s, "memory-weights", 1);
    work(s);
    ASSERT_NE(s.memory.board, trained);
    EXPECT_TRUE(s.memory.board->random);
    EXPECT_EQ(s.memory.board->words, trained->words);
    EXPECT_NE(s.memory.board->models.front().read, trained->models.front().read);
    EXPECT_EQ(s.memory.board->models.front().outputs, trained->models.front().outputs);
}

TEST_F(MemoryTest, CommandsStayWithinTheSentenceAndComeBackFromASession) {
    AppState s = opened("reverse/none", "abcdef");
    work(s);
    give(s, "memory-follow", 99);
    EXPECT_EQ(s.memory.follow, 6);
    give(s, "memory-next");
    EXPECT_EQ(s.memory.follow, 6);
    give(s, "memory-previous");
    EXPECT_EQ(s.memory.follow, 5);
    give(s, "memory-scale", 1);
    give(s, "memory-tokens", 1);
    give(s, "memory-model", -1, "reverse/none");
    const nlohmann::json kept = nlohmann::json::parse(memory_choices(s).dump());
    AppState again = opened("reverse/none", "abcdef");
    memory_from_json(kept, again);
    EXPECT_EQ(again.memory.follow, 5);
    EXPECT_TRUE(again.memory.linear);
    EXPECT_TRUE(again.memory.tokens);
    EXPECT_FALSE(again.memory.attentive);
    EXPECT_EQ(again.memory.hidden, std::set<std::string>{"reverse/none"});
    for (const char* broken : {"null", "7", R"({"follow": -3, "hidden": 4, "seed": "x"})"}) {
        memory_from_json(nlohmann::json::parse(broken), again);
        EXPECT_EQ(again.memory.follow, 0) << broken;
    }
}

TEST_F(MemoryTest, ItIsCancelled) {
    const std::atomic<bool> cancelled{true};
    EXPECT_THROW(measure_memory(load("reverse/additive"), "abc", false, in_turn, &cancelled),
                 decode::Cancelled);
}

TEST_F(MemoryTest, AnotherArchitectureIsRefusedByName) {
    try {
        measure_memory(load("adding/linear"), ".1 .2* .3 .4*", false, in_turn, nullptr);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("adding/linear"), std::string::npos);
    }
}

TEST(MemoryState, OfATransformerWithoutOthersOfItsTaskItSaysWhy) {
    AppState s;
    s.facts.title = "marian";
    s.facts.architecture = "seq2seq";
    s.memory.problem = "marian: influence: no.";
    EXPECT_EQ(memory_problem(s), s.memory.problem);
    s.facts.own = TransformerFacts{};
    EXPECT_EQ(memory_problem(s),
              "marian is a Transformer: no state goes from character to character, every place is "
              "looked at directly. Step shows where.");
    s.memory.problem.clear();
    EXPECT_EQ(memory_problem(s), "");
}

} // namespace
} // namespace heed
