// What of a picture must be drawn again: this frame's triangles against those of the frame before.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

struct ImDrawCmd;
struct ImDrawData;

namespace heed {

/// Device px, y downwards; the right and lower edge are outside.
struct PixelBox {
    int left = 0, top = 0, right = 0, bottom = 0;
    long long area() const { return 1LL * (right - left) * (bottom - top); }
    bool operator==(const PixelBox&) const = default;
};

class Damage {
public:
    /// px; the picture is compared in squares of that side.
    static constexpr int tile = 32;
    /// A number for what a command of its own draws: equal numbers, equal picture.
    using Content = std::function<std::uint64_t(const ImDrawCmd&)>;

    /// Boxes, at most three and disjoint, outside which the picture is that of the last call; the whole
    /// picture the first time, after `forget`, and when the size is another. Drawing is in order and bounded
    /// by the triangles' corners and by the clip rectangles, so a square that the same triangles meet looks
    /// the same.
    std::vector<PixelBox> since_last(const ImDrawData& data, int width, int height, const Content& content);
    /// Nothing of what was drawn can be counted on: textures have changed, or the picture was lost.
    void forget() { known_ = false; }

private:
    void count(const ImDrawData& data, const Content& content);
    void meet(float left, float top, float right, float bottom, std::uint64_t what);

    std::vector<std::uint64_t> tiles_, before_, corners_;
    int width_ = 0, height_ = 0, across_ = 0, down_ = 0;
    bool known_ = false;
};

} // namespace heed
