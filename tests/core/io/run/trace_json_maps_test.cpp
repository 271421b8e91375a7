// The maps of a Transformer's run, read back by the layers and heads in their names.
#include "core/io/run/trace_json.h"
#include "tests/support/message_of.h"

#include <gmock/gmock.h>

namespace heed::io {
namespace {

using nlohmann::json;
using test::message_of;
using Labels = std::vector<std::string>;

TEST(TraceJson, MapsOfAnEncoderAloneComeBackByLayerAndHead) {
    const json labels = {"a", "b"};
    const auto map = [&](const char* name, double first) {
        return json{{"name", name},
                    {"rows", {{"axis", "source_query"}, {"labels", labels}}},
                    {"columns", {{"axis", "source"}, {"labels", labels}}},
                    {"weights", {{first, 1 - first}, {0.5, 0.5}}}};
    };
    json file = {
        {"format", "heed.trace"},
        {"version", 1},
        {"model",
         {{"name", "m"},
          {"architecture", "transformer-encoder"},
          {"score", "scaled"},
          {"alignment", "global"}}},
        {"source", {{"text", "a b"}, {"tokens", labels}, {"ids", {3, 4}}, {"unknown", json::array()}}},
        {"target", {{"text", "a a"}, {"tokens", json::array()}, {"finished", true}}},
        {"log_prob", -1.5},
        {"steps", json::array()},
        {"maps",
         {map("encoder.layers.0.self.heads.0", 0.25), map("encoder.layers.0.self.heads.1", 0.75),
          map("encoder.layers.0.self.mean", 0.5), map("encoder.rollout.0", 0.125)}}};
    const Trace back = trace_from_json(file, "f");
    const std::vector<AttentionMap> maps = back.maps();
    ASSERT_EQ(maps.size(), 4u);
    EXPECT_EQ(maps[1].name, "encoder.layers.0.self.heads.1");
    EXPECT_EQ(maps[1].site.head, 1);
    EXPECT_EQ((*maps[1].weights)(0, 0), 0.75f); // (columns, rows)
    EXPECT_EQ((*maps[1].weights)(1, 0), 0.25f);
    EXPECT_EQ(maps[1].row_labels, (Labels{"a", "b"}));
    EXPECT_EQ(maps[3].name, "encoder.rollout.0");
    EXPECT_EQ(back.target_text, "a a");
    file["maps"][0]["name"] = "decoder.hidden";
    EXPECT_THAT(message_of([&] { trace_from_json(file, "f"); }),
                testing::HasSubstr("maps[0].name: expected a map of"));
}

/// A run of a Transformer: two tokens read, one written.
json run_with_maps(const char* architecture, const std::vector<json>& maps) {
    const json step = {{"token", "x"}, {"id", 5}, {"log_prob", -1.5}, {"top", json::array()}};
    json run = {{"format", "heed.trace"}, {"version", 1}, {"log_prob", -1.5}};
    run["model"] = {
        {"name", "m"}, {"architecture", architecture}, {"score", "scaled"}, {"alignment", "global"}};
    run["source"] = {{"text", "a b"},
                     {"tokens", json::array({"a", "b"})},
                     {"ids", json::array({3, 4})},
                     {"unknown", json::array()}};
    run["target"] = {{"text", "x"}, {"tokens", json::array({"x"})}, {"finished", false}};
    run["steps"] = json::array();
    run["steps"].push_back(step);
    run["maps"] = maps;
    return run;
}
json map_of_size(const char* name, const char* rows, int height, const char* columns, int width) {
    const auto labels = [](int count) { return json(std::vector<std::string>(std::size_t(count), "w")); };
    const std::vector<std::vector<double>> weights(std::size_t(height),
                                                   std::vector<double>(std::size_t(width), .5));
    return {{"name", name},
            {"rows", {{"axis", rows}, {"labels", labels(height)}}},
            {"columns", {{"axis", columns}, {"labels", labels(width)}}},
            {"weights", weights}};
}

/// Labels of its own do not make a map fit: figures ask for every token of the run.
TEST(TraceJson, MapsAreAsLongAsTheRun) {
    const auto refusal = [](const char* architecture, const std::vector<json>& maps) {
        return message_of([&] { trace_from_json(run_with_maps(architecture, maps), "f"); });
    };
    const char* whole = "transformer";
    EXPECT_EQ(refusal(whole, {map_of_size("decoder.attention", "output", 1, "source", 2)}),
              "nothing was thrown");
    EXPECT_EQ(refusal(whole, {map_of_size("decoder.attention", "output", 1, "source", 1)}),
              "f: maps[0].weights[0]: expected 2 values, found 1");
    EXPECT_EQ(refusal(whole, {map_of_size("decoder.attention", "output", 2, "source", 2)}),
              "f: maps[0].weights: expected 1 values, found 2");
    EXPECT_EQ(refusal(whole, {map_of_size("encoder.layers.0.self.heads.0", "source_query", 3, "source", 2)}),
              "f: maps[0].weights: expected 2 values, found 3");
    EXPECT_EQ(
        refusal("transformer-decoder", {map_of_size("reader.layers.0.self.heads.0", "step", 3, "past", 3),
                                        map_of_size("reader.layers.1.self.heads.0", "step", 2, "past", 2)}),
        "f: maps[1].weights: expected 3 values, found 2");
    const json answer = run_with_maps("pointer", {map_of_size("pointer.attention", "output", 2, "slot", 2)});
    EXPECT_EQ(message_of([&] { trace_from_json(answer, "f"); }),
              "f: maps[0].weights: expected 1 values, found 2");
}

TEST(TraceJson, PlacesThatAskOfADecoderAloneKeepTheirNames) {
    const Trace back =
        trace_from_json(run_with_maps("transformer-decoder",
                                      {map_of_size("reader.layers.0.self.heads.0", "step", 3, "past", 3)}),
                        "f");
    ASSERT_EQ(back.maps().size(), 1u);
    EXPECT_EQ(back.maps()[0].row_labels, Labels(3, "w"));
    EXPECT_EQ(back.maps()[0].column_labels, Labels(3, "w"));
}

} // namespace
} // namespace heed::io
