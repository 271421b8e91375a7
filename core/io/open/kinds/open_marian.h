// A Transformer in Marian's own file, from its files to a Model and a report.
#pragma once

#include "core/io/family/model_files.h"
#include "core/io/open/open_model.h"

namespace heed::io {

/// `files` are whole. Throws heed::Error as open_model does; missing tensors and words leave the model out.
Opened open_marian(ModelFiles files, const OpenOptions& options, const std::string& name);
/// What opening would tell, without reading numbers.
Glimpse glimpse_marian(ModelFiles files, const OpenOptions* words = nullptr);

} // namespace heed::io
