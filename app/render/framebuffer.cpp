#include "app/render/framebuffer.h"

#include <algorithm>

namespace heed {
Framebuffer::Framebuffer(int width, int height, int samples)
    : width_(width), height_(height), colors_(gl::Texture::make()), single_(gl::Framebuffer::make()) {
    GLint largest = 0, largest_texture = 0, most_samples = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest_texture);
    glGetIntegerv(GL_MAX_SAMPLES, &most_samples);
    largest = std::min(largest, largest_texture);
    if (width > largest || height > largest) return;
    glBindTexture(GL_TEXTURE_2D, colors_.id());
    // Blue first, as windows have it: a software driver fills such a picture and copies it faster.
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, single_.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colors_.id(), 0);
    complete_ = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    if (complete_ && std::min(samples, most_samples) > 1) {
        samples_ = gl::Renderbuffer::make();
        multiple_ = gl::Framebuffer::make();
        glBindRenderbuffer(GL_RENDERBUFFER, samples_.id());
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, std::min(samples, most_samples), GL_RGBA8, width,
                                         height);
        glBindFramebuffer(GL_FRAMEBUFFER, multiple_.id());
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, samples_.id());
        complete_ = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void Framebuffer::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, multiple_ ? multiple_.id() : single_.id());
}

void Framebuffer::resolve() const {
    if (!multiple_) return;
    glDisable(GL_SCISSOR_TEST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, multiple_.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, single_.id());
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void Framebuffer::show() const {
    resolve(); // first, since the window's own format may be another
    glDisable(GL_SCISSOR_TEST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, single_.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

GLuint Framebuffer::texture() const {
    resolve();
    return colors_.id();
}

std::vector<std::uint8_t> Framebuffer::read() const {
    resolve();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, single_.id());
    const std::size_t row = static_cast<std::size_t>(width_) * 4, rows = static_cast<std::size_t>(height_);
    std::vector<std::uint8_t> upside_down(row * rows), pixels(row * rows);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, upside_down.data());
    for (std::size_t y = 0; y < rows; ++y)
        std::copy_n(upside_down.begin() + static_cast<std::ptrdiff_t>((rows - 1 - y) * row), row,
                    pixels.begin() + static_cast<std::ptrdiff_t>(y * row));
    for (std::size_t n = 3; n < pixels.size(); n += 4) pixels[n] = 255;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return pixels;
}

} // namespace heed
