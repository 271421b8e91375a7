// Panels of a comparison as they are drawn, for their tests.
#pragma once

#include "app/figures/compare/compare.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_panels.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace heed::test::compare {

struct Compared : FigureTest {
    static std::vector<std::string> words(const Scene& scene) {
        std::vector<std::string> all;
        for (const TextItem* t : items_of<TextItem>(scene)) all.push_back(t->text);
        return all;
    }
    static int count(const Scene& scene, const std::string& word) {
        const auto all = words(scene);
        return static_cast<int>(std::count(all.begin(), all.end(), word));
    }
    static int dashed(const Scene& scene) {
        const auto boxes = items_of<RectItem>(scene);
        return static_cast<int>(
            std::count_if(boxes.begin(), boxes.end(), [](const RectItem* r) { return r->dash.on == 2; }));
    }
    /// The maps, without ramps.
    static std::vector<const MatrixItem*> maps(Scene&&) = delete; // which they point into
    static std::vector<const MatrixItem*> maps(const Scene& scene) {
        auto all = items_of<MatrixItem>(scene);
        std::erase_if(all, [](const MatrixItem* m) { return m->rows == 1; });
        return all;
    }
    Scene panels_of(const SamplePanels& sample, const CompareOptions& options = {}, float width = 1132,
                    float height = 784) {
        return compare_panels(sample_panels(sample), options, width, height, style);
    }
};

} // namespace heed::test::compare
