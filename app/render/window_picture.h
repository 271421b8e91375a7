// What the window shows: kept from frame to frame, drawn again only where it differs.
#pragma once

#include "app/render/damage.h"
#include "app/render/framebuffer.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace heed {

class WindowPicture {
public:
    /// `smooth`: four samples a pixel, where the driver can.
    explicit WindowPicture(bool smooth) : smooth_(smooth), keeps_(smooth ? Keeps::Nothing : Keeps::Unknown) {}

    /// Draws the parts that differ from the last frame's, in device px. False: nothing did, and nothing was
    /// drawn. `textures`: another number than last time when textures have changed under their names.
    bool draw(ImDrawData& data, int width, int height, int textures, const Damage::Content& content);
    /// The whole picture into the window's back buffer, before that is shown.
    void show();
    /// The next draw() draws everything.
    void forget() { damage_.forget(); }

private:
    void show_as_image() const;
    std::vector<std::uint32_t> strip_of_window() const;
    bool is_kept();

    /// What a window's back buffer holds once it was shown: OpenGL promises nothing, but with software
    /// drivers it is the picture, as is seen by a strip of it. Then no second picture is kept and none is
    /// copied, which takes them a fifth of all time.
    enum class Keeps { Unknown, Picture, Nothing };

    bool smooth_;
    Keeps keeps_;
    int width_ = 0, height_ = 0;       // px, of the last one
    std::vector<std::uint32_t> strip_; // as it was shown; empty: it was not looked at
    int shown_ = 0;                    // pictures
    int textures_ = -1;
    Damage damage_;
    std::unique_ptr<Framebuffer> picture_; // none: the window's own
};

} // namespace heed
