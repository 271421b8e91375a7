#include "app/text/faces.h"

#include "core/text/tokenizer.h"

#include <pango/pango.h>

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr const char *inter = "Inter, Noto Sans, sans-serif",
                     *inter_laid_out = "Inter, Noto Sans, Noto Sans Arabic, sans-serif";
// Arabic letters of one width come apart.
constexpr const char *mono = "JetBrains Mono, Noto Sans Mono, monospace",
                     *mono_laid_out = "JetBrains Mono, Noto Sans Mono, Noto Sans Arabic, monospace";

// In the order of Face.
constexpr std::array<FaceNames, 7> faces{{
    {inter, inter_laid_out, 400, false},
    {inter, inter_laid_out, 500, false},
    {inter, inter_laid_out, 600, false},
    {inter, inter_laid_out, 400, true},
    {mono, mono_laid_out, 400, false},
    {mono, mono_laid_out, 500, false},
    {mono, mono_laid_out, 600, false},
}};

/// Without soft hyphens, combining marks, Hebrew and Arabic, joiners, direction marks and invisible
/// operators.
constexpr std::pair<char32_t, char32_t> simple_ranges[] = {
    {0x20, 0x7E},     {0xA0, 0xAC},     {0xAE, 0x2FF},    {0x370, 0x482},   {0x48A, 0x52F},
    {0x1E00, 0x1FFF}, {0x2000, 0x200A}, {0x2010, 0x2027}, {0x202F, 0x205F}, {0x2070, 0x20CF},
    {0x2100, 0x22FF}, {0x2308, 0x230B}, {0x2400, 0x2426}, {0x2500, 0x259F}, {0x25A0, 0x25F7},
    {0x2713, 0x2713}, {0x2717, 0x2717}, {0x27E8, 0x27E9}};

/// Scripts written from the right, and the mark that stands for one of their letters.
constexpr std::pair<char32_t, char32_t> right_ranges[] = {{0x590, 0x8FF},     {0x200F, 0x200F},
                                                          {0xFB1D, 0xFDFF},   {0xFE70, 0xFEFF},
                                                          {0x10800, 0x10FFF}, {0x1E800, 0x1EFFF}};

bool from_the_right(char32_t c) {
    const bool among = std::ranges::any_of(
        right_ranges, [&](const auto& range) { return c >= range.first && c <= range.second; });
    return among && (c == 0x200F || g_unichar_isalpha(c));
}
bool from_the_left(char32_t c) { return c == 0x200E || g_unichar_isalpha(c); }

bool is_text(const CodePoint& c) {
    return c.valid && c.value >= 0x20 && !(c.value >= 0x7F && c.value < 0xA0) && (c.value & 0xFFFE) != 0xFFFE;
}

} // namespace

const FaceNames& face_names(Face face) { return faces[static_cast<std::size_t>(face)]; }

ReadableText readable_text(std::string_view text) {
    ReadableText out;
    out.text.reserve(text.size());
    out.begins.reserve(text.size() + 1);
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode_utf8(text, at);
        out.begins.push_back(at);
        if (is_text(c))
            out.text.append(text.substr(at, c.length));
        else
            out.text += "\uFFFD";
        at += std::max<std::size_t>(1, c.length);
    }
    out.begins.push_back(text.size());
    return out;
}

std::string readable(std::string_view text) { return readable_text(text).text; }

bool read_leftwards(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode_utf8(text, at);
        if (c.valid && from_the_right(c.value)) return true;
        if (c.valid && from_the_left(c.value)) return false;
        at += std::max<std::size_t>(1, c.length);
    }
    return false;
}

bool stands_alone(char32_t c) {
    const auto after =
        std::upper_bound(std::begin(simple_ranges), std::end(simple_ranges), c,
                         [](char32_t value, const auto& range) { return value < range.first; });
    return after != std::begin(simple_ranges) && c <= std::prev(after)->second;
}

} // namespace heed
