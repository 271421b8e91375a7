// Small maps in one texture, so that any number of them is drawn by one command: each in the size it is drawn
// at. One smaller than its cells has a texel for every pixel, the largest weight that lies under it (of
// differences the one farthest from 0): a thin diagonal stays, where a mean would let it vanish.
#pragma once

#include "app/figures/base/scene.h"
#include "app/render/gl_handle.h"
#include "app/render/maps/shelves.h"

#include <compare>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace heed {

/// A map and the box it is drawn in, device px.
struct PlacedMap {
    TiledItem item;
    Box box;
};

class MapPage {
public:
    /// Its texels in the texture.
    struct Part {
        int x = 0, y = 0, columns = 0, rows = 0;
        bool cells = false; // a texel is a cell, and no more
    };
    /// Whether it shows a whole map, and that with few texels.
    static bool takes(const TiledItem& item, Box box);
    /// Where each lies; those that are not there yet, or not in that size, are uploaded. Empty: even the
    /// largest texture of this driver has no room for all.
    std::vector<Part> parts(std::span<const PlacedMap> maps);
    GLuint texture() const { return texture_.id(); }
    /// Lets go of maps that are gone.
    void begin_frame();

private:
    struct Key {
        const MapValues* map;
        int columns, rows;
        bool either_sign;
        auto operator<=>(const Key&) const = default;
    };
    struct Kept {
        std::weak_ptr<const MapValues> map;
        Part part;
    };
    bool place(const PlacedMap& wanted, Part& part);
    void upload(const TiledItem& item, const Part& part);
    void begin_anew(int side);

    gl::Texture texture_;
    Shelves shelves_{0};
    std::map<Key, Kept> kept_;
};

} // namespace heed
