// heed check --why: how near a family comes.
#pragma once

#include "core/io/family/closest.h"

#include <nlohmann/json_fwd.hpp>

namespace heed::cli {

nlohmann::ordered_json fit_json(const io::FamilyFit& fit);

} // namespace heed::cli
