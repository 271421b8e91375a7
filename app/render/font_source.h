// Fonts as the renderer needs them: baked faces for plain text, lines laid out for all other, and how wide
// both are.
#pragma once

#include "app/figures/base/scene.h"
#include "app/text/line.h"

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
    /// Whether the baked font can draw it: letters that stand alone, all of which the face has.
    virtual bool plain(const std::string& text, Face face) const = 0;
    virtual FontChoice font(Face face, float pixels) const = 0; // of the em, on the device
    /// Says that this plain text will be drawn; code points that are not baked yet are queued.
    virtual void want(const std::string& text, Face face) const = 0;
    /// Text that is not plain, laid out at whole device px.
    struct Laid {
        std::shared_ptr<const TextLine> line;
        int pixels;
    };
    virtual Laid line(const std::string& text, Face face, float pixels) const = 0;
    /// Where the parts of a text stand that is drawn from 0, in the Scene's units.
    virtual TextPlaces places(const std::string& text, Face face, float size) const = 0;
};

} // namespace heed
