// What a run read and what it wrote, as trace.json has them under "source" and "target".
#pragma once

#include "core/trace/trace.h"

#include <nlohmann/json_fwd.hpp>

namespace heed::io {

/// Its text, tokens and ids; which of them are unknown, control tokens or ends; of pieces, the bytes of the
/// text that each is.
nlohmann::ordered_json source_json(const Trace& trace);

/// Its text, tokens and ids, whether it is finished, and which of them are control tokens.
nlohmann::ordered_json target_json(const Trace& trace);

} // namespace heed::io
