// The Transformer as a Stepper.
#pragma once

#include "core/models/stepper.h"
#include "core/models/transformer/network.h"

#include <memory>

namespace heed::transformer {

/// Of a configuration that decodes. It and the parameters must outlive the stepper, and the recorder, if
/// there is one. A decoder alone writes on from the source: it is not fed a first input. What `weights` tells
/// is the map that config.attention names; an intervention is carried out on the weights that every head of
/// every layer has on the source.
std::unique_ptr<Stepper> make_stepper(const Config& config, const nn::ParameterSet<float>& parameters,
                                      Recorder<float>* recorder = nullptr);

} // namespace heed::transformer
