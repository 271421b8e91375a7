// What a trained model says about itself: its card, and the part of config.json that training fills.
#pragma once

#include "core/train/training.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed::train {

/// Markdown: what it is, how it was trained, how well it does, by length too, what it fails at, and the
/// recipe's notes.
std::string write_card(const Training& training, const Results& results);

/// {"title", "description", "training": {"recipe", "seed", "threads", "steps", "step", "results"}}.
nlohmann::json model_config(const Training& training, const Results& results);

} // namespace heed::train
