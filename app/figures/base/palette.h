// The colours of design §2. A hue always names one of five roles; chrome is grey and white.
#pragma once

#include "app/figures/base/scene.h"

namespace heed {

enum class Theme { Dark, Light };

struct Palette {
    Theme theme;
    Color bg0, bg1, bg2, bg3, line, line2, popup, t1, t2, t3;
    Color forward, backward, decoder, attention, output, error;
    bool dark() const { return theme == Theme::Dark; }
};

constexpr Palette dark_palette{Theme::Dark,   rgb(0x0D1015), rgb(0x13171E), rgb(0x1B212A), rgb(0x272F3B),
                               rgb(0x252C37), rgb(0x3B4554), rgb(0x222935), rgb(0xE9EDF3), rgb(0xAAB4C2),
                               rgb(0x838EA0), rgb(0x2B9CFA), rgb(0x7FE2D6), rgb(0xCF64A7), rgb(0xFBC94B),
                               rgb(0xFB803F), rgb(0xFF6B7D)};
constexpr Palette light_palette{Theme::Light,  rgb(0xF3F4F6), rgb(0xFFFFFF), rgb(0xEDEFF2), rgb(0xE0E4E9),
                                rgb(0xDEE2E8), rgb(0xBCC4CE), rgb(0xFFFFFF), rgb(0x161A21), rgb(0x48515F),
                                rgb(0x606976), rgb(0x1649AE), rgb(0x1B7E75), rgb(0x632A6E), rgb(0x956706),
                                rgb(0x8B2500), rgb(0xB4152F)};
constexpr const Palette& palette(Theme theme) { return theme == Theme::Dark ? dark_palette : light_palette; }

} // namespace heed
