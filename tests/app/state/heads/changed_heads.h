// Step over the heads of a small Transformer, where what is asked for is done at once.
#pragma once

#include "app/state/heads/head_off.h"
#include "core/decode/run.h"
#include "tests/support/samples/sample_heads.h"

#include <memory>

namespace heed::test {

inline constexpr const char* changed_text = "a b c d";

/// What is asked for is run at once, and what a job comes to is applied.
inline void settle(AppState& s, const EffectList& effects);

inline void run_wanted(AppState& s) {
    for (int n = 0; n < 4; ++n) {
        const auto asked = s.runs.asked;
        if (asked.empty()) return;
        for (const Request& request : asked) {
            auto trace = std::make_shared<const Trace>(decode::run(*s.model, request));
            settle(s, apply(s, RunFinished{
                                   request, trace, trace->source_length() - 1, false, s.input.size(), {}}));
        }
    }
}

inline void settle(AppState& s, const EffectList& effects) {
    const std::atomic<bool> never{false};
    for (const Effect& effect : effects) {
        if (effect.kind == Effect::Kind::Run) run_wanted(s);
        if (effect.kind != Effect::Kind::Work) continue;
        const Workspace& workspace = workspace_named(effect.text);
        WorkDone done{effect.text, {}, ""};
        try {
            done.result = workspace.job(s)(Engine{}, never);
        } catch (const std::exception& error) {
            done.problem = error.what();
        }
        settle(s, apply(s, done));
    }
}

inline void give(AppState& s, const Command& command) { settle(s, update(s, command)); }

inline AppState over_heads() {
    AppState s;
    s.model = std::make_shared<const Model>(small_transformer());
    s.model_name = "small";
    s.facts = s.model->facts;
    give(s, {"type", changed_text});
    give(s, {"heads"});
    return s;
}

} // namespace heed::test
