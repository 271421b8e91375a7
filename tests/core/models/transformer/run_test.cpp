// Runs of whole Transformers: maps, edits, search, what is refused, and the same as JSON.
#include "core/base/error.h"
#include "core/decode/batched.h"
#include "core/decode/run.h"
#include "core/io/run/trace_json.h"
#include "core/models/model.h"
#include "core/models/transformer/architecture.h"
#include "core/models/transformer/parameters.h"
#include "core/models/transformer/values.h"
#include "core/trace/partial.h"
#include "tests/support/message_of.h"
#include "tests/support/told_runs.h"

#include <gtest/gtest.h>

namespace heed::transformer {
namespace {

Model model_of(Config config, std::uint64_t seed = 1) {
    std::vector<std::string> tokens{"<pad>", "<s>", "</s>", "<unk>"};
    for (const char c : std::string("abcdefgh")) tokens.push_back(std::string(1, c));
    Model model;
    model.name = "small";
    model.source = model.target = Vocabulary(tokens);
    model.tokenizer = {TokenLevel::Word, true};
    config.source_vocabulary = config.target_vocabulary = model.source.size();
    model.config = config;
    model.parameters = declare<float>(config);
    Random random(seed);
    for (int k = 0; k < model.parameters.size(); ++k)
        for (float& value : model.parameters[k].value.reshaped())
            value = static_cast<float>(random.uniform(-0.5, 0.5));
    complete(model);
    return model;
}

Config small_one(Kind kind = Kind::EncoderDecoder) {
    Config config;
    config.kind = kind;
    config.encoder = config.decoder = {2, 2, 8, 0, 12};
    config.embedding.shared = kind == Kind::Decoder;
    return config;
}

Request asked(const std::string& text) {
    Request request;
    request.text = text;
    request.max_steps = 6;
    return request;
}

TEST(TransformerRun, every_map_is_there_and_its_rows_sum_to_one) {
    const Trace trace = decode::run(model_of(small_one()), asked("a b c d"));
    // one that stands for all; for each layer two heads and their mean, three times; four rollouts … a layer
    EXPECT_EQ(trace.maps().size(), 1u + 2 * 3 * 3 + 2 * 3);
    EXPECT_EQ(trace.maps().front().name, "decoder.attention");
    for (const AttentionMap& map : trace.maps()) {
        EXPECT_TRUE(map.rows_sum_to_one) << map.name;
        EXPECT_EQ(std::ssize(map.row_labels), map.weights->cols()) << map.name;
        EXPECT_EQ(std::ssize(map.column_labels), map.weights->rows()) << map.name;
    }
}

TEST(TransformerRun, what_is_told_on_the_way_is_how_the_run_begins) {
    for (const Kind kind : {Kind::EncoderDecoder, Kind::Decoder}) {
        const test::ToldRun told = test::told_run(model_of(small_one(kind)), asked("a b c d"));
        test::expect_beginnings(told);
        const Trace open = with_open_place(told.parts.back());
        EXPECT_EQ(std::ssize(open.labels_of(Axis::Past)), std::ssize(told.whole.labels_of(Axis::Past)));
        for (const AttentionMap& map : open.maps()) {
            EXPECT_EQ(std::ssize(map.row_labels), map.weights->cols()) << map.name;
            EXPECT_EQ(std::ssize(map.column_labels), map.weights->rows()) << map.name;
        }
    }
}

TEST(TransformerRun, what_stands_for_the_model_is_the_mean_of_the_last_layer) {
    const Trace trace = decode::run(model_of(small_one()), asked("a b c d"));
    EXPECT_LT((trace.at(Quantity::Weights) - trace.at(decoder_values.cross.mean, 1)).cwiseAbs().maxCoeff(),
              1e-6f);
}

TEST(TransformerRun, nothing_is_looked_at_before_it_is_written) {
    const Trace trace = decode::run(model_of(small_one()), asked("a b c d"));
    for (int l = 0; l < 2; ++l)
        for (int k = 0; k < 2; ++k) {
            const MatrixXf& weights = trace.at(decoder_values.self.weights, l, k);
            for (Eigen::Index i = 0; i < weights.cols(); ++i)
                for (Eigen::Index j = i + 1; j < weights.rows(); ++j) EXPECT_EQ(weights(j, i), 0.0f);
        }
    EXPECT_EQ(trace.labels_of(Axis::Past).front(), "<s>");
}

TEST(TransformerRun, a_search_of_one_writes_what_is_likeliest) {
    const Model model = model_of(small_one());
    Request request = asked("a b c d");
    const Trace greedy = decode::run(model, request);
    request.beam.width = 1;
    const Trace searched = decode::run(model, request);
    EXPECT_EQ(searched.target_text, greedy.target_text);
    request.beam.width = 4;
    const Trace wide = decode::run(model, request);
    EXPECT_GE(wide.lattice->hypotheses.front().score, searched.lattice->hypotheses.front().score - 1e-6);
}

TEST(TransformerRun, edits_of_rows_are_carried_out_in_every_head) {
    const Model model = model_of(small_one());
    Request request = asked("a b c d");
    request.edits.every_row.emplace().kind = RowEdit::Kind::Uniform;
    const Trace even = decode::run(model, request);
    for (int l = 0; l < 2; ++l)
        for (int k = 0; k < 2; ++k)
            EXPECT_TRUE(even.at(decoder_values.cross.weights, l, k).isApproxToConstant(0.2f)) << l << k;
    EXPECT_FALSE(even.at(Quantity::OwnWeights).isApproxToConstant(0.2f, 1e-4f));
}

TEST(TransformerRun, a_weight_held_above_what_the_prompt_had_leaves_the_sum_of_the_row) {
    Request request = asked("a b c");
    RowEdit held;
    held.kind = RowEdit::Kind::Held;
    held.held[1] = 0.95f;
    request.edits.every_row = held;
    request.edits.forced = {{0, "a"}, {1, "b"}, {2, "c"}};
    const Trace run = decode::run(model_of(small_one(Kind::Decoder)), request);
    ASSERT_GE(run.outputs(), 3); // the last looks at tokens that it wrote
    for (int l = 0; l < 2; ++l)
        for (int k = 0; k < 2; ++k) {
            const MatrixXf& weights = run.at(reader_values.self.weights, l, k);
            const auto last = weights.col(weights.cols() - 1);
            EXPECT_FLOAT_EQ(last(1), 0.95f) << l << k;
            EXPECT_NEAR(last.sum(), 1, 1e-4) << l << k;
            EXPECT_GE(last.minCoeff(), 0) << l << k;
        }
}

TEST(TransformerRun, batches_write_what_each_writes_alone) {
    const Model model = model_of(small_one());
    const nn::Sequences source{2, 5, {4, 7, 5, 8, 6, 2, 9, 0, 2, 0}, {5, 3}, {}};
    const std::vector<int> first{1, 1};
    const auto written =
        decode::greedy(model.config, model.parameters, source, first, model.target.special());
    for (const auto& [text, ids] : {std::pair{"a b c f", written[0]}, {"d e", written[1]}}) {
        Request request;
        request.text = text;
        std::vector<int> alone;
        for (const TraceStep& step : decode::run(model, request).steps) alone.push_back(step.token.id);
        EXPECT_EQ(alone, ids);
    }
}

TEST(TransformerRun, another_score_is_refused) {
    Request request = asked("a b");
    request.score = "additive";
    EXPECT_THROW(decode::run(model_of(small_one()), request), Error);
}

TEST(TransformerRun, a_run_as_json_comes_back) {
    const Trace trace = decode::run(model_of(small_one()), asked("a b c d"));
    const Trace read = io::trace_from_json(nlohmann::json::parse(io::trace_text(trace, true)), "test");
    ASSERT_EQ(read.maps().size(), trace.maps().size());
    for (std::size_t n = 0; n < read.maps().size(); ++n) {
        EXPECT_EQ(read.maps()[n].name, trace.maps()[n].name);
        EXPECT_EQ(read.maps()[n].row_labels, trace.maps()[n].row_labels);
        EXPECT_EQ(read.maps()[n].column_labels, trace.maps()[n].column_labels);
        EXPECT_LT((*read.maps()[n].weights - *trace.maps()[n].weights).cwiseAbs().maxCoeff(), 1e-6f);
    }
    const auto json = nlohmann::json::parse(io::trace_text(trace, true));
    EXPECT_EQ(json.at("values").at("decoder.layers.1.cross.weights").size(), 2u); // heads
    EXPECT_EQ(json.at("values").at("encoder.layers.0.self.queries").size(), 5u);  // places
}

TEST(TransformerRun, a_decoder_alone_goes_on_and_looks_at_all_it_read) {
    const Trace trace = decode::run(model_of(small_one(Kind::Decoder)), asked("a b c"));
    const int places = trace.source_length() + trace.outputs() - 1;
    const MatrixXf& weights = trace.at(reader_values.self.weights, 1, 1);
    EXPECT_EQ(weights.rows(), places);
    EXPECT_EQ(weights.cols(), places);
    EXPECT_EQ(std::ssize(trace.labels_of(Axis::Step)), places);
    for (const AttentionMap& map : trace.maps())
        EXPECT_TRUE(map.rows_sum_to_one || map.name == "decoder.attention")
            << map.name; // the rest is its own
}

TEST(TransformerRun, places_bound_what_is_read_and_written) {
    Config config = small_one();
    config.positions = Positions::Learned;
    config.position.places = 6;
    const Model model = model_of(config);
    Request request;
    request.text = "a b c";
    EXPECT_LE(decode::run(model, request).outputs(), 6);
    request.text = "a b c d e f g";
    EXPECT_NE(test::message_of([&] { decode::run(model, request); }).find("at most 6 tokens"),
              std::string::npos);
}

TEST(TransformerRun, a_target_that_does_not_fit_is_refused_and_never_cut) {
    Config config = small_one();
    config.positions = Positions::Learned;
    config.position.places = 6;
    const Model model = model_of(config);
    Request request;
    request.text = "a b c";
    request.target = "a b c d e"; // and the end
    EXPECT_EQ(decode::run(model, request).outputs(), 6);
    request.target = "a b c d e f";
    EXPECT_EQ(test::message_of([&] { decode::run(model, request); }),
              "small: has room for 6 tokens, the target needs 7");
    request.max_steps = 2; // no more is asked for
    EXPECT_EQ(decode::run(model, request).outputs(), 2);
    config.kind = Kind::Decoder;
    config.embedding.shared = true;
    request.max_steps = 0;
    const std::string why = test::message_of([&] { decode::run(model_of(config), request); });
    EXPECT_NE(why.find("small: has room for 6 tokens, the pair needs "), std::string::npos) << why;
}

TEST(TransformerRun, an_encoder_alone_says_a_word_for_each_place) {
    Config config = small_one(Kind::Encoder);
    config.embedding.types = 2;
    config.embedding.separator = 2;
    config.embedding.norm = true;
    config.output.tied = true;
    config.output.head = Head::Masked;
    config.feed.activation = Activation::Gelu;
    const Trace trace = decode::run(model_of(config), asked("a b c"));
    EXPECT_EQ(trace.at(place_log_probs).cols(), 4);
    EXPECT_EQ(trace.maps().size(), 2u * 3 + 2); // heads, means, rollouts
    EXPECT_EQ(trace.outputs(), 0);
    EXPECT_NEAR(trace.at(place_log_probs).col(1).array().exp().sum(), 1, 1e-4);
    const Trace back = io::trace_from_json(nlohmann::json::parse(io::trace_text(trace)), "f");
    ASSERT_EQ(back.maps().size(), trace.maps().size());
    for (const AttentionMap& map : trace.maps()) EXPECT_EQ(back.at(map.site), *map.weights) << map.name;
}

} // namespace
} // namespace heed::transformer
