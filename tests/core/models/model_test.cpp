#include "core/models/model.h"

#include "core/models/seq2seq/config.h"
#include "core/models/seq2seq/facts.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(Model, CompletionMakesTensorsAndFacts) {
    Model model;
    model.config = Seq2SeqConfig{};
    model.name = "dates/additive";
    model.task = "dates";
    const int index = model.parameters.add("bridge.weight", 3, 2);
    model.parameters[index].value << 1, 2, 3, 4, 5, 6;
    model.parameters.add("bridge.bias", 3, 1, 1);
    complete(model);
    EXPECT_EQ(model.facts.title, "Dates");
    EXPECT_EQ(model.facts.parameters, 9);
    EXPECT_EQ(seq2seq_facts(model.facts).cell, "gru");
    EXPECT_EQ(model.facts.score, "additive");
    EXPECT_EQ(model.tensors->at("bridge.weight")(2, 0), 5.0f);
    EXPECT_EQ(model.tensors->at("bridge.weight").data(), model.parameters[index].value.data()); // held once
    model.config_json = {{"title", "My dates"}};
    model.config.edit<Seq2SeqConfig>().attention.score = "none";
    complete(model);
    EXPECT_EQ(model.facts.title, "My dates");
    EXPECT_EQ(seq2seq_facts(model.facts).attention, 0);
}

TEST(Model, TensorsOutliveTheModelAndACopyHasItsOwn) {
    auto model = std::make_unique<Model>();
    model->config = Seq2SeqConfig{};
    model->parameters.add("bridge.bias", 3, 1, 1);
    complete(*model);
    const auto tensors = model->tensors;
    Model copy = *model;
    copy.parameters[0].value(0, 0) = 7;
    EXPECT_EQ(model->parameters[0].value(0, 0), 0.0f);
    model->parameters[0].value(1, 0) = 2;
    model.reset();
    EXPECT_EQ(tensors->at("bridge.bias")(1, 0), 2.0f);
}

} // namespace
} // namespace heed
