// Edits of a run in JSON: part of a trace, of a session and of the window's state.
#pragma once

#include "core/trace/edits.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed::io {

/// {"forced": {"3": "x"}, "rows": {"3": {"kind": "held", "held": {"2": 0.62}}}, "every_row": {…},
/// "heads": {"cross:4:2": {"kind": "off"}}, "temperature": 0.5}: positions from 0, what is not edited left
/// out, numbers that a float32 survives.
nlohmann::ordered_json edits_to_json(const Edits& edits);

/// Throws heed::Error naming `subject` and the place: what is not of that form. Whether the edits fit a run
/// is for the run to say.
Edits edits_from_json(const nlohmann::ordered_json& json, const std::string& subject);

} // namespace heed::io
