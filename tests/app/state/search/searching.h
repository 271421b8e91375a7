// The Search workspace over shipped models, with what it asks for answered at once.
#pragma once

#include "app/state/jobs/runs.h"
#include "app/state/search/search.h"
#include "core/decode/run.h"
#include "core/io/model/model_folder.h"
#include "tests/support/source_dir.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heed::search_test {

inline std::shared_ptr<const Model> shipped(const std::string& name) {
    static std::map<std::string, std::shared_ptr<const Model>> loaded;
    auto& model = loaded[name];
    if (!model)
        model =
            std::make_shared<const Model>(io::load_model(test::source_dir() / "assets/models" / name, name));
    return model;
}

/// Runs what is asked for, until nothing is.
inline void answer(AppState& s) {
    for (int n = 0; n < 20 && !s.runs.asked.empty(); ++n) {
        const std::vector<Request> asked = s.runs.asked;
        for (const Request& request : asked)
            if (!known_run(s, request))
                apply(s, RunFinished{request, std::make_shared<const Trace>(decode::run(*s.model, request)),
                                     1, false, request.text.size()});
    }
}

inline void go(AppState& s, Command command) {
    update(s, command);
    answer(s);
}

inline AppState searching(const std::string& name, const std::string& text) {
    AppState s;
    s.model = shipped(name);
    s.model_name = name;
    s.facts = s.model->facts;
    s.input = text;
    go(s, {"view-search"});
    return s;
}

inline AppState translating() {
    return searching("translate/additive", "the agreement on the economic area was signed in august");
}

inline std::string best_text(const AppState& s) { return s.search.found->target_text; }

} // namespace heed::search_test
