#include "app/export/text.h"

#include "app/export/export.h"

#include <array>
#include <mutex>
#include <unordered_map>

namespace heed {
namespace {

constexpr const char* inter = "Inter, Noto Sans, sans-serif";
constexpr const char* mono = "JetBrains Mono, Noto Sans Mono, monospace";

// In the order of Face.
constexpr std::array<FaceNames, 7> faces{{
    {inter, 400, false},
    {inter, 500, false},
    {inter, 600, false},
    {inter, 400, true},
    {mono, 400, false},
    {mono, 500, false},
    {mono, 600, false},
}};

} // namespace

const FaceNames& face_names(Face face) { return faces[static_cast<std::size_t>(face)]; }

std::string readable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        const gunichar c = g_utf8_get_char_validated(at, end - at);
        const bool bad = c == static_cast<gunichar>(-1) || c == static_cast<gunichar>(-2);
        if (bad || c < 0x20 || (c >= 0x7F && c < 0xA0) || (c & 0xFFFE) == 0xFFFE) {
            out += "\uFFFD";
            at = bad ? at + 1 : g_utf8_next_char(at);
            continue;
        }
        const char* const next = g_utf8_next_char(at);
        out.append(at, next);
        at = next;
    }
    return out;
}

void TextSetter::Unref::operator()(void* object) const { g_object_unref(object); }

TextSetter::TextSetter() : context_(pango_font_map_create_context(pango_cairo_font_map_get_default())) {
    // Shapes as designed, whatever the size: a line is as wide on paper as it was measured.
    cairo_font_options_t* options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context_.get(), options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(context_.get(), FALSE);
}

TextSetter::~TextSetter() = default;

TextSetter::Line TextSetter::line(const std::string& text, Face face, float size) {
    auto& layout = layouts_[{face, size}][text];
    if (!layout) {
        layout.reset(pango_layout_new(context_.get()));
        const FaceNames& names = face_names(face);
        PangoFontDescription* font = pango_font_description_new();
        pango_font_description_set_family_static(font, names.families);
        pango_font_description_set_weight(font, static_cast<PangoWeight>(names.weight));
        pango_font_description_set_style(font, names.italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
        pango_font_description_set_absolute_size(font, static_cast<double>(size) * PANGO_SCALE);
        pango_layout_set_font_description(layout.get(), font);
        pango_font_description_free(font);
        pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
        const std::string shown = readable(text);
        pango_layout_set_text(layout.get(), shown.data(), static_cast<int>(shown.size()));
    }
    PangoLayoutLine* glyphs = pango_layout_get_line_readonly(layout.get(), 0);
    PangoRectangle logical;
    pango_layout_line_get_extents(glyphs, nullptr, &logical);
    return {glyphs, static_cast<float>(logical.width) / static_cast<float>(PANGO_SCALE)};
}

namespace {

/// Widths grow with the size (nothing is hinted), so each text is measured once, large.
class PaperMetrics : public TextMetrics {
public:
    float width(const std::string& text, Face face, float size) const override {
        const std::lock_guard lock(mutex_);
        auto& known = widths_[static_cast<std::size_t>(face)];
        if (known.size() > 20'000) known.clear(); // a window may measure for hours
        const auto [place, fresh] = known.try_emplace(text, 0.0f);
        if (fresh) place->second = TextSetter().line(text, face, measured_at).width / measured_at;
        return place->second * size;
    }

private:
    static constexpr float measured_at = 64;
    mutable std::mutex mutex_;
    mutable std::array<std::unordered_map<std::string, float>, 7> widths_;
};

} // namespace

std::shared_ptr<const TextMetrics> paper_metrics() { return std::make_shared<PaperMetrics>(); }

} // namespace heed
