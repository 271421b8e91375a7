// The shipped models of sort and hull keep what their cards promise, on items that nobody has seen.
#include "core/io/model/model_folder.h"
#include "core/models/pointer/config.h"
#include "core/train/course/items.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heed::train {
namespace {

analysis::Evaluation of_length(const std::string& name, int points, bool masked = true, int count = 500) {
    const Model model = io::load_model(test::source_dir() / "assets/models" / name);
    const tasks::ItemTask& task = tasks::get_item_task(model.task);
    Configuration config = model.config;
    config.edit<pointer::Config>().attention.mask =
        masked ? pointer::Masking::Visited : pointer::Masking::None;
    const auto lessons =
        config.architecture()->lessons(config, {model.tokenizer, model.source, model.target});
    Random random(901);
    std::vector<tasks::Item> items;
    for (int k = 0; k < count; ++k) {
        items.push_back(task.of_length(random, points));
        lessons->add(items.back().input, items.back().answer, name);
    }
    const auto replies = replies_to(*lessons, model.parameters);
    analysis::Evaluation evaluation;
    for (std::size_t n = 0; n < items.size(); ++n)
        evaluation.add(judge_reply(items[n], points, replies[n], &task, name));
    return evaluation;
}

TEST(ShippedPointers, SortWhereANetworkOfNumbersDoesNot) {
    EXPECT_GE(of_length("sort/pointer", 8, true, 1000).exact_match(), 0.98);
    EXPECT_GE(of_length("sort/pointer", 8).gold().at("pointer.attention").hits(), 0.98);
    EXPECT_LE(of_length("sort/numbers", 8).exact_match(), 0.4);
    EXPECT_GT(of_length("sort/pointer", 15).exact_match(),
              of_length("sort/pointer", 15, false).exact_match() + 0.2);
}

TEST(ShippedPointers, CoverHullsWhereANetworkOfNumbersDoesNot) {
    const auto eight = of_length("hull/pointer", 8), ten = of_length("hull/pointer", 10);
    EXPECT_GE(eight.all().measure(), 0.99);
    EXPECT_GE(ten.all().measure(), 0.99);
    EXPECT_GE(eight.exact_match(), 0.75);
    EXPECT_LE(of_length("hull/numbers", 8).exact_match(), 0.1);
    EXPECT_LE(of_length("hull/numbers", 8).all().measure(), 0.6);
}

} // namespace
} // namespace heed::train
