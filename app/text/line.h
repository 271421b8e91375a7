// Lines of text laid out by Pango, for paper and for the screen: shaped, each part in its own direction, in
// Inter or JetBrains Mono, and in whatever font of the system holds the characters that these lack. A
// character that no font holds is a box with its number.
#pragma once

#include "app/figures/base/scene.h"
#include "app/text/places.h"
#include "core/base/recent.h"

#include <pango/pangocairo.h>

#include <memory>
#include <optional>
#include <string>

namespace heed {

struct Unref {
    void operator()(void* object) const;
};

class TextLine {
public:
    TextLine(PangoContext* context, const std::string& text, Face face, float size);

    PangoLayoutLine* glyphs() const { return glyphs_; }
    float width() const { return width_; } // in the units of `size`
    bool right_to_left() const;
    /// What is drawn, about the beginning of the baseline, in the units of `size`.
    Box ink() const;
    const TextPlaces& places() const;

private:
    std::unique_ptr<PangoLayout, Unref> layout_;
    PangoLayoutLine* glyphs_; // the layout's
    float width_;
    std::string text_; // as it was given
    mutable std::optional<TextPlaces> places_;
};

/// Lays out lines and remembers the last ones; for one thread.
class TextSetter {
public:
    /// On paper shapes are as designed, whatever the size. On a screen they stand on whole pixels from top to
    /// bottom. Widths are the same.
    enum class On { Paper, Screen };
    explicit TextSetter(On on = On::Paper);

    std::shared_ptr<const TextLine> line(const std::string& text, Face face, float size);

private:
    struct Key {
        std::string text;
        Face face;
        float size;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };
    std::unique_ptr<PangoContext, Unref> context_;
    Recent<Key, std::shared_ptr<const TextLine>, Hash> lines_;
};

} // namespace heed
