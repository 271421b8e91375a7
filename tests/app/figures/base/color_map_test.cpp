#include "app/figures/base/color_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heed {
namespace {

constexpr ColorMapId maps[] = {ColorMapId::Ember, ColorMapId::Viridis, ColorMapId::Cividis, ColorMapId::Grey};

double luminance(Color c) { // WCAG
    const auto channel = [](std::uint8_t v) {
        const double x = v / 255.0;
        return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(c.r) + 0.7152 * channel(c.g) + 0.0722 * channel(c.b);
}

TEST(ColorMap, GoesThroughItsStops) {
    EXPECT_EQ(map_color(ColorMapId::Ember, true, 0), rgb(0x1E1B1A));
    EXPECT_EQ(map_color(ColorMapId::Ember, true, 1), rgb(0xFFECB4));
    EXPECT_EQ(map_color(ColorMapId::Ember, false, 0), rgb(0xFBFAF7));
    EXPECT_EQ(map_color(ColorMapId::Ember, false, 1), rgb(0x552D1C));
    EXPECT_EQ(map_color(ColorMapId::Viridis, true, 0), rgb(0x440154));
    EXPECT_EQ(map_color(ColorMapId::Cividis, false, 1), rgb(0xFFEA46));
    const Color half = map_color(ColorMapId::Ember, true, 0.5f); // between two of 256 steps
    EXPECT_NEAR(half.r, 0xB4, 2);
    EXPECT_NEAR(half.g, 0x65, 2);
    EXPECT_NEAR(half.b, 0x16, 2);
}

TEST(ColorMap, LightnessOnlyRisesOrOnlyFalls) {
    for (const ColorMapId map : maps)
        for (const bool dark : {true, false}) {
            const auto& table = color_table(map, dark);
            const bool rises = luminance(table.back()) > luminance(table.front());
            for (std::size_t n = 8; n < table.size(); n += 8)
                EXPECT_EQ(luminance(table[n]) > luminance(table[n - 8]), rises) << color_map_name(map) << n;
        }
}

TEST(ColorMap, NumbersReadOnEveryColour) {
    for (const ColorMapId map : maps)
        for (const bool dark : {true, false})
            for (const Color c : color_table(map, dark)) {
                const double a = luminance(c), b = luminance(ink_on(c));
                EXPECT_GT((std::max(a, b) + 0.05) / (std::min(a, b) + 0.05), 3.0);
            }
}

TEST(ColorMap, ValuesOutsideAreClamped) {
    EXPECT_EQ(map_color(ColorMapId::Ember, true, -3), map_color(ColorMapId::Ember, true, 0));
    EXPECT_EQ(map_color(ColorMapId::Ember, true, 3), map_color(ColorMapId::Ember, true, 1));
    EXPECT_EQ(map_color(ColorMapId::Ember, true, std::numeric_limits<float>::quiet_NaN()),
              map_color(ColorMapId::Ember, true, 0));
    EXPECT_FLOAT_EQ(apply_scale(ValueScale::LiftSmall, 0.25f), 0.5f);
    EXPECT_FLOAT_EQ(apply_scale(ValueScale::Linear, 0.25f), 0.25f);
}

} // namespace
} // namespace heed
