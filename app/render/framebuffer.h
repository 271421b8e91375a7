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
    /// The picture as a texture, its bottom row first.
    GLuint texture() const;
    int width() const { return width_; }
    int height() const { return height_; }
    /// RGBA, top row first, opaque.
    std::vector<std::uint8_t> read() const;

private:
    void resolve() const; // all samples of a pixel to one

    int width_, height_;
    bool complete_ = false;
    gl::Texture colors_;
    gl::Framebuffer single_;   // one sample a pixel: colors_
    gl::Renderbuffer samples_; // none
    gl::Framebuffer multiple_; // unless there are several
};

} // namespace heed
