// A picture drawn off the screen, at any size the driver allows.
#pragma once

#include "app/render/gl_handle.h"

#include <cstdint>
#include <vector>

namespace heed {

class Framebuffer {
public:
    /// At most that many samples a pixel; 1: none but itself. `complete` is false when the driver refuses the
    /// size.
    Framebuffer(int width, int height, int samples = 4);
    bool complete() const { return complete_; }
    void bind() const;
    /// Onto the window.
    void show() const;
    int width() const { return width_; }
    int height() const { return height_; }
    /// RGBA, top row first, opaque.
    std::vector<std::uint8_t> read() const;

private:
    const gl::Framebuffer& resolve() const; // all samples of a pixel to one

    int width_, height_;
    bool smooth_;
    bool complete_ = false;
    gl::Renderbuffer samples_, colors_;
    gl::Framebuffer drawn_, resolved_;
};

} // namespace heed
