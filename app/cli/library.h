// The models that a command may name, and the family by which those of other toolkits are read.
#pragma once

#include "core/io/open/model_library.h"

#include <string>

namespace CLI {
class App;
}

namespace heed::cli {

/// Adds --family to a command that opens models.
void add_family(CLI::App& command, std::string& family);
/// The models there are, those of other toolkits read by that family. Throws where there is no such family.
io::ModelLibrary models_of(const std::string& family);

/// Throws WrongWords where no family is called as the options say.
void need_family(const io::OpenOptions& options);

} // namespace heed::cli
