// Pictures of runs of Transformers on canvases of several sizes.
#pragma once

#include "app/figures/transformer/plan.h"
#include "app/figures/transformer/transformer.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_heads.h"
#include "tests/support/source_dir.h"

#include <string>

namespace heed::test {

using layered::Doing, layered::Plan, layered::Reading;

struct Canvas {
    float width, height;
};
inline constexpr Canvas canvases[] = {{960, 448}, {920, 608}, {1240, 808}, {1920, 1008}};

inline Trace letters_run(const Model& model, int letters, int outputs) {
    Request request;
    for (int n = 0; n < letters; ++n) request.text += std::string(n ? " " : "") + "abcdefgh"[n % 8];
    for (int i = 0; i < outputs; ++i) request.edits.forced[i] = std::string(1, "abcdefgh"[i % 8]);
    request.max_steps = outputs;
    return decode::run(model, request);
}

inline Trace checkpoint_run(const std::string& folder, const std::string& text) {
    const Model model =
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints" / folder).string());
    Request request;
    request.text = text;
    request.max_steps = 12;
    return decode::run(model, request);
}

inline TransformerSettings settings_for(Canvas canvas) {
    TransformerSettings settings;
    settings.width = canvas.width;
    settings.height = canvas.height;
    return settings;
}

struct TransformerPicture : FigureTest {
    Model model = test::small_transformer();

    static Playhead at(int sub_steps) {
        Playhead head;
        head.at = sub_steps;
        return head;
    }
    static int end_of(const Trace& run) { return run.outline.total(); }
    /// After that sub-step of the last layer, of that output.
    static int at_step(const Trace& run, int row, layered::Looks looks, Doing doing) {
        const Playhead nowhere = at(0);
        const Reading r(run, nowhere, {});
        return r.at_of(true, row, r.index_of(true, r.layers(true) - 1, looks, doing));
    }
    Plan plan_at(const Trace& run, Canvas canvas, int sub_steps) const {
        const Playhead head = at(sub_steps);
        return layered::plan_of(Reading(run, head, {}), settings_for(canvas), style);
    }
    const TextItem* text_of(const Scene& scene, const std::string& words) const {
        for (const TextItem* text : items_of<TextItem>(scene))
            if (text->text == words) return text;
        return nullptr;
    }
};

} // namespace heed::test
