// The encoder-decoder as a Stepper.
#pragma once

#include "core/models/seq2seq/network.h"
#include "core/models/stepper.h"

#include <memory>

namespace heed::seq2seq {

/// Configuration and parameters must outlive it, and the recorder, if there is one.
std::unique_ptr<Stepper> make_stepper(const Seq2SeqConfig& config, const nn::ParameterSet<float>& parameters,
                                      Recorder<float>* recorder = nullptr);

} // namespace heed::seq2seq
