// Step over a run of a small Transformer, and pairs for its heads.
#pragma once

#include "app/state/heads/heads.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "tests/support/samples/sample_heads.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <string>

namespace heed::test {

/// Step over a run of a small Transformer.
inline AppState over_small(const std::string& text, const Model& model = small_transformer()) {
    AppState s;
    s.model = std::make_shared<const Model>(model);
    s.model_name = "small";
    s.facts = s.model->facts;
    update(s, {"type", text});
    Request request = wanted_request(s);
    Request shorter = request;
    shorter.max_steps = 6;
    auto trace = std::make_shared<const Trace>(decode::run(*s.model, shorter));
    apply(s, RunFinished{request, trace, trace->source_length() - 1, false, text.size(), {}});
    return s;
}

inline int asks_for(const EffectList& effects, const std::string& job) {
    return static_cast<int>(std::count_if(effects.begin(), effects.end(), [&](const Effect& e) {
        return e.kind == Effect::Kind::Work && e.text == job;
    }));
}

inline void answer_heads(AppState& s) {
    const std::atomic<bool> never{false};
    apply(s, WorkDone{"heads", heads_job(s)(Engine{}, never), ""});
}

inline AppState heads_looked_at() {
    AppState s = over_small("a b c d");
    update(s, {"heads"});
    answer_heads(s);
    return s;
}

inline std::string pairs_with_links(const TemporaryFolder& folder) {
    const auto file = folder / "pairs.tsv";
    io::write_file_atomic(file.string(), "a b c d\tb a d c\t0-1 1-0 2-3 3-2\n"
                                         "a b\tb a\t0-1 1-0\n"
                                         "\n"
                                         "c d a\ta d c\t0-2 1-1 2-0\n"
                                         "c d a\ta d c\t0-2 1-1 2-9\n"
                                         "d c b\tb c d\t0-2 1-1 2-0\n");
    return file.string();
}

} // namespace heed::test
