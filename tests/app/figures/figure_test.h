// What tests of figures have in common: a style with the letters of paper, and what a scene says.
#pragma once

#include "app/export/export.h"
#include "app/figures/base/figure.h"
#include "tests/app/figures/scene_checks.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace heed {

struct FigureTest : testing::Test {
    std::shared_ptr<const TextMetrics> metrics = paper_metrics();
    FigureStyle style = style_of(Theme::Dark);

    FigureStyle style_of(Theme theme) const { return {.theme = theme, .metrics = metrics.get()}; }
    /// Nothing in it is unsound, outside, or overlaps.
    void expect_sound(const Scene& scene, const std::string& what) const {
        EXPECT_EQ(unsound(scene), "") << what;
        EXPECT_EQ(outside(scene, *metrics), "") << what;
        EXPECT_EQ(overlapping(scene, *metrics), "") << what;
    }
    /// A picture for a hall, in its size at 1600 px: nothing smaller than 18 (overview §21).
    void expect_for_a_hall(const Scene& scene, const std::string& what) const {
        expect_sound(scene, what);
        for (const TextItem* text : items_of<TextItem>(scene))
            EXPECT_GE(text->size, 18) << text->text << " " << what;
    }
    /// Whether the words are a part of one of its texts.
    static bool says(const Scene& scene, const std::string& words) {
        const auto texts = items_of<TextItem>(scene);
        return std::any_of(texts.begin(), texts.end(),
                           [&](const TextItem* t) { return t->text.find(words) != std::string::npos; });
    }
    /// Whether they are one of its texts, whole.
    static bool prints(const Scene& scene, const std::string& words) {
        const auto texts = items_of<TextItem>(scene);
        return std::any_of(texts.begin(), texts.end(), [&](const TextItem* t) { return t->text == words; });
    }
};

} // namespace heed
