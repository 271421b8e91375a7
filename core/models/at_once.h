// Models that answer a whole input at once, and write nothing token by token.
#pragma once

#include "core/models/model.h"
#include "core/trace/request.h"

#include <string>

namespace heed {

/// Throws heed::Error where the request asks for what only a model that writes token by token can do.
/// `instead`: what can be changed in this one, "muted tokens".
void refuse_edits_of_writing(const Model& model, const Request& request, const std::string& instead);

} // namespace heed
