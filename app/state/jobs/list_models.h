// The models that can be chosen from: those that come with the program, then the user's own.
#pragma once

#include "app/state/jobs/engine.h"
#include "core/io/open/model_library.h"

#include <optional>
#include <string>
#include <vector>

namespace heed {

/// As menus show them: by family, those that answer a whole input at once last, then the files used last.
std::vector<ModelChoice> list_models(const std::vector<std::string>& recent);

/// The title of its task, else its name.
std::string model_title(const std::string& task, const std::string& name);

/// The place of a bundled model, by its name or by the path of its folder; nothing of any other path.
std::optional<io::ModelPlace> bundled_place(const std::string& name);

} // namespace heed
