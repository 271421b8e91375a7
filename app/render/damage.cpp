#include "app/render/damage.h"

#include "app/render/fingerprint.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

constexpr std::size_t most_boxes = 3; // every box goes through all triangles once more

std::uint64_t corner(const ImDrawVert& vertex) {
    return Fingerprint().add(vertex.pos, vertex.uv, vertex.col).value();
}

std::uint64_t state_of(const ImDrawCmd& command) {
    return Fingerprint().add(command.ClipRect, command.GetTexID()).value();
}

PixelBox both(const PixelBox& a, const PixelBox& b) {
    return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
            std::max(a.bottom, b.bottom)};
}

bool meet(const PixelBox& a, const PixelBox& b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/// Joins the two that cost the least in addition, until no two meet and there are few.
void join(std::vector<PixelBox>& boxes) {
    while (boxes.size() > 1) {
        std::size_t one = 0, other = 0;
        long long least = std::numeric_limits<long long>::max();
        for (std::size_t i = 0; i < boxes.size(); ++i)
            for (std::size_t j = i + 1; j < boxes.size(); ++j) {
                const long long more = both(boxes[i], boxes[j]).area() - boxes[i].area() - boxes[j].area();
                if (meet(boxes[i], boxes[j]) || more < least) {
                    least = meet(boxes[i], boxes[j]) ? std::numeric_limits<long long>::min() : more;
                    one = i;
                    other = j;
                }
            }
        if (boxes.size() <= most_boxes && least > 0) return;
        boxes[one] = both(boxes[one], boxes[other]);
        boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(other));
    }
}

} // namespace

void Damage::meet(float left, float top, float right, float bottom, std::uint64_t what) {
    if (!(right > left) || !(bottom > top)) return;
    // A pixel more on each side: the rule of the driver for edges is not asked.
    const int first_x = std::max(0, static_cast<int>(std::floor(left) - 1) / tile);
    const int first_y = std::max(0, static_cast<int>(std::floor(top) - 1) / tile);
    const int last_x = std::min(across_ - 1, static_cast<int>(std::ceil(right) + 1) / tile);
    const int last_y = std::min(down_ - 1, static_cast<int>(std::ceil(bottom) + 1) / tile);
    for (int y = first_y; y <= last_y; ++y)
        for (int x = first_x; x <= last_x; ++x) {
            std::uint64_t& hash = tiles_[static_cast<std::size_t>(y * across_ + x)];
            hash = Fingerprint().add(hash, what).value();
        }
}

void Damage::count(const ImDrawData& data, const Content& content) {
    for (int n = 0; n < data.CmdListsCount; ++n) {
        const ImDrawList& list = *data.CmdLists[n];
        corners_.resize(static_cast<std::size_t>(list.VtxBuffer.Size));
        std::transform(list.VtxBuffer.begin(), list.VtxBuffer.end(), corners_.begin(), corner);
        for (const ImDrawCmd& command : list.CmdBuffer) {
            const ImVec4& clip = command.ClipRect;
            if (command.UserCallback) {
                if (command.UserCallback != ImDrawCallback_ResetRenderState)
                    meet(clip.x, clip.y, clip.z, clip.w,
                         Fingerprint().add(state_of(command), content(command)).value());
                continue;
            }
            const std::uint64_t state = state_of(command);
            const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
            for (unsigned at = 0; at + 2 < command.ElemCount; at += 3) {
                const ImVec2* points[3];
                Fingerprint what;
                what.add(state);
                for (unsigned k = 0; k < 3; ++k) {
                    const std::size_t vertex = command.VtxOffset + index[at + k];
                    points[k] = &list.VtxBuffer.Data[vertex].pos;
                    what.add(corners_[vertex]);
                }
                const auto [left, right] = std::minmax({points[0]->x, points[1]->x, points[2]->x});
                const auto [top, bottom] = std::minmax({points[0]->y, points[1]->y, points[2]->y});
                meet(std::max(left, clip.x), std::max(top, clip.y), std::min(right, clip.z),
                     std::min(bottom, clip.w), what.value());
            }
        }
    }
}

std::vector<PixelBox> Damage::since_last(const ImDrawData& data, int width, int height,
                                         const Content& content) {
    const bool comparable = known_ && width == width_ && height == height_;
    width_ = width;
    height_ = height;
    across_ = (width + tile - 1) / tile;
    down_ = (height + tile - 1) / tile;
    before_.swap(tiles_);
    tiles_.assign(static_cast<std::size_t>(across_ * down_), 0);
    count(data, content);
    known_ = true;
    if (!comparable) return {{0, 0, width, height}};
    std::vector<PixelBox> boxes;
    for (int y = 0; y < down_; ++y) {
        std::size_t in_row = boxes.size();
        for (int x = 0; x < across_; ++x) {
            const auto at = static_cast<std::size_t>(y * across_ + x);
            if (tiles_[at] == before_[at]) continue;
            const PixelBox box{x * tile, y * tile, std::min(width, (x + 1) * tile),
                               std::min(height, (y + 1) * tile)};
            if (boxes.size() > in_row && boxes.back().right == box.left)
                boxes.back().right = box.right;
            else
                boxes.push_back(box);
        }
        if (boxes.size() > 24) join(boxes); // a few at a time: joining compares every two
    }
    join(boxes);
    return boxes;
}

} // namespace heed
