// Files of runs that Heed wrote, as something to be shown.
#pragma once

#include "app/state/jobs/engine.h"

namespace heed {

/// Each run is made again where its model is here. One run that agrees is shown as the model's own; others as
/// what they are in the file, with what was found. `load_model`: a model by name or path; it may throw
/// heed::Error. Throws heed::Error where the file cannot be read or there is nothing in it to show.
LoadedModel load_runs(const std::string& file,
                      const std::function<LoadedModel(const std::string& name)>& load_model);
/// What the Open dialog says of it.
FilePreview preview_of_runs(const std::filesystem::path& file);

} // namespace heed
