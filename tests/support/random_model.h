// A whole model with random numbers and a small vocabulary of characters, for tests of what runs it.
#pragma once

#include "core/models/model.h"
#include "core/models/seq2seq/config.h"

#include <cstdint>
#include <string>

namespace heed::test {

/// Characters: lower-case letters, digits, space, '-', '/', ',' and '.'; config's vocabulary sizes are filled
/// in.
Model random_model(Seq2SeqConfig config = {}, std::uint64_t seed = 1, double scale = 0.3);

/// A run of such a model over "3 mar 87" (or `source`) that writes `target`.
Trace random_trace(Seq2SeqConfig config, const std::string& source = "3 mar 87",
                   const std::string& target = "87-03-3");

/// A configuration that scores by that function (a score's id, "local-m" or "local-p"), in Luong's order or
/// not, with sizes that suit every function.
Seq2SeqConfig config_of(const std::string& function, Order order = Order::Bahdanau);

} // namespace heed::test
