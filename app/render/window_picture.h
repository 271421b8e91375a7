// What the window shows: kept from frame to frame, drawn again only where it differs.
#pragma once

#include "app/render/damage.h"
#include "app/render/framebuffer.h"

#include <memory>

namespace heed {

class WindowPicture {
public:
    /// `smooth`: four samples a pixel, where the driver can.
    explicit WindowPicture(bool smooth) : smooth_(smooth) {}

    /// Draws the parts that differ from the last frame's, in device px. False: nothing did, and nothing was
    /// drawn. `textures`: another number than last time when textures have changed under their names.
    bool draw(ImDrawData& data, int width, int height, int textures, const Damage::Content& content);
    /// The whole picture into the window's back buffer.
    void show();
    /// The next draw() draws everything.
    void forget() { damage_.forget(); }

private:
    void show_as_image() const;

    bool smooth_;
    int shown_ = 0; // pictures
    int textures_ = -1;
    Damage damage_;
    std::unique_ptr<Framebuffer> picture_;
};

} // namespace heed
