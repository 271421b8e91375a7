#include "app/render/framebuffer.h"

#include <algorithm>

namespace heed {
namespace {

bool attach(const gl::Framebuffer& frame, const gl::Renderbuffer& buffer, int samples, int width,
            int height) {
    glBindRenderbuffer(GL_RENDERBUFFER, buffer.id());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, frame.id());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer.id());
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

} // namespace

Framebuffer::Framebuffer(int width, int height, int samples)
    : width_(width), height_(height), smooth_(samples > 1), samples_(gl::Renderbuffer::make()),
      colors_(gl::Renderbuffer::make()), drawn_(gl::Framebuffer::make()), resolved_(gl::Framebuffer::make()) {
    GLint largest = 0, most_samples = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    glGetIntegerv(GL_MAX_SAMPLES, &most_samples);
    if (width > largest || height > largest) return;
    complete_ = attach(drawn_, samples_, smooth_ ? std::min(samples, most_samples) : 0, width, height) &&
                (!smooth_ || attach(resolved_, colors_, 0, width, height));
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void Framebuffer::bind() const { glBindFramebuffer(GL_FRAMEBUFFER, drawn_.id()); }

const gl::Framebuffer& Framebuffer::resolve() const {
    glDisable(GL_SCISSOR_TEST);
    if (!smooth_) return drawn_;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.id());
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    return resolved_;
}

void Framebuffer::show() const {
    const gl::Framebuffer& whole = resolve(); // first, since the window's own format may be another
    glBindFramebuffer(GL_READ_FRAMEBUFFER, whole.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

std::vector<std::uint8_t> Framebuffer::read() const {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, resolve().id());
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
