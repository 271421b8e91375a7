// Everything that decides what training makes: recipe.json. The same recipe and data give the same model,
// byte for byte, on one machine.
#pragma once

#include "core/models/registry.h"
#include "core/tasks/splits.h"
#include "core/train/trainer.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace heed::train {

/// How training begins: so many steps that differ from what follows.
struct Stage {
    int steps = 1;
    int shortest = 0, longest = 0; // of the inputs to learn from, in tokens; 0: as the task has them
    Configuration model;           // of the same parameters
};

struct Recipe {
    std::string name;                            // of the model: "dates/additive"
    std::string task;                            // of core/tasks; empty: from a file
    Configuration model = usual_configuration(); // its vocabulary sizes come from the data
    TrainerSettings training;
    std::vector<Stage> stages; // at first; of the recipe's steps
    int check_every = 50;      // steps between looks at the held-out items
    int pool = 40000;          // items to train on
    std::uint64_t data_seed = tasks::data_seed;
    bool half = false;              // the finished model's numbers are rounded to float16, and stored so
    std::string fails_at;           // one sentence for lists and the card; empty: nothing is said
    bool fails_on_purpose = false;  // it is there to show how one fails
    std::vector<std::string> notes; // paragraphs for the card
};

/// Reads {"format": "heed.recipe", "version": 1, …}; what is absent takes its default. Throws heed::Error
/// naming `subject` and the key: another format or version, a key it does not know, a value out of range.
Recipe recipe_from_json(const nlohmann::json& json, const std::string& subject);
nlohmann::ordered_json to_json(const Recipe& recipe);
/// What of the stage is not as in the model that is trained in the end, with its steps.
nlohmann::ordered_json to_json(const Stage& stage, const Configuration& usual);

} // namespace heed::train
