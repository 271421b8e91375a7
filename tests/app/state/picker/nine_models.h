#pragma once
// A program with nine models, two of them one's own, for the tests of the list and of what is said beside an
// output.
#include "app/state/open/opening.h"
#include "core/models/model.h"
#include "tests/support/samples/sample_trace.h"

namespace heed {

inline ModelChoice bundled_model(const std::string& name, double exact, std::optional<double> error,
                                 double perfect = 0.26) {
    const std::string family = name.substr(0, name.find('/')), score = name.substr(name.find('/') + 1);
    ModelChoice m{name, family, "GRU 48, " + score, family, score == "lstm" ? "additive" : score};
    m.about = {.task = family, .function = score, .made_of = "GRU 48, " + score, .kind = "model"};
    m.about.card.items = 1000;
    m.about.card.exact = exact;
    m.about.card.error = error;
    if (error) m.about.card.perfect = perfect;
    m.about.card.longest = 12;
    m.about.card.fails_at = "Fails at " + score + ".";
    return m;
}

inline ModelChoice own_model(const std::string& path, const std::string& task) {
    ModelChoice m{path, last_part(path), "/home/ana", "", "dot", true};
    m.about = {.task = task, .function = "dot", .made_of = "GRU 48, dot", .kind = "model", .runs = true};
    return m;
}

inline AppState with_models() {
    AppState s;
    s.models = {bundled_model("dates/none", 0.999, std::nullopt),
                bundled_model("dates/additive", 1, 0.31),
                bundled_model("dates/dot", 1, 0.37),
                bundled_model("dates/location", 1, 0.72),
                bundled_model("dates/lstm", 1, 0.32),
                bundled_model("reverse/general", 0.979, 0.001, 0),
                bundled_model("reverse/none", 0.13, std::nullopt),
                own_model("/home/ana/night-run", "dates"),
                own_model("/home/ana/parliament.pt", "")};
    s.models[6].about.card.fails_on_purpose = true;
    s.models_listed = true;
    s.picker_today = "2026-11-22";
    s.model = std::make_shared<const Model>();
    s.model_name = s.settings.model = "dates/dot";
    s.input = s.settings.input = "3 March 1987";
    auto trace = std::make_shared<Trace>(sample_trace(13, 11));
    s.facts = trace->model;
    s.facts.name = "dates/dot";
    s.facts.task = "dates";
    s.trace = trace;
    return s;
}

} // namespace heed
