// What a draft's file says that the assistant has no use for: a word that is misspelt would be passed over,
// and the guess taken in its place.
#pragma once

#include "core/io/mapping/questions.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace heed::io::mapping {

/// Of the "answers" and "parts" of its "comment", "mapping" a sentence without its full stop for each that is
/// not read: `"answers": expected unit, start, …, found "unti"`. `draft`: made with what it says.
std::vector<std::string> unread_answers(const nlohmann::json& family, const Draft& draft);

} // namespace heed::io::mapping
