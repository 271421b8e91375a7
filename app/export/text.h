// Text as the exporters set it: Pango lays it out in Inter or JetBrains Mono, and in whatever font of the
// system holds the characters these lack.
#pragma once

#include "app/figures/base/scene.h"

#include <pango/pangocairo.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace heed {

/// What a face is called where fonts are asked for by name.
struct FaceNames {
    const char* families; // for fontconfig and for CSS, best first
    int weight;           // 400, 500, 600
    bool italic;
};
const FaceNames& face_names(Face face);

/// The text with every byte that is not UTF-8 and every control character as U+FFFD, for readers that refuse
/// such bytes (Pango, XML).
std::string readable(std::string_view text);

/// Lays out lines of text and remembers them; for one thread, and no longer than one picture.
class TextSetter {
public:
    TextSetter();
    ~TextSetter();
    TextSetter(const TextSetter&) = delete;
    TextSetter& operator=(const TextSetter&) = delete;

    struct Line {
        PangoLayoutLine* glyphs; // owned by the setter
        float width;             // in the units of `size`
    };
    Line line(const std::string& text, Face face, float size);

private:
    struct Unref {
        void operator()(void* object) const;
    };
    std::unique_ptr<PangoContext, Unref> context_;
    std::map<std::pair<Face, float>, std::map<std::string, std::unique_ptr<PangoLayout, Unref>>> layouts_;
};

} // namespace heed
