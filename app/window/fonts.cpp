#include "app/window/fonts.h"

#include "app/render/imgui_compat.h"
#include "core/base/error.h"

#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr Face all_faces[] = {Face::Regular, Face::Medium,     Face::Semibold,    Face::Italic,
                              Face::Mono,    Face::MonoMedium, Face::MonoSemibold};

/// What the first frame needs; everything else is baked when it is first drawn.
constexpr std::pair<Face, int> first_sizes[] = {
    {Face::Regular, 11},  {Face::Regular, 13},     {Face::Medium, 13},   {Face::Semibold, 13},
    {Face::Semibold, 15}, {Face::Semibold, 11},    {Face::Mono, 11},     {Face::Mono, 13},
    {Face::Italic, 11},   {Face::Italic, 13},      {Face::Semibold, 20}, {Face::Regular, 15},
    {Face::Italic, 15},   {Face::MonoSemibold, 13}};

constexpr unsigned short first_ranges[] = {0x20,   0x7E,   0xA0,   0xFF,   0x2009, 0x200A,
                                           0x2010, 0x2027, 0x2039, 0x203A, 0x2190, 0x2193,
                                           0x2212, 0x2212, 0x2423, 0x2423, 0xFFFD, 0xFFFD};

bool in_first_ranges(char32_t c) {
    for (std::size_t n = 0; n + 1 < std::size(first_ranges); n += 2)
        if (c >= first_ranges[n] && c <= first_ranges[n + 1]) return true;
    return false;
}

} // namespace

FontBook::FontBook() {
    for (const Face face : all_faces)
        if (auto file = find_face(face)) files_[face] = std::move(*file);
    if (files_.size() != std::size(all_faces))
        throw Error(
            "no font was found: expected Inter and JetBrains Mono, or any other that fontconfig knows");
    compat::use_freetype(*ImGui::GetIO().Fonts);
}

int FontBook::whole(float pixels) { return std::clamp(static_cast<int>(std::lround(pixels)), 6, 200); }

void FontBook::add_to_atlas(Key key) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = config.OversampleV = 1;
    config.PixelSnapH = false;
    config.GlyphRanges = ranges_.data();
    const auto add = [&](FontFile& file) {
        config.FontNo = file.index;
        ImFont* font = atlas.AddFontFromMemoryTTF(file.bytes.data(), static_cast<int>(file.bytes.size()),
                                                  static_cast<float>(key.second), &config);
        config.MergeMode = true;
        return font;
    };
    fonts_[key] = add(files_.at(key.first));
    if (key.first != Face::Regular) add(files_.at(Face::Regular));
    for (FontFile& other : others_) add(other);
}

bool FontBook::bake(float scale) {
    if (!stale_ && scale == scale_) return false;
    build(scale);
    if (find_others()) build(scale);
    return true;
}

bool FontBook::find_others() {
    ImFont* body = fonts_.begin()->second;
    bool more = false;
    for (const char32_t c : wanted_points_) {
        if (body->FindGlyphNoFallback(static_cast<ImWchar>(c)) || !looked_for_.insert(c).second) continue;
        auto file = find_font_for(c);
        const auto same = [&](const FontFile& have) {
            return have.path == file->path && have.index == file->index;
        };
        if (!file || std::any_of(others_.begin(), others_.end(), same)) continue;
        others_.push_back(std::move(*file));
        more = true;
    }
    return more;
}

void FontBook::build(float scale) {
    if (scale != scale_) {
        scale_ = scale;
        wanted_sizes_.clear();
        for (const auto& [face, size] : first_sizes)
            wanted_sizes_.insert({face, whole(static_cast<float>(size) * scale_)});
    }
    ranges_.assign(std::begin(first_ranges), std::end(first_ranges));
    char32_t last = 0;
    for (const char32_t c : wanted_points_) {
        const char32_t block =
            c & ~127u; // neighbours come with it: who writes one Greek letter writes another
        if (block == last) continue;
        last = block;
        ranges_.push_back(static_cast<unsigned short>(block));
        ranges_.push_back(static_cast<unsigned short>(block + 127));
    }
    ranges_.push_back(0);

    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    fonts_.clear();
    atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
    atlas.TexDesiredWidth = 2048;
    // The size that ImGui itself falls back to comes first.
    const Key body{Face::Regular, whole(13 * scale_)};
    wanted_sizes_.insert(body);
    add_to_atlas(body);
    for (const Key& key : wanted_sizes_)
        if (key != body) add_to_atlas(key);
    atlas.Build();
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    atlas.ClearTexData();
    stale_ = false;
}

FontChoice FontBook::font(Face face, float pixels) const {
    const Key key{face, whole(pixels)};
    if (const auto found = fonts_.find(key); found != fonts_.end())
        return {found->second, static_cast<float>(key.second)};
    if (wanted_sizes_.size() < 64 && wanted_sizes_.insert(key).second) stale_ = true;
    const Key* nearest = nullptr;
    for (const auto& [have, font] : fonts_)
        if (have.first == face &&
            (!nearest || std::abs(have.second - key.second) < std::abs(nearest->second - key.second)))
            nearest = &have;
    if (!nearest) return {fonts_.empty() ? nullptr : fonts_.begin()->second, static_cast<float>(key.second)};
    return {fonts_.at(*nearest), static_cast<float>(key.second)};
}

void FontBook::want(const std::string& text, Face) const {
    const char* at = text.data();
    const char* end = at + text.size();
    while (at < end) {
        if (static_cast<unsigned char>(*at) < 0x80) {
            ++at;
            continue;
        }
        unsigned int code = 0;
        at += ImTextCharFromUtf8(&code, at, end);
        if (code < 0xA0 || code > 0xFFFF || in_first_ranges(code)) continue;
        if (wanted_points_.size() < 8192 && wanted_points_.insert(code).second &&
            !fonts_.begin()->second->FindGlyphNoFallback(static_cast<ImWchar>(code)))
            stale_ = true;
    }
}

float FontBook::width(const std::string& text, Face face, float size) const {
    const FontChoice choice = font(face, size * scale_);
    if (!choice.font) return 0;
    const float ratio = choice.pixels / choice.font->FontSize;
    float total = 0;
    const char* at = text.data();
    const char* end = at + text.size();
    while (at < end) {
        unsigned int code = 0;
        at += ImTextCharFromUtf8(&code, at, end);
        total += choice.font->GetCharAdvance(static_cast<ImWchar>(code)) * ratio;
    }
    return total / scale_;
}

} // namespace heed
