// The font files of the interface, found by fontconfig.
#pragma once

#include "app/figures/base/scene.h"
#include "app/text/faces.h"

#include <bitset>
#include <optional>
#include <string>
#include <vector>

namespace heed {

/// A font file in memory, and which of its faces. Its line metrics are made one em high, so that a size in px
/// is the size of the em whatever ImGui's rasterizer takes a size to be.
struct FontFile {
    std::string path{};
    int index = 0;
    std::vector<unsigned char> bytes{};
    std::bitset<past_simple> plain{}; // of the characters that stand alone, those it has
};

/// The face, or the nearest the system has; none when there is no usable font at all.
std::optional<FontFile> find_face(Face face);

} // namespace heed
