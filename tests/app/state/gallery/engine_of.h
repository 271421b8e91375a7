// An engine of models that a test made: it loads one by its name and runs it, at once.
#pragma once

#include "app/state/jobs/engine.h"
#include "core/decode/run.h"

#include <memory>
#include <utility>

namespace heed::test {

template <class Load>
Engine engine_of(Load load) {
    Engine e;
    e.load = [load = std::move(load)](const std::string& name, const OpenAnswers&) { return load(name); };
    e.run = [](const Model& model, const Request& request, const std::atomic<bool>& cancelled) {
        return std::make_shared<const Trace>(decode::run(model, request, &cancelled));
    };
    return e;
}

} // namespace heed::test
