#include "app/text/line.h"

#include "app/text/faces.h"
#include "app/text/pixels.h"
#include "tests/support/scripts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed {
namespace {

std::shared_ptr<const TextLine> line(const std::string& text, float size = 16) {
    return TextSetter(TextSetter::On::Screen).line(text, Face::Regular, size);
}

TEST(TextLine, ThePartsFillTheLineInEveryScript) {
    for (const ScriptSample& sample : script_samples) {
        const auto laid = line(std::string(sample.text));
        const TextPlaces& places = laid->places();
        float sum = 0;
        for (const auto& part : places.parts) {
            sum += std::abs(part.to - part.from);
            EXPECT_GE(std::min(part.from, part.to), -0.01f) << sample.name;
            EXPECT_LE(std::max(part.from, part.to), laid->width() + 0.01f) << sample.name;
        }
        EXPECT_NEAR(sum, laid->width(), 0.05f) << sample.name;
        EXPECT_EQ(places.fitting(laid->width() + 0.1f), sample.text.size()) << sample.name;
        EXPECT_EQ(laid->right_to_left(), sample.name == "arabic" || sample.name == "hebrew") << sample.name;
    }
}

TEST(TextLine, PaperAndScreenAgreeOnWidths) {
    TextSetter paper(TextSetter::On::Paper), screen(TextSetter::On::Screen);
    for (const ScriptSample& sample : script_samples)
        for (const Face face : {Face::Regular, Face::Mono}) {
            const float on_paper = paper.line(std::string(sample.text), face, 13)->width();
            EXPECT_GT(on_paper, 0) << sample.name;
            EXPECT_NEAR(screen.line(std::string(sample.text), face, 13)->width(), on_paper, 0.02f * on_paper)
                << sample.name;
        }
}

TEST(TextLine, ArabicIsShapedAndReadFromTheRight) {
    const auto joined = line("\u0645\u0631\u062D\u0628\u0627"),
               apart = line("\u0645\u200C\u0631\u200C\u062D\u200C\u0628\u200C\u0627");
    EXPECT_NE(joined->width(), apart->width()) << "letters have other shapes where they join";
    const auto& parts = joined->places().parts;
    for (const auto& part : parts) EXPECT_GT(part.from, part.to);
    for (std::size_t n = 1; n < parts.size(); ++n) EXPECT_GT(parts[n - 1].from, parts[n].from);
}

TEST(TextLine, TwoDirectionsInOneLine) {
    const auto laid = line("abc שלום def");
    const TextPlaces& places = laid->places();
    EXPECT_FALSE(places.right_to_left);
    EXPECT_LT(places.x_of(0), places.x_of(1));
    EXPECT_GT(places.x_of(4), places.x_of(6)); // the first Hebrew letter lies right of the second
    // Arrows reach every place, from left to right and back.
    std::vector<std::size_t> reached;
    std::size_t at = 0;
    for (int n = 0; n < 40; ++n) {
        reached.push_back(at);
        EXPECT_LE(places.x_of(at), places.x_of(places.beside(at, +1)));
        at = places.beside(at, +1);
    }
    for (const auto& part : places.parts)
        EXPECT_NE(std::find(reached.begin(), reached.end(), part.begin), reached.end()) << part.begin;
    EXPECT_EQ(places.spans(2, 8).size(), 2u) << "what is selected may stand in two places";
}

TEST(TextLine, AClickOnAPartFindsIt) {
    for (const ScriptSample& sample : script_samples) {
        const auto laid = line(std::string(sample.text));
        const TextPlaces& places = laid->places();
        for (std::size_t n = 0; n < places.parts.size(); ++n) {
            const auto& part = places.parts[n];
            if (std::abs(part.to - part.from) < 0.5f) continue;
            const float near_begin = part.from + (part.to - part.from) * 0.2f,
                        near_end = part.from + (part.to - part.from) * 0.8f;
            EXPECT_EQ(places.part_at(near_begin), part.begin) << sample.name;
            EXPECT_EQ(places.byte_at(near_begin), part.begin) << sample.name;
            EXPECT_EQ(places.byte_at(near_end),
                      n + 1 < places.parts.size() ? places.parts[n + 1].begin : places.end)
                << sample.name;
        }
    }
}

TEST(TextLine, ArrowsOfTwoSignsStayTwoSigns) {
    TextSetter setter;
    const float hyphen = setter.line("-", Face::Mono, 40)->width(),
                both = setter.line("->", Face::Mono, 40)->width();
    EXPECT_NEAR(both, 2 * hyphen, 0.1f);
    const auto pixels = text_pixels(*setter.line("->", Face::Mono, 40), -100, 200, {});
    const auto one = text_pixels(*setter.line("-", Face::Mono, 40), -100, 200, {});
    const auto two = text_pixels(*setter.line(">", Face::Mono, 40), -100, 200, {});
    const auto sum = [](const TextPixels& p) { return std::accumulate(p.bytes.begin(), p.bytes.end(), 0L); };
    EXPECT_NEAR(static_cast<double>(sum(pixels)), static_cast<double>(sum(one) + sum(two)),
                0.05 * static_cast<double>(sum(pixels)));
}

TEST(TextPixels, EveryScriptLeavesInkThatIsTintedLater) {
    for (const ScriptSample& sample : script_samples) {
        const auto laid = line(std::string(sample.text));
        const TextPixels pixels = text_pixels(*laid, -1000, 5000, {10, 20, 30, 255});
        const auto each = static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height);
        ASSERT_EQ(pixels.bytes.size(), each * (pixels.colored ? 4 : 1)) << sample.name;
        EXPECT_TRUE(std::any_of(pixels.bytes.begin(), pixels.bytes.end(), [](auto b) { return b > 100; }))
            << sample.name;
    }
}

TEST(TextPixels, APieceIsTheSamePartOfTheWhole) {
    const auto laid = line("สวัสดีโลก สวัสดีโลก");
    const TextPixels whole = text_pixels(*laid, -1000, 5000, {}), part = text_pixels(*laid, 20, 60, {});
    ASSERT_EQ(part.width, 40);
    ASSERT_EQ(part.height, whole.height);
    for (int y = 0; y < part.height; ++y)
        for (int x = 0; x < part.width; ++x)
            ASSERT_EQ(part.bytes[static_cast<std::size_t>(y * part.width + x)],
                      whole.bytes[static_cast<std::size_t>(y * whole.width + x + part.left - whole.left)]);
    EXPECT_EQ(text_pixels(*line(" "), -100, 100, {}).width, 0);
}

TEST(Faces, WhatStandsAloneNeedsNoLayout) {
    for (const char32_t c : {U'a', U'Z', U'é', U'ß', U'Ω', U'Я', U'→', U'≤', U'…', U'₁', U'€', U'\u00A0'})
        EXPECT_TRUE(stands_alone(c)) << static_cast<unsigned>(c);
    for (const char32_t c : {U'\u0301', U'\u200D', U'\u200F', U'\u202E', U'\u00AD', U'\u0627', U'\u05D0',
                             U'\u0915', U'\u4F60', U'\n', U'\0', U'\u2066', U'\u0488'})
        EXPECT_FALSE(stands_alone(c)) << static_cast<unsigned>(c);
}

TEST(Faces, ReadableTextRemembersWhereItCameFrom) {
    const ReadableText shown = readable_text("a\xFF\u00E9\nz");
    EXPECT_EQ(shown.text, "a\uFFFD\u00E9\uFFFDz");
    EXPECT_EQ(shown.begins, (std::vector<std::size_t>{0, 1, 2, 4, 5, 6}));
    EXPECT_TRUE(read_leftwards("שלום"));
    EXPECT_FALSE(read_leftwards("abc שלום"));
    EXPECT_FALSE(read_leftwards(""));
    for (const char* text : {"12 — שלום abc", "(مرحبا)", "«ܫܠܡܐ»", "\u200F.", "\xFFא"})
        EXPECT_TRUE(read_leftwards(text)) << text;
    for (const char* text : {"12 — ", "你好 שלום", "नमस्ते مرحبا", "é א", "\u200E א", "…", "٣٤"})
        EXPECT_FALSE(read_leftwards(text)) << text;
}

} // namespace
} // namespace heed
