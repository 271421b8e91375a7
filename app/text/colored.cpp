#include "app/text/colored.h"

#include "app/text/faces.h"
#include "core/text/tokenizer.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float picture_em = 128, probe_em = 16, widest = 16'000; // px

/// Letters that stand alone are outlines in every font.
bool may_be_colored(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode_utf8(text, at);
        if (!c.valid || !stands_alone(c.value)) return true;
        at += std::max<std::size_t>(1, c.length);
    }
    return false;
}

TextPixels pixels_of(TextSetter& setter, const std::string& text, Face face, float em, Color ink) {
    return text_pixels(*setter.line(text, face, em), -static_cast<int>(widest), static_cast<int>(widest),
                       ink);
}

} // namespace

std::vector<TextRun> runs_with_colors(TextSetter& setter, const TextLine& line, Face face, Color ink) {
    const char* text = pango_layout_get_text(line.glyphs()->layout);
    if (!may_be_colored(text)) return {};
    std::vector<TextRun> runs;
    float x = 0;
    bool some = false;
    for (const GSList* link = line.glyphs()->runs; link; link = link->next) {
        const auto* run = static_cast<const PangoGlyphItem*>(link->data);
        const PangoItem& item = *run->item;
        TextRun out{.text = std::string(text + item.offset, static_cast<std::size_t>(item.length)),
                    .x = x,
                    .width = static_cast<float>(pango_glyph_string_get_width(run->glyphs)) / PANGO_SCALE,
                    .leftwards = item.analysis.level % 2 != 0};
        out.colored = may_be_colored(out.text) && pixels_of(setter, out.text, face, probe_em, ink).colored;
        some |= out.colored;
        x += out.width;
        runs.push_back(std::move(out));
    }
    if (!some) runs.clear();
    return runs;
}

TextPicture text_picture(TextSetter& setter, const std::string& run, Face face, float size, Color ink) {
    const float wide = setter.line(run, face, size)->width() / size; // in ems
    const float em = std::min(picture_em, (widest - 2 * picture_em) / std::max(1.0f, wide));
    TextPicture out{pixels_of(setter, run, face, em, ink), {}};
    const float unit = size / em;
    out.box = {static_cast<float>(out.pixels.left) * unit, static_cast<float>(out.pixels.top) * unit,
               static_cast<float>(out.pixels.width) * unit, static_cast<float>(out.pixels.height) * unit};
    return out;
}

} // namespace heed
