#include "app/export/export.h"

#include "app/export/painter.h"
#include "app/figures/base/color_map.h"
#include "app/text/line.h"
#include "core/base/error.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

namespace heed {
namespace {

TextItem words(std::string text, Point at, float angle = 0) {
    TextItem item;
    item.at = at;
    item.text = std::move(text);
    item.size = 8;
    item.color = rgb(0x161A21);
    item.angle = angle;
    return item;
}

MatrixItem matrix(Box box, int rows, int columns, std::vector<float> values) {
    MatrixItem item;
    item.box = box;
    item.rows = rows;
    item.columns = columns;
    item.values = std::make_shared<const std::vector<float>>(std::move(values));
    item.dark = false;
    return item;
}

/// 84 mm wide in points, white.
Scene page() {
    Scene scene;
    scene.width = 84.0f / 25.4f * 72;
    scene.height = 120;
    scene.background = rgb(0xFFFFFF);
    return scene;
}

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t n = 0; n < 4; ++n) value = value << 8 | static_cast<unsigned char>(bytes.at(at + n));
    return value;
}

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
    return found;
}

/// Enough of a reader to find what does not close: every element, in order, and attributes in quotes.
void expect_well_formed(const std::string& xml) {
    std::vector<std::string> open;
    for (auto at = xml.find('<'); at != std::string::npos; at = xml.find('<', at)) {
        const auto end = xml.find('>', at);
        ASSERT_NE(end, std::string::npos);
        const std::string tag = xml.substr(at + 1, end - at - 1);
        EXPECT_EQ(count(tag, "\"") % 2, 0) << tag;
        EXPECT_EQ(tag.find('<'), std::string::npos) << tag;
        const std::string name = tag.substr(0, tag.find_first_of(" /"));
        if (tag.front() == '/') {
            ASSERT_FALSE(open.empty()) << tag;
            EXPECT_EQ(open.back(), tag.substr(1));
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(name);
        }
        at = end;
    }
    EXPECT_TRUE(open.empty()) << open.back();
}

TEST(Export, EndingsNameTheKind) {
    EXPECT_EQ(file_kind("a/b.png"), FileKind::Png);
    EXPECT_EQ(file_kind("b.SVG"), FileKind::Svg);
    EXPECT_EQ(file_kind("b.x.pdf"), FileKind::Pdf);
    EXPECT_EQ(file_kind("b.csv"), FileKind::Csv);
    EXPECT_EQ(file_kind("b.json"), FileKind::Json);
    for (const char* name : {"b.gif", "b", "png", ".png"}) {
        try {
            file_kind(name);
            ADD_FAILURE() << name;
        } catch (const Error& error) {
            EXPECT_EQ(std::string(error.what()).rfind(name, 0), 0u) << error.what();
            EXPECT_NE(std::string(error.what()).find(".svg"), std::string::npos) << error.what();
        }
    }
}

TEST(Export, PngHasTheSizeAndDensityAskedFor) {
    const std::string file = render_picture(page(), FileKind::Png, {72, 300});
    EXPECT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1A\n");
    EXPECT_EQ(big_endian(file, 16), 992u); // 84 mm at 300 dots per inch
    EXPECT_EQ(big_endian(file, 20), 500u);
    const auto density = file.find("pHYs");
    ASSERT_NE(density, std::string::npos);
    EXPECT_EQ(big_endian(file, density + 4), 11811u); // a metre
    EXPECT_EQ(file[25], 2) << "opaque: RGB";
    EXPECT_EQ(file.substr(file.size() - 8, 4), "IEND");
}

TEST(Export, PaperReachesTheLastPixel) {
    Scene scene = page();
    scene.height = 100.4f;
    int width = 0, height = 0;
    const std::string rgba = render_rgba(scene, 4.17, width, height);
    EXPECT_EQ(rgba, std::string(rgba.size(), '\xFF'));
}

TEST(Export, WithoutBackgroundPngIsTransparent) {
    Scene scene = page();
    scene.background = {0, 0, 0, 0};
    EXPECT_EQ(render_picture(scene, FileKind::Png)[25], 6);
    int width = 0, height = 0;
    const std::string rgba = render_rgba(scene, 1, width, height);
    EXPECT_EQ(rgba, std::string(rgba.size(), '\0'));
}

TEST(Export, TooLargeAPngIsRefusedInOneSentence) {
    EXPECT_THROW(render_picture(page(), FileKind::Png, {72, 1e6}), Error);
    EXPECT_THROW(render_picture(page(), FileKind::Png, {72, std::numeric_limits<double>::infinity()}), Error);
}

TEST(Export, HalfTransparentColoursComeBackStraight) {
    Scene scene;
    scene.width = scene.height = 4;
    RectItem rect;
    rect.box = {0, 0, 4, 4};
    rect.fill = {200, 100, 50, 128};
    scene.add(rect);
    int width = 0, height = 0;
    const std::string rgba = render_rgba(scene, 1, width, height);
    ASSERT_EQ(rgba.size(), 64u);
    const auto byte = [&](std::size_t n) { return static_cast<int>(static_cast<unsigned char>(rgba[n])); };
    EXPECT_NEAR(byte(0), 200, 1);
    EXPECT_NEAR(byte(1), 100, 1);
    EXPECT_NEAR(byte(2), 50, 1);
    EXPECT_EQ(byte(3), 128);
}

TEST(Export, CellsAreCrispOnPixels) {
    Scene scene = page();
    const std::vector<float> values{0, 1, 0.5f, 0.25f, std::nanf(""), 1};
    scene.add(matrix({10.3f, 10.7f, 61.7f, 40.1f}, 2, 3, values));
    int width = 0, height = 0;
    const double scale = 3.1;
    const std::string rgba = render_rgba(scene, scale, width, height);
    // Every pixel is the paper or the exact colour of a cell: no blend of two.
    for (std::size_t at = 0; at < rgba.size(); at += 4) {
        const Color pixel{static_cast<std::uint8_t>(rgba[at]), static_cast<std::uint8_t>(rgba[at + 1]),
                          static_cast<std::uint8_t>(rgba[at + 2]), static_cast<std::uint8_t>(rgba[at + 3])};
        bool known = pixel == rgb(0xFFFFFF);
        for (const float value : values)
            if (!std::isnan(value)) known = known || pixel == map_color(ColorMapId::Ember, false, value);
        ASSERT_TRUE(known) << at / 4;
    }
    // The middle of cell (0, 1) has the top colour, the middle of the missing cell is paper.
    const auto pixel = [&](double x, double y) {
        const auto at = 4 * (static_cast<std::size_t>(y * scale) * static_cast<std::size_t>(width) +
                             static_cast<std::size_t>(x * scale));
        return rgb(static_cast<std::uint32_t>(static_cast<unsigned char>(rgba[at])) << 16 |
                   static_cast<std::uint32_t>(static_cast<unsigned char>(rgba[at + 1])) << 8 |
                   static_cast<unsigned char>(rgba[at + 2]));
    };
    EXPECT_EQ(pixel(41, 20), map_color(ColorMapId::Ember, false, 1));
    EXPECT_EQ(pixel(41, 40), rgb(0xFFFFFF));
}

TEST(Export, GapsKeepCellsCentredInTheirColumns) {
    const ColorCells cells{{0, 0, 40, 20}, 2, 4, 2, 1, std::vector<Color>(8, rgb(0))};
    const Box cell = cells.cell(1, 2);
    EXPECT_FLOAT_EQ(cell.centre().x, 25);
    EXPECT_FLOAT_EQ(cell.centre().y, 15);
    EXPECT_FLOAT_EQ(cell.w, 8);
    EXPECT_FLOAT_EQ(cell.h, 8);
}

TEST(Export, SvgIsWellFormedAndKeepsText) {
    Scene scene = page();
    scene.add(words("agreement", {20, 20}, 45));
    scene.add(words("a<b & \"c\">", {20, 40}));
    scene.add(words("été", {20, 60}));
    scene.add(words(std::string("bad\xFF\x01") + "end", {20, 80}));
    scene.add(ClipItem{{0, 0, 10, 10}});
    scene.add(matrix({100, 10, 40, 40}, 2, 2, {0, 0.5f, std::nanf(""), 1}));
    // the clip is not ended
    const std::string file = render_picture(scene, FileKind::Svg);
    expect_well_formed(file);
    EXPECT_NE(file.find("width=\"84mm\""), std::string::npos) << file.substr(0, 300);
    EXPECT_NE(file.find(">agreement</text>"), std::string::npos);
    EXPECT_NE(file.find("rotate(-45 20 20)"), std::string::npos);
    EXPECT_NE(file.find(">a&lt;b &amp; &quot;c&quot;&gt;</text>"), std::string::npos);
    EXPECT_NE(file.find(">été</text>"), std::string::npos);
    EXPECT_NE(file.find(">bad\uFFFD\uFFFDend</text>"), std::string::npos);
    EXPECT_EQ(count(file, "<rect"), 1 + 1 + 3) << "paper, clip, three cells that are there";
}

TEST(Export, LargeMatricesAreImagesInSvg) {
    Scene scene = page();
    scene.add(matrix({0, 0, 100, 100}, 100, 100, std::vector<float>(10'000, 0.5f)));
    const std::string file = render_picture(scene, FileKind::Svg);
    expect_well_formed(file);
    EXPECT_EQ(count(file, "<rect"), 1);
    EXPECT_NE(file.find("data:image/png;base64,iVBORw0KGgo"), std::string::npos);
}

TEST(Export, PdfStartsAsOneAndEndsAsOne) {
    Scene scene = page();
    scene.add(words("agreement", {20, 60}, 45));
    const std::string file = render_picture(scene, FileKind::Pdf);
    EXPECT_EQ(file.substr(0, 5), "%PDF-");
    EXPECT_NE(file.find("%%EOF", file.size() - 16), std::string::npos);
    EXPECT_EQ(file.find("CreationDate"), std::string::npos);
}

TEST(Export, TheSameSceneGivesTheSameBytes) {
    Scene scene = page();
    scene.add(words("agreement été 日本", {20, 60}, 45));
    scene.add(matrix({100, 10, 40, 40}, 2, 2, {0, 0.5f, 0.75f, 1}));
    for (const FileKind kind : {FileKind::Png, FileKind::Svg, FileKind::Pdf})
        EXPECT_EQ(render_picture(scene, kind), render_picture(scene, kind));
}

TEST(Export, SceneWithAMatrixThatDoesNotFitIsDrawnWithoutIt) {
    Scene scene = page();
    scene.add(matrix({0, 0, 10, 10}, 3, 3, {1, 2}));
    MatrixItem empty;
    empty.rows = empty.columns = 2;
    scene.add(empty);
    EXPECT_EQ(count(render_picture(scene, FileKind::Svg), "<rect"), 1);
}

TEST(PaperMetrics, WidthsGrowWithTheTextAndTheSize) {
    const auto metrics = paper_metrics();
    EXPECT_EQ(metrics->width("", Face::Regular, 10), 0);
    const float one = metrics->width("agreement", Face::Regular, 10);
    EXPECT_GT(one, 30);
    EXPECT_LT(one, 90);
    EXPECT_FLOAT_EQ(metrics->width("agreement", Face::Regular, 20), 2 * one);
    EXPECT_NEAR(metrics->width("iiiiiiii", Face::Mono, 10), metrics->width("MMMMMMMM", Face::Mono, 10), 0.01);
    EXPECT_GT(metrics->width("\xFF\xFE", Face::Regular, 10), 0) << "bytes that are no text are shown as such";
}

TEST(PaperMetrics, AgreesWithWhatIsDrawn) {
    const std::string text = "agreement 1987";
    const float measured = paper_metrics()->width(text, Face::Semibold, 7);
    TextSetter setter;
    EXPECT_NEAR(setter.line(text, Face::Semibold, 7)->width(), measured, 0.02);
}

} // namespace
} // namespace heed
