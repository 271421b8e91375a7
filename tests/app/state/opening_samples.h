// A program that shows Dates, before something is opened.
#pragma once

#include "app/state/update.h"
#include "core/models/model.h"
#include "tests/support/samples/sample_trace.h"

#include <algorithm>
#include <memory>

namespace heed::opening_test {

inline std::shared_ptr<const Model> some_model() { return std::make_shared<const Model>(); }

inline AppState with_dates() {
    AppState s;
    s.model = some_model();
    s.model_name = "dates";
    s.input = s.settings.input = "3 March 1987";
    auto trace = std::make_shared<Trace>(sample_trace(13, 11));
    s.facts = trace->model;
    s.facts.task = "dates";
    s.trace = trace;
    return s;
}

inline bool asks(const EffectList& effects, Effect::Kind kind) {
    return std::any_of(effects.begin(), effects.end(), [&](const Effect& e) { return e.kind == kind; });
}

} // namespace heed::opening_test
