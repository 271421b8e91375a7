#include "app/text/breaks.h"

#include "app/text/faces.h"

#include <pango/pango.h>

namespace heed {

std::vector<std::uint8_t> text_breaks(std::string_view text) {
    const ReadableText shown = readable_text(text);
    std::vector<PangoLogAttr> attributes(shown.begins.size()); // one more than there are characters
    pango_get_log_attrs(shown.text.data(), static_cast<int>(shown.text.size()), -1,
                        pango_language_from_string("en"), attributes.data(),
                        static_cast<int>(attributes.size()));
    std::vector<std::uint8_t> breaks(text.size() + 1, 0);
    for (std::size_t n = 0; n < attributes.size(); ++n) {
        const PangoLogAttr& a = attributes[n];
        breaks[shown.begins[n]] =
            static_cast<std::uint8_t>((a.is_cursor_position ? Caret : 0) | (a.is_word_start ? WordStart : 0) |
                                      (a.is_word_end ? WordEnd : 0) | (a.is_word_boundary ? WordEdge : 0));
    }
    breaks.front() |= Caret | WordEdge;
    breaks.back() |= Caret | WordEdge;
    return breaks;
}

} // namespace heed
