// Where boxes of many sizes lie in a square, without overlap: on shelves, each as high as the first box on
// it.
#pragma once

#include <optional>
#include <vector>

namespace heed {

class Shelves {
public:
    struct Place {
        int x = 0, y = 0;
    };
    explicit Shelves(int side) : side_(side) {}
    int side() const { return side_; }
    /// None: there is no room left.
    std::optional<Place> place(int width, int height);

private:
    struct Shelf {
        int y, height, used;
    };
    int side_, top_ = 0; // where the next shelf begins
    std::vector<Shelf> shelves_;
};

} // namespace heed
