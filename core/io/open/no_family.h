// What is said where no family takes what was given.
#pragma once

#include "core/io/family/model_files.h"
#include "core/io/open/no_such_family.h"
#include "core/io/open/open_model.h"

#include <string>
#include <vector>

namespace heed::io {

/// Of a name given for --family.
NoSuchFamily no_such_family(const std::string& name, const std::vector<Family>& families);

/// The sentence for files that no family knows, or of which a part is missing.
NoFamily no_family(const ModelFiles& files, const std::vector<Family>& families);

} // namespace heed::io
