#include "app/window/fonts.h"

#include "app/render/imgui_compat.h"
#include "core/base/error.h"
#include "core/text/tokenizer.h"

#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <utility>

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

constexpr unsigned short first_ranges[] = {0x20,   0x7E,   0xA0,   0xFF,   0x2009, 0x200A, 0x2010,
                                           0x2027, 0x2039, 0x203A, 0x2190, 0x2193, 0x2212, 0x2212,
                                           0x2423, 0x2423, 0xFFFD, 0xFFFD, 0x3B1,  0x3B1};

bool in_first_ranges(char32_t c) {
    for (std::size_t n = 0; n + 1 < std::size(first_ranges); n += 2)
        if (c >= first_ranges[n] && c <= first_ranges[n + 1]) return true;
    return false;
}

} // namespace

FontBook::FontBook() : atlas_(std::make_unique<ImFontAtlas>()) {
    for (const Face face : all_faces)
        if (auto file = find_face(face)) files_[face] = std::move(*file);
    if (files_.size() != std::size(all_faces))
        throw Error(
            "no font was found: expected Inter and JetBrains Mono, or any other that fontconfig knows");
    compat::use_freetype(*atlas_);
}

FontBook::~FontBook() = default;

int FontBook::whole(float pixels) { return std::clamp(static_cast<int>(std::lround(pixels)), 6, 200); }

void FontBook::add_to_atlas(Key key) {
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = config.OversampleV = 1;
    config.PixelSnapH = false;
    config.GlyphRanges = ranges_.data();
    FontFile& file = files_.at(key.first);
    config.FontNo = file.index;
    fonts_[key] = atlas_->AddFontFromMemoryTTF(file.bytes.data(), static_cast<int>(file.bytes.size()),
                                               static_cast<float>(key.second), &config);
}

void FontBook::build(float scale) {
    if (!stale_ && scale == scale_) return;
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

    ImFontAtlas& atlas = *atlas_;
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
    stale_ = uploaded_ = false;
}

bool FontBook::bake(float scale) {
    build(scale);
    if (uploaded_) return false;
    if (!std::exchange(has_texture_, true)) {
        ImGui_ImplOpenGL3_CreateDeviceObjects(); // which ImGui would else do later, and bake all once more
    } else {
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }
    atlas_->ClearTexData();
    return uploaded_ = true;
}

bool FontBook::plain(const std::string& text, Face face) const {
    const std::bitset<past_simple>& has = files_.at(face).plain;
    for (std::size_t at = 0; at < text.size();) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const CodePoint c = byte < 0x80 ? CodePoint{byte, 1, true} : decode_utf8(text, at);
        if (!c.valid || c.value >= past_simple || !has[c.value]) return false;
        at += c.length;
    }
    return true;
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
    for (std::size_t at = 0; at < text.size();) {
        if (static_cast<unsigned char>(text[at]) < 0x80) {
            ++at;
            continue;
        }
        const CodePoint c = decode_utf8(text, at);
        at += std::max<std::size_t>(1, c.length);
        if (!c.valid || c.value >= past_simple || in_first_ranges(c.value)) continue;
        if (wanted_points_.insert(c.value).second &&
            !fonts_.begin()->second->FindGlyphNoFallback(static_cast<ImWchar>(c.value)))
            stale_ = true;
    }
}

FontSource::Laid FontBook::line(const std::string& text, Face face, float pixels) const {
    const int px = whole(pixels);
    return {lines_.line(text, face, static_cast<float>(px)), px};
}

namespace {

/// Calls `take` with each code point of plain text, where it begins, and how far it moves on.
template <class Take>
void each_advance(const std::string& text, const FontChoice& choice, Take take) {
    const float ratio = choice.pixels / choice.font->FontSize;
    for (std::size_t at = 0; at < text.size();) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const CodePoint c = byte < 0x80 ? CodePoint{byte, 1, true} : decode_utf8(text, at);
        take(at, choice.font->GetCharAdvance(static_cast<ImWchar>(c.value)) * ratio);
        at += std::max<std::size_t>(1, c.length);
    }
}

} // namespace

float FontBook::width(const std::string& text, Face face, float size) const {
    if (!plain(text, face)) return line(text, face, size * scale_).line->width() / scale_;
    const FontChoice choice = font(face, size * scale_);
    if (!choice.font) return 0;
    float total = 0;
    each_advance(text, choice, [&](std::size_t, float advance) { total += advance; });
    return total / scale_;
}

TextPlaces FontBook::places(const std::string& text, Face face, float size) const {
    TextPlaces places;
    if (!plain(text, face)) {
        places = line(text, face, size * scale_).line->places();
        for (TextPlaces::Part& part : places.parts) {
            part.from /= scale_;
            part.to /= scale_;
        }
        places.width /= scale_;
        return places;
    }
    const FontChoice choice = font(face, size * scale_);
    places.end = text.size();
    if (choice.font)
        each_advance(text, choice, [&](std::size_t at, float advance) {
            places.parts.push_back({at, places.width, places.width + advance / scale_});
            places.width += advance / scale_;
        });
    return places;
}

} // namespace heed
