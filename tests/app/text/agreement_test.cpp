// One text engine for the window and for files: the same glyphs of the same fonts at the same places.
#include "app/text/line.h"
#include "core/text/tokenizer.h"
#include "tests/support/scripts.h"

#include <fontconfig/fontconfig.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace heed {
namespace {

struct Glyph {
    std::string font;
    PangoGlyph glyph;
    float x, y;
};

std::vector<Glyph> glyphs_of(const TextLine& line) {
    std::vector<Glyph> all;
    float x = 0;
    for (const GSList* link = line.glyphs()->runs; link; link = link->next) {
        const auto* run = static_cast<const PangoGlyphItem*>(link->data);
        PangoFontDescription* about = pango_font_describe(run->item->analysis.font);
        const std::string family = pango_font_description_get_family(about);
        pango_font_description_free(about);
        for (int n = 0; n < run->glyphs->num_glyphs; ++n) {
            const PangoGlyphInfo& info = run->glyphs->glyphs[n];
            const auto units = [](int value) { return static_cast<float>(value) / PANGO_SCALE; };
            all.push_back(
                {family, info.glyph, x + units(info.geometry.x_offset), units(info.geometry.y_offset)});
            x += units(info.geometry.width);
        }
    }
    return all;
}

/// Whether some font of this machine holds the character.
bool in_some_font(char32_t c) {
    const std::unique_ptr<FcCharSet, void (*)(FcCharSet*)> set(FcCharSetCreate(), FcCharSetDestroy);
    FcCharSetAddChar(set.get(), c);
    const std::unique_ptr<FcPattern, void (*)(FcPattern*)> pattern(FcPatternCreate(), FcPatternDestroy);
    FcPatternAddCharSet(pattern.get(), FC_CHARSET, set.get());
    const std::unique_ptr<FcObjectSet, void (*)(FcObjectSet*)> what(FcObjectSetBuild(FC_FAMILY, nullptr),
                                                                    FcObjectSetDestroy);
    const std::unique_ptr<FcFontSet, void (*)(FcFontSet*)> fonts(
        FcFontList(nullptr, pattern.get(), what.get()), FcFontSetDestroy);
    return fonts && fonts->nfont > 0;
}

class Agreement : public testing::TestWithParam<ScriptSample> {};

TEST_P(Agreement, WindowAndFilesShowTheSameGlyphsAtTheSamePlaces) {
    TextSetter paper(TextSetter::On::Paper), screen(TextSetter::On::Screen);
    const std::string text(GetParam().text);
    for (const Face face : {Face::Regular, Face::Semibold, Face::Italic, Face::Mono})
        for (const float size : {11.0f, 13.0f, 26.0f}) {
            const auto on_paper = glyphs_of(*paper.line(text, face, size)),
                       on_screen = glyphs_of(*screen.line(text, face, size));
            ASSERT_EQ(on_paper.size(), on_screen.size());
            for (std::size_t n = 0; n < on_paper.size(); ++n) {
                EXPECT_EQ(on_paper[n].font, on_screen[n].font) << size;
                EXPECT_EQ(on_paper[n].glyph, on_screen[n].glyph) << size;
                EXPECT_NEAR(on_paper[n].x, on_screen[n].x, 0.05f * size) << size;
                EXPECT_NEAR(on_paper[n].y, on_screen[n].y, 0.1f * size) << size;
            }
        }
}

TEST_P(Agreement, NothingIsABoxThatAFontCouldDraw) {
    TextSetter setter;
    const std::string text(GetParam().text);
    bool all = true;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode_utf8(text, at);
        all &= c.value == 0x200D || in_some_font(c.value); // a joiner is drawn by none
        at += c.length;
    }
    if (!all) GTEST_SKIP() << "no font of this machine holds all of " << GetParam().name;
    for (const Face face : {Face::Regular, Face::Mono})
        for (const Glyph& glyph : glyphs_of(*setter.line(text, face, 13)))
            EXPECT_EQ(glyph.glyph & PANGO_GLYPH_UNKNOWN_FLAG, 0u) << GetParam().name;
}

INSTANTIATE_TEST_SUITE_P(Scripts, Agreement, testing::ValuesIn(script_samples),
                         [](const auto& about) { return std::string(about.param.name); });

} // namespace
} // namespace heed
