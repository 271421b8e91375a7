// Parts of a line whose glyphs have colours of their own, as emoji have. Such fonts hold pictures, not
// outlines: a file that is drawn at any size needs them larger than they stand in the line.
#pragma once

#include "app/text/pixels.h"

#include <string>
#include <vector>

namespace heed {

/// A run of one font in one direction; runs follow each other from left to right.
struct TextRun {
    std::string text;
    float x = 0, width = 0; // in the line
    bool leftwards = false, colored = false;
};
/// The runs of a line, where some have colours of their own; none where none has.
std::vector<TextRun> runs_with_colors(TextSetter& setter, const TextLine& line, Face face, Color ink);

/// A run at 128 px to an em, or as many as a very long one has room for.
struct TextPicture {
    TextPixels pixels; // red, green, blue, alpha
    Box box;           // about the beginning of the run's baseline, in the line's units
};
TextPicture text_picture(TextSetter& setter, const std::string& run, Face face, float size, Color ink);

} // namespace heed
