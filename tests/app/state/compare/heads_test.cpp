// Heads beside heads, and which of them stands for a panel.
#include "core/analysis/heads/run_heads.h"
#include "core/io/open/model_library.h"
#include "core/models/transformer/facts.h"
#include "core/trace/words/words.h"
#include "tests/app/state/compare/compared_runs.h"

namespace heed::compared {
namespace {

ComparedRuns over_transformer(const std::string& text = "the old council signed the agreement") {
    ComparedRuns runs("translate");
    runs.open("translate/transformer");
    update(runs.s, {"type", text});
    runs.settle();
    runs.give("view-compare");
    return runs;
}

TEST(CompareHeads, StandBesideOneAnother) {
    ComparedRuns runs = over_transformer("she does not help his student");
    runs.give("compare-heads");
    const auto panels = runs.panels();
    ASSERT_EQ(panels.size(), 9U);
    EXPECT_EQ(panels[0].title, "its own");
    EXPECT_TRUE(panels[0].formula.starts_with("layer 2")) << panels[0].formula; // which it is
    EXPECT_EQ(panels[1].head, "mean");
    EXPECT_EQ(panels[2].head, "0:0");
    PanelState unjudged;
    unjudged.run = runs.s.compare.panels[0].run;
    for (const HeadChoice& choice : head_choices(unjudged))
        if (choice.head == "best") {
            EXPECT_EQ(choice.detail, "needs a known alignment");
        }
    EXPECT_EQ(panels[2].title, "layer 1, head 1");
    for (const ComparePanel& panel : panels) ASSERT_TRUE(panel.trace && panel.trace->has_weights());
    // Each has its own map, and errors of that map.
    const auto& run = *runs.s.compare.panels[3].run;
    const auto head = heads::heads_of(run)[1];
    EXPECT_EQ(panels[3].trace->at(Quantity::Weights), run.at(head.site));
    ASSERT_TRUE(panels[2].judged.own && panels[3].judged.own);
    EXPECT_NE(panels[0].judged.own->error_rate(), panels[2].judged.own->error_rate());
    EXPECT_FALSE(panels[2].judged.alignment); // of the map that stands for the model
    // The model's own stands first and no second time: all eight heads are there.
    for (std::size_t n = 1; n < panels.size(); ++n) EXPECT_NE(panels[n].title, panels[0].formula);
    EXPECT_EQ(panels[8].title, "layer 2, head 4");
    runs.give("compare-difference", "", 0, 2, 3);
    ASSERT_NE(runs.s.compare.matched, nullptr);
    EXPECT_GT(*runs.s.compare.matched->mean, 0);
}

// Where the map that stands for the model is a mean, no head is that map: all eight are there, and not seven
// beside the mean of all.
TEST(CompareHeads, StandWholeWhereTheModelsOwnIsAMean) {
    ComparedRuns runs = over_transformer("she does not help his student");
    runs.give("compare-heads");
    const auto heads_there = [&] {
        int heads = 0;
        for (const PanelOrder& order : wanted_panels(runs.s))
            heads += order.head.find(':') != std::string::npos;
        return heads;
    };
    EXPECT_EQ(heads_there(), 7); // the eighth is its own
    auto trace = std::make_shared<Trace>(*runs.s.trace);
    auto& attention = trace->model.edit<TransformerFacts>().config.attention;
    attention.layer = attention.head = 0;
    runs.s.trace = trace;
    const auto orders = wanted_panels(runs.s);
    EXPECT_EQ(heads_there(), 8);
    EXPECT_EQ(orders.size(), 9U);
    EXPECT_EQ(orders[0].formula, "layer 2, mean of 4 heads");
}

TEST(CompareHeads, OneIsChosenForAPanel) {
    ComparedRuns runs = over_transformer();
    runs.give("compare-models");
    runs.give("compare-other-model", "translate/additive");
    auto panels = runs.panels();
    ASSERT_EQ(panels.size(), 2U);
    EXPECT_TRUE(panels[0].has_heads);
    EXPECT_FALSE(panels[1].has_heads);
    const MatrixXf own = panels[0].trace->at(Quantity::Weights);
    runs.give("compare-head", "0:1", 0, 0);
    panels = runs.panels();
    EXPECT_EQ(panels[0].formula, "layer 1, head 2");
    EXPECT_NE(panels[0].trace->at(Quantity::Weights), own);
    EXPECT_EQ(compare_to_json(runs.s)["panels"][0]["head"], "0:1");
    const double by_head = *runs.s.compare.matched->mean;
    runs.give("compare-head", "best", 0, 0);
    panels = runs.panels();
    EXPECT_TRUE(panels[0].formula.starts_with("best here: ")) << panels[0].formula;
    EXPECT_NE(*runs.s.compare.matched->mean, by_head);
    runs.give("compare-head", "", 0, 0);
    EXPECT_EQ(runs.panels()[0].trace->at(Quantity::Weights), own);
    // A head that a model has not: its own, and that is said.
    runs.give("compare-head", "7:9", 0, 0);
    EXPECT_EQ(runs.panels()[0].trace->at(Quantity::Weights), own);
    EXPECT_FALSE(runs.panels()[0].note.empty());
}

TEST(CompareHeads, AreChosenInASession) {
    ComparedRuns runs = over_transformer();
    runs.give("compare-models");
    runs.give("compare-head", "1:2", 0, 0);
    const auto json = compare_choices_to_json(runs.s);
    CompareChoices read;
    compare_from_json(json, read);
    EXPECT_EQ(read.heads, (std::map<std::string, std::string>{{"first", "1:2"}}));
}

// Two models that cut one sentence differently have the same columns.
TEST(CompareWords, AreTheSameForModelsThatCutDifferently) {
    ComparedRuns runs = over_transformer("she does not help his student");
    auto pieces = std::make_shared<const Model>(
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_marian_toy_enfr").string()));
    runs.models["pieces"] = pieces;
    runs.give("compare-models");
    runs.give("compare-other-model", "pieces");
    auto panels = runs.panels();
    ASSERT_TRUE(panels[0].trace && panels[1].trace);
    EXPECT_EQ(panels[0].trace->labels_of(Axis::Source), panels[1].trace->labels_of(Axis::Source));
    EXPECT_TRUE(runs.s.compare.numbers->divergence[1]);       // columns can be compared
    EXPECT_EQ(panels[0].trace, runs.s.compare.panels[0].run); // words already
    runs.give("words");
    panels = runs.panels();
    EXPECT_GT(panels[1].trace->source_length(), panels[0].trace->source_length());
}

// A cell that was pinned in words is none of the pieces that have its numbers.
TEST(CompareWords, APinnedCellGoesWithThemOrIsLetGo) {
    ComparedRuns runs = over_transformer("she does not help his student");
    runs.models["pieces"] = std::make_shared<const Model>(
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_marian_toy_enfr").string()));
    runs.give("compare-models");
    runs.give("compare-other-model", "pieces");
    const Trace folded = *runs.panels()[1].trace; // of words
    const int last = folded.source_length() - 1 - (folded.source.back().framing() ? 1 : 0);
    const TraceToken word = folded.source[static_cast<std::size_t>(last)];
    runs.give("compare-pin", "", 1, 0, last);
    ASSERT_EQ(runs.s.compare.pinned, (CompareCell{1, 0, last}));
    EXPECT_EQ(compare_to_json(runs.s)["pinned"]["words"], true);
    runs.give("words");
    const CompareCell pieces = runs.s.compare.pinned;
    ASSERT_GT(pieces.column, last) << "its words have more pieces than there are words";
    const TraceToken piece = runs.panels()[1].trace->source[static_cast<std::size_t>(pieces.column)];
    EXPECT_GE(piece.begin + 1, word.begin); // the space before it is the piece's
    EXPECT_LE(piece.end, word.end);
    EXPECT_EQ(pieces.row, 0);
    EXPECT_EQ(compare_to_json(runs.s)["pinned"]["words"], false);
    runs.give("words");
    EXPECT_EQ(runs.s.compare.pinned, (CompareCell{1, 0, last}));
    const CompareChoices in_words = runs.s.compare;
    runs.give("view-step");
    EXPECT_EQ(runs.s.compare.pinned, (CompareCell{1, 0, last}));
    runs.s.words.maps = false; // as Step's switch leaves them
    runs.give("view-compare");
    EXPECT_EQ(runs.s.compare.pinned, CompareCell{});
    runs.give("view-step");
    put_choices(runs.s.compare, in_words); // brought back by undo
    runs.give("view-compare");
    const CompareCell& back = runs.s.compare.pinned;
    EXPECT_TRUE(back == CompareCell{} || back == pieces) << back.column;
}

} // namespace
} // namespace heed::compared
