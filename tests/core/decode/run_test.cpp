// What a run must hold, whatever the model: determinism, forcing, given weights, refusals.
#include "core/decode/run.h"

#include "core/base/error.h"
#include "core/models/seq2seq/network.h"
#include "tests/support/random_model.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace heed {
namespace {

using decode::run;
using test::random_model;
using testing::HasSubstr;

Request request(std::string text) {
    Request r;
    r.text = std::move(text);
    r.max_steps = 7;
    return r;
}

std::vector<int> ids(const Trace& t) {
    std::vector<int> result;
    for (const auto& s : t.steps) result.push_back(s.token.id);
    return result;
}

std::string refusal(const Model& model, const Request& r) {
    try {
        (void)run(model, r);
    } catch (const Error& e) {
        return e.what();
    }
    return "nothing was refused";
}

TEST(Run, gives_the_same_trace_for_the_same_request) {
    const Model model = random_model();
    const Trace a = run(model, request("3 March 1987")), b = run(model, request("3 March 1987"));
    EXPECT_EQ(ids(a), ids(b));
    for (Quantity q : {Quantity::Annotation, Quantity::Weights, Quantity::State, Quantity::LogProbs})
        EXPECT_EQ(a.at(q), b.at(q));
    EXPECT_EQ(a.log_prob, b.log_prob);
}

TEST(Run, reads_lower_case_and_keeps_the_users_own_bytes) {
    const Trace t = run(random_model(), request("3 MÄrz"));
    EXPECT_EQ(t.source[2].text, "m");
    EXPECT_EQ(t.source_text.substr(t.source[2].begin, t.source[2].end - t.source[2].begin), "M");
    EXPECT_TRUE(t.source[3].unknown);
    EXPECT_EQ(t.source_text.substr(t.source[3].begin, t.source[3].end - t.source[3].begin), "Ä");
    EXPECT_TRUE(t.source.back().is_end);
}

TEST(Run, records_every_quantity_in_its_shape) {
    const Model model = random_model();
    const Trace t = run(model, request("3 march"));
    const int T = t.source_length(), N = t.outputs();
    const auto& c = model.config.as<Seq2SeqConfig>();
    const auto shape = [&](Quantity q, int rows, int columns) {
        ASSERT_TRUE(t.has(q)) << info(q).key;
        EXPECT_EQ(t.at(q).rows(), rows) << info(q).key;
        EXPECT_EQ(t.at(q).cols(), columns) << info(q).key;
    };
    shape(Quantity::SourceEmbedding, c.encoder.embedding, T);
    shape(Quantity::ForwardGates, 3 * c.encoder.hidden, T);
    shape(Quantity::BackwardState, c.encoder.hidden, T);
    shape(Quantity::Annotation, 2 * c.encoder.hidden, T);
    shape(Quantity::Key, c.attention.size, T);
    shape(Quantity::InitialState, c.decoder.hidden, 1);
    shape(Quantity::TargetEmbedding, c.decoder.embedding, N);
    shape(Quantity::Query, c.decoder.hidden, N);
    shape(Quantity::QueryProjection, c.attention.size, N);
    shape(Quantity::Energies, T, N);
    shape(Quantity::Weights, T, N);
    shape(Quantity::Context, 2 * c.encoder.hidden, N);
    shape(Quantity::CellInput, c.decoder.embedding + 2 * c.encoder.hidden, N);
    shape(Quantity::DecoderGates, 3 * c.decoder.hidden, N);
    shape(Quantity::State, c.decoder.hidden, N);
    shape(Quantity::Readout, c.decoder.hidden, N);
    shape(Quantity::LogProbs, c.target_vocabulary, N);
    EXPECT_EQ(t.outline.total(), 4 * T + 6 * N);
    for (int i = 0; i < N; ++i) EXPECT_NEAR(t.at(Quantity::Weights).col(i).sum(), 1, 1e-5);
    EXPECT_EQ(t.at(Quantity::Query).col(0), t.at(Quantity::InitialState).col(0));
    EXPECT_EQ(t.at(Quantity::Query).rightCols(N - 1), t.at(Quantity::State).leftCols(N - 1));
}

TEST(Run, chooses_the_most_probable_token) {
    const Trace t = run(random_model(), request("3 march"));
    for (int i = 0; i < t.outputs(); ++i) {
        Eigen::Index best;
        t.at(Quantity::LogProbs).col(i).maxCoeff(&best);
        const TraceStep& s = t.steps[static_cast<std::size_t>(i)];
        EXPECT_EQ(s.token.id, best);
        EXPECT_EQ(s.top.front().id, best);
        EXPECT_EQ(s.log_prob, s.top.front().log_prob);
        EXPECT_FALSE(s.forced);
    }
}

TEST(Run, writes_the_target_it_is_given) {
    const Model model = random_model();
    Request r = request("3 march");
    r.max_steps = 0;
    r.target = "1987-03";
    const Trace t = run(model, r);
    EXPECT_EQ(t.target_text, "1987-03");
    EXPECT_TRUE(t.finished);
    EXPECT_EQ(t.outputs(), 8);
    double sum = 0;
    for (int i = 0; i < t.outputs(); ++i)
        sum +=
            static_cast<double>(t.at(Quantity::LogProbs)(t.steps[static_cast<std::size_t>(i)].token.id, i));
    EXPECT_NEAR(t.log_prob, sum, 1e-9);
}

TEST(Run, forcing_the_models_own_tokens_changes_nothing) {
    const Model model = random_model();
    const Trace free = run(model, request("3 march"));
    Request r = request("3 march");
    for (int i = 0; i < free.outputs(); ++i)
        r.edits.forced[i] = free.steps[static_cast<std::size_t>(i)].token.text;
    const Trace forced = run(model, r);
    EXPECT_EQ(ids(free), ids(forced));
    EXPECT_EQ(free.at(Quantity::State), forced.at(Quantity::State));
    EXPECT_TRUE(forced.steps[0].forced);
}

TEST(Run, giving_a_row_its_own_weights_changes_nothing) {
    const Model model = random_model();
    const Trace free = run(model, request("3 march"));
    Request r = request("3 march");
    const Eigen::VectorXf row = free.at(Quantity::Weights).col(2);
    r.edits.rows[2].weights = {row.begin(), row.end()};
    const Trace given = run(model, r);
    for (Quantity q : {Quantity::Weights, Quantity::Context, Quantity::State, Quantity::LogProbs})
        EXPECT_EQ(free.at(q), given.at(q));
    EXPECT_TRUE(given.steps[2].weights_given);
}

TEST(Run, given_weights_are_used_as_given_and_change_only_what_follows) {
    const Model model = random_model();
    const Trace free = run(model, request("3 march"));
    Request r = request("3 march");
    r.edits.rows[3].weights =
        std::vector<float>(static_cast<std::size_t>(free.source_length()), 0.5f); // does not sum to 1
    const Trace given = run(model, r);
    EXPECT_EQ(free.at(Quantity::State).leftCols(3), given.at(Quantity::State).leftCols(3));
    const Eigen::VectorXf c = given.at(Quantity::Annotation).rowwise().sum() * 0.5f;
    EXPECT_LT((given.at(Quantity::Context).col(3) - c).norm(), 1e-4 * (1 + c.norm()));
    EXPECT_NE(free.at(Quantity::State).col(3), given.at(Quantity::State).col(3));
}

TEST(Run, refuses_what_it_cannot_run_in_one_sentence) {
    const Model model = random_model();
    EXPECT_THAT(refusal(model, request("")), HasSubstr("the input is empty"));
    Model small = random_model();
    small.longest_input = 4;
    EXPECT_THAT(refusal(small, request("abcd")),
                HasSubstr("expected at most 4 tokens, the end token included, found 5"));
    Request r = request("3 march");
    r.edits.forced[1] = "é";
    EXPECT_THAT(refusal(model, r), HasSubstr("\"é\" is not in the target vocabulary"));
    r = request("3 march");
    r.edits.forced[900] = "1";
    EXPECT_THAT(refusal(model, r), HasSubstr("position"));
    r = request("3 march");
    r.edits.rows[0].weights = {1, 0};
    EXPECT_THAT(refusal(model, r), HasSubstr("expected 8 (the end token included), found 2"));
    r.edits.rows[0].weights = {1, 0, 0, 0, 0, 0, 0, -1};
    EXPECT_THAT(refusal(model, r), HasSubstr("not a weight"));
    r.edits.rows[0].weights[7] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THAT(refusal(model, r), HasSubstr("found nan"));
}

TEST(Run, weights_too_large_for_float32_are_refused_not_shown) {
    Model model = random_model();
    for (int p = 0; p < model.parameters.size(); ++p) model.parameters[p].value.setConstant(3e38f);
    EXPECT_THAT(refusal(model, request("3 march")), HasSubstr("too large for float32"));
}

TEST(Run, stops_when_cancelled) {
    const std::atomic<bool> cancelled{true};
    EXPECT_THROW((void)run(random_model(), request("3 march"), &cancelled), decode::Cancelled);
}

TEST(Run, without_attention_records_no_weights) {
    Seq2SeqConfig config;
    config.attention.score = "none";
    const Trace t = run(random_model(config), request("3 march"));
    EXPECT_FALSE(t.has_weights());
    EXPECT_EQ(t.outline.total(), 4 * t.source_length() + 4 * t.outputs());
    for (int i = 1; i < t.outputs(); ++i)
        EXPECT_EQ(t.at(Quantity::Context).col(i), t.at(Quantity::Context).col(0));
}

// What is carried from output to output is all that counts: a tape that forgets the rest gives the same
// numbers.
TEST(Forgetting, ChangesNothingForAnyScore) {
    for (const ScoreInfo& score : score_table()) {
        Seq2SeqConfig config;
        config.attention.positions = 9;
        config.attention.filters = 2;
        config.attention.width = 3;
        set_function(config.attention, score.id);
        config.decoder.order = Order::Luong;
        config.decoder.input_feeding = true;
        const Model model = test::random_model(config, 3, 0.8);
        Tape<float> tape(false);
        nn::Graph<float> graph(tape, model.parameters);
        Seq2Seq<float> net(model.config.as<Seq2SeqConfig>(), graph);
        const auto memory = net.encode(nn::Sequences::single({5, 6, 7, 2}));
        auto kept = net.start(memory);
        std::vector<MatrixXf> expected;
        for (int i = 0; i < 4; ++i) {
            const int previous = 4 + i;
            expected.push_back(net.distribution(net.advance(memory, kept, {&previous, 1}), i).value());
        }
        auto state = net.start(memory);
        const int mark = tape.size();
        for (int i = 0; i < 4; ++i) {
            const int previous = 4 + i;
            const MatrixXf found = net.distribution(net.advance(memory, state, {&previous, 1}), i).value();
            EXPECT_EQ(found, expected[static_cast<std::size_t>(i)]) << score.id << " output " << i;
            forget_since(tape, mark, state);
        }
        EXPECT_TRUE(score.id == "own-past" || tape.size() < mark + 20) << score.id;
    }
}

/// The same model, with other words about what stands around a source.
Model framed(bool begins, bool ends, bool unknown) {
    Model model = random_model();
    SpecialIds special;
    special.begins = begins;
    special.ends = ends;
    if (!unknown) special.unknown = -1;
    model.source = Vocabulary(*model.source.tokens(), special);
    return model;
}

TEST(Run, a_source_is_framed_as_its_vocabulary_says) {
    const Trace both = run(framed(true, true, true), request("3 may")),
                bare = run(framed(false, false, true), request("3 may"));
    ASSERT_EQ(both.source_length(), 7);
    EXPECT_TRUE(both.source.front().is_start);
    EXPECT_TRUE(both.source.back().is_end);
    EXPECT_EQ(both.source.front().id, 1);
    ASSERT_EQ(bare.source_length(), 5);
    EXPECT_FALSE(bare.source.back().is_end);
    EXPECT_EQ(bare.at(Quantity::Weights).rows(), 5);
    EXPECT_THAT(refusal(framed(true, true, true), request("")), HasSubstr("empty"));
}

TEST(Run, a_word_is_refused_by_name_where_there_is_no_unknown_token) {
    const std::string words = refusal(framed(false, true, false), request("3 Ä"));
    EXPECT_THAT(words, HasSubstr("no token for unknown words"));
    EXPECT_THAT(words, HasSubstr("\"ä\""));
    EXPECT_EQ(refusal(framed(false, true, false), request("3 may")), "nothing was refused");
}

TEST(Run, zeros_are_the_first_input_where_there_is_no_token) {
    Seq2SeqConfig config;
    config.decoder.first_input = FirstInput::None;
    const Trace t = run(random_model(config), request("3 may"));
    EXPECT_EQ(t.at(Quantity::TargetEmbedding).col(0).cwiseAbs().maxCoeff(), 0.0f);
    EXPECT_GT(t.at(Quantity::TargetEmbedding).col(1).cwiseAbs().maxCoeff(), 0.0f);
}

} // namespace
} // namespace heed
