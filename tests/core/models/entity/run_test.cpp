// Entity networks as the program runs them: text in, a trace out, folders written and read, words refused.
#include "core/models/entity/run.h"

#include "core/decode/case.h"
#include "core/decode/run.h"
#include "core/io/model/model_folder.h"
#include "core/io/run/trace_json.h"
#include "core/models/entity/facts.h"
#include "core/models/entity/values.h"
#include "core/tasks/stories/stories.h"
#include "core/train/course/items.h"
#include "tests/support/message_of.h"
#include "tests/support/samples/sample_stories.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace heed::entity {
namespace {

constexpr const char* typed = "Mary went to the garden. John took the milk.\nwhere is the milk?";

Request asked(std::string text, std::set<int> muted = {}) {
    Request request;
    request.model = "m";
    request.text = std::move(text);
    request.edits.muted = std::move(muted);
    return request;
}

TEST(EntityRun, EveryKindFillsItsTrace) {
    for (const Keys keys : {Keys::Tied, Keys::Free}) {
        const Model model = sample_story_model(keys);
        const Trace trace = decode::run(model, asked(typed));
        EXPECT_EQ(trace.source_length(), 13);
        EXPECT_EQ(trace.source[0].text, "mary"); // read in lower case, shown as typed
        EXPECT_EQ(trace.source[5].text, "john");
        EXPECT_EQ(trace.source[5].begin, 25u);
        EXPECT_EQ(trace.outline.count(Axis::Sentence), 2);
        EXPECT_EQ(trace.outline.total(), 9);
        EXPECT_TRUE(model.source.find(trace.target_text));
        EXPECT_LT(trace.log_prob, 0);
        EXPECT_TRUE(is_entity(trace.model));
        const auto maps = trace.maps();
        ASSERT_EQ(maps.size(), 2u);
        EXPECT_EQ(maps[0].name, "memory.gates");
        EXPECT_EQ(maps[0].row_labels,
                  (std::vector<std::string>{"mary went to the garden", "john took the milk"}));
        EXPECT_EQ(maps[0].column_labels.size(), 7u);
        EXPECT_EQ(maps[0].column_labels[4], keys == Keys::Tied ? "milk" : "slot 5");
        EXPECT_FALSE(maps[0].rows_sum_to_one);
        EXPECT_EQ(maps[1].name, "answer.attention");
        EXPECT_EQ(maps[1].row_labels, std::vector<std::string>{"where is the milk"});
        EXPECT_TRUE(maps[1].rows_sum_to_one);
        for (const auto& [site, value] : trace.values())
            if (info(site.quantity).columns != Axis::Answer) {
                EXPECT_EQ(value->cols(), std::ssize(trace.labels_of(info(site.quantity).columns)))
                    << info(site.quantity).key;
            }
    }
}

TEST(EntityRun, InFullHasTheValuesOfEverySlot) {
    const Trace trace = decode::run(sample_story_model(Keys::Tied), asked(typed));
    const auto values = io::trace_to_json(trace, true).at("values");
    for (const char* key : {"memory.candidates", "memory.sums", "memory.states"}) {
        const Quantity q = quantity_of(key);
        const auto& lists = values.at(key); // by sentence, or from the start on; then by slot
        ASSERT_EQ(std::ssize(lists), trace.at(q).cols()) << key;
        for (std::size_t t = 0; t < lists.size(); ++t) {
            ASSERT_EQ(lists[t].size(), 7u) << key;
            for (std::size_t j = 0; j < lists[t].size(); ++j)
                EXPECT_EQ(lists[t][j][1].get<float>(),
                          trace.at(q, 0, static_cast<int>(j))(1, static_cast<Eigen::Index>(t)))
                    << key;
        }
    }
    EXPECT_NE(values.at("memory.states")[1][0], values.at("memory.states")[1][6]);
    EXPECT_EQ(values.at("memory.gates").size(), 2u); // one number a slot: a list a sentence
    EXPECT_EQ(values.at("memory.gates")[0].size(), 7u);
}

TEST(EntityRun, AMemoryOfOneSlotPrintsAListASlotToo) {
    const Trace trace = decode::run(sample_story_model(Keys::Tied, 1), asked(typed));
    const auto values = io::trace_to_json(trace, true).at("values");
    for (const char* key : {"memory.candidates", "memory.sums", "memory.states"})
        for (const auto& of_sentence : values.at(key)) {
            ASSERT_EQ(of_sentence.size(), 1u) << key;
            EXPECT_EQ(of_sentence[0].size(), 8u) << key; // numbers of the slot's vector
        }
    EXPECT_EQ(values.at("story.vectors")[0].size(), 8u); // of no slot
    EXPECT_TRUE(values.at("memory.keys")[0][0].is_number());
}

TEST(EntityRun, WhatCannotBeReadIsNamed) {
    const Model model = sample_story_model(Keys::Tied);
    const auto said = [&](const std::string& text) {
        return test::message_of([&] { decode::run(model, asked(text)); });
    };
    EXPECT_EQ(said(" "), "stories/sample: the input is empty");
    EXPECT_EQ(said("mary went to the garden"),
              "stories/sample: word 6: expected a question, which ends with \"?\", found the end");
    EXPECT_EQ(said("mary went to the garden. where is mary? john"),
              "stories/sample: word 11: expected the end, for the question comes last, found \"john\"");
    EXPECT_EQ(said("mary went to the garden.. where is mary?"),
              "stories/sample: word 7: expected a word before the full stop, found \".\"");
    EXPECT_EQ(said("mary went to the garden. ?"),
              "stories/sample: word 7: expected a question before the question mark, found \"?\"");
    EXPECT_EQ(said("where is mary?"), "stories/sample: the story: expected a sentence that ends with \".\" "
                                      "before the question, found none");
    EXPECT_EQ(
        said("mary went to the the garden. where is mary?"),
        "stories/sample: sentence 1, \"mary went to the the garden\": expected at most 5 words, found 6");
    EXPECT_EQ(said("mary went to the garden. where is is the mary?"),
              "stories/sample: the question, \"where is is the mary\": expected at most 4 words, found 5");
    EXPECT_NE(said(std::string(5000, '.')).find("at most 2000 words, found 5000"), std::string::npos);
    EXPECT_TRUE(decode::run(model, asked("zoe went to the garden. where is zoe?")).source[0].unknown);

    Model closed = model; // without a token for unknown words
    closed.source = Vocabulary(*model.source.tokens(), {.pad = -1, .start = -1, .end = -1, .unknown = -1});
    EXPECT_EQ(test::message_of([&] { decode::run(closed, asked("mary went to the moon. where is mary?")); }),
              "stories/sample: word 5: expected a word of the source vocabulary, for there is no token for "
              "unknown ones, found \"moon\"");
}

TEST(EntityRun, WhatItHasNotIsRefusedInWords) {
    const Model model = sample_story_model(Keys::Free);
    Request request = asked(typed);
    request.target = "garden";
    EXPECT_NE(test::message_of([&] { decode::run(model, request); }).find("found a target"),
              std::string::npos);
    EXPECT_NE(test::message_of([&] {
                  decode::run(model, asked(typed, {2}));
              }).find("muted sentence: expected a sentence from 0 to 1, found 2"),
              std::string::npos);
    Model wrong = sample_story_model(Keys::Tied);
    wrong.config.edit<Config>().memory.entities[2] = 24;
    EXPECT_EQ(test::message_of([&] { complete(wrong); }),
              "stories/sample: config.json: memory.entities: expected ids of the 24 words of "
              "source.vocab.json, found 24");
}

TEST(EntityRun, AFolderIsWrittenAndReadAgain) {
    for (const Keys keys : {Keys::Tied, Keys::Free}) {
        Model model = sample_story_model(keys);
        const Trace before = decode::run(model, asked(typed));
        model.case_json = decode::make_case(before);
        const test::TemporaryFolder folder;
        io::save_model(model, folder.path() / "m");
        const Model again = io::load_model(folder.path() / "m");
        EXPECT_EQ(again.config.as<Config>(), model.config.as<Config>());
        EXPECT_EQ(decode::run(again, asked(typed)).target_text, before.target_text);
        EXPECT_FALSE(decode::check_case(again).wrong);
        Model wrong = again;
        wrong.case_json["maps"]["memory.gates"][1][3] = 2;
        EXPECT_TRUE(decode::check_case(wrong).wrong);
    }
}

TEST(EntityRun, ATraceIsWrittenAndReadAgain) {
    const Model model = sample_story_model(Keys::Tied);
    const Trace before = decode::run(model, asked(typed, {1}));
    const auto json = nlohmann::json::parse(io::trace_text(before, true));
    const Trace after = io::trace_from_json(json, "f");
    EXPECT_EQ(json["answer"]["top"][0]["token"], before.target_text);
    EXPECT_EQ(json["maps"][0]["rows_sum_to_one"], false);
    EXPECT_EQ(after.target_text, before.target_text);
    EXPECT_EQ(after.request.edits, before.request.edits);
    ASSERT_EQ(after.maps().size(), 2u);
    for (std::size_t n = 0; n < 2; ++n) {
        EXPECT_EQ(*after.maps()[n].weights, *before.maps()[n].weights);
        EXPECT_EQ(after.maps()[n].row_labels, before.maps()[n].row_labels);
        EXPECT_EQ(after.maps()[n].column_labels, before.maps()[n].column_labels);
    }
    EXPECT_FALSE(after.maps()[0].rows_sum_to_one);
}

TEST(EntityRun, RepliesAreThoseOfRuns) {
    const Model model = sample_story_model(Keys::Tied);
    const auto lessons =
        model.config.architecture()->lessons(model.config, {model.tokenizer, model.source, model.target});
    const std::vector<std::string> texts{typed, "sandra went to the office. where is sandra?"};
    lessons->add(texts[0], "garden", "m");
    lessons->add(texts[1], "office", "m");
    EXPECT_EQ(lessons->length(0), 2);
    const auto replies = train::replies_to(*lessons, model.parameters);
    for (std::size_t n = 0; n < texts.size(); ++n) {
        const Trace trace = decode::run(model, asked(texts[n]));
        EXPECT_EQ(replies[n].text, trace.target_text);
        ASSERT_EQ(replies[n].maps.size(), 2u);
        for (std::size_t m = 0; m < 2; ++m)
            EXPECT_TRUE(replies[n].maps[m].weights.isApprox(trace.maps()[m].weights->transpose(), 1e-5f));
    }
    EXPECT_EQ(test::message_of([&] { lessons->add(typed, "the garden", "m"); }),
              "m: answer: expected one word, found \"the garden\"");
    EXPECT_EQ(test::message_of([&] { lessons->add(typed, "moon", "m"); }),
              "m: answer: expected a word of the source vocabulary, found \"moon\"");
}

} // namespace
} // namespace heed::entity
