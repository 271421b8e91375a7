// Scenes into ImGui draw lists.
#pragma once

#include "app/figures/base/scene.h"
#include "app/render/effects.h"
#include "app/render/font_source.h"
#include "app/render/gl_handle.h"
#include "app/render/text_runs.h"

#include <deque>
#include <memory>
#include <string>

struct ImDrawList;
struct ImDrawCmd;

namespace heed {

/// Where a Scene's origin lies in the window, in device px, and how many device px a unit is.
struct Placement {
    ImDrawList* list = nullptr;
    float x = 0, y = 0;
    float scale = 1;
    float opacity = 1;
};

/// A picture of its own, drawn elsewhere: straight RGBA, row by row.
struct Pixels {
    int width = 0, height = 0;
    std::string rgba;
};

class SceneRenderer {
public:
    SceneRenderer(const FontSource& fonts, Effects& effects) : fonts_(fonts), effects_(effects) {}

    /// Call before the first draw of a frame: what the last one left for the shaders is let go.
    void begin_frame(bool soft_light);
    void draw(const Scene& scene, const Placement& at);
    void draw(const SceneItem& item, const Placement& at);
    /// Pixel for pixel, at a whole device px. One such picture a frame.
    void draw(const std::shared_ptr<const Pixels>& pixels, ImDrawList& list, float x, float y);
    const FontSource& fonts() const { return fonts_; }

    /// A number for what a command of draw() shows by shaders: equal in two frames, equal picture.
    static std::uint64_t content_of(const ImDrawCmd& command);
    /// Goes up when a texture's name may have come to mean another texture.
    int textures_version() const { return textures_version_; }

private:
    struct Later { // drawn when ImGui's lists are played
        Effects* effects;
        SceneItem item;
        Box box;
        float scale;
        std::vector<PlacedMap> maps{}; // in place of the item
    };
    static void play(const ImDrawList*, const ImDrawCmd* command);
    void put_off(const SceneItem& item, Box box, const Placement& at);
    /// Of items from there on, the small maps that come one after another; how many there are.
    std::size_t put_maps(const std::vector<SceneItem>& items, std::size_t first, const Placement& at);

    void put(const RectItem& item, const Placement& at);
    void put(const CircleItem& item, const Placement& at);
    void put(const LineItem& item, const Placement& at);
    void put(const CurveItem& item, const Placement& at);
    void put(const TextItem& item, const Placement& at);
    void put_laid_out(const TextItem& item, const Placement& at);
    void put(const MatrixItem& item, const Placement& at);
    void put(const TiledItem& item, const Placement& at);
    void put(const GlowItem& item, const Placement& at);
    void put(const ClipItem& item, const Placement& at);
    void put(const ClipEnd& item, const Placement& at);
    void stroke(const std::vector<Point>& line, Color color, float width, Dash dash, bool closed,
                const Placement& at);

    const FontSource& fonts_;
    Effects& effects_;
    TextRuns runs_;
    std::shared_ptr<const Pixels> pixels_; // what the texture shows
    gl::Texture pixels_texture_;
    bool soft_light_ = true;
    std::deque<Later> later_, before_; // addresses stay while the frame lives; what the last one drew
    int textures_version_ = 0;
    int clips_ = 0;
};

} // namespace heed
