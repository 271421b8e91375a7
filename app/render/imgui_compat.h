// The one place that knows which Dear ImGui this is. Debian 12 has 1.86; newer versions (to 1.91) compile
// too.
#pragma once

#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_internal.h>

#if IMGUI_VERSION_NUM >= 19200
#error "Dear ImGui 1.92 bakes fonts in another way: expected 1.86 to 1.91"
#endif

#if __has_include(<imgui_freetype.h>)
#include <imgui_freetype.h>
#define HEED_HAS_FREETYPE_BUILDER 1
#elif __has_include(<misc/freetype/imgui_freetype.h>)
#include <misc/freetype/imgui_freetype.h>
#define HEED_HAS_FREETYPE_BUILDER 1
#else
#define HEED_HAS_FREETYPE_BUILDER 0
#endif

namespace heed::compat {

/// FreeType with light hinting where this ImGui was built with it; else the rasterizer it has.
inline void use_freetype(ImFontAtlas& atlas) {
#if HEED_HAS_FREETYPE_BUILDER
    atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#else
    (void)atlas;
#endif
}

/// Horizontal scroll of a text field in px, 0 when it is not being edited.
inline float text_field_scroll(ImGuiID id) {
    const ImGuiInputTextState* state = ImGui::GetInputTextState(id);
    if (!state) return 0;
#if IMGUI_VERSION_NUM >= 19120
    return state->Scroll.x;
#else
    return state->ScrollX;
#endif
}

/// The pointer has moved. Before 1.87 ImGui asks GLFW itself.
inline void pointer_moved(GLFWwindow* window, double x, double y) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui_ImplGlfw_CursorPosCallback(window, x, y);
#else
    (void)window, (void)x, (void)y;
#endif
}

/// No key reaches the controls this frame: used where the window itself moves the focus.
inline void release_text_field() { ImGui::ClearActiveID(); }

} // namespace heed::compat
