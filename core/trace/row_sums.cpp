#include "core/trace/row_sums.h"

#include "core/text/strings.h"
#include "core/trace/given_facts.h"

#include <cmath>
#include <cstdio>

namespace heed {

namespace {

constexpr float rounding = 0.005f;

std::string two_places(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", static_cast<double>(value));
    return text;
}

} // namespace

bool sums_to_one(float sum) { return std::abs(sum - 1) <= rounding; }

std::string odd_rows(const Trace& trace) {
    if (trace.model.architecture != "weights") return {};
    std::size_t maps = 0, odd_maps = 0, rows = 0, odd = 0, first = 0;
    float its_sum = 0;
    for (const AttentionMap& map : trace.maps()) {
        if (map.weights == nullptr) continue;
        const std::size_t before = odd;
        ++maps;
        for (Eigen::Index i = 0; i < map.weights->cols(); ++i) {
            ++rows;
            const float sum = map.weights->col(i).sum();
            if (sums_to_one(sum)) continue;
            if (odd++ > 0) continue;
            first = static_cast<std::size_t>(i);
            its_sum = sum;
        }
        odd_maps += odd > before;
    }
    if (odd == 0) return {};
    constexpr const char* given = "; they are drawn as they were given";
    if (maps > 1) return plural(odd_maps, "map has", "maps have") + " rows that do not sum to 1" + given;
    if (odd == 1 && rows > 1)
        return "Row " + std::to_string(first + 1) + " sums to " + two_places(its_sum) + ", the others to 1";
    return (odd == rows ? std::string("No row sums") : grouped(odd) + " rows do not sum") + " to 1" + given;
}

std::string given_words(const Trace& trace) {
    std::string words;
    for (const std::string& one : trace.model.of<GivenFacts>().assumed)
        words += (words.empty() ? "" : ". ") + one;
    const std::string odd = odd_rows(trace);
    return words + (words.empty() || odd.empty() ? "" : ". ") + odd;
}

} // namespace heed
