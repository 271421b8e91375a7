#include "app/figures/seq2seq/inspector/inspector.h"

#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/seq2seq/inspector_checks.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/stub_metrics.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

namespace heed {
namespace {

using namespace inspector_checks;

class InspectorTensors : public testing::Test {
protected:
    StubMetrics metrics;
    FigureStyle style{.theme = Theme::Dark, .metrics = &metrics};
};

TEST_F(InspectorTensors, UnitsHaveAPickEach) {
    const Trace trace = sample_trace(13, 11);
    const Playhead playhead{.at = at_of(trace.outline, {seq2seq::Forward, 0}, 5)};
    const Scene scene = inspector_figure(trace, playhead, width, style);
    std::set<int> units;
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == PickKind::Unit) units.insert(pick.id.k);
    EXPECT_EQ(units.size(), 32u);
}

TEST_F(InspectorTensors, EveryTensorCopiesItsValues) {
    for (const char* cell : {"gru", "lstm"}) {
        const Trace trace = sample_trace(13, 11, {.cell = cell});
        for (int at = 1; at <= trace.outline.total(); at += 5) {
            const Playhead playhead{.at = at};
            std::set<std::string> names;
            for (const Pick& pick : inspector_figure(trace, playhead, width, style).picks) {
                if (pick.id.kind != PickKind::Tensor) continue;
                EXPECT_TRUE(names.insert(pick.id.name).second) << pick.id.name;
                EXPECT_FALSE(tensor_text(trace, pick.id.name, playhead).empty()) << pick.id.name;
            }
            EXPECT_FALSE(names.empty());
        }
    }
}

TEST_F(InspectorTensors, CopiedValuesSurviveTheRoundTrip) {
    const Trace trace = sample_trace(13, 11);
    const Playhead playhead{.at = at_of(trace.outline, {seq2seq::Softmax, 0}, 6)};
    std::string name;
    for (const Pick& pick : inspector_figure(trace, playhead, width, style).picks)
        if (pick.id.name.find("weights") != std::string::npos) name = pick.id.name;
    std::istringstream in(tensor_text(trace, name, playhead));
    for (int j = 0; j < 13; ++j) {
        float value = 0;
        char comma = 0;
        in >> value >> comma;
        EXPECT_EQ(value, trace.weight(6, j));
    }
    EXPECT_EQ(tensor_text(trace, "no such tensor", playhead), "");
}

} // namespace
} // namespace heed
