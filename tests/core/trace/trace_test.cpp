#include "core/trace/trace.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

/// Two words over three, with that many layers of that many heads.
Trace with_maps(int layers, int heads) {
    Trace trace;
    trace.source.resize(3);
    trace.steps.resize(2);
    for (int layer = 0; layer < layers; ++layer)
        for (int head = 0; head < heads; ++head)
            trace.set({Quantity::Weights, layer, head},
                      MatrixXf::Constant(3, 2, static_cast<float>(10 * layer + head)));
    return trace;
}

TEST(TraceMaps, EachSaysItsLayerAndHeadWhereThereAreSeveral) {
    EXPECT_EQ(with_maps(1, 1).maps()[0].place(), "");
    EXPECT_EQ(with_maps(1, 2).maps()[1].place(), "head 2");
    EXPECT_EQ(with_maps(3, 1).maps()[2].place(), "layer 3");
    const auto maps = with_maps(2, 3).maps();
    ASSERT_EQ(maps.size(), 6u);
    EXPECT_EQ(maps[5].place(), "layer 2, head 3");
    EXPECT_EQ(maps[4].site, (Site{Quantity::Weights, 1, 1}));
    Trace uneven = with_maps(2, 2);
    uneven.set({Quantity::Weights, 0, 2}, MatrixXf::Zero(3, 2)); // a head that only one layer has
    for (const AttentionMap& map : uneven.maps()) EXPECT_TRUE(map.layered && map.headed) << map.place();
}

TEST(TraceMaps, NarrowedToOneItSharesTheNumbers) {
    Trace trace = with_maps(2, 2);
    trace.set(Quantity::Energies, 0, MatrixXf::Zero(3, 2));
    const Trace one = trace.narrowed({Quantity::Weights, 1, 0});
    EXPECT_EQ(one.weight(1, 2), 10);
    EXPECT_EQ(&one.at(Quantity::Weights), &trace.at(Quantity::Weights, 1, 0));
    EXPECT_EQ(one.maps().size(), 1u);
    EXPECT_EQ(one.maps()[0].place(), "");
    EXPECT_FALSE(one.has(Quantity::Energies));
    EXPECT_EQ(one.outputs(), 2);
    EXPECT_THROW(trace.narrowed({Quantity::Weights, 2, 0}), std::out_of_range);
}

TEST(TraceMaps, ACopyThatIsChangedLeavesTheOtherAsItWas) {
    const Trace trace = with_maps(1, 2);
    Trace copy = trace;
    copy.set(Quantity::Weights, 0, MatrixXf::Ones(3, 2));
    EXPECT_EQ(trace.weight(0, 0), 0);
    EXPECT_EQ(copy.weight(0, 0), 1);
    EXPECT_EQ(&copy.at(Quantity::Weights, 0, 1), &trace.at(Quantity::Weights, 0, 1));
}

} // namespace
} // namespace heed
