// What a model that writes is trained, chosen and measured on.
#pragma once

#include "core/tasks/sample.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"
#include "core/train/course/parts.h"
#include "core/train/recipe.h"

#include <vector>

namespace heed::train {

struct Data : Parts<tasks::Sample> {
    Tokenizer tokenizer;
    Vocabulary source, target;
};

/// The data of the recipe's task; its own words, or those of the first 20,000 items to train on.
Data make_data(const Recipe& recipe);

/// Data from a file's samples, for the recipe's model, cut into parts as split_parts says.
Data split_data(std::vector<tasks::Sample> samples, Tokenizer tokenizer, const Recipe& recipe,
                const std::string& subject);

} // namespace heed::train
