// The heads as they are looked at: types, ranks and readings, links of one sentence, and where arrows go.
#include "tests/app/figures/heads/heads_fixture.h"

#include "app/figures/heads/seen.h"
#include "app/figures/heads/word_map.h"

namespace heed {
namespace {

using heads::Kind;
using heads::Reading;

TEST_F(HeadsFigure, TypesComeOfTheMeasures) {
    const atlas::Seen seen = atlas::seen(measured, {});
    EXPECT_EQ(seen.type(number_of(measured, 1, 2))->id, "aligns");
    EXPECT_EQ(seen.type(number_of(measured, 4, 0))->id, "end");
    EXPECT_EQ(seen.type(number_of(measured, 4, 5))->id, "spread");
    EXPECT_EQ(seen.measure->id, "aer");
    EXPECT_EQ(seen.rank(number_of(measured, 1, 2)), 1);
    EXPECT_EQ(seen.rank(number_of(measured, 0, 1)), 2);
}

/// Where links of the sentence are known, it has an error and what it may be held against.
TEST_F(HeadsFigure, ASentenceWithLinksIsMeasuredAgainstThem) {
    const heads::Gold gold{{{0, 0}, {2, 1}, {1, 2}}, {}};
    const HeadReport report = head_report(run, true, &gold);
    EXPECT_EQ(report.judged, 1);
    ASSERT_TRUE(report.diagonal);
    EXPECT_EQ(report.over, "this sentence, with links");
    EXPECT_EQ(atlas::seen(report, {}).measure->id, "aer");
    EXPECT_NE(heads_sentence(report, {}).find("aligns best"), std::string::npos);
    EXPECT_EQ(alone.judged, 0);
    EXPECT_FALSE(alone.diagonal);
}

TEST_F(HeadsFigure, ArrowsGoWhereTheGridGoes) {
    const atlas::Grid grid = atlas::grid_of(atlas::seen(measured, {}), AtlasOrder::Layer);
    const int from = number_of(measured, 4, 2);
    EXPECT_EQ(atlas::beside(grid, from, 1, 0), number_of(measured, 4, 3));
    EXPECT_EQ(atlas::beside(grid, from, 0, -1), number_of(measured, 5, 2));
    EXPECT_EQ(atlas::beside(grid, from, 0, 1), number_of(measured, 3, 2));
    EXPECT_EQ(atlas::beside(grid, number_of(measured, 5, 0), 0, -1), number_of(measured, 5, 0));
}

TEST_F(HeadsFigure, TheRowThatReadsIsThatOfTheNextStep) {
    const heads::Head& head = measured.all[0].head;
    const auto predicts = maps->at(head, Reading::Predicts), reads = maps->at(head, Reading::Reads);
    ASSERT_TRUE(predicts && reads);
    EXPECT_EQ(predicts->rows, 10);
    EXPECT_EQ(reads->rows, 9); // nothing reads the end token
    for (int j = 0; j < reads->columns; ++j)
        EXPECT_EQ(reads->values[j], predicts->values[predicts->columns + j]);
}

/// A tip would stand on the maps beside it, which it is compared with: its words are a line's, and what a key
/// does is said of the head that it is done to.
TEST_F(HeadsFigure, AHeadThatIsPointedAtIsToldWithoutATip) {
    const int chosen = atlas::seen(measured, {}).chosen;
    const Scene scene = heads_figure(measured, *maps, {}, style);
    ASSERT_EQ(scene.picks.size(), 48u);
    for (const Pick& pick : scene.picks) {
        EXPECT_EQ(pick.tooltip, "");
        const std::string words = head_sentence(measured, {}, {}, pick.id.k);
        EXPECT_TRUE(words.starts_with("Cross, layer " + std::to_string(pick.id.i + 1) + ", head " +
                                      std::to_string(pick.id.j + 1)))
            << words;
        EXPECT_TRUE(
            words.ends_with(pick.id.k == chosen ? ". Enter shows it in the network." : ". Enter chooses it."))
            << words;
    }
    const int best = number_of(measured, 1, 2);
    EXPECT_TRUE(head_sentence(measured, {}, {}, best).starts_with("Cross, layer 2, head 3: aligns; AER "))
        << head_sentence(measured, {}, {}, best);
    HeadEdits off;
    off[{Kind::Cross, 1, 2}] = {};
    EXPECT_TRUE(head_sentence(measured, {}, off, best).starts_with("Cross, layer 2, head 3, off: aligns"))
        << head_sentence(measured, {}, off, best);
}

/// Whatever is beside it: what changed heads are called is asked for here, too.
TEST_F(HeadsFigure, AHeadHasOneName) {
    const auto types = head_types(measured, {});
    const atlas::Seen seen = atlas::seen(measured, {});
    int named = 0;
    for (const int h : seen.all) {
        const Site& site = seen.one(h).head.site;
        const auto found = types.find({Kind::Cross, site.layer, site.head});
        const heads::Type* type = seen.type(h);
        ASSERT_EQ(found != types.end(), type != nullptr);
        if (type) {
            EXPECT_EQ(found->second, type->title);
        }
        named += type != nullptr;
    }
    EXPECT_GT(named, 0);
    EXPECT_EQ(types.at({Kind::Cross, 1, 2}), "aligns");
}

/// Rows of an encoder stand where they are, by whichever reading links were measured.
TEST_F(HeadsFigure, OnlyCrossAttentionIsDrawnByTheNextRow) {
    Trace encoder;
    for (const char* word : {"a", "b", "c"}) encoder.source.push_back({word, 0, 0, 0});
    encoder.set({Quantity::HeadWeights, 0, 0}, MatrixXf::Identity(3, 3));
    const MatrixXf weights = MatrixXf::Random(3, 3).cwiseAbs();
    const auto first = atlas::word_map(weights, words_of(encoder), Kind::Encoder, Reading::Predicts),
               second = atlas::word_map(weights, words_of(encoder), Kind::Encoder, Reading::Reads);
    ASSERT_EQ(second->rows, 3);
    for (int cell = 0; cell < 9; ++cell) EXPECT_EQ(second->values[cell], first->values[cell]) << cell;
}

/// One sentence is read as its links say, too, not only many pairs.
TEST_F(HeadsFigure, OneSentenceIsReadByTheRowThatItsLinksPrefer) {
    Trace late;
    for (const char* word : {"a", "b", "c"}) {
        late.source.push_back({word, 0, 0, 0});
        late.steps.emplace_back();
        late.steps.back().token.text = word;
    }
    late.steps.emplace_back();
    late.steps.back().token.text = "</s>";
    late.steps.back().token.is_end = true;
    MatrixXf next = MatrixXf::Zero(3, 4); // each word is looked at when it is read
    next(1, 0) = next(0, 1) = next(1, 2) = next(2, 3) = 1;
    late.set({Quantity::HeadWeights, 0, 0}, next);
    late.set({Quantity::HeadWeights, 0, 1}, MatrixXf::Constant(3, 4, 1.0f / 3));
    const heads::Gold gold{{{0, 0}, {1, 1}, {2, 2}}, {}};
    const HeadReport report = head_report(late, true, &gold);
    ASSERT_FALSE(report.choice);
    EXPECT_EQ(atlas::seen(report, {}).reading, Reading::Reads);
    HeadsLook asked;
    asked.reading = Reading::Predicts;
    EXPECT_EQ(atlas::seen(report, asked).reading, Reading::Predicts);
    EXPECT_EQ(atlas::seen(head_report(late), {}).reading, Reading::Predicts);
}

} // namespace
} // namespace heed
