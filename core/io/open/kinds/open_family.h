// A model of another toolkit, from its files to a Model and a report.
#pragma once

#include "core/base/error.h"
#include "core/io/family/closest.h"
#include "core/io/family/family_reading.h"
#include "core/io/family/model_files.h"
#include "core/io/open/open_model.h"
#include "core/models/seq2seq/config.h"

namespace heed::io {

/// `files` are whole. Throws heed::Error as open_model does; missing tensors and words leave the model out.
Opened open_family(ModelFiles files, const OpenOptions& options, const std::string& name);

/// What opening would tell, without reading numbers.
Glimpse glimpse_family(ModelFiles files);

// What opening shares with the comparison of shapes:
/// config.json as Heed's own folder would hold it.
nlohmann::json whole_config(const FamilyReading& reading, const Family& family, const std::string& name);
/// More numbers than such a model declares. A file must hold about as many before room is made for them.
double declared_at_most(const Seq2SeqConfig& config, double source_words, double target_words);
/// A tensor of ours takes a vector however it lies.
bool takes(const nn::Parameter<float>& parameter, const Extent& extent);

/// Adds where the shapes are other than those of a model of that family, and of what is missing which it
/// would have. What the files lack otherwise stands in `fit.problem`.
void compare_shapes(FamilyFit& fit, const Family& family, const std::vector<OpenFile>& files);

} // namespace heed::io
