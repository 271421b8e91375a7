// What the doctor found, as JSON.
#pragma once

#include "core/analysis/doctor/finding.h"

#include <nlohmann/json_fwd.hpp>

namespace heed::doctor {

/// {"sentences", "judged", "wrong", "findings": [{"id", "severity", "title", "sentences", "of", "words",
/// "likely", "try", "evidence": {"text", "line", "output", "column", "numbers"}}], "not_found": [ids],
/// "not_measured": [{"id", "needs"}]}, and where there were bad lines "bad".
nlohmann::ordered_json to_json(const Diagnosis& diagnosis);
std::string_view severity_word(Severity severity); // "fault"

} // namespace heed::doctor
