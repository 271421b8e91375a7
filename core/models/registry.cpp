#include "core/models/registry.h"

#include "core/models/entity/architecture.h"
#include "core/models/forecast/architecture.h"
#include "core/models/one_rnn/architecture.h"
#include "core/models/pointer/architecture.h"
#include "core/models/pooling/architecture.h"
#include "core/models/seq2seq/architecture.h"
#include "core/models/transformer/architecture.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace heed {

std::span<const Architecture* const> architectures() {
    static constexpr std::array all = {
        &seq2seq::architecture,         &pooling::architectures[0],     &pooling::architectures[1],
        &pooling::architectures[2],     &pooling::architectures[3],     &one_rnn::architectures[0],
        &one_rnn::architectures[1],     &one_rnn::architectures[2],     &one_rnn::architectures[3],
        &forecast::architecture,        &pointer::architecture,         &entity::architecture,
        &transformer::architectures[0], &transformer::architectures[1], &transformer::architectures[2]};
    return all;
}

Configuration usual_configuration() {
    return architectures().front()->read(nlohmann::json::object(), "the usual configuration");
}

const Architecture* find_architecture(std::string_view id) {
    const auto all = architectures();
    const auto it = std::find_if(all.begin(), all.end(), [&](const Architecture* a) { return a->id == id; });
    return it == all.end() ? nullptr : *it;
}

bool answers_at_once(std::string_view id) {
    const Architecture* architecture = find_architecture(id);
    return architecture && architecture->run;
}

std::string architecture_names() {
    std::string names;
    for (const Architecture* a : architectures())
        names += (names.empty() ? "\"" : ", \"") + std::string(a->id) + "\"";
    return architectures().size() > 1 ? "one of " + names : names;
}

} // namespace heed
