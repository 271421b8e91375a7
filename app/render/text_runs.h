// Lines of text that the fonts' atlas cannot hold, as textures: laid out by Pango once, drawn as often as
// wanted.
#pragma once

#include "app/render/gl_handle.h"
#include "app/text/pixels.h"
#include "core/base/recent.h"

#include <string>

struct ImDrawList;

namespace heed {

class TextRuns {
public:
    /// `budget`: bytes of textures that are kept from frame to frame.
    explicit TextRuns(std::size_t budget = 32'000'000) : pieces_(budget) {}

    /// Lets go of what was not drawn lately; whether there was such. Call when nothing that was drawn is
    /// waiting to be painted.
    bool begin_frame() {
        const std::size_t before = pieces_.size();
        pieces_.trim();
        return pieces_.size() != before;
    }

    struct Place {
        ImDrawList* list;
        Point baseline;  // where the line begins, device px
        Point anchor{};  // turned about this
        float angle = 0; // degrees, counter-clockwise
    };
    /// `line` is the text laid out in that face at that many device px.
    void draw(const TextLine& line, const std::string& text, Face face, int pixels, Color ink, float opacity,
              const Place& at);
    std::size_t bytes() const { return pieces_.cost(); }

private:
    /// A long line is cut into pieces, of which those in sight are drawn.
    struct Key {
        std::string text;
        Face face;
        int pixels, piece;
        std::uint32_t ink; // of glyphs with colours of their own; else 0: one texture for every colour
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };
    struct Piece {
        gl::Texture texture;
        int left, top, width, height;
        bool colored;
    };
    const Piece& piece(const TextLine& line, const Key& key, Color ink);
    static gl::Texture upload(const TextPixels& pixels);

    Recent<Key, Piece, Hash> pieces_;
};

} // namespace heed
