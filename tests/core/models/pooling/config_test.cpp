// Configurations of the pooling architectures: what is read, what is written, what is refused.
#include "core/models/pooling/config.h"
#include "tests/support/message_of.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::pooling {
namespace {

using Json = nlohmann::json;

Config read(const std::string& text) { return config_from_json(Json::parse(text), "config.json"); }
std::string said(const std::string& text) {
    return test::message_of([&] { read(text); });
}

TEST(PoolingConfig, little_is_enough) {
    const Config config = read(R"({"architecture": "pooling"})");
    EXPECT_EQ(config, Config{});
    EXPECT_EQ(read(R"({"architecture": "dense", "dense": {"steps": 9}})").longest(), 9);
    EXPECT_EQ(read(R"({"architecture": "pooling-keras", "attention": {"steps": 9}})").longest(), 9);
}

TEST(PoolingConfig, what_is_written_is_read_again) {
    for (
        const char* text :
        {R"({"architecture": "pooling", "input": {"kind": "tokens", "embedding": 5},
              "attention": {"energy": "tanh"}, "readout": {"kind": "classes", "size": 3}})",
         R"({"architecture": "mean-pooling", "encoder": {"hidden": 7, "slope": 0.2}, "readout": {"slope": 0.5}})",
         R"({"architecture": "pooling-keras", "attention": {"steps": 4, "return": "sequence"}})",
         R"({"architecture": "dense", "dense": {"over": "features", "steps": 4, "size": 3}})",
         R"({"architecture": "dense", "dense": {"over": "moments", "steps": 4}})"}) {
        Json written;
        to_json(written, read(text));
        EXPECT_EQ(read(written.dump()), read(text)) << text;
        const Json typed = Json::parse(text);
        for (const auto& [section, keys] : typed.items())
            if (keys.is_object()) {
                for (const auto& [key, value] : keys.items()) EXPECT_EQ(written[section][key], value) << key;
            }
    }
}

TEST(PoolingConfig, errors_name_the_key) {
    for (const auto& [text, message] : {
             std::pair{R"({})",
                       "architecture: expected pooling, pooling-keras, dense or mean-pooling, found none"},
             {R"({"architecture": "pool"})",
              "architecture: expected pooling, pooling-keras, dense or mean-pooling, found \"pool\""},
             {R"([])", "the configuration: expected an object, found []"},
             {R"({"architecture": "pooling", "input": {"kind": "words"}})",
              "input.kind: expected vectors or tokens, found \"words\""},
             {R"({"architecture": "pooling", "input": 3})", "input: expected an object, found 3"},
             {R"({"architecture": "pooling", "encoder": {"cell": "gru"}})",
              "encoder.cell: expected none, found \"gru\""},
             {R"({"architecture": "pooling", "encoder": {"hidden": 0}})",
              "encoder.hidden: expected a whole number from 1 to 1048576, found 0"},
             {R"({"architecture": "pooling-keras"})",
              "attention.steps: expected the longest input, found none"},
             {R"({"architecture": "pooling-keras", "attention": {"steps": 3, "energy": "linear"}})",
              "attention.energy: expected tanh, found \"linear\""},
             {R"({"architecture": "dense"})", "dense.steps: expected the longest input, found none"},
             {R"({"architecture": "dense", "dense": {"steps": 3, "activation": "tanh"}})",
              "dense.activation: expected sigmoid, found \"tanh\""},
             {R"({"architecture": "pooling", "readout": {"kind": "classes"}})",
              "readout.size: expected at least 2 classes, found 1"},
             {R"({"architecture": "pooling-keras", "attention": {"steps": 3, "return": "sequence"},
                  "readout": {"kind": "classes", "size": 2}})",
              "readout.kind: expected value where attention.return is sequence, found classes"},
             {R"({"architecture": "mean-pooling", "readout": {"slope": -1}})",
              "readout.slope: expected a number above 0, found -1"},
         })
        EXPECT_EQ(said(text), std::string("config.json: ") + message) << text;
}

} // namespace
} // namespace heed::pooling
