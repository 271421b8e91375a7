// Attention as Inseq saves it: FeatureAttributionOutput.save(), objects of classes as {"__instance_type__":
// …, "attributes": {…}} and arrays as {"__ndarray__": …}, or both as plain JSON.
#pragma once

#include "core/io/attention/parts.h"
#include "core/io/base/json_text.h"

namespace heed::io {

bool is_inseq(const Json& value);
/// The same by how a text begins.
bool begins_as_inseq(std::string_view beginning);

/// A sentence a map: what looks at the source, and what looks at the output before it. What method made them
/// is noted; of one that is not attention every picture says so. Throws naming `file` and the part.
std::vector<GivenSentence> attention_of_inseq(const Json& value, const std::string& file);

} // namespace heed::io
