// A model of another toolkit, from its files to a Model and a report.
#pragma once

#include "core/base/error.h"
#include "core/io/family/closest.h"
#include "core/io/family/family_reading.h"
#include "core/io/family/model_files.h"
#include "core/io/open/open_model.h"
#include "core/io/report/load_rows.h"
#include "core/models/seq2seq/config.h"

namespace heed::io {

/// `files` are whole. Throws heed::Error as open_model does; missing tensors and words leave the model out.
Opened open_family(ModelFiles files, const OpenOptions& options, const std::string& name);

/// What a model's numbers were read by. It holds while the files are open.
struct FormRead {
    std::vector<FamilyReading::Role> roles{};
    Histograms histograms{};
};
/// A model of the same files that was opened before, by another form of its family.
struct FormBefore {
    const FormRead& read;
    const nn::ParameterSet<float>& numbers;
    /// The numbers of a tensor of ours where they are made in the same way; null: they are not.
    const Eigen::MatrixXf* find(const FamilyReading::Role& role, const nn::Parameter<float>& ours) const;
};
/// As open_family(): what `before` read alike is copied from it, not read again. `read` tells what it was
/// read by.
Opened open_form(ModelFiles files, const OpenOptions& options, const std::string& name,
                 const FormBefore* before, FormRead* read);

/// What opening would tell, without reading numbers. `words`: with what its words are looked for; null: they
/// are not looked at.
Glimpse glimpse_family(ModelFiles files, const OpenOptions* words = nullptr);

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
