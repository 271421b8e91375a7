// What the words of --force, --why, --weights and --row say.
#pragma once

#include "core/models/model.h"
#include "core/trace/edits.h"

#include <map>
#include <string>
#include <vector>

namespace heed::cli {

/// "3=x", "0==": position (0-based) and token. Throws WrongWords: no position, no token, one position twice.
std::map<int, std::string> parse_forced(const std::vector<std::string>& words);
/// "3=x", or "3": position and a rival to its token; empty: the second best there. Throws WrongWords.
std::map<int, std::string> parse_why(const std::vector<std::string>& words);
/// "3=.1,.2,.7". Throws WrongWords; what the numbers must be is for the run to say.
std::map<int, std::vector<float>> parse_weights(const std::vector<std::string>& words);
/// "3=uniform", "all=shuffled:7", "3=held:0=.5,2=.1", "3=without:2,4" into `edits`. Throws WrongWords: no
/// such edit, a row that is edited twice.
void parse_rows(const std::vector<std::string>& words, Edits& edits);
/// "1:0=off", "encoder:0:3=uniform", "1:0=head:2", "1:0=input:a cat", "1:0=strongest@0,4": layer, head and
/// outputs counted from 0; without a kind of attention that one. Throws WrongWords: no such edit, a head that
/// is changed twice.
HeadEdits parse_heads(const std::vector<std::string>& words, HeadKind unnamed);
/// Of the attention that stands for a model: cross, else what there is.
HeadKind shown_heads(const Configuration& config);

} // namespace heed::cli
