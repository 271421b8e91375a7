// heed check: the tensors of a file, each with its shape, type and part; as a table and as JSON.
#pragma once

#include "core/io/container/checkpoint.h"
#include "core/io/report/load_report.h"
#include "core/models/architecture.h"

#include <nlohmann/json_fwd.hpp>

namespace heed::cli {

void print_tensors(const io::Checkpoint& file, const Configuration& config = {});
nlohmann::ordered_json tensors_json(const io::Checkpoint& file, const Configuration& config);

/// Another toolkit's file: what was found, its tensors, and what must be known.
void print_load_report(const io::LoadReport& report);
nlohmann::ordered_json report_tensors(const io::LoadReport& report);

} // namespace heed::cli
