// Of the families that take a model's tensors, the one that it is read by: the one known by most of them, but
// for what the model's own example and a failure to read them say.
#pragma once

#include "core/io/open/kinds/open_family.h"
#include "core/io/open/own_case/own_case.h"

namespace heed::io {

/// Runs the examples that lie in `folder`, or the first few where the report is not asked for; all of them,
/// or until one disagrees, where that is all that is to be known.
void run_examples(Opened& opened, const std::filesystem::path& folder, CaseTolerance tolerance,
                  const OpenOptions& options, bool to_disagreement = false);
/// The report's verdict, said once for all: what must be doubted goes with the model into every picture.
void give_verdict(Opened& opened);
/// A model whose example says otherwise.
bool disagrees(const Opened& opened);

/// `files` are whole. Where the family that they match cannot read them, or the example says otherwise, the
/// next one that takes them is tried, and the report notes why. Throws as open_family() does for the first.
Opened open_best(ModelFiles files, const std::vector<Family>& families, const OpenOptions& options,
                 const std::string& name);

/// The first of them; where the example is another's, that is put first and opened.
Opened open_by_example(std::vector<ModelFiles>& models, const std::vector<Family>& families,
                       const OpenOptions& options, const std::string& name);

/// What opening would tell; of the first family that can read the files.
Glimpse glimpse_best(const ModelFiles& files, const std::vector<Family>& families,
                     const OpenOptions& options);

} // namespace heed::io
