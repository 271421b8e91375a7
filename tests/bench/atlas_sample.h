// A run of 12 × 16 heads over 200 tokens, by chance: what the benchmarks of the atlas look at.
#pragma once

#include "app/figures/heads/heads.h"
#include "core/base/random.h"
#include "core/models/transformer/values.h"
#include "tests/support/stub_metrics.h"

namespace heed {

inline constexpr int atlas_layers = 12, atlas_heads = 16, atlas_tokens = 200;

inline TraceToken atlas_token_of(int n) {
    TraceToken token;
    token.text = n + 1 < atlas_tokens ? "w" + std::to_string(n) : "</s>";
    token.is_end = n + 1 == atlas_tokens;
    return token;
}

/// Cross attention by chance, each row to 1.
inline Trace atlas_run() {
    Trace run;
    for (int n = 0; n < atlas_tokens; ++n) {
        run.source.push_back(atlas_token_of(n));
        TraceStep step;
        step.token = atlas_token_of(n);
        run.steps.push_back(step);
    }
    Random random(1);
    for (int l = 0; l < atlas_layers; ++l)
        for (int h = 0; h < atlas_heads; ++h) {
            MatrixXf weights(atlas_tokens, atlas_tokens);
            for (float& weight : weights.reshaped()) weight = static_cast<float>(std::pow(random.real(), 8));
            for (auto column : weights.colwise()) column /= column.sum();
            run.set({transformer::decoder_values.cross.weights, l, h}, weights);
        }
    return run;
}

struct AtlasBench {
    Trace run = atlas_run();
    std::shared_ptr<const HeadMaps> maps = head_maps(run);
    HeadReport report = head_report(run);
    StubMetrics metrics;
    FigureStyle style;
    AtlasBench() { style.metrics = &metrics; }
};
inline const AtlasBench& atlas_bench() {
    static const AtlasBench bench;
    return bench;
}

} // namespace heed
