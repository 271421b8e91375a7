#include "core/trace/trace_recorder.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed {
namespace {

const Site recorded_site{Quantity::Logits};

MatrixXf recorded(TraceRecorder& recorder) {
    Trace trace;
    recorder.finish(trace);
    return trace.at(recorded_site);
}

TEST(TraceRecorder, KeepsColumnsAsTheyCome) {
    TraceRecorder recorder;
    for (int n = 0; n < 37; ++n) recorder.put(recorded_site, n, Eigen::VectorXf::Constant(5, float(n)));
    const MatrixXf values = recorded(recorder);
    ASSERT_EQ(values.rows(), 5);
    ASSERT_EQ(values.cols(), 37);
    for (int n = 0; n < 37; ++n) EXPECT_EQ(values.col(n), Eigen::VectorXf::Constant(5, float(n)));
}

TEST(TraceRecorder, WhatWasNotRecordedIsNaN) {
    TraceRecorder recorder;
    recorder.put(recorded_site, 4, Eigen::VectorXf::Ones(2)); // skips four columns
    recorder.put(recorded_site, 1, Eigen::VectorXf::Ones(3)); // goes back, and is longer
    recorder.put(recorded_site, 6, Eigen::VectorXf::Ones(7)); // is longer again
    const MatrixXf values = recorded(recorder);
    ASSERT_EQ(values.rows(), 7);
    ASSERT_EQ(values.cols(), 7);
    for (int column = 0; column < 7; ++column) {
        const int there = column == 4 ? 2 : column == 1 ? 3 : column == 6 ? 7 : 0;
        for (int row = 0; row < 7; ++row)
            EXPECT_EQ(std::isnan(values(row, column)), row >= there) << row << ", " << column;
    }
}

TEST(TraceRecorder, HandsOutWhatThereIsSoFar) {
    TraceRecorder recorder;
    Trace trace;
    recorder.put(recorded_site, 0, Eigen::VectorXf::Ones(2));
    recorder.so_far(trace);
    EXPECT_EQ(trace.at(recorded_site), MatrixXf::Ones(2, 1));
    recorder.put(recorded_site, 1, Eigen::VectorXf::Ones(2));
    recorder.so_far(trace);
    EXPECT_EQ(trace.at(recorded_site), MatrixXf::Ones(2, 2));
}

} // namespace
} // namespace heed
