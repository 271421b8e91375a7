// The Step canvas of a sample run, for its tests.
#pragma once

#include "app/export/export.h"
#include "app/figures/seq2seq/network/network.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/samples/sample_trace.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace heed::test::network {

struct Fixture {
    std::shared_ptr<const TextMetrics> metrics = paper_metrics();
    FigureStyle style(Theme theme = Theme::Dark) const {
        FigureStyle s;
        s.theme = theme;
        s.metrics = metrics.get();
        return s;
    }
};

inline Scene draw(const Trace& trace, int at, const FigureStyle& style, float width = 1240,
                  float height = 808, float progress = 1) {
    Playhead playhead;
    playhead.at = at;
    playhead.progress = progress;
    NetworkSettings settings;
    settings.width = width;
    settings.height = height;
    return network_figure(trace, playhead, settings, style);
}

/// `at` after that phase of output i (0-based).
inline int after(const Trace& trace, const PhaseInfo& kind, int i) {
    return at_of(trace.outline, {kind, 0}, i);
}

inline SampleOptions words() {
    SampleOptions options;
    options.words = true;
    return options;
}

/// The heatmap among the matrices: the one with the most rows.
inline const MatrixItem* heat_of(const Scene& scene) {
    for (const MatrixItem* m : items_of<MatrixItem>(scene))
        if (!(m->rows == 1 && m->columns == 70)) return m;
    return nullptr;
}

inline int revealed_cells(const Scene& scene) {
    const MatrixItem* heat = heat_of(scene);
    if (heat == nullptr) return 0;
    return static_cast<int>(
        std::count_if(heat->values->begin(), heat->values->end(), [](float v) { return !std::isnan(v); }));
}

inline int dashed_boxes(const Scene& scene) {
    int count = 0;
    for (const RectItem* r : items_of<RectItem>(scene)) count += r->dash.on > 0 ? 1 : 0;
    return count;
}

inline int picks_of(const Scene& scene, PickKind kind) {
    return static_cast<int>(std::count_if(scene.picks.begin(), scene.picks.end(),
                                          [&](const Pick& p) { return p.id.kind == kind; }));
}

} // namespace heed::test::network
