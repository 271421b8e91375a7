#include "app/text/colored.h"

#include "app/export/export.h"
#include "tests/support/scripts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr Color ink{20, 30, 40, 255};

std::vector<TextRun> runs_of(const std::string& text) {
    TextSetter setter;
    return runs_with_colors(setter, *setter.line(text, Face::Regular, 8), Face::Regular, ink);
}

/// Whether this machine has a font of coloured emoji; the project is to work with one and without.
bool has_colors() { return !runs_of("👍🏽").empty(); }

std::string file_of(const std::string& text, FileKind kind, float angle = 0) {
    Scene scene;
    scene.width = 200;
    scene.height = 60;
    scene.background = {255, 255, 255, 255};
    TextItem item;
    item.at = {100, 30};
    item.text = text;
    item.size = 8;
    item.color = ink;
    item.angle = angle;
    item.align = Align::Centre;
    scene.items.push_back(item);
    return render_picture(scene, kind, {72, 300});
}

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
    return found;
}

/// The largest "/Width" of an image in a PDF: its dictionaries are not compressed.
int widest_image(const std::string& pdf) {
    int widest = 0;
    for (auto at = pdf.find("/Width "); at != std::string::npos; at = pdf.find("/Width ", at + 1))
        widest = std::max(widest, std::stoi(pdf.substr(at + 7)));
    return widest;
}

TEST(ColoredText, OnlyEmojiHaveColoursOfTheirOwn) {
    for (const ScriptSample& sample : script_samples) {
        EXPECT_TRUE(sample.name == "emoji" || runs_of(std::string(sample.text)).empty()) << sample.name;
    }
    EXPECT_TRUE(runs_of("").empty());
}

TEST(ColoredText, TheRunsAreTheLine) {
    if (!has_colors()) GTEST_SKIP() << "no font of coloured emoji";
    const std::string text = "ab 👍🏽 שלום 🇫🇷 cd";
    TextSetter setter;
    const auto line = setter.line(text, Face::Regular, 8);
    const std::vector<TextRun> runs = runs_with_colors(setter, *line, Face::Regular, ink);
    float x = 0;
    std::size_t bytes = 0;
    for (const TextRun& run : runs) {
        EXPECT_NEAR(run.x, x, 0.01f);
        EXPECT_NE(text.find(run.text), std::string::npos) << run.text;
        const bool emoji = run.text.find("👍") != std::string::npos || run.text.find("🇫") != std::string::npos;
        EXPECT_EQ(run.colored, emoji) << run.text;
        if (run.text.find("ש") != std::string::npos) {
            EXPECT_TRUE(run.leftwards);
        }
        x += run.width;
        bytes += run.text.size();
    }
    EXPECT_NEAR(x, line->width(), 0.05f);
    EXPECT_EQ(bytes, text.size());
}

TEST(ColoredText, APictureStandsWhereTheRunDoesAtAnyLength) {
    if (!has_colors()) GTEST_SKIP() << "no font of coloured emoji";
    TextSetter setter;
    for (const int times : {1, 3, 400}) {
        std::string text;
        for (int n = 0; n < times; ++n) text += "👍🏽";
        const TextPicture picture = text_picture(setter, text, Face::Regular, 8, ink);
        EXPECT_TRUE(picture.pixels.colored) << times;
        EXPECT_EQ(picture.pixels.bytes.size(), static_cast<std::size_t>(picture.pixels.width) *
                                                   static_cast<std::size_t>(picture.pixels.height) * 4);
        const float width = setter.line(text, Face::Regular, 8)->width();
        EXPECT_NEAR(picture.box.w, width, 0.12f * width + 4) << times;
    }
}

TEST(ColoredText, FilesHoldEmojiAsSharpPicturesAndAsText) {
    if (!has_colors()) GTEST_SKIP() << "no font of coloured emoji";
    const std::string text = "a 👍🏽 مرحبا";
    for (const float angle : {0.0f, 45.0f, 90.0f}) {
        EXPECT_GE(widest_image(file_of(text, FileKind::Pdf, angle)), 100)
            << angle; // 8 points alone would be 11
        const std::string svg = file_of(text, FileKind::Svg, angle);
        EXPECT_EQ(count(svg, "<image "), 1) << angle;
        EXPECT_NE(svg.find(">👍🏽"), std::string::npos) << svg;
        EXPECT_NE(svg.find("مرحبا"), std::string::npos) << svg;
        EXPECT_EQ(count(svg, "fill-opacity=\"0\""), 1) << "the picture is seen, its text is not";
    }
    EXPECT_EQ(widest_image(file_of("a b", FileKind::Pdf)), 0);
    EXPECT_EQ(count(file_of("a b", FileKind::Svg), "<image "), 0);
}

} // namespace
} // namespace heed
