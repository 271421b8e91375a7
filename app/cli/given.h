// What the words of --force and --weights say.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace heed::cli {

/// "3=x", "0==": position (0-based) and token. Throws WrongWords: no position, no token, one position twice.
std::map<int, std::string> parse_forced(const std::vector<std::string>& words);
/// "3=.1,.2,.7". Throws WrongWords; what the numbers must be is for the run to say.
std::map<int, std::vector<float>> parse_weights(const std::vector<std::string>& words);

} // namespace heed::cli
