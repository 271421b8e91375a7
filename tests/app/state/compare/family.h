// A family of models and its runs, as Compare's tests have them: nothing is computed.
#pragma once

#include "app/state/compare/compare.h"
#include "app/state/jobs/runs.h"
#include "core/models/model.h"
#include "tests/support/samples/sample_trace.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace heed::compare_test {

using Keys = std::vector<std::string>;

inline std::shared_ptr<const Trace> a_run(int source = 13, int outputs = 11,
                                          const char* text = "3 March 1987") {
    auto trace = std::make_shared<Trace>(sample_trace(source, outputs));
    trace->source_text = text;
    return trace;
}

/// The family of the mockup and two more; additive is open.
inline AppState with_family() {
    AppState s;
    const auto add = [&](const char* score, const char* alignment = "global") {
        const std::string name = std::string(alignment) == "global" ? score : alignment;
        s.models.push_back({"dates/" + name, "Dates", "GRU 48, " + name, "dates", score, false, alignment});
    };
    for (const char* score :
         {"none", "additive", "dot", "scaled", "general", "cosine-beta", "location", "concat", "token"})
        add(score);
    add("general", "local-m");
    add("general", "local-p");
    s.models.push_back(
        {"reverse/additive", "Reverse", "GRU 48, additive", "reverse", "additive", false, "global"});
    s.model = std::make_shared<Model>();
    s.model_name = "dates";
    s.input = "3 March 1987";
    s.trace = a_run();
    s.facts = s.trace->model;
    s.facts.name = "dates/additive";
    s.facts.task = "dates";
    s.cache.keep({wanted_request(s), s.trace, 12, false, s.input.size()});
    return s;
}

inline Keys keys_of(const AppState& s) {
    Keys keys;
    for (const PanelState& panel : s.compare.panels) keys.push_back(panel.order.key);
    return keys;
}

inline bool asks(const EffectList& effects) {
    return std::any_of(effects.begin(), effects.end(),
                       [](const Effect& e) { return e.kind == Effect::Kind::Compare; });
}

inline PanelFinished finished(const PanelOrder& order, const Judgement& judgement = {}) {
    return {order, {order.request, a_run(), 12, false, order.request.text.size()}, judgement, ""};
}

inline void answer_all(AppState& s) {
    for (const PanelState& panel : std::vector(s.compare.panels)) apply(s, finished(panel.order));
}

} // namespace heed::compare_test
