// Words, rows and gaps of two runs: one token alignment for all of them.
#include "app/export/export.h"
#include "app/figures/seq2seq/network/network.h"
#include "app/figures/tokens.h"
#include "app/figures/what_if/what_if.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heed {
namespace {

/// The run with one output more after `after`, which looks where that one looks.
std::shared_ptr<const Trace> with_one_more(Trace trace, int after, const std::string& token) {
    TraceStep more = trace.steps[static_cast<std::size_t>(after)];
    more.token.text = token;
    trace.steps.insert(trace.steps.begin() + after + 1, more);
    const MatrixXf old = trace.at(Quantity::Weights);
    MatrixXf weights(old.rows(), old.cols() + 1);
    weights << old.leftCols(after + 1), old.col(after), old.rightCols(old.cols() - after - 1);
    trace.set(Quantity::Weights, 0, weights);
    return std::make_shared<const Trace>(std::move(trace));
}

SampleOptions of_words() {
    SampleOptions options;
    options.words = true;
    return options;
}

TEST(WhatIfPairing, AfterAnEditWordsArePairedAsRowsAre) {
    Trace forced = sample_trace(7, 6, of_words());
    const auto model = with_one_more(forced, 2, "petite");
    forced.steps[0].forced = true;
    const WhatIf w = what_if(model, std::make_shared<const Trace>(forced));
    const std::string third = shown_output(*w.changed, 3);
    EXPECT_NE(what_became(w, 3).find(third + "” as before"), std::string::npos) << what_became(w, 3);
    EXPECT_EQ(w.changed_tokens(), 1);
}

TEST(WhatIfPairing, AWordThatTheChangedRunLacksIsAGapOfTheModelsMap) {
    const auto metrics = paper_metrics();
    FigureStyle style;
    style.metrics = metrics.get();
    const auto changed = std::make_shared<const Trace>(sample_trace(7, 6, of_words()));
    const WhatIf w = what_if(with_one_more(*changed, 2, "petite"), changed);
    NetworkSettings settings;
    settings.what_if = &w;
    Playhead playhead;
    playhead.at = changed->outline.total();
    for (const auto& [map, drawn] : {std::pair{WhatIfMap::Changed, false}, {WhatIfMap::Model, true}}) {
        settings.map = map;
        const Scene scene = network_figure(*changed, playhead, settings, style);
        const auto texts = items_of<TextItem>(scene);
        EXPECT_EQ(std::any_of(texts.begin(), texts.end(),
                              [](const TextItem* t) { return t->text == "own run: petite"; }),
                  drawn);
    }
}

} // namespace
} // namespace heed
