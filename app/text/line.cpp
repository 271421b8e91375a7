#include "app/text/line.h"

#include "app/text/breaks.h"
#include "app/text/faces.h"

#include <algorithm>
#include <functional>

namespace heed {
namespace {

constexpr std::size_t kept_lines = 48'000'000; // bytes, about

float in_units(int pango) { return static_cast<float>(pango) / static_cast<float>(PANGO_SCALE); }

/// "->" stays two characters: Inter and JetBrains Mono would draw an arrow.
void keep_characters_apart(PangoLayout* layout, const std::string& text) {
    if (std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
        return;
    PangoAttrList* list = pango_attr_list_new();
    for (std::size_t at = 0; at < text.size();) { // in ASCII alone: other scripts need what this turns off
        std::size_t end = at;
        while (end < text.size() && static_cast<unsigned char>(text[end]) < 0x80) ++end;
        if (end > at) {
            PangoAttribute* apart = pango_attr_font_features_new("calt=0");
            apart->start_index = static_cast<guint>(at);
            apart->end_index = static_cast<guint>(end);
            pango_attr_list_insert(list, apart);
        }
        at = std::max(end, at + 1);
    }
    pango_layout_set_attributes(layout, list);
    pango_attr_list_unref(list);
}

/// The edges of each character, by its number in the text.
struct Edges {
    float from = 0, to = 0;
};
std::vector<Edges> edges_of_characters(PangoLayoutLine* line, std::size_t count) {
    std::vector<Edges> edges(count);
    const char* text = pango_layout_get_text(line->layout);
    float x = 0;
    for (const GSList* link = line->runs; link; link = link->next) { // from left to right
        auto* run = static_cast<PangoGlyphItem*>(link->data);
        const auto length = static_cast<std::size_t>(run->item->num_chars);
        std::vector<int> widths(length, 0);
        pango_glyph_item_get_logical_widths(run, text, widths.data());
        const bool leftwards = run->item->analysis.level % 2 != 0;
        int all = 0;
        for (const int w : widths) all += w;
        auto n = static_cast<std::size_t>(g_utf8_pointer_to_offset(text, text + run->item->offset));
        int before = 0;
        for (const int w : widths) {
            if (n >= count) break;
            const int from = leftwards ? all - before : before, to = leftwards ? from - w : from + w;
            edges[n++] = {x + in_units(from), x + in_units(to)};
            before += w;
        }
        x += in_units(all);
    }
    return edges;
}

} // namespace

void Unref::operator()(void* object) const { g_object_unref(object); }

TextLine::TextLine(PangoContext* context, const std::string& text, Face face, float size)
    : layout_(pango_layout_new(context)), text_(text) {
    const FaceNames& names = face_names(face);
    PangoFontDescription* font = pango_font_description_new();
    pango_font_description_set_family_static(font, names.laid_out);
    pango_font_description_set_weight(font, static_cast<PangoWeight>(names.weight));
    pango_font_description_set_style(font, names.italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
    pango_font_description_set_absolute_size(font, static_cast<double>(size) * PANGO_SCALE);
    pango_layout_set_font_description(layout_.get(), font);
    pango_font_description_free(font);
    pango_layout_set_single_paragraph_mode(layout_.get(), TRUE);
    const std::string shown = readable(text);
    pango_layout_set_text(layout_.get(), shown.data(), static_cast<int>(shown.size()));
    keep_characters_apart(layout_.get(), shown);
    glyphs_ = pango_layout_get_line_readonly(layout_.get(), 0);
    PangoRectangle logical;
    pango_layout_line_get_extents(glyphs_, nullptr, &logical);
    width_ = in_units(logical.width);
}

bool TextLine::right_to_left() const { return glyphs_->resolved_dir == PANGO_DIRECTION_RTL; }

Box TextLine::ink() const {
    PangoRectangle ink;
    pango_layout_line_get_extents(glyphs_, &ink, nullptr);
    return {in_units(ink.x), in_units(ink.y), in_units(ink.width), in_units(ink.height)};
}

const TextPlaces& TextLine::places() const {
    if (places_) return *places_;
    const std::vector<std::size_t> begins = readable_text(text_).begins;
    const std::vector<std::uint8_t> breaks = text_breaks(text_);
    const std::vector<Edges> edges = edges_of_characters(glyphs_, begins.size() - 1);
    TextPlaces places;
    for (std::size_t n = 0; n < edges.size(); ++n) {
        if (breaks[begins[n]] & Caret || places.parts.empty())
            places.parts.push_back({begins[n], edges[n].from, edges[n].to});
        else // of a part in two directions, which no script has, all is marked
            places.parts.back().to = edges[n].to;
    }
    places.end = text_.size();
    places.width = width_;
    places.right_to_left = right_to_left();
    places_ = std::move(places);
    return *places_;
}

TextSetter::TextSetter(On on)
    : context_(pango_font_map_create_context(pango_cairo_font_map_get_default())), lines_(kept_lines) {
    cairo_font_options_t* options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options,
                                      on == On::Paper ? CAIRO_HINT_STYLE_NONE : CAIRO_HINT_STYLE_SLIGHT);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context_.get(), options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(context_.get(), FALSE);
}

std::size_t TextSetter::Hash::operator()(const Key& key) const {
    return std::hash<std::string>()(key.text) * 31 + static_cast<std::size_t>(key.face) * 131071 +
           std::hash<float>()(key.size);
}

std::shared_ptr<const TextLine> TextSetter::line(const std::string& text, Face face, float size) {
    Key key{text, face, size};
    if (const auto* known = lines_.find(key)) return *known;
    lines_.trim();
    auto line = std::make_shared<const TextLine>(context_.get(), text, face, size);
    return lines_.add(std::move(key), std::move(line), 2000 + 200 * text.size());
}

} // namespace heed
