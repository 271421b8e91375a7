// Heads as a Transformer has them: diagonals, the word before, the end token, evenly spread ones.
#pragma once

#include "app/figures/maps/grid.h"

#include <cmath>
#include <deque>
#include <vector>

namespace heed {

struct SampleGrid {
    std::deque<Eigen::MatrixXf> values;
    std::vector<GridMap> maps;
};

inline SampleGrid sample_grid(int layers, int heads, int sources = 9, int outputs = 9, bool named = true) {
    SampleGrid grid;
    const char* const names[] = {"diagonal", "end", "word before", "spread", "aligns"};
    for (int layer = 0; layer < layers; ++layer)
        for (int head = 0; head < heads; ++head) {
            const int kind = (layer * 7 + head * 3 + layer * head) % 5;
            Eigen::MatrixXf& m = grid.values.emplace_back(sources, outputs);
            for (int i = 0; i < outputs; ++i) {
                const float at =
                    static_cast<float>(i) * static_cast<float>(sources) / static_cast<float>(outputs);
                for (int j = 0; j < sources; ++j) {
                    const float far = static_cast<float>(j) - at;
                    m(j, i) = kind == 0   ? std::exp(-far * far / 2)
                              : kind == 1 ? (j == sources - 1 ? 1 : 0.02f)
                              : kind == 2 ? std::exp(-(far + 1) * (far + 1))
                              : kind == 3 ? 1 + 0.1f * std::sin(static_cast<float>(3 * j + 5 * i))
                                          : (std::abs(far) < 0.6f ? 1 : 0.01f);
                }
                m.col(i) /= m.col(i).sum();
            }
            GridMap map{layer, head, &m};
            if (named) map.name = names[kind];
            grid.maps.push_back(map);
        }
    if (grid.maps.size() > 3) {
        grid.maps[grid.maps.size() / 2].mark = GridMark::Best;
        grid.maps[grid.maps.size() / 3].mark = grid.maps[1].mark = GridMark::With;
    }
    return grid;
}

} // namespace heed
