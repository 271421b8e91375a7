// Opening the model that a command names.
#pragma once

#include "core/io/open/model_library.h"

#include <string>

namespace heed::cli {

/// The library's model of that name, read with as many threads as there are. What was unusual about a model
/// of another toolkit is said on standard error, a line each. `newest`: as in io::OpenOptions.
Model load_model(const io::ModelLibrary& library, const std::string& m, bool newest = false);

/// What must be doubted of a model, at the head of what is printed of it: its name and a sentence on a line;
/// nothing where there is no doubt.
std::string doubt_line(const std::string& name, const std::string& doubt);

/// As many threads as the machine runs at once.
int all_threads();

} // namespace heed::cli
