// The one place that knows which Dear ImGui this is. Debian 12 has 1.86; newer versions (to 1.91) compile
// too.
#pragma once

#include <cstdint>
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

/// Draw data of one list; `list` outlives it.
inline void fill(ImDrawData& data, ImDrawList*& list, float width, float height) {
    data.Valid = true;
    data.DisplaySize = {width, height};
    data.FramebufferScale = {1, 1};
#if IMGUI_VERSION_NUM >= 18980
    data.AddDrawList(list);
#else
    data.CmdLists = &list;
    data.CmdListsCount = 1;
    data.TotalIdxCount = list->IdxBuffer.Size;
    data.TotalVtxCount = list->VtxBuffer.Size;
#endif
}

/// A texture's name as draw lists take it: a pointer, or a number in newer versions.
inline ImTextureID texture_id(unsigned int name) { return (ImTextureID)(std::uintptr_t)name; }

/// The pointer has moved. Before 1.87 ImGui asks GLFW itself.
inline void pointer_moved(GLFWwindow* window, double x, double y) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui_ImplGlfw_CursorPosCallback(window, x, y);
#else
    (void)window, (void)x, (void)y;
#endif
}

} // namespace heed::compat
