// Fonts as the renderer needs them: a face at a size, baked, and how wide text is in it.
#pragma once

#include "app/figures/base/scene.h"

struct ImFont;

namespace heed {

/// A baked font and the size (device px, of the em) at which it is sharp.
struct FontChoice {
    ImFont* font = nullptr;
    float pixels = 13;
};

/// Widths are in the Scene's units; baking happens between frames, so a face asked for the first time is
/// drawn from the nearest size until then.
class FontSource : public TextMetrics {
public:
    virtual FontChoice font(Face face, float pixels) const = 0; // of the em, on the device
    /// Says that this text will be drawn; code points that are not baked yet are queued.
    virtual void want(const std::string& text, Face face) const = 0;
};

} // namespace heed
