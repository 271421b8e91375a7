#include "app/render/window_picture.h"

#include "app/render/imgui_compat.h"

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
    const bool fresh = !picture_ || picture_->width() != width || picture_->height() != height;
    if (fresh) {
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
    glDisable(GL_SCISSOR_TEST);
    if (fresh) { // later the window's own ground covers what was there
        glClearColor(0, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    for (const PixelBox& box : boxes) {
        const CutTo part(data, box);
        ImGui_ImplOpenGL3_RenderDrawData(&data);
    }
    return true;
}

/// A blit is the cheaper way, but the first time a software driver compiles a shader for it, which takes as
/// long as the first picture itself: those of the opening window are drawn with ImGui's, which has been
/// compiled.
void WindowPicture::show() {
    constexpr int of_opening = 4;
    if (shown_ < of_opening) {
        ++shown_;
        show_as_image();
    } else {
        picture_->show();
    }
}

void WindowPicture::show_as_image() const {
    const auto width = static_cast<float>(picture_->width()), height = static_cast<float>(picture_->height());
    const ImTextureID texture = compat::texture_id(picture_->texture());
    ImDrawList whole(ImGui::GetDrawListSharedData());
    whole._ResetForNewFrame();
    whole.PushClipRect({0, 0}, {width, height});
    whole.AddCallback([](const ImDrawList*, const ImDrawCmd*) { glDisable(GL_BLEND); }, nullptr);
    whole.AddImage(texture, {0, 0}, {width, height}, {0, 1}, {1, 0});
    ImDrawList* lists = &whole;
    ImDrawData data;
    compat::fill(data, lists, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    ImGui_ImplOpenGL3_RenderDrawData(&data);
}

} // namespace heed
