#include "core/io/model/model_card.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heed::io {
namespace {

using Json = nlohmann::json;

const Json& at(const Json& object, const char* key) {
    static const Json none;
    if (!object.is_object()) return none;
    const auto found = object.find(key);
    return found == object.end() ? none : *found;
}

std::optional<double> share(const Json& value) {
    if (!value.is_number()) return std::nullopt;
    const auto number = value.get<double>();
    return number >= 0 && number <= 1 ? std::optional(number) : std::nullopt;
}

int count(const Json& value) {
    constexpr double most = 1e9;
    if (!value.is_number()) return 0;
    const auto number = value.get<double>();
    return number >= 0 && number <= most ? static_cast<int>(number) : 0;
}

std::string percent(double share) {
    const double p = 100 * share;
    std::string text = std::to_string(std::lround(p * 10) / 10);
    if (const long tenth = std::lround(p * 10) % 10; tenth != 0) text += "." + std::to_string(tenth);
    return text + " %";
}

} // namespace

ModelCard card_of(const Json& config) {
    ModelCard card;
    if (const Json& text = at(config, "fails_at"); text.is_string()) card.fails_at = text.get<std::string>();
    card.fails_on_purpose = at(config, "fails_on_purpose") == true;
    const Json& training = at(config, "training");
    card.shortest = count(at(training, "shortest"));
    card.longest = count(at(training, "longest"));
    card.step = count(at(training, "step"));
    const Json& results = at(training, "results");
    card.items = count(at(results, "items"));
    card.exact = share(at(results, "exact_match"));
    card.tolerance = share(at(results, "tolerance")).value_or(0);
    card.error = share(at(at(results, "aer"), "shift0"));
    card.perfect = share(at(at(results, "aer"), "perfect"));
    card.on_gold = share(at(results, "mass"));
    const Json& lengths = at(results, "by_length");
    if (!lengths.is_array()) return card;
    for (const Json& row : lengths)
        if (const auto exact = share(at(row, "exact_match")); exact && count(at(row, "items")) > 0)
            card.by_length.push_back(
                {count(at(row, "from")), count(at(row, "to")), count(at(row, "items")), *exact});
    return card;
}

std::string weakest_lengths(const ModelCard& card, const std::string& units) {
    if (!card.measured()) return {};
    if (*card.exact == 1) return "Nothing seen on " + std::to_string(card.items) + " held out.";
    if (card.by_length.empty()) return percent(1 - *card.exact) + " wrong.";
    const auto worst = std::min_element(card.by_length.begin(), card.by_length.end(),
                                        [](const auto& a, const auto& b) { return a.exact < b.exact; });
    return percent(1 - *card.exact) + " wrong, most from " + std::to_string(worst->from) + " to " +
           std::to_string(worst->to) + " " + units + ": " + percent(1 - worst->exact) + ".";
}

} // namespace heed::io
