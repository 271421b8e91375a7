#include "app/figures/base/color_map.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace heed {

namespace {

// ------------------------------------------------------------------------------- OKLab (Ottosson, 2020)

struct Lab {
    float l, a, b;
};

float to_linear(std::uint8_t channel) {
    const float c = static_cast<float>(channel) / 255.0f;
    return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
}

std::uint8_t to_channel(float linear) {
    const float c = std::clamp(linear, 0.0f, 1.0f);
    const float encoded = c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1 / 2.4f) - 0.055f;
    return static_cast<std::uint8_t>(encoded * 255.0f + 0.5f);
}

Lab to_lab(Color color) {
    const float r = to_linear(color.r), g = to_linear(color.g), b = to_linear(color.b);
    const float l = std::cbrt(0.4122214708f * r + 0.5363325363f * g + 0.0514459929f * b);
    const float m = std::cbrt(0.2119034982f * r + 0.6806995451f * g + 0.1073969566f * b);
    const float s = std::cbrt(0.0883024619f * r + 0.2817188376f * g + 0.6299787005f * b);
    return {0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s,
            1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
            0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s};
}

Color from_lab(const Lab& lab) {
    const float l_ = lab.l + 0.3963377774f * lab.a + 0.2158037573f * lab.b;
    const float m_ = lab.l - 0.1055613458f * lab.a - 0.0638541728f * lab.b;
    const float s_ = lab.l - 0.0894841775f * lab.a - 1.2914855480f * lab.b;
    const float l = l_ * l_ * l_, m = m_ * m_ * m_, s = s_ * s_ * s_;
    return {to_channel(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s),
            to_channel(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s),
            to_channel(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s), 255};
}

// ------------------------------------------------------------------------------- the maps

using Stops = std::vector<std::uint32_t>; // at equal distances from 0 to 1

// Ember and Difference: design §2. Viridis: van der Walt and Smith, 2015; Cividis: Nuñez, Anderton and
// Renslow, 2018; both as published, dark to light in either theme. Grey follows the theme: nothing is the
// background's side.
Stops stops_of(ColorMapId map, bool dark) {
    switch (map) {
    case ColorMapId::Viridis:
        return {0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21908C, 0x27AD81, 0x5DC863, 0xAADC32, 0xFDE725};
    case ColorMapId::Cividis:
        return {0x00204D, 0x00336F, 0x39486B, 0x575C6D, 0x707173,
                0x8A8779, 0xA69D75, 0xC4B56C, 0xE4CF5B, 0xFFEA46};
    case ColorMapId::Grey:
        return dark ? Stops{0x1C1C1D, 0xF5F5F5} : Stops{0xFBFBFB, 0x1E1E1F};
    case ColorMapId::Difference:
        return dark ? Stops{0x4F9BF0, 0x1C212A, 0xF0895A} : Stops{0x1F6FC8, 0xE9ECF0, 0xC8561F};
    case ColorMapId::Ember:
        break;
    }
    if (dark)
        return {0x1E1B1A, 0x452921, 0x6D3922, 0x934C1E, 0xB46516, 0xD2810F, 0xEBA21D, 0xFAC757, 0xFFECB4};
    return {0xFBFAF7, 0xF0DEB3, 0xE9BF6F, 0xDE9F3A, 0xCB8117, 0xB26615, 0x95501C, 0x753D1F, 0x552D1C};
}

std::array<Color, 256> make_table(const Stops& stops) {
    std::array<Color, 256> table;
    const std::size_t spans = stops.size() - 1;
    for (std::size_t n = 0; n < table.size(); ++n) {
        const float x = static_cast<float>(n) / 255.0f * static_cast<float>(spans);
        const std::size_t k = std::min(static_cast<std::size_t>(x), spans - 1);
        const float t = x - static_cast<float>(k);
        const Lab low = to_lab(rgb(stops[k])), high = to_lab(rgb(stops[k + 1]));
        table[n] =
            from_lab({std::lerp(low.l, high.l, t), std::lerp(low.a, high.a, t), std::lerp(low.b, high.b, t)});
    }
    return table;
}

constexpr std::size_t map_count = 5;
using Tables = std::array<std::array<std::array<Color, 256>, 2>, map_count>;

Tables make_tables() {
    Tables tables;
    for (std::size_t m = 0; m < map_count; ++m)
        for (const bool dark : {false, true})
            tables[m][dark ? 1 : 0] = make_table(stops_of(static_cast<ColorMapId>(m), dark));
    return tables;
}

} // namespace

const std::array<Color, 256>& color_table(ColorMapId map, bool dark) {
    static const Tables tables = make_tables();
    return tables[static_cast<std::size_t>(map)][dark ? 1 : 0];
}

Color map_color(ColorMapId map, bool dark, float value) {
    const float x = std::isfinite(value) ? std::clamp(value, 0.0f, 1.0f) : 0.0f;
    return color_table(map, dark)[static_cast<std::size_t>(x * 255.0f + 0.5f)];
}

float apply_scale(ValueScale scale, float value) {
    return scale == ValueScale::LiftSmall ? std::sqrt(std::max(0.0f, value)) : value;
}

Color ink_on(Color background) { return to_lab(background).l > 0.62f ? rgb(0x14171C) : rgb(0xF2F4F7); }

std::string_view color_map_name(ColorMapId map) {
    constexpr std::array<std::string_view, map_count> names = {"ember", "viridis", "cividis", "grey",
                                                               "difference"};
    return names[static_cast<std::size_t>(map)];
}

} // namespace heed
