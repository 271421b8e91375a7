#include "app/state/gallery/measured.h"

#include "app/figures/base/format.h"
#include "core/base/error.h"
#include "core/models/model.h"
#include "core/trace/request.h"

#include <nlohmann/json.hpp>

namespace heed {

std::optional<double> TrainedShares::at(int length) const {
    for (const AtLength& row : at_length)
        if (row.length == length) return row.right;
    return std::nullopt;
}

TrainedShares measured_of(const Model& model) {
    const auto part = [](const nlohmann::json& json, const char* key) {
        return json.is_object() && json.contains(key) ? json[key] : nlohmann::json();
    };
    const auto number = [](const nlohmann::json& json) {
        return json.is_number() ? std::optional(json.get<double>()) : std::nullopt;
    };
    TrainedShares measured;
    const nlohmann::json training = part(model.config_json, "training"), results = part(training, "results");
    measured.right = number(part(results, "exact_match"));
    measured.hits = number(part(results, "hits"));
    measured.longest = static_cast<int>(number(part(training, "longest")).value_or(0));
    for (const nlohmann::json& row : part(results, "at_length"))
        if (row.is_object())
            measured.at_length.push_back({row.value("length", 0), row.value("exact_match", 0.0)});
    return measured;
}

std::shared_ptr<const Model> bundled(const Engine& engine, const std::string& name) {
    try {
        return engine.load(name, {}).model;
    } catch (const Error&) { // it did not come with this program
        return nullptr;
    }
}

std::shared_ptr<const Trace> run_of(const Engine& engine, const Model& model, const std::string& text) {
    Request request;
    request.model = model.name;
    request.text = text;
    return engine.run(model, request, {});
}

CardBar share_bar(const std::string& label, double share, bool attention) {
    return {label, share, careful_percent(share), attention};
}

} // namespace heed
