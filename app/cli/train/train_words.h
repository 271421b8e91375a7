// What the words of `heed train` ask for: a recipe, and what is learnt.
#pragma once

#include "core/train/course/course.h"
#include "core/train/recipe.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace heed::cli {

struct TrainOptions {
    std::string task, data, out, recipe, score, cell, order, level = "character";
    std::string target, missing = "value before"; // of a table
    bool lowercase = false, input_feeding = false;
    std::optional<int> steps, threads, batch, window;
    std::optional<double> learning_rate, dropout;
    std::optional<std::uint64_t> seed;
};

struct Chosen {
    train::Recipe recipe;
    std::string label; // how the recipe is named to the user
};

/// The recipe named, else the bundled one of this task and score, else the defaults.
Chosen find_recipe(const TrainOptions& options);

/// The words of the command over the recipe's. Throws WrongWords.
train::Recipe choose_recipe(const TrainOptions& options, const train::Recipe& found);

/// The recipe's task, or the file. Throws heed::Error where the file holds a line that is not of its form,
/// and WrongWords where the model cannot learn such items.
std::unique_ptr<const train::Course> read_course(const TrainOptions& options, const train::Recipe& recipe);

} // namespace heed::cli
