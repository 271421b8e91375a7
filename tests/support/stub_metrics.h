// Text as wide as a plain rule says: for tests of layouts without fonts.
#pragma once

#include "app/figures/base/scene.h"

namespace heed {

/// JetBrains Mono: .64 of the size a code point, as at whole pixels. Inter: widths near those of the font, a
/// little generous.
class StubMetrics : public TextMetrics {
public:
    float width(const std::string& text, Face face, float size) const override {
        const bool mono = face == Face::Mono || face == Face::MonoMedium || face == Face::MonoSemibold;
        const float bold = face == Face::Semibold ? 1.05f : 1;
        float sum = 0;
        for (const char c : text) {
            if ((static_cast<unsigned char>(c) & 0xC0) == 0x80)
                continue; // not the first byte of a code point
            if (mono)
                sum += 0.64f;
            else if (c == ' ' || c == '.' || c == ',' || c == 'i' || c == 'l' || c == 'j')
                sum += 0.29f * bold;
            else if (c == 'm' || c == 'w' || c == 'M' || c == 'W')
                sum += 0.9f * bold;
            else
                sum += 0.59f * bold;
        }
        return sum * size;
    }
};

} // namespace heed
