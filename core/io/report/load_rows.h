// The rows of a load report, out of a family's expressions.
#pragma once

#include "core/autodiff/stored_matrix.h"
#include "core/io/family/family_reading.h"
#include "core/io/report/load_report.h"
#include "core/models/model.h"
#include "core/models/seq2seq/config.h"

#include <Eigen/Core>
#include <array>
#include <map>
#include <vector>

namespace heed::io {

using Histogram = std::array<float, 16>;
using Histograms = std::map<const StoredTensor*, Histogram>;

/// Shares of the numbers in 16 equal bins from smallest to largest. Of large tensors every n-th number
/// counts.
Histogram histogram_of(const Eigen::MatrixXf& value);
Histogram histogram_of(const StoredMatrix& value);

/// Every tensor of the files in their order: what it is for, why it is not needed, or neither.
std::vector<ReportTensor> report_tensors(const FamilyReading& reading, const Seq2SeqConfig& config,
                                         const nn::ParameterSet<float>& parameters);

/// Every tensor and value of the files, by its part of the model and there in the order of our own. What was
/// not understood stands first, what is not used last.
std::vector<ReportGroup> report_groups(const FamilyReading& reading, const Seq2SeqConfig& config,
                                       const nn::ParameterSet<float>& parameters,
                                       const Histograms& histograms);

/// "start <sos>, end <eos>, unknown <unk>"; of a model that answers at once what it reads for an unknown
/// word.
std::string token_fact(const Model& model);

} // namespace heed::io
