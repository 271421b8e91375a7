#include "core/analysis/contrast/contrast_json.h"

#include "core/text/strings.h"

#include <nlohmann/json.hpp>

namespace heed::analysis {

nlohmann::ordered_json to_json(const Trace& run, const Contrast& c) {
    using Json = nlohmann::ordered_json;
    const auto number = [](double nats) { return Json(at_nine_digits(nats)); };
    const auto known = [&](std::optional<double> nats) { return nats ? number(*nats) : Json(nullptr); };
    Json words = Json::array();
    for (std::size_t j = 0; j < c.words.size(); ++j) {
        const WordGone gone = c.gone.empty() ? WordGone{} : c.gone[j];
        words.push_back({{"token", run.source[j].text},
                         {"adds", number(c.words[j])},
                         {"without", known(gone.removed)},
                         {"unknown", known(gone.unknown)}});
    }
    return {{"output", c.output},
            {"written", c.written},
            {"rival", c.rival},
            {"log_p", {number(c.log_p_written), number(c.log_p_rival)}},
            {"margin", number(c.margin)},
            {"words", std::move(words)},
            {"written_so_far", number(c.so_far)},
            {"rest", number(c.rest)},
            {"points", c.points}};
}

} // namespace heed::analysis
