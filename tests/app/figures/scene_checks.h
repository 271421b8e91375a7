// What must hold of every Scene, whatever it shows.
#pragma once

#include "app/figures/base/scene.h"

#include <string>
#include <vector>

namespace heed {

/// Text as it lies on the page: the box of its letters before turning, and the corners after.
struct LaidText {
    const TextItem* item;
    Box box; // upright text only
    std::vector<Point> corners;
};

/// Finite coordinates, non-negative sizes, clips that match; returns what is wrong, or nothing.
std::string unsound(const Scene& scene);
std::vector<LaidText> laid_texts(const Scene& scene, const TextMetrics& metrics);
/// The first text that leaves the scene, or nothing.
std::string outside(const Scene& scene, const TextMetrics& metrics);
/// The first two upright texts that overlap, or nothing.
std::string overlapping(const Scene& scene, const TextMetrics& metrics);

template <class Item>
std::vector<const Item*> items_of(const Scene& scene) {
    std::vector<const Item*> found;
    for (const SceneItem& item : scene.items)
        if (const Item* it = std::get_if<Item>(&item)) found.push_back(it);
    return found;
}
/// The items live as long as the scene does.
template <class Item>
std::vector<const Item*> items_of(Scene&&) = delete;

} // namespace heed
