// Where the parts of a line of text stand: for carets, selections, clicks and cuts, in whatever direction it
// is read.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace heed {

struct TextPlaces {
    struct Part {          // a grapheme: what a reader takes for one character
        std::size_t begin; // bytes of the text before it
        float from, to; // its edges, the one that is read first first: from > to where it is read leftwards
    };
    std::vector<Part> parts;    // in the order of the text
    std::size_t end = 0;        // bytes of the text
    float width = 0;            // of the line
    bool right_to_left = false; // the line as a whole

    /// Where the caret stands that has so many bytes before it.
    float x_of(std::size_t byte) const;
    /// The caret nearest to x.
    std::size_t byte_at(float x) const;
    /// The part that lies at x, or the nearest: where it begins.
    std::size_t part_at(float x) const;
    /// The next place of the caret to the right of this one (+1) or to its left (-1); the same at the ends.
    std::size_t beside(std::size_t byte, int direction) const;
    /// What is marked where these bytes are selected: from left to right, parts that touch as one.
    std::vector<std::pair<float, float>> spans(std::size_t begin, std::size_t end) const;
    /// Bytes of the longest beginning of whole parts that is no wider than that.
    std::size_t fitting(float room) const;
};

} // namespace heed
