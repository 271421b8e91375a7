// Traces made without a trained model, for tests of what is drawn and written.
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <string>

namespace heed {

struct SampleOptions {
    std::string cell = "gru";       // gru, lstm, rnn
    std::string score = "additive"; // or none: the fixed context
    bool words = false;             // word level; otherwise characters, lower case
    bool bidirectional = true;
    int layers = 1; // of the encoder
    int embedding = 16, hidden = 32, state = 32, attention = 32;
    std::uint64_t seed = 1;
};

/// A whole run with every Quantity its model has, by the equations of the golden files, end tokens counted in
/// both lengths (each at least 1). The numbers agree with one another and with `parameters`: the network is
/// random, but v and the output layer are fitted to a planted alignment and to the planted tokens. A step
/// whose planted token does not win is marked forced. 13 and 11 characters give "3 March 1987" to
/// "1987-03-03". The same arguments give the same trace.
Trace sample_trace(int source_length = 13, int outputs = 11, const SampleOptions& options = {});

} // namespace heed
