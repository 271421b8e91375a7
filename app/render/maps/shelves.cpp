#include "app/render/maps/shelves.h"

namespace heed {

std::optional<Shelves::Place> Shelves::place(int width, int height) {
    if (width <= 0 || height <= 0 || width > side_) return std::nullopt;
    Shelf* best = nullptr; // that wastes least
    for (Shelf& shelf : shelves_)
        if (shelf.height >= height && shelf.height <= height + height / 4 && side_ - shelf.used >= width &&
            (!best || shelf.height < best->height))
            best = &shelf;
    if (!best) {
        if (side_ - top_ < height) return std::nullopt;
        best = &shelves_.emplace_back(Shelf{top_, height, 0});
        top_ += height;
    }
    const Place found{best->used, best->y};
    best->used += width;
    return found;
}

} // namespace heed
