// Textures of large maps, in tiles: made when a tile comes into view, kept while the map lives and there is
// room.
#pragma once

#include "app/figures/base/scene.h"
#include "app/render/gl_handle.h"

#include <compare>
#include <functional>
#include <map>
#include <memory>

namespace heed {

class MapTextures {
public:
    /// A tile and where it lies, in device px; its texture holds rows × columns texels.
    struct Tile {
        GLuint texture = 0;
        Box box;
        int rows = 0, columns = 0;
        bool cells = false; // a texel is a cell, and no more
    };
    /// Calls `paint` for every tile that meets the box of the item (in device px), which stands there.
    void draw(const TiledItem& item, Box box, const std::function<void(const Tile&)>& paint);
    /// Lets go of maps that are gone.
    void begin_frame();

private:
    /// How many cells a texel holds, and the tile's place.
    struct Key {
        const MapValues* map;
        int across, down; // cells a texel; of a whole map as small as its picture: texels of all, below 0
        int row, column;  // of tiles
        bool either_sign;
        auto operator<=>(const Key&) const = default;
    };
    struct Kept {
        std::weak_ptr<const MapValues> map;
        gl::Texture texture;
        std::size_t bytes = 0;
        long long used = 0; // the frame
    };
    void whole(const TiledItem& item, Box box, const std::function<void(const Tile&)>& paint);
    Kept& kept(const Key& key, const TiledItem& item);
    void make_room();

    std::map<Key, Kept> tiles_;
    std::size_t bytes_ = 0;
    long long frame_ = 0;
};

} // namespace heed
