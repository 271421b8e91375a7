#include "app/window/font_files.h"

#include <fontconfig/fontconfig.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>

namespace heed {
namespace {

struct Wanted {
    const char* family;
    int weight;
    int slant;
    const char* else_family;
};

constexpr const char *inter = "Inter", *mono = "JetBrains Mono", *sans = "sans-serif", *fixed = "monospace";
constexpr Wanted faces[] = {
    {inter, FC_WEIGHT_REGULAR, FC_SLANT_ROMAN, sans},  {inter, FC_WEIGHT_MEDIUM, FC_SLANT_ROMAN, sans},
    {inter, FC_WEIGHT_DEMIBOLD, FC_SLANT_ROMAN, sans}, {inter, FC_WEIGHT_REGULAR, FC_SLANT_ITALIC, sans},
    {mono, FC_WEIGHT_REGULAR, FC_SLANT_ROMAN, fixed},  {mono, FC_WEIGHT_MEDIUM, FC_SLANT_ROMAN, fixed},
    {mono, FC_WEIGHT_DEMIBOLD, FC_SLANT_ROMAN, fixed}}; // as in Face

struct PatternFree {
    void operator()(FcPattern* p) const { FcPatternDestroy(p); }
};
using Pattern = std::unique_ptr<FcPattern, PatternFree>;

const FcChar8* bytes_of(const char* text) { return reinterpret_cast<const FcChar8*>(text); }

std::uint32_t number(const std::vector<unsigned char>& file, std::size_t at, std::size_t count) {
    std::uint32_t value = 0;
    for (std::size_t n = 0; n < count; ++n) value = value << 8 | (at + n < file.size() ? file[at + n] : 0u);
    return value;
}

void put_short(std::vector<unsigned char>& file, std::size_t at, int value) {
    if (at + 1 >= file.size()) return;
    const auto bits = static_cast<std::uint16_t>(value);
    file[at] = static_cast<unsigned char>(bits >> 8);
    file[at + 1] = static_cast<unsigned char>(bits & 255);
}

/// Writes ascender + |descender| = one em into hhea and OS/2 of a single-face OpenType file.
void make_line_one_em(std::vector<unsigned char>& file) {
    constexpr std::uint32_t head = 0x68656164, hhea = 0x68686561, os2 = 0x4F532F32;
    const std::size_t tables = number(file, 4, 2);
    std::size_t em = 0;
    for (std::size_t n = 0; n < tables; ++n)
        if (number(file, 12 + 16 * n, 4) == head) em = number(file, number(file, 12 + 16 * n + 8, 4) + 18, 2);
    if (em == 0) return;
    const int above = static_cast<int>(em * 864 / 1000), below = above - static_cast<int>(em);
    for (std::size_t n = 0; n < tables; ++n) {
        const std::uint32_t tag = number(file, 12 + 16 * n, 4);
        const std::size_t place = number(file, 12 + 16 * n + 8, 4);
        const std::size_t first = tag == hhea ? 4 : tag == os2 ? 68 : 0;
        if (first == 0) continue;
        put_short(file, place + first, above);
        put_short(file, place + first + 2, below);
        put_short(file, place + first + 4, 0);
    }
}

std::optional<FontFile> load(FcPattern* match) {
    FcChar8* path = nullptr;
    int index = 0;
    if (!match || FcPatternGetString(match, FC_FILE, 0, &path) != FcResultMatch) return std::nullopt;
    FcPatternGetInteger(match, FC_INDEX, 0, &index);
    FontFile font{.path = reinterpret_cast<const char*>(path), .index = index & 0xFFFF};
    std::ifstream in(font.path, std::ios::binary | std::ios::ate);
    if (!in) return std::nullopt;
    font.bytes.resize(static_cast<std::size_t>(std::max<std::streamoff>(0, in.tellg())));
    in.seekg(0);
    in.read(reinterpret_cast<char*>(font.bytes.data()), static_cast<std::streamsize>(font.bytes.size()));
    if (font.bytes.size() < 64) return std::nullopt;
    make_line_one_em(font.bytes);
    FcCharSet* has = nullptr;
    if (FcPatternGetCharSet(match, FC_CHARSET, 0, &has) == FcResultMatch)
        for (char32_t c = 0; c < past_simple; ++c)
            font.plain[c] = stands_alone(c) && FcCharSetHasChar(has, c);
    return font;
}

std::optional<FontFile> best(const Pattern& pattern) {
    FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    FcResult result = FcResultNoMatch;
    const Pattern match(FcFontMatch(nullptr, pattern.get(), &result));
    return load(match.get());
}

} // namespace

std::optional<FontFile> find_face(Face face) {
    const Wanted& w = faces[static_cast<std::size_t>(face)];
    const Pattern pattern(FcPatternCreate());
    FcPatternAddString(pattern.get(), FC_FAMILY, bytes_of(w.family));
    FcPatternAddString(pattern.get(), FC_FAMILY, bytes_of(w.else_family));
    FcPatternAddInteger(pattern.get(), FC_WEIGHT, w.weight);
    FcPatternAddInteger(pattern.get(), FC_SLANT, w.slant);
    FcPatternAddBool(pattern.get(), FC_VARIABLE, FcFalse);
    return best(pattern);
}

} // namespace heed
