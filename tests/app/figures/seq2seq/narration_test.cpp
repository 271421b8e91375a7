#include "app/figures/base/format.h"
#include "app/figures/seq2seq/inspector/inspector.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"
#include "tests/support/random_model.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/stub_metrics.h"

#include <cctype>
#include <gtest/gtest.h>

namespace heed {
namespace {

std::string said(const Trace& trace, const PhaseInfo& kind, int position) {
    return narrate(trace, {.at = at_of(trace.outline, {kind, 0}, position)}, dark_palette).sentence;
}

/// The weights of one output, as a test wants them.
void set_weights(Trace& trace, int i, const std::vector<std::pair<int, float>>& weights) {
    MatrixXf all = trace.at(Quantity::Weights);
    all.col(i).setZero();
    for (const auto& [j, weight] : weights) all(j, i) = weight;
    trace.set(Quantity::Weights, 0, all);
}

TEST(Narration, BeforeAndAfter) {
    const Trace trace = sample_trace(13, 11);
    const Narration ready = narrate(trace, {}, dark_palette);
    EXPECT_EQ(ready.title, "Ready");
    EXPECT_EQ(ready.sentence,
              "The model will read 12 characters and write 10. Nothing has been revealed yet.");
    const Narration done = narrate(trace, {.at = trace.outline.total()}, dark_palette);
    EXPECT_EQ(done.title, "Done");
    EXPECT_TRUE(done.sentence.starts_with(
        "The model read “3 March 1987” and wrote “1987-03-03”, with log probability −"));
}

TEST(Narration, AnUnfinishedRunSaysSo) {
    Trace trace = sample_trace(13, 11);
    trace.finished = false;
    EXPECT_EQ(narrate(trace, {.at = trace.outline.total()}, dark_palette).sentence,
              "The model wrote 11 tokens and did not come to an end; it was stopped there.");
}

TEST(Narration, Reading) {
    const Trace trace = sample_trace(13, 11);
    EXPECT_EQ(said(trace, seq2seq::Embed, 2), "Looking up “M”: its row of 16 numbers.");
    EXPECT_EQ(said(trace, seq2seq::Forward, 0), "Reading “3”, left to right. The state starts at zero.");
    EXPECT_EQ(said(trace, seq2seq::Forward, 2), "Reading “M”, left to right. The state already holds “3 ␣”.");
    EXPECT_EQ(said(trace, seq2seq::Backward, 11), "Reading “7”, right to left, after the end token.");
    EXPECT_EQ(said(trace, seq2seq::Backward, 2),
              "Reading “M”, right to left, after the end token and “7891 ␣ hcra”.");
}

TEST(Narration, WhoComesFromBehindReadsThePaddingFirst) {
    Trace trace = sample_trace(13, 11);
    EXPECT_EQ(said(trace, seq2seq::Backward, 12),
              "Reading the end token, right to left. The state starts at zero.");
    trace.model.edit<Seq2SeqFacts>().padded = 20;
    EXPECT_EQ(said(trace, seq2seq::Backward, 12),
              "Reading the end token, right to left. The state is what 7 tokens of padding left.");
    EXPECT_EQ(said(trace, seq2seq::Backward, 11),
              "Reading “7”, right to left, after padding, the end token.");
    EXPECT_EQ(said(trace, seq2seq::Forward, 0), "Reading “3”, left to right. The state starts at zero.");
    trace.model.edit<Seq2SeqFacts>().padded = 13; // as long as the source
    EXPECT_EQ(said(trace, seq2seq::Backward, 12),
              "Reading the end token, right to left. The state starts at zero.");
}

TEST(Narration, TheCharactersOfAWordCountTogether) {
    Trace trace = sample_trace(13, 11);
    const std::string start = "Turning the 13 scores for output 7 into weights. ";
    set_weights(trace, 6, {{2, 0.35f}, {3, 0.25f}, {4, 0.3f}, {9, 0.1f}});
    EXPECT_EQ(said(trace, seq2seq::Softmax, 6), start + "“March” gets most of the attention.");
    set_weights(trace, 6, {{3, 0.8f}, {4, 0.1f}, {9, 0.1f}});
    EXPECT_EQ(said(trace, seq2seq::Softmax, 6), start + "“a” in “March” gets most of the attention.");
    set_weights(trace, 6, {{0, 0.997f}, {4, 0.003f}});
    EXPECT_EQ(said(trace, seq2seq::Softmax, 6), start + "“3” gets 99.7% of the attention.");
    set_weights(trace, 6, {{0, 0.9999f}, {4, 0.0001f}});
    EXPECT_EQ(said(trace, seq2seq::Softmax, 6), start + "“3” gets 99.99% of the attention.");
    set_weights(trace, 6, {{0, 0.3f}, {1, 0.2f}, {3, 0.2f}, {9, 0.2f}, {12, 0.1f}});
    EXPECT_EQ(said(trace, seq2seq::Softmax, 6), start + "It is spread out; “3” gets the most, 30%.");
    set_weights(trace, 6, {{12, 1}});
    EXPECT_EQ(said(trace, seq2seq::Softmax, 6), start + "The end token gets all of the attention.");
    set_weights(trace, 6, {});
    EXPECT_EQ(said(trace, seq2seq::Softmax, 6), start + "Nothing gets any attention.");
}

TEST(Narration, SpeaksOfTheRowAndTheColumnThatWereChosenAsTheInspectorDoes) {
    const Trace trace = sample_trace(13, 11);
    const auto with = [&](const PhaseInfo& phase, int position, int row, int column) {
        return narrate(trace,
                       {.at = at_of(trace.outline, {phase, 0}, position), .column = column, .row = row},
                       dark_palette)
            .sentence;
    };
    EXPECT_EQ(with(seq2seq::Softmax, 6, 3, -1), said(trace, seq2seq::Softmax, 3));
    EXPECT_EQ(with(seq2seq::Softmax, 6, 9, -1), said(trace, seq2seq::Softmax, 6)); // not yet revealed
    EXPECT_EQ(with(seq2seq::Forward, 6, -1, 3), said(trace, seq2seq::Forward, 3));
    const Narration end = narrate(trace, {.at = trace.outline.total(), .row = 3}, dark_palette);
    EXPECT_EQ(end.title, "Choose");
    EXPECT_EQ(end.sentence, said(trace, seq2seq::Choose, 3));
}

TEST(Narration, NamesTheMeasureOfAShareOfTheContext) {
    Trace trace = sample_trace(13, 11);
    set_weights(trace, 6, {{12, 1}});
    EXPECT_TRUE(said(trace, seq2seq::Context, 6).ends_with("The end token brings 100% of it, by α‖h‖."));
}

TEST(Narration, AWordThatIsTheWholeInputIsNotNamed) {
    Trace trace = sample_trace(9, 9);
    trace.source_text = "abcdefgh"; // one word
    for (std::size_t j = 0; j < 8; ++j) {
        trace.source[j].begin = j;
        trace.source[j].end = j + 1;
        trace.source[j].text = trace.source_text.substr(j, 1);
    }
    set_weights(trace, 2, {{3, 0.5f}, {4, 0.3f}, {6, 0.2f}});
    EXPECT_EQ(said(trace, seq2seq::Softmax, 2),
              "Turning the 9 scores for output 3 into weights. “de” gets most of the attention.");
}

TEST(Narration, Writing) {
    const Trace trace = sample_trace(13, 11);
    EXPECT_EQ(said(trace, seq2seq::State, 0),
              "The decoder reads the start token and the context and moves to state 1.");
    EXPECT_TRUE(said(trace, seq2seq::Choose, 6).starts_with("Writing “3” as output 7, with probability 0."));
    EXPECT_TRUE(said(trace, seq2seq::Choose, 6).ends_with("The output so far: “1987-03”."));
}

TEST(Narration, OtherShapes) {
    using test::config_of;
    using test::random_trace;
    Trace luong = random_trace(config_of("general", Order::Luong));
    EXPECT_EQ(said(luong, seq2seq::State, 2),
              "The decoder reads “7” and moves to state 3. That state asks where to look.");
    EXPECT_TRUE(said(luong, seq2seq::Distribution, 2)
                    .starts_with("Context and state meet; each of the 45 tokens gets"))
        << said(luong, seq2seq::Distribution, 2);
    const Trace place = random_trace(config_of("location"));
    EXPECT_TRUE(said(place, seq2seq::Score, 2)
                    .starts_with("Giving each place a score for output 3, from the state alone."));
    const Trace token = random_trace(config_of("token", Order::Luong));
    EXPECT_TRUE(
        said(token, seq2seq::Score, 2).starts_with("Scoring all 9 annotations for output 3, asked by “7”."));
    EXPECT_EQ(said(token, seq2seq::State, 2), "The decoder reads “7” and moves to state 3.");
    const Trace local = random_trace(config_of("local-p", Order::Luong));
    EXPECT_TRUE(
        said(local, seq2seq::Window, 2)
            .starts_with("The state points at place " + fixed(local.at(Quantity::Position)(0, 2) + 1, 2)));
    EXPECT_NE(said(local, seq2seq::Softmax, 2).find("scores inside the window for output 3"),
              std::string::npos);
    Trace taken = local; // one token has all that the Gaussian left
    MatrixXf weights = taken.at(Quantity::Weights);
    weights.col(2).setZero();
    weights(2, 2) = 0.89f;
    taken.set(Quantity::Weights, 0, weights);
    EXPECT_TRUE(said(taken, seq2seq::Softmax, 2).ends_with("gets most of the attention."));
    luong.model.edit<Seq2SeqFacts>().tagged = true;
    EXPECT_EQ(said(luong, seq2seq::Embed, 0),
              "“3” tells the decoder what to write. The encoder reads the start token in its place.");
    EXPECT_TRUE(said(luong, seq2seq::Forward, 0).starts_with("Reading the start token"));
    EXPECT_TRUE(said(luong, seq2seq::State, 0).starts_with("The decoder reads “3” and moves"));
}

// One line at 960 px: the sentence has what the title and the counter leave.
TEST(Narration, SentencesBeginWithCapitals) {
    Trace trace = sample_trace(13, 11);
    MatrixXf energies = trace.at(Quantity::Energies);
    energies.row(12).setConstant(energies.maxCoeff() + 1); // the end token fits best everywhere
    trace.set(Quantity::Energies, 0, energies);
    for (int at = 0; at <= trace.outline.total(); ++at) {
        const std::string sentence = narrate(trace, {.at = at}, dark_palette).sentence;
        EXPECT_FALSE(std::islower(static_cast<unsigned char>(sentence.front()))) << sentence;
        for (std::size_t dot = sentence.find(". "); dot != std::string::npos;
             dot = sentence.find(". ", dot + 2))
            EXPECT_FALSE(std::islower(static_cast<unsigned char>(sentence[dot + 2]))) << sentence;
    }
}

TEST(Narration, FitsOneLine) {
    const StubMetrics metrics;
    for (const auto& [source, outputs, words] :
         {std::tuple{13, 11, false}, {60, 58, true}, {200, 40, false}}) {
        SampleOptions options;
        options.words = words;
        const Trace trace = sample_trace(source, outputs, options);
        for (int at = 0; at <= trace.outline.total(); ++at) {
            const std::string sentence = narrate(trace, {.at = at}, dark_palette).sentence;
            ASSERT_LE(metrics.width(sentence, Face::Regular, 13), 780) << sentence;
        }
    }
}

} // namespace
} // namespace heed
