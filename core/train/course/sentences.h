// Learning to write token by token.
#pragma once

#include "core/train/batch.h"
#include "core/train/course/course.h"
#include "core/train/course/data.h"
#include "core/train/recipe.h"

namespace heed::train {

/// Sources and targets for an architecture with a forced run: the loss is the cross-entropy of the target
/// tokens.
class TokenLessons : public Lessons {
public:
    TokenLessons(Configuration config, std::vector<Item> items)
        : config_(std::move(config)), items_(std::move(items)) {}

    int size() const override { return static_cast<int>(items_.size()); }
    int length(int item) const override { return static_cast<int>(at(item).source.size()); }
    int weight(int item) const override { return static_cast<int>(at(item).target.size()); }
    Var<float> loss(nn::Graph<float>& graph, std::span<const int> items, int tokens) const override;

private:
    const Item& at(int item) const { return items_[static_cast<std::size_t>(item)]; }
    Configuration config_;
    std::vector<Item> items_;
};

/// Sentences of the recipe's task, or of a file.
std::unique_ptr<const Course> sentence_course(const Recipe& recipe, Data data);

} // namespace heed::train
