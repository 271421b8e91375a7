// What a model is trained, chosen and measured on.
#pragma once

#include "core/tasks/sample.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"
#include "core/train/recipe.h"

#include <vector>

namespace heed::train {

struct Data {
    Tokenizer tokenizer;
    Vocabulary source, target;
    std::vector<tasks::Sample> train;
    std::vector<tasks::Sample> valid; // held out: looked at while training, to choose the best model
    std::vector<tasks::Sample> test;  // held out: looked at once, at the end
};

/// The data of the recipe's task; words from the first 20,000 items to train on.
Data make_data(const Recipe& recipe);

/// Data from a file's samples, for the recipe's model: a twentieth of them, at most 1,000, is drawn for
/// `valid`, as many for `test`. Throws heed::Error naming `subject` if there are fewer than three.
Data split_data(std::vector<tasks::Sample> samples, Tokenizer tokenizer, const Recipe& recipe,
                const std::string& subject);

} // namespace heed::train
