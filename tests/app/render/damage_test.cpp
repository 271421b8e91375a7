#include "app/render/damage.h"

#include "core/base/random.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <memory>

namespace heed {
namespace {

constexpr int width = 300, height = 170;

struct Patch {
    int left, top, right, bottom;
    std::uint32_t color;
};
using PixelRows = std::vector<std::uint32_t>;

/// What a driver does: one patch after the other, no pixel outside the box.
void paint(PixelRows& picture, const std::vector<Patch>& patches, const PixelBox& box) {
    for (int y = box.top; y < box.bottom; ++y)
        for (int x = box.left; x < box.right; ++x) {
            std::uint32_t& pixel = picture[static_cast<std::size_t>(y * width + x)];
            pixel = 0;
            for (const Patch& p : patches) {
                if (x < p.left || x >= p.right || y < p.top || y >= p.bottom) continue;
                pixel = pixel / 2 + p.color / 2; // what lies beneath shines through
            }
        }
}

/// The patches as ImGui's triangles.
class Drawn {
public:
    explicit Drawn(const std::vector<Patch>& patches) : list_(&shared_) {
        list_._ResetForNewFrame();
        list_.PushClipRect({0, 0}, {width, height});
        list_.PushTextureID(ImTextureID());
        list_.Flags = 0;
        for (const Patch& p : patches)
            list_.AddRectFilled({static_cast<float>(p.left), static_cast<float>(p.top)},
                                {static_cast<float>(p.right), static_cast<float>(p.bottom)},
                                p.color | 0xFF000000u);
        data_.CmdListsCount = 1;
#if IMGUI_VERSION_NUM >= 18973
        data_.CmdLists.push_back(&list_);
#else
        data_.CmdLists = &all_;
#endif
    }
    const ImDrawData& data() const { return data_; }

private:
    ImDrawListSharedData shared_;
    ImDrawList list_;
    [[maybe_unused]] ImDrawList* all_ = &list_;
    ImDrawData data_;
};

std::vector<PixelBox> after(Damage& damage, const std::vector<Patch>& patches) {
    return damage.since_last(Drawn(patches).data(), width, height, [](const ImDrawCmd&) { return 0; });
}

Patch random_patch(Random& random) {
    const int left = static_cast<int>(random.below(width)), top = static_cast<int>(random.below(height));
    return {left, top, left + 1 + static_cast<int>(random.below(90)),
            top + 1 + static_cast<int>(random.below(60)), static_cast<std::uint32_t>(random.below(1u << 24))};
}

TEST(Damage, DrawingOnlyThePartsGivesThePictureOfAll) {
    Random random(7);
    std::vector<Patch> patches;
    for (int n = 0; n < 20; ++n) patches.push_back(random_patch(random));
    Damage damage;
    PixelRows shown(width * height), whole(width * height);
    long long drawn = 0;
    constexpr int frames = 400;
    for (int frame = 0; frame < frames; ++frame) {
        const std::size_t at = random.below(patches.size());
        if (frame % 3 == 0) patches[at] = random_patch(random);
        if (frame % 3 == 1) std::swap(patches[at], patches[random.below(patches.size())]);
        if (frame % 3 == 2) patches[at].color ^= 0x10101;
        const auto boxes = after(damage, patches);
        EXPECT_LE(boxes.size(), 3u);
        for (const PixelBox& box : boxes) {
            paint(shown, patches, box);
            drawn += box.area();
        }
        paint(whole, patches, {0, 0, width, height});
        ASSERT_EQ(shown, whole) << "frame " << frame;
    }
    EXPECT_LT(drawn, 1LL * frames * width * height * 2 / 3) << "most of the picture stays";
}

TEST(Damage, NothingChangedIsNothingToDraw) {
    const std::vector<Patch> patches{{10, 10, 60, 40, 0x123456}};
    Damage damage;
    EXPECT_EQ(after(damage, patches), (std::vector<PixelBox>{{0, 0, width, height}}));
    EXPECT_TRUE(after(damage, patches).empty());
    damage.forget();
    EXPECT_EQ(after(damage, patches), (std::vector<PixelBox>{{0, 0, width, height}}));
}

TEST(Damage, ChangesFarApartAreTwoBoxes) {
    Damage damage;
    after(damage, {{4, 4, 20, 20, 1}, {260, 140, 280, 150, 2}});
    const auto boxes = after(damage, {{4, 4, 20, 20, 3}, {260, 140, 280, 150, 4}});
    ASSERT_EQ(boxes.size(), 2u);
    EXPECT_LT(boxes[0].area() + boxes[1].area(), width * height / 4);
}

TEST(Damage, AnotherSizeIsAllNew) {
    Damage damage;
    const std::vector<Patch> patches{{10, 10, 60, 40, 0x123456}};
    after(damage, patches);
    const auto boxes = damage.since_last(Drawn(patches).data(), width + 1, height, {});
    EXPECT_EQ(boxes, (std::vector<PixelBox>{{0, 0, width + 1, height}}));
}

} // namespace
} // namespace heed
