// What holds for a scoring function whatever its numbers are.
#include "core/analysis/sharpness.h"
#include "core/attention/score_functions.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/seq2seq/rescore.h"
#include "tests/support/random_model.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed {
namespace {

/// A model of that function with random numbers as large as `scale`, its sizes equal, so that every score
/// fits.
Model model_of(const std::string& function, std::uint64_t seed = 1, double scale = 1, int size = 4) {
    Seq2SeqConfig config;
    config.encoder.embedding = config.decoder.embedding = 5;
    config.encoder.hidden = size;
    config.decoder.hidden = 2 * size;
    config.decoder.order = Order::Luong;
    config.attention.size = 6;
    set_function(config.attention, function);
    return test::random_model(config, seed, scale);
}

Trace run(const Model& model, const std::string& text, const std::string& score = {}) {
    Request request;
    request.text = text;
    request.target = "1998-03-09";
    request.score = score;
    return decode::run(model, request);
}

std::vector<std::string> functions_with_weights() {
    std::vector<std::string> names{"local-m", "local-p"};
    for (const ScoreInfo& s : score_table())
        if (s.id != "none") names.emplace_back(s.id);
    return names;
}

TEST(Laws, scores_and_alignments_are_told_apart_by_name_and_say_what_they_are) {
    for (const ScoreInfo& s : score_table()) {
        EXPECT_EQ(find_score(s.id), &s);
        for (const std::string_view words : {s.name, s.formula, s.equation, s.paper, s.shows})
            EXPECT_NE(words, "");
    }
    EXPECT_EQ(find_score("psychic"), nullptr);
    Seq2SeqConfig::Attention attention;
    EXPECT_FALSE(set_function(attention, "psychic"));
    for (const std::string& name : functions_with_weights()) {
        EXPECT_TRUE(set_function(attention, name));
        EXPECT_EQ(function_name(attention), name);
    }
}

TEST(Laws, weights_are_shares_of_one_and_only_local_p_keeps_less) {
    for (const std::string& name : functions_with_weights()) {
        const Trace trace = run(model_of(name), "9 march 1998");
        for (int i = 0; i < trace.outputs(); ++i) {
            double sum = trace.at(Quantity::Weights).col(i).cast<double>().sum();
            EXPECT_GE(trace.at(Quantity::Weights).col(i).minCoeff(), 0) << name;
            if (name == "own-past" && i > 0)
                sum += trace.at(Quantity::PastWeights).col(i).head(i).cast<double>().sum();
            if (name == "local-p")
                EXPECT_LT(sum, 1);
            else
                EXPECT_NEAR(sum, 1, 1e-5) << name << " output " << i;
        }
    }
}

TEST(Laws, a_score_without_v_gives_exactly_equal_weights) {
    for (const std::string& name : functions_with_weights()) {
        Model model = model_of(name);
        const int v = model.parameters.find("attention.v");
        if (v < 0 || name == "own-past") continue; // the own past takes part
        model.parameters[v].value.setZero();
        const Trace trace = run(model, "abc"); // T = 4
        for (int i = 0; i < trace.outputs(); ++i)
            for (int j = 0; j < 4; ++j) EXPECT_EQ(trace.weight(i, j), 0.25f) << name;
    }
}

// e_ij = a.q_i + b.h_j: the query's part is the same for all j and cancels in the softmax.
TEST(Laws, a_score_that_only_adds_a_query_term_to_a_key_term_has_identical_rows) {
    Random random(3);
    Tape<double> tape(false);
    Matrix<double> keys(1, 7), one = Matrix<double>::Ones(1, 1);
    for (Eigen::Index j = 0; j < 7; ++j) keys(0, j) = random.normal();
    const std::vector<int> lengths{7};
    Matrix<double> first;
    for (const double query : {0.0, 1.5, -4.0, 100.0}) {
        const Var<double> energies =
            dot_rows(tape.constant(one),
                     add_tiled(tape.constant(keys), tape.constant(Matrix<double>::Constant(1, 1, query))), 1);
        const Matrix<double> row = softmax_rows<double>(energies, lengths).value();
        if (first.size() == 0) first = row;
        EXPECT_LT((row - first).cwiseAbs().maxCoeff(), 1e-13);
    }
}

TEST(Laws, bounded_scores_never_exceed_their_ceiling) {
    for (const ScoreInfo& score : score_table()) {
        if (score.bound == ScoreBound::None) continue;
        const std::string name(score.id);
        for (std::uint64_t seed = 1; seed < 6; ++seed)
            for (const double scale : {0.3, 1.0, 8.0}) {
                const Trace trace = run(model_of(name, seed, scale), "9 march 1998");
                const auto ceiling = analysis::saturation_ceiling(trace);
                ASSERT_TRUE(ceiling) << name;
                EXPECT_LE(trace.at(Quantity::Weights).maxCoeff(), *ceiling * (1 + 1e-5)) << name;
            }
    }
}

TEST(Laws, windows_let_nothing_through_beyond_their_edges) {
    for (const char* name : {"local-m", "local-p"}) {
        const Model model = model_of(name);
        const Trace trace = run(model, "9 march 1998");
        const int D = model.config.as<Seq2SeqConfig>().attention.window;
        for (int i = 0; i < trace.outputs(); ++i) {
            const float p = trace.at(Quantity::Position)(0, i);
            EXPECT_GE(p, 0);
            EXPECT_LE(p, trace.source_length() - 1);
            if (std::string(name) == "local-m") {
                EXPECT_EQ(p, std::min(i, trace.source_length() - 1));
            }
            for (int j = 0; j < trace.source_length(); ++j) {
                const bool outside = std::abs(static_cast<float>(j) - p) > static_cast<float>(D);
                EXPECT_TRUE(!outside || trace.weight(i, j) == 0);
            }
        }
    }
}

TEST(Laws, local_p_is_the_softmax_times_the_gaussian_and_is_not_divided_again) {
    const Model model = model_of("local-p");
    const Trace trace = run(model, "9 march 1998");
    const double sigma = model.config.as<Seq2SeqConfig>().attention.window / 2.0;
    for (int i = 0; i < trace.outputs(); ++i) {
        const double p = static_cast<double>(trace.at(Quantity::Position)(0, i));
        EXPECT_NEAR(trace.at(Quantity::Aligned).col(i).cast<double>().sum(), 1, 1e-5);
        for (int j = 0; j < trace.source_length(); ++j)
            EXPECT_NEAR(static_cast<double>(trace.weight(i, j)),
                        static_cast<double>(trace.at(Quantity::Aligned)(j, i)) *
                            std::exp(-(j - p) * (j - p) / (2 * sigma * sigma)),
                        1e-6);
    }
}

TEST(Laws, location_never_looks_at_the_source) {
    const Model model = model_of("location");
    const Trace a = run(model, "9 march 1998"), b = run(model, "1 april 2001");
    const MatrixXf& W = model.parameters.value("attention.W");
    const MatrixXf& bias = model.parameters.value("attention.b");
    for (const Trace* trace : {&a, &b})
        for (int i = 0; i < trace->outputs(); ++i) {
            const Eigen::VectorXf slots = W * trace->at(Quantity::Query).col(i) + bias;
            EXPECT_LT((slots.head(trace->source_length()) - trace->at(Quantity::Energies).col(i)).norm(),
                      1e-5);
        }
}

TEST(Laws, location_has_no_weight_past_its_slots) {
    Seq2SeqConfig config;
    config.attention.score = "location";
    config.attention.positions = 5;
    const Trace trace = run(test::random_model(config), "9 march 1998");
    EXPECT_EQ(trace.at(Quantity::Weights).bottomRows(trace.source_length() - 5).maxCoeff(), 0);
    EXPECT_NEAR(trace.at(Quantity::Weights).col(0).sum(), 1, 1e-5);
}

TEST(Laws, equal_previous_tokens_give_identical_rows_to_token_and_not_to_token_context) {
    const auto rows_are_equal = [](const std::string& name) {
        Request request;
        request.text = "9 march 1998";
        request.target = "aaaa"; // outputs 2 and 3 have both read an a
        const Trace trace = decode::run(model_of(name), request);
        return trace.at(Quantity::Weights).col(2) == trace.at(Quantity::Weights).col(3);
    };
    EXPECT_TRUE(rows_are_equal("token"));
    EXPECT_TRUE(rows_are_equal("token-language"));
    EXPECT_FALSE(rows_are_equal("token-context"));
    EXPECT_FALSE(rows_are_equal("additive"));
}

TEST(Laws, coverage_is_the_sum_of_the_rows_before) {
    const Trace trace = run(model_of("coverage"), "9 march 1998");
    Eigen::VectorXf seen = Eigen::VectorXf::Zero(trace.source_length());
    for (int i = 0; i < trace.outputs(); ++i) {
        EXPECT_LT((trace.at(Quantity::Coverage).col(i) - seen).norm(), 1e-5);
        seen += trace.at(Quantity::Weights).col(i);
    }
}

TEST(Laws, with_a_fertility_a_token_counts_as_covered_the_later_the_more_it_may_be_looked_at) {
    Seq2SeqConfig config = test::config_of("coverage");
    config.attention.fertility = 2;
    const Trace trace = run(test::random_model(config, 1, 1), "9 march 1998");
    const MatrixXf& fertility = trace.at(Quantity::Fertility);
    ASSERT_EQ(fertility.cols(), trace.source_length());
    EXPECT_GT(fertility.minCoeff(), 0);
    EXPECT_LT(fertility.maxCoeff(), 2);
    Eigen::VectorXf seen = Eigen::VectorXf::Zero(trace.source_length());
    for (int i = 0; i < trace.outputs(); ++i) {
        EXPECT_LT((trace.at(Quantity::Coverage).col(i) - seen).norm(), 1e-4);
        seen += trace.at(Quantity::Weights).col(i).cwiseQuotient(fertility.row(0).transpose());
    }
}

TEST(Laws, sharpening_divides_the_temperature_and_smoothing_bounds_the_ratio_of_weights) {
    Seq2SeqConfig config = test::config_of("location-aware");
    const Trace plain = run(test::random_model(config, 1, 1), "9 march 1998");
    config.attention.sharpen = 2;
    const Trace sharpened = run(test::random_model(config, 1, 1), "9 march 1998");
    EXPECT_GT(sharpened.at(Quantity::Weights).col(0).maxCoeff(),
              plain.at(Quantity::Weights).col(0).maxCoeff());
    config.attention.sharpen = 1;
    config.attention.smooth = true;
    const Trace smooth = run(test::random_model(config, 1, 1), "9 march 1998");
    for (int i = 0; i < smooth.outputs(); ++i) {
        const Eigen::VectorXf e = smooth.at(Quantity::Energies).col(i);
        const Eigen::VectorXf squashed = (1 / (1 + (-e.array()).exp())).matrix();
        EXPECT_LT((smooth.at(Quantity::Weights).col(i) - squashed / squashed.sum()).norm(), 1e-5);
    }
    ASSERT_TRUE(smooth.has(Quantity::Features, 7)); // eight filters
    EXPECT_EQ(smooth.at(Quantity::Features).rows(), smooth.source_length());
}

TEST(Laws, the_map_of_the_own_past_is_strictly_lower_triangular) {
    const Trace trace = run(model_of("own-past"), "9 march 1998");
    const std::vector<AttentionMap> maps = trace.maps();
    const auto past = std::find_if(maps.begin(), maps.end(),
                                   [](const AttentionMap& map) { return map.name == "decoder.own_past"; });
    ASSERT_NE(past, maps.end());
    EXPECT_EQ(past->rows, Axis::Output);
    EXPECT_EQ(past->columns, Axis::Past);
    EXPECT_EQ(past->row_labels, past->column_labels);
    ASSERT_EQ(past->weights->rows(), trace.outputs());
    ASSERT_EQ(past->weights->cols(), trace.outputs());
    for (int i = 0; i < trace.outputs(); ++i)
        for (int k = 0; k < trace.outputs(); ++k)
            EXPECT_EQ(std::isfinite((*past->weights)(k, i)), k < i) << i << " " << k;
    EXPECT_FALSE(past->rows_sum_to_one);
}

// ---- the same states under another score

TEST(Rescore, the_models_own_score_changes_nothing) {
    const Model model = model_of("general");
    const Trace base = run(model, "9 march 1998");
    const Trace same = seq2seq::rescore(model, base, "general");
    EXPECT_EQ(same.at(Quantity::Weights), base.at(Quantity::Weights));
    EXPECT_EQ(same.at(Quantity::LogProbs), base.at(Quantity::LogProbs));
    EXPECT_EQ(same.log_prob, base.log_prob);
}

TEST(Rescore, keeps_annotations_states_and_tokens_and_changes_what_follows_from_the_score) {
    const Model model = model_of("additive");
    const Trace base = run(model, "9 march 1998");
    for (const std::string& name : seq2seq::shared_functions(model)) {
        const Trace other = run(model, "9 march 1998", name);
        EXPECT_EQ(other.at(Quantity::Annotation), base.at(Quantity::Annotation)) << name;
        EXPECT_EQ(other.at(Quantity::State), base.at(Quantity::State)) << name;
        EXPECT_EQ(other.target_text, base.target_text);
        EXPECT_EQ(other.model.function(), name);
        if (name == "additive") continue;
        EXPECT_NE(other.log_prob, base.log_prob) << name;
        EXPECT_EQ(other.has_weights(), name != "none");
        if (other.has_weights()) {
            EXPECT_NE(other.at(Quantity::Weights), base.at(Quantity::Weights)) << name;
        }
        EXPECT_EQ(other.has(Quantity::Key), name == "cosine" || name == "local-m") << name;
    }
}

TEST(Rescore, dot_is_the_product_of_query_and_annotation) {
    const Trace trace = run(model_of("general"), "9 march 1998", "dot");
    for (int i = 0; i < trace.outputs(); ++i)
        for (int j = 0; j < trace.source_length(); ++j)
            EXPECT_NEAR(trace.at(Quantity::Energies)(j, i),
                        trace.at(Quantity::Query).col(i).dot(trace.at(Quantity::Annotation).col(j)), 1e-4);
}

TEST(Rescore, offers_only_what_fits_and_says_so_otherwise) {
    const auto names = seq2seq::shared_functions(model_of("general"));
    EXPECT_EQ(names, (std::vector<std::string>{"general", "none", "dot", "scaled", "cosine", "local-m"}));
    Seq2SeqConfig unequal;
    unequal.decoder.hidden = 7;
    const Model model = test::random_model(unequal);
    EXPECT_EQ(seq2seq::shared_functions(model), (std::vector<std::string>{"additive", "none", "local-m"}));
    try {
        run(model, "abc", "dot");
        FAIL() << "dot was accepted";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "random: a score for the same states: expected one of additive, none, local-m, "
                     "found \"dot\"");
    }
}

TEST(Rescore, leaves_no_weights_marked_as_given) {
    const Model model = model_of("general");
    Request request;
    request.text = "abc";
    request.edits.rows[0].weights = {1, 0, 0, 0};
    EXPECT_TRUE(decode::run(model, request).steps[0].weights_given);
    request.score = "dot";
    const Trace other = decode::run(model, request);
    EXPECT_FALSE(other.steps[0].weights_given);
    EXPECT_TRUE(other.request.edits.rows.empty());
}

// ---- given weights

TEST(HeldWeights, above_what_the_source_had_take_the_rest_from_the_own_past) {
    Request request;
    request.text = "9 march 1998";
    RowEdit held;
    held.kind = RowEdit::Kind::Held;
    held.held[1] = 0.97f;
    request.edits.every_row = held;
    const Trace trace = decode::run(model_of("own-past"), request);
    ASSERT_GE(trace.outputs(), 3);
    const MatrixXf& past = trace.at(Quantity::PastWeights);
    for (int i = 0; i < trace.outputs(); ++i) {
        const auto weights = trace.at(Quantity::Weights).col(i);
        EXPECT_FLOAT_EQ(weights(1), 0.97f) << i;
        EXPECT_NEAR(weights.sum() + (i > 0 ? past.col(i).head(i).sum() : 0), 1, 1e-4) << i;
    }
}

TEST(GivenWeights, leave_every_output_its_window_and_nothing_to_the_own_past) {
    for (const char* name : {"local-m", "local-p", "own-past"}) {
        Request request;
        request.text = "abc";
        request.target = "12";
        request.edits.rows[2].weights = {0.5, 0.5, 0, 0}; // the last output
        const Trace trace = decode::run(model_of(name), request);
        ASSERT_EQ(trace.outputs(), 3);
        EXPECT_EQ(trace.weight(2, 1), 0.5f);
        if (std::string(name) == "own-past") {
            ASSERT_EQ(trace.at(Quantity::PastWeights).cols(), 3);
            EXPECT_EQ(trace.at(Quantity::PastWeights).col(2).head(2).cwiseAbs().maxCoeff(), 0);
        } else {
            EXPECT_EQ(trace.at(Quantity::Position).cols(), 3);
        }
    }
}

// ---- a tag instead of the start token

TEST(Tagged, the_first_token_is_fed_to_the_decoder_and_hidden_from_the_encoder) {
    Seq2SeqConfig config;
    config.decoder.first_input = FirstInput::Tag;
    Model model = test::random_model(config);
    std::vector<std::string> source = *model.target.tokens(); // without '-' and '/', which so become tags
    std::erase_if(source, [](const std::string& token) { return token == "-" || token == "/"; });
    model.source = Vocabulary(source);
    Request request;
    request.text = "-abc";
    const Trace there = decode::run(model, request);
    request.text = "/abc";
    const Trace back = decode::run(model, request);
    EXPECT_EQ(there.source.front().text, "-");
    EXPECT_FALSE(there.source.front().unknown);
    EXPECT_EQ(there.at(Quantity::Annotation), back.at(Quantity::Annotation));
    EXPECT_NE(there.at(Quantity::State).col(0), back.at(Quantity::State).col(0));
    request.text = "abc";
    try {
        decode::run(model, request);
        FAIL() << "a source without a tag was accepted";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "random: the first token says what to write: expected \"-\" or \"/\", found \"a\"");
    }
}

} // namespace
} // namespace heed
