#include "core/io/run/trace_sites_json.h"

#include "core/models/registry.h"
#include "core/text/strings.h"

#include <cmath>

namespace heed::io {
namespace {

nlohmann::ordered_json columns_json(const MatrixXf& values) {
    auto lists = nlohmann::ordered_json::array();
    for (Eigen::Index j = 0; j < values.cols(); ++j) {
        auto list = nlohmann::ordered_json::array();
        for (const float value : values.col(j))
            list.push_back(std::isfinite(value)
                               ? nlohmann::ordered_json(at_nine_digits(static_cast<double>(value)))
                               : nlohmann::ordered_json());
        lists.push_back(std::move(list));
    }
    return lists;
}

constexpr std::string_view layer_room = "{layer}", head_room = "{head}";

std::string with_layer(std::string_view key, int layer) {
    std::string name(key);
    if (const auto at = name.find(layer_room); at != std::string::npos)
        name.replace(at, layer_room.size(), std::to_string(layer));
    return name;
}

/// Takes what the pattern says off both, and a number where it has room for one; false where they differ.
bool match(std::string_view pattern, std::string_view name, Site& site) {
    while (!pattern.empty()) {
        const bool layer = pattern.starts_with(layer_room), head = pattern.starts_with(head_room);
        if (!layer && !head) {
            if (name.empty() || name.front() != pattern.front()) return false;
            pattern.remove_prefix(1);
            name.remove_prefix(1);
            continue;
        }
        constexpr std::size_t most = 6; // digits: no model has more layers or heads
        const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
        if (digits == 0 || digits > most) return false;
        (layer ? site.layer : site.head) = std::stoi(std::string(name.substr(0, digits)));
        pattern.remove_prefix(layer ? layer_room.size() : head_room.size());
        name.remove_prefix(digits);
    }
    return name.empty();
}

} // namespace

bool has_sites(std::string_view architecture) {
    const Architecture* found = find_architecture(architecture);
    return found && !found->run && found->quantities;
}

nlohmann::ordered_json sites_to_json(const Trace& trace) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const auto& [site, values] : trace.values()) {
        const std::string name = with_layer(site.quantity.info().key, site.layer);
        if (site.head == 0 && !trace.has(site.quantity, site.layer, 1))
            json[name] = columns_json(*values);
        else
            json[name].push_back(columns_json(*values)); // sites are in order of heads
    }
    return json;
}

std::optional<Site> site_of_map(const Architecture& architecture, std::string_view name) {
    if (!architecture.quantities) return std::nullopt;
    for (const Quantity q : architecture.quantities()) {
        Site site{q};
        if (!q.info().map.empty() && match(q.info().map, name, site)) return site;
    }
    return std::nullopt;
}

} // namespace heed::io
