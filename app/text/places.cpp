#include "app/text/places.h"

#include <algorithm>
#include <cmath>

namespace heed {

float TextPlaces::x_of(std::size_t byte) const {
    if (byte >= end || parts.empty()) return right_to_left ? 0 : width;
    const auto after = std::upper_bound(parts.begin(), parts.end(), byte,
                                        [](std::size_t b, const Part& part) { return b < part.begin; });
    return after == parts.begin() ? parts.front().from : std::prev(after)->from;
}

namespace {

/// How far x lies outside.
float away(const TextPlaces::Part& part, float x) {
    const float left = std::min(part.from, part.to), right = std::max(part.from, part.to);
    return x < left ? left - x : x > right ? x - right : 0;
}

} // namespace

std::size_t TextPlaces::byte_at(float x) const {
    if (parts.empty()) return 0;
    std::size_t best = 0;
    for (std::size_t n = 1; n < parts.size(); ++n)
        if (away(parts[n], x) < away(parts[best], x)) best = n;
    const Part& part = parts[best];
    if (std::abs(x - part.from) <= std::abs(x - part.to)) return part.begin;
    return best + 1 < parts.size() ? parts[best + 1].begin : end;
}

std::size_t TextPlaces::part_at(float x) const {
    const auto nearest = std::min_element(
        parts.begin(), parts.end(), [x](const Part& a, const Part& b) { return away(a, x) < away(b, x); });
    return nearest == parts.end() ? 0 : nearest->begin;
}

std::size_t TextPlaces::beside(std::size_t byte, int direction) const {
    std::vector<std::pair<float, std::size_t>> stops; // from left to right
    for (const Part& part : parts) stops.emplace_back(part.from, part.begin);
    stops.emplace_back(x_of(end), end);
    std::sort(stops.begin(), stops.end(), [this](const auto& a, const auto& b) {
        if (a.first != b.first) return a.first < b.first;
        return right_to_left ? a.second > b.second : a.second < b.second; // parts of no width
    });
    const auto here =
        std::find_if(stops.begin(), stops.end(), [byte](const auto& stop) { return stop.second == byte; });
    if (here == stops.end()) return std::min(byte, end);
    if (direction < 0) return here == stops.begin() ? byte : std::prev(here)->second;
    return std::next(here) == stops.end() ? byte : std::next(here)->second;
}

std::vector<std::pair<float, float>> TextPlaces::spans(std::size_t begin, std::size_t last) const {
    std::vector<std::pair<float, float>> all, joined;
    for (const Part& part : parts)
        if (part.begin >= begin && part.begin < last) all.push_back(std::minmax(part.from, part.to));
    std::sort(all.begin(), all.end());
    for (const auto& span : all)
        if (!joined.empty() && span.first <= joined.back().second + 0.01f)
            joined.back().second = std::max(joined.back().second, span.second);
        else
            joined.push_back(span);
    return joined;
}

std::size_t TextPlaces::fitting(float room) const {
    float used = 0;
    for (const Part& part : parts) {
        used += std::abs(part.to - part.from);
        if (used > room) return part.begin;
    }
    return end;
}

} // namespace heed
