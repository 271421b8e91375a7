#include "core/decode/run.h"
#include "core/io/run/trace_json.h"

#include "core/io/base/json_text.h"
#include "core/trace/words/words.h"
#include "tests/support/message_of.h"
#include "tests/support/random_model.h"
#include "tests/support/samples/sample_trace.h"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <tuple>

namespace heed::io {
namespace {

using nlohmann::json;
using test::message_of;

std::vector<std::string> keys(const nlohmann::ordered_json& object) {
    std::vector<std::string> result;
    for (const auto& item : object.items()) result.push_back(item.key());
    return result;
}

using Strings = std::vector<std::string>;

TEST(TraceJson, KeysComeInTheOrderOfTheFormat) {
    const auto plain = trace_to_json(sample_trace());
    EXPECT_EQ(keys(plain),
              (Strings{"format", "version", "model", "source", "target", "log_prob", "steps", "maps"}));
    EXPECT_EQ(keys(plain["model"]), (Strings{"name", "architecture", "score", "alignment", "cell", "order"}));
    EXPECT_EQ(keys(plain["source"]), (Strings{"text", "tokens", "ids", "unknown"}));
    EXPECT_EQ(keys(plain["target"]), (Strings{"text", "tokens", "ids", "finished"}));
    EXPECT_EQ(keys(plain["steps"][0]),
              (Strings{"token", "id", "log_prob", "energies", "weights", "entropy", "top"}));
    EXPECT_EQ(keys(plain["steps"][0]["top"][0]), (Strings{"token", "id", "log_prob"}));
    EXPECT_EQ(keys(plain["maps"][0]), (Strings{"name", "rows", "columns", "weights", "rows_sum_to_one"}));
    const auto full = trace_to_json(sample_trace(), true);
    EXPECT_EQ(keys(full).back(), "encoder");
    EXPECT_EQ(keys(full["encoder"]), (Strings{"embedded", "forward", "backward", "annotations"}));
    EXPECT_EQ(keys(full["steps"][0]),
              (Strings{"token", "id", "log_prob", "energies", "weights", "entropy", "top", "query", "context",
                       "state", "readout", "logits", "log_probs"}));
}

TEST(TraceJson, SaysWhatTheTraceHolds) {
    const Trace trace = sample_trace();
    const auto j = trace_to_json(trace, true);
    EXPECT_EQ(j["format"], "heed.trace");
    EXPECT_EQ(j["version"], 1);
    EXPECT_EQ(j["source"]["tokens"].size(), 13u);
    EXPECT_EQ(j["source"]["tokens"].back(), "</s>");
    EXPECT_EQ(j["steps"].size(), 11u);
    EXPECT_EQ(j["maps"][0]["rows"]["labels"], j["target"]["tokens"]);
    EXPECT_EQ(j["maps"][0]["rows"]["axis"], "output");
    EXPECT_EQ(j["maps"][0]["columns"]["axis"], "source");
    EXPECT_EQ(j["maps"][0]["rows_sum_to_one"], true);
    EXPECT_EQ(j["encoder"]["forward"].size(), 13u);
    EXPECT_EQ(j["encoder"]["forward"][0].size(), 32u);
    EXPECT_EQ(j["steps"][2]["logits"].size(), static_cast<std::size_t>(trace.at(Quantity::Logits).rows()));
    double entropy = 0;
    for (int i = 0; i < 13; ++i)
        entropy -=
            static_cast<double>(trace.weight(4, i)) * std::log(static_cast<double>(trace.weight(4, i)));
    EXPECT_NEAR(j["steps"][4]["entropy"].get<double>(), entropy, 1e-6);
}

TEST(TraceJson, NumbersCarryNineDigitsAndFloatsSurvive) {
    Trace trace = sample_trace();
    MatrixXf weights = trace.at(Quantity::Weights);
    weights(0, 0) = 0.1f;
    weights(1, 0) = 1.0f / 3.0f;
    trace.set(Quantity::Weights, 0, weights);
    trace.log_prob = -1.23456789123;
    const std::string line = trace_line(trace, true);
    EXPECT_THAT(line, testing::HasSubstr("[0.100000001,0.333333343,"));
    EXPECT_THAT(line, testing::HasSubstr("\"log_prob\":-1.23456789,"));
    const Trace back = trace_from_json(parse_json(line, "f"), "f");
    for (const Quantity q :
         {Quantity::Energies, Quantity::Weights, Quantity::Query, Quantity::Context, Quantity::State,
          Quantity::Readout, Quantity::Logits, Quantity::LogProbs, Quantity::SourceEmbedding,
          Quantity::ForwardState, Quantity::BackwardState, Quantity::Annotation}) {
        ASSERT_TRUE(back.has(q)) << info(q).key;
        EXPECT_EQ(back.at(q), trace.at(q)) << info(q).key; // bit for bit
    }
}

TEST(TraceJson, ReadBackItIsWrittenTheSame) {
    for (const char* score : {"additive", "none"}) {
        for (const bool full : {false, true}) {
            Trace trace = sample_trace(5, 4, {.score = score});
            trace.source[1].unknown = true;
            trace.steps[2].forced = true;
            const std::string text = trace_text(trace, full);
            const Trace back = trace_from_json(parse_json(text, "f"), "f");
            EXPECT_EQ(trace_text(back, full), text);
            EXPECT_EQ(json::parse(trace_line(trace, full)), json::parse(text));
            EXPECT_EQ(back.has_weights(), trace.has_weights());
            EXPECT_EQ(back.outline.count(Axis::Output), 4);
            EXPECT_TRUE(back.source.back().is_end);
        }
    }
}

TEST(TraceJson, EveryFunctionAndOrderComesBack) {
    for (const char* function : {"location", "local-m", "local-p", "own-past", "coverage", "dot"})
        for (const Order order : {Order::Bahdanau, Order::Luong}) {
            Seq2SeqConfig config;
            config.decoder.order = order;
            set_function(config.attention, function);
            config.attention.positions = 4; // fewer than there are tokens
            Request request;
            request.text = "9 march";
            request.target = "1998";
            const Trace trace = decode::run(test::random_model(config), request);
            const std::string text = trace_text(trace);
            const Trace back = trace_from_json(parse_json(text, "f"), "f");
            EXPECT_EQ(trace_text(back).substr(0, text.find("\"maps\"")),
                      text.substr(0, text.find("\"maps\"")))
                << function;
            EXPECT_EQ(back.outline, trace.outline) << function;
        }
}

TEST(TraceJson, EnergiesThatNoSoftmaxReadsAreNull) {
    Seq2SeqConfig config;
    set_function(config.attention, "local-m");
    Request request;
    request.text = "9 march";
    const json j = trace_to_json(decode::run(test::random_model(config), request));
    const json& energies = j["steps"][0]["energies"]; // a window of 2 around 0
    for (std::size_t n = 0; n < energies.size(); ++n) EXPECT_EQ(energies[n].is_null(), n > 2);
    EXPECT_EQ(j["steps"][0]["position"], 0);
    EXPECT_EQ(j["model"]["window"], 2);
}

TEST(TraceJson, TheDecodersOwnPastIsAMapOfItsOwn) {
    Seq2SeqConfig config;
    set_function(config.attention, "own-past");
    Request request;
    request.text = "abc";
    request.target = "12";
    const json j = trace_to_json(decode::run(test::random_model(config), request));
    ASSERT_EQ(j["maps"].size(), 2u);
    const json& past = j["maps"][1];
    EXPECT_EQ(past["name"], "decoder.own_past");
    EXPECT_EQ(past["columns"]["labels"], (json::array({"1", "2", "</s>"}))); // a place for each
    EXPECT_EQ(past["columns"]["axis"], "past");
    EXPECT_TRUE(past["weights"][2][2].is_null()); // nothing looks back at the last
    EXPECT_TRUE(past["weights"][0][0].is_null());
    double sum = past["weights"][2][0].get<double>() + past["weights"][2][1].get<double>();
    for (const json& w : j["maps"][0]["weights"][2]) sum += w.get<double>();
    EXPECT_NEAR(sum, 1, 1e-6);
}

TEST(TraceJson, WithoutAttentionThereAreNoMaps) {
    const auto j = trace_to_json(sample_trace(5, 4, {.score = "none"}));
    EXPECT_TRUE(j["steps"][0]["weights"].is_null());
    EXPECT_TRUE(j["steps"][0]["energies"].is_null());
    EXPECT_TRUE(j["steps"][0]["entropy"].is_null());
    EXPECT_TRUE(j["maps"].empty());
}

TEST(TraceJson, MaskedEnergiesAreNullAndBadBytesAreReplaced) {
    Trace trace = sample_trace(5, 4);
    MatrixXf energies = trace.at(Quantity::Energies);
    energies(3, 1) = -INFINITY;
    trace.set(Quantity::Energies, 0, energies);
    trace.source_text = "a\xFF"
                        "b";
    const auto j = parse_json(trace_line(trace), "f");
    EXPECT_TRUE(j["steps"][1]["energies"][3].is_null());
    EXPECT_EQ(j["source"]["text"], "a\uFFFDb");
    EXPECT_EQ(trace_from_json(j, "f").at(Quantity::Energies)(3, 1), -INFINITY);
}

TEST(TraceJson, OneLineAndManyLines) {
    const std::string line = trace_line(sample_trace());
    EXPECT_EQ(line.find('\n'), line.npos);
    const std::string text = trace_text(sample_trace());
    EXPECT_EQ(text.back(), '\n');
    EXPECT_THAT(text, testing::HasSubstr("\n \"steps\": [\n  {\"token\":"));
}

TEST(TraceJson, WhatIsNotATraceIsRefusedByKey) {
    const json good = json::parse(trace_line(sample_trace(5, 4), true));
    const auto refusal = [&](const std::function<void(json&)>& change) {
        json value = good;
        change(value);
        return message_of([&] { trace_from_json(value, "f"); });
    };
    EXPECT_EQ(refusal([](json& j) { j = json::array(); }), "f: format: expected \"heed.trace\", found none");
    EXPECT_EQ(refusal([](json& j) { j["format"] = 3; }), "f: format: expected \"heed.trace\", found 3");
    EXPECT_EQ(refusal([](json& j) { j["version"] = 2; }), "f: version: expected 1, found 2");
    EXPECT_EQ(refusal([](json& j) { j.erase("model"); }), "f: model: expected a value, found none");
    EXPECT_EQ(refusal([](json& j) { j["steps"][2].erase("weights"); }),
              "f: steps[2].weights: expected a value, found none");
    EXPECT_EQ(refusal([](json& j) { j["steps"][2]["weights"].erase(0); }),
              "f: steps[2].weights: expected 5 values, found 4");
    EXPECT_EQ(refusal([](json& j) { j["steps"][2]["weights"][1] = "x"; }),
              "f: steps[2].weights[1]: expected a number, found \"x\"");
    EXPECT_EQ(refusal([](json& j) { j["steps"][2]["weights"][1] = -0.5; }),
              "f: steps[2].weights[1]: expected a number of 0 or more, found -0.5");
    EXPECT_EQ(refusal([](json& j) { j["steps"][0]["weights"][0] = nullptr; }),
              "f: steps[0].weights[0]: expected a number of 0 or more, found null");
    EXPECT_EQ(refusal([](json& j) { j["source"]["ids"].erase(0); }),
              "f: source.ids: expected 5 values, found 4");
    EXPECT_EQ(refusal([](json& j) { j["source"]["unknown"] = {7}; }),
              "f: source.unknown[0]: expected a position of the source, found 7");
    EXPECT_EQ(refusal([](json& j) { j["steps"][0]["id"] = 1.5; }),
              "f: steps[0].id: expected a whole number, found 1.5");
    EXPECT_EQ(refusal([](json& j) { j["steps"] = 1; }), "f: steps: expected a list, found 1");
    EXPECT_EQ(refusal([](json& j) { j["target"]["finished"] = 1; }),
              "f: target.finished: expected true or false, found 1");
}

TEST(TraceJson, SeveralMapsAreWrittenWithLayerAndHeadAndComeBack) {
    Trace trace = sample_trace(4, 3);
    trace.model.architecture = "weights";
    const MatrixXf weights = trace.at(Quantity::Weights);
    trace = trace.narrowed({Quantity::Weights});
    trace.set({Quantity::Weights, 0, 1}, weights / 2);
    trace.set({Quantity::Weights, 1, 0}, weights / 4);
    trace.set({Quantity::Weights, 1, 1}, MatrixXf::Zero(4, 3));
    const auto j = trace_to_json(trace);
    ASSERT_EQ(j["maps"].size(), 4u);
    EXPECT_EQ(keys(j["maps"][1]),
              (Strings{"name", "layer", "head", "rows", "columns", "weights", "rows_sum_to_one"}));
    EXPECT_EQ(j["maps"][2]["layer"], 1);
    EXPECT_EQ(j["maps"][2]["head"], 0);
    EXPECT_TRUE(j["steps"][0]["weights"].is_null()); // of which map would it be?
    EXPECT_TRUE(j["steps"][0]["entropy"].is_null());
    const Trace back = trace_from_json(json::parse(j.dump()), "f");
    ASSERT_EQ(back.maps().size(), 4u);
    for (const AttentionMap& map : trace.maps()) EXPECT_EQ(*map.weights, back.at(map.site)) << map.place();
    json broken = json::parse(j.dump());
    broken["maps"][3]["head"] = -1;
    EXPECT_EQ(message_of([&] { trace_from_json(broken, "f"); }),
              "f: maps[3].head: expected 0 or more, found -1");
    broken["maps"][3]["head"] = 1;
    broken["maps"][3]["weights"][2].erase(0);
    EXPECT_EQ(message_of([&] { trace_from_json(broken, "f"); }),
              "f: maps[3].weights[2]: expected 4 values, found 3");
}

TEST(TraceJson, OneMapStandsInTheStepsAndInFilesWithoutMaps) {
    const Trace trace = sample_trace(4, 3);
    json j = json::parse(trace_line(trace));
    EXPECT_EQ(j["steps"][1]["weights"], j["maps"][0]["weights"][1]);
    j.erase("maps"); // as older files are
    EXPECT_EQ(trace_from_json(j, "f").at(Quantity::Weights), trace.at(Quantity::Weights));
}

/// What a run reads and writes is told by its text: words of a model of words are not put together.
TEST(TraceJson, WordsComeBackAsWordsAndCharactersAsCharacters) {
    nlohmann::ordered_json written = trace_to_json(sample_trace());
    EXPECT_TRUE(trace_from_json(json(written), "run.json").model.character_level);
    std::string words;
    for (const auto& token : written["target"]["tokens"])
        if (token != "</s>") words += (words.empty() ? "" : " ") + token.get<std::string>();
    written["target"]["text"] = words;
    EXPECT_FALSE(trace_from_json(json(written), "run.json").model.character_level);
}

/// A language that the model writes first, or that was typed: it frames in the file as it did before.
TEST(TraceJson, ControlTokensComeBack) {
    Trace trace = sample_trace();
    trace.source[1].is_start = true;
    trace.source[2].is_end = true;
    trace.source_text = trace.source[1].text + " and more";
    trace.steps[0].token.is_start = true;
    const json j = trace_to_json(trace);
    EXPECT_EQ(j["source"]["control"], json::array({1}));
    EXPECT_EQ(j["source"]["ends"], json::array({2}));
    EXPECT_EQ(j["target"]["control"], json::array({0}));
    const Trace back = trace_from_json(j, "f");
    for (std::size_t t = 0; t < trace.source.size(); ++t) {
        EXPECT_EQ(back.source[t].is_start, trace.source[t].is_start) << t;
        EXPECT_EQ(back.source[t].is_end, trace.source[t].is_end) << t;
    }
    EXPECT_EQ(back.source[1].end, trace.source[1].text.size());
    for (std::size_t i = 0; i < trace.steps.size(); ++i) EXPECT_EQ(back.steps[i].token.is_start, i == 0) << i;
    json broken = j;
    broken["target"]["control"] = json::array({11});
    EXPECT_EQ(message_of([&] { trace_from_json(broken, "f"); }),
              "f: target.control[0]: expected a position of the target, found 11");
}

/// What is unknown says nothing of a word: the text that it stands for does.
TEST(TraceJson, PiecesComeBackWithTheirBytesAndMakeTheSameWords) {
    Trace trace = sample_trace(5, 3);
    trace.source_text = "the \u263a old";
    const std::tuple<const char*, std::size_t, std::size_t> pieces[] = {
        {"\u2581the", 0, 3}, {"\u2581", 4, 4}, {"<unk>", 4, 7}, {"\u2581old", 7, 11}, {"</s>", 11, 11}};
    for (std::size_t j = 0; j < 5; ++j) {
        TraceToken& token = trace.source[j];
        std::tie(token.text, token.begin, token.end) = pieces[j];
        token.unknown = j == 2;
        token.is_end = j == 4;
    }
    trace.source_vocabulary = nullptr;
    const json j = trace_to_json(trace);
    EXPECT_EQ(j["source"]["bytes"], json::parse("[[0, 3], null, [4, 7], [7, 11], null]"));
    const Trace back = trace_from_json(j, "f");
    Strings words;
    for (const Word& word : words_of(back).source) words.push_back(word.text);
    EXPECT_EQ(words, (Strings{"the", "\u263a", "old", "</s>"}));
    EXPECT_EQ(words_of(back).source, words_of(trace).source);
    for (const char* const odd : {"[5, 7]", "[4, 6]", "[4, 12]", "[4, 4]", "[-1, 3]"}) {
        json broken = j;
        broken["source"]["bytes"][2] = json::parse(odd);
        EXPECT_THAT(message_of([&] { trace_from_json(broken, "f"); }),
                    testing::HasSubstr("f: source.bytes[2]: expected from and to, characters of the text"));
    }
}

/// Of a model without an end token a text that was given ends with a token like others.
TEST(TraceJson, WhatEndsWithoutAnEndTokenComesBack) {
    Trace trace = sample_trace();
    EXPECT_FALSE(trace_to_json(trace)["target"].contains("frame"));
    trace.steps.back().token.is_end = false;
    const json j = trace_to_json(trace);
    EXPECT_EQ(j["target"]["frame"], (json{{"end", false}}));
    const Trace back = trace_from_json(j, "f");
    EXPECT_TRUE(back.finished);
    EXPECT_FALSE(back.steps.back().token.is_end);
}

} // namespace
} // namespace heed::io
