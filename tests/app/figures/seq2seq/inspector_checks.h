// What must hold of every inspector, and how tests find words in one.
#pragma once

#include "app/figures/base/format.h"
#include "app/figures/base/scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace heed::inspector_checks {

inline constexpr float width = 360;

/// The text items of a scene, as words with their place.
inline std::vector<TextItem> texts(const Scene& scene) {
    std::vector<TextItem> found;
    for (const SceneItem& item : scene.items)
        if (const auto* text = std::get_if<TextItem>(&item)) found.push_back(*text);
    return found;
}

inline bool shows(const Scene& scene, const std::string& words) {
    const auto all = texts(scene);
    return std::any_of(all.begin(), all.end(), [&](const TextItem& t) { return t.text == words; });
}

inline Box box_of(const TextItem& t, const TextMetrics& metrics) {
    const float w = metrics.width(t.text, t.face, t.size);
    const float left = t.at.x - (t.align == Align::Left ? 0 : t.align == Align::Centre ? w / 2 : w);
    return {left, t.at.y - t.size * 0.36f, w, t.size * 0.72f};
}

/// "−0.724" as a number.
inline double number(std::string text) {
    for (std::size_t at = text.find(minus_sign); at != std::string::npos; at = text.find(minus_sign))
        text.replace(at, minus_sign.size(), "-");
    return std::stod(text);
}

// -------------------------------------------------------------------------------------------- soundness

inline void expect_finite(const Scene& scene) {
    const auto sound = [](const Box& b) {
        return std::isfinite(b.x) && std::isfinite(b.y) && std::isfinite(b.w) && std::isfinite(b.h) &&
               b.w >= 0 && b.h >= 0;
    };
    for (const SceneItem& item : scene.items)
        if (const auto* rect = std::get_if<RectItem>(&item)) {
            ASSERT_TRUE(sound(rect->box));
            ASSERT_LE(rect->box.right(), scene.width + 0.1f);
            ASSERT_LE(rect->box.bottom(), scene.height);
        }
    for (const Pick& pick : scene.picks) ASSERT_TRUE(sound(pick.box));
}

/// Every text lies within the column, and none on another.
inline void expect_readable(const Scene& scene, const TextMetrics& metrics) {
    const float right = scene.width - 19.9f;
    const auto all = texts(scene);
    for (std::size_t a = 0; a < all.size(); ++a) {
        const Box box = box_of(all[a], metrics);
        ASSERT_FALSE(all[a].text.empty());
        ASSERT_EQ(all[a].text.find("nan"), std::string::npos);
        ASSERT_GE(box.x, 19.9f) << all[a].text;
        ASSERT_LE(box.right(), right) << all[a].text;
        ASSERT_GE(box.y, 0) << all[a].text;
        ASSERT_LE(box.bottom(), scene.height) << all[a].text;
        for (std::size_t b = 0; b < a; ++b) {
            const Box other = box_of(all[b], metrics);
            const bool apart = box.right() <= other.x + 0.5f || other.right() <= box.x + 0.5f ||
                               box.bottom() <= other.y + 2.5f ||
                               other.bottom() <= box.y + 2.5f; // scripts hang a little
            ASSERT_TRUE(apart) << "\"" << all[a].text << "\" lies on \"" << all[b].text << "\"";
        }
    }
}

} // namespace heed::inspector_checks
