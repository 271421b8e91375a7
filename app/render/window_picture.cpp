#include "app/render/window_picture.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>

namespace heed {
namespace {

/// Cuts what the commands draw to a box, until this goes.
class CutTo {
public:
    CutTo(ImDrawData& data, const PixelBox& box) : data_(data) {
        each([&](ImDrawCmd& command) {
            ImVec4& clip = command.ClipRect;
            clips_.push_back(clip);
            clip = {std::max(clip.x, static_cast<float>(box.left)),
                    std::max(clip.y, static_cast<float>(box.top)),
                    std::min(clip.z, static_cast<float>(box.right)),
                    std::min(clip.w, static_cast<float>(box.bottom))};
        });
    }
    ~CutTo() {
        std::size_t n = 0;
        each([&](ImDrawCmd& command) { command.ClipRect = clips_[n++]; });
    }
    CutTo(const CutTo&) = delete;
    CutTo& operator=(const CutTo&) = delete;

private:
    template <class Do>
    void each(const Do& act) {
        for (int n = 0; n < data_.CmdListsCount; ++n)
            for (ImDrawCmd& command : data_.CmdLists[n]->CmdBuffer) act(command);
    }
    ImDrawData& data_;
    std::vector<ImVec4> clips_;
};

} // namespace

bool WindowPicture::draw(ImDrawData& data, int width, int height, int textures,
                         const Damage::Content& content) {
    if (!picture_ || picture_->width() != width || picture_->height() != height) {
        picture_ = std::make_unique<Framebuffer>(width, height, smooth_ ? 4 : 1);
        if (!picture_->complete()) picture_ = std::make_unique<Framebuffer>(width, height, 1);
        damage_.forget();
    }
    if (textures != textures_) damage_.forget();
    textures_ = textures;
    const std::vector<PixelBox> boxes = damage_.since_last(data, width, height, content);
    if (boxes.empty()) return false;
    picture_->bind();
    glViewport(0, 0, width, height);
    for (const PixelBox& box : boxes) {
        glEnable(GL_SCISSOR_TEST);
        glScissor(box.left, height - box.bottom, box.right - box.left, box.bottom - box.top);
        glClearColor(0, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        const CutTo part(data, box);
        ImGui_ImplOpenGL3_RenderDrawData(&data);
    }
    return true;
}

} // namespace heed
