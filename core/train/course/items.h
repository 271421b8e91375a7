// Learning to answer a whole input at once.
#pragma once

#include "core/tasks/item.h"
#include "core/train/course/course.h"
#include "core/train/course/parts.h"
#include "core/train/recipe.h"

namespace heed::train {

struct ItemData : Parts<tasks::Item> {
    Language language;
    const tasks::ItemTask* task = nullptr; // null: from a file
    std::string name;                      // for errors: the task's, or the file's
};

/// The data of the recipe's task. Throws heed::Error: no such task.
ItemData make_item_data(const Recipe& recipe);
/// Data from a file's items, cut into parts as split_parts says; words and classes are those that occur.
ItemData split_item_data(std::vector<tasks::Item> items, const Recipe& recipe, const std::string& name);

/// Its lessons() throw heed::Error naming the first item that the model cannot read or answer.
std::unique_ptr<const Course> item_course(const Recipe& recipe, ItemData data);

/// What a model answers to each of its lessons, in their order; items of like length are run together.
std::vector<Reply> replies_to(const ItemLessons& lessons, const nn::ParameterSet<float>& parameters,
                              const Executor& executor = in_turn);

/// How good a reply to the item is, which has `length` moments, as its task judges it (null: there is none).
/// Throws heed::Error naming `subject`: gold cells outside the model's map.
analysis::ItemResult judge_reply(const tasks::Item& item, int length, Reply reply,
                                 const tasks::ItemTask* task, const std::string& subject);

} // namespace heed::train
