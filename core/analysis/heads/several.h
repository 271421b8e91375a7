// Whether there is a choice among the heads of a run: cheap enough to be asked at every picture.
#pragma once

#include "core/trace/head_edit.h"
#include "core/trace/trace.h"

#include <optional>

namespace heed::heads {

/// Whether more than one head of that kind, or of any, has a map of its own. Looks at no value.
bool has_several(const Trace& run, std::optional<HeadKind> kind = {});

} // namespace heed::heads
