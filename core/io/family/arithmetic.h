// Sums and products over named sizes: "D + 2*H", "rows/H", "sqrt(E)".
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace heed::io {

/// `size` gives a name's value, and throws for one it does not know. Throws heed::Error naming `subject` for
/// what is no such expression.
double arithmetic(std::string_view text, const std::function<double(const std::string&)>& size,
                  const std::string& subject);

} // namespace heed::io
