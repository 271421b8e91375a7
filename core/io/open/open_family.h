// A model of another toolkit, from its files to a Model and a report.
#pragma once

#include "core/base/error.h"
#include "core/io/family/model_files.h"
#include "core/io/open/open_model.h"

namespace heed::io {

/// `files` are whole. Throws heed::Error as open_model does; missing tensors and words leave the model out.
Opened open_family(ModelFiles files, const OpenOptions& options, const std::string& name);

/// What opening would tell, without reading numbers.
Glimpse glimpse_family(ModelFiles files);

/// The sentence for files that no family knows, or of which a part is missing.
NoFamily no_family(const ModelFiles& files, const std::vector<Family>& families);

} // namespace heed::io
