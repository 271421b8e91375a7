#include "core/trace/partial.h"

#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(Partial, AnOpenPlaceIsBehindWhatIsWrittenAndReachedByNothing) {
    const Trace written = sample_trace(9, 6);
    const Trace open = with_open_place(written);
    EXPECT_TRUE(has_open_place(open));
    EXPECT_FALSE(has_open_place(written));
    EXPECT_EQ(open.outputs(), 7);
    EXPECT_EQ(written_outputs(open), 6);
    EXPECT_EQ(written_outputs(written), 6);
    EXPECT_EQ(written_substeps(open), written.outline.total());
    EXPECT_GT(open.outline.total(), written.outline.total());
    EXPECT_EQ(open.at(Quantity::Weights).cols(), 7);
    EXPECT_EQ(open.at(Quantity::Weights).col(6).sum(), 0.0f);
    EXPECT_EQ(open.weight(5, 3), written.weight(5, 3));
}

TEST(Partial, WhatHasNoPlacesOfOutputsIsShared) {
    const Trace written = sample_trace(9, 6);
    const Trace open = with_open_place(written);
    EXPECT_EQ(&open.at(Quantity::Annotation), &written.at(Quantity::Annotation));
}

TEST(Partial, WithoutItEverythingIsAsItWas) {
    Trace written = sample_trace(9, 6);
    written.labels[Axis::Past] = {"a", "b"};
    const Trace back = without_open_place(with_open_place(written));
    EXPECT_EQ(back.outline, written.outline);
    EXPECT_EQ(back.outputs(), written.outputs());
    EXPECT_EQ(back.labels, written.labels);
    ASSERT_EQ(back.values().size(), written.values().size());
    for (const auto& [site, value] : written.values())
        EXPECT_EQ(*value, back.at(site)) << info(site.quantity).key;
    EXPECT_EQ(without_open_place(written).outputs(), 6) << "nor is anything taken where there is none";
}

TEST(Partial, WhatIsDoubtedAlreadyStandsFirst) {
    Trace run = sample_trace(9, 1);
    EXPECT_EQ(unfinished_words(run), "Unfinished: 1 output of a sentence that was still being written");
    run.model.doubt = "Two tensors were not used";
    EXPECT_EQ(unfinished_words(with_open_place(run)),
              "Two tensors were not used. Unfinished: 1 output of a sentence that was still being written");
}

} // namespace
} // namespace heed
