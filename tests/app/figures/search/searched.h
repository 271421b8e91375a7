// Searches by the shipped models, for the tests of the tree.
#pragma once

#include "app/figures/search/tree.h"
#include "core/decode/run.h"
#include "core/io/model/model_folder.h"
#include "tests/support/source_dir.h"
#include "tests/support/stub_metrics.h"

#include <map>
#include <string>

namespace heed::test::search {

inline const StubMetrics metrics;

inline FigureStyle plain_style() {
    FigureStyle style;
    style.metrics = &metrics;
    return style;
}

inline const Model& model_named(const std::string& name) {
    static std::map<std::string, Model> loaded;
    const auto found = loaded.find(name);
    if (found != loaded.end()) return found->second;
    return loaded.emplace(name, io::load_model(test::source_dir() / "assets/models" / name, name))
        .first->second;
}

inline Trace searched(const std::string& name, const std::string& text, int width) {
    Request request;
    request.model = name;
    request.text = text;
    request.beam = {width, 0.6, 0};
    return decode::run(model_named(name), request);
}

inline std::string input_of(const std::string& model) {
    if (model.starts_with("dates")) return "Tuesday, 3 March 1987";
    if (model.starts_with("reverse")) return "seashells";
    if (model == "twoway/token-language") return "to-french the political union buys new cars every day";
    return "the agreement on the economic area was signed in august";
}

} // namespace heed::test::search
