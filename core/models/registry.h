// Every architecture there is.
#pragma once

#include "core/models/architecture.h"

#include <span>

namespace heed {

std::span<const Architecture* const> architectures();
/// The first one's, as it is where nothing is said.
Configuration usual_configuration();
/// By its id, or null.
const Architecture* find_architecture(std::string_view id);
/// Whether a model of that architecture reads a whole input and answers once; false of one that is not known.
bool answers_at_once(std::string_view id);
/// "\"seq2seq\"" or "one of …", for errors.
std::string architecture_names();

} // namespace heed
