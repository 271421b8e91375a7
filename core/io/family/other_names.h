// Which tensors of a file may be those that a family wants under other names: "decoder.attention.lin.weight"
// where it has "decoder.attention.attn.weight".
#pragma once

#include <map>
#include <string>
#include <vector>

namespace heed::io {

/// `left`: names that no rule takes; `missing`: names or patterns that rules want, as "encoder.gru.*_l0". All
/// that stands before the last dot is taken for another at once, that which explains most first, of several
/// the likest. Returns what each of `left` would be called; one that is not in it would be nothing.
std::map<std::string, std::string> other_names(const std::vector<std::string>& left,
                                               const std::vector<std::string>& missing);

/// "en.gru.*_l0" takes the layers above as well: "en.gru.*_l*".
std::string any_layer(std::string name);

} // namespace heed::io
