// What coverage makes training pay for: looking again.
#include "core/decode/run.h"
#include "core/train/course/sentences.h"
#include "tests/support/random_model.h"

#include <gtest/gtest.h>

namespace heed::train {
namespace {

double loss_of(const Model& model, std::vector<Item> items, std::vector<int> which, int tokens) {
    Tape<float> tape(true);
    nn::Graph<float> graph(tape, model.parameters);
    const TokenLessons lessons(model.config, std::move(items));
    return static_cast<double>(lessons.loss(graph, which, tokens).value()(0, 0));
}

std::vector<Item> two_items() {
    Item longer{{9, 10, 11, 12, 2}, {9, 10, 11, 12, 2}, 1, {}, {}}, shorter{{13, 2}, {13, 2}, 1, {}, {}};
    return {longer, shorter};
}

TEST(CoverageLoss, IsAddedOnceAnOutputAndPaddingCostsNothing) {
    Seq2SeqConfig config = test::config_of("coverage");
    const Model free = test::random_model(config, 4, 0.8);
    config.attention.coverage_loss = 0.5;
    const Model paid = test::random_model(config, 4, 0.8); // of the same numbers
    double sum = 0;
    for (const int item : {0, 1})
        sum += loss_of(paid, two_items(), {item}, 7) - loss_of(free, two_items(), {item}, 7);
    EXPECT_NEAR(loss_of(paid, two_items(), {0, 1}, 7) - loss_of(free, two_items(), {0, 1}, 7), sum, 1e-5);
    EXPECT_GT(sum, 0);
}

TEST(CoverageLoss, IsHalfOfWhatRowsShareWithEarlierOnes) {
    Seq2SeqConfig config = test::config_of("coverage");
    const Model free = test::random_model(config, 4, 0.8);
    config.attention.coverage_loss = 0.5;
    const Model paid = test::random_model(config, 4, 0.8);
    Request request;
    request.text = request.target.emplace("04/05");
    const Trace trace = decode::run(paid, request);
    double overlap = 0;
    Eigen::VectorXf seen = Eigen::VectorXf::Zero(trace.source_length());
    for (int i = 0; i < trace.outputs(); ++i) {
        EXPECT_NEAR(trace.at(Quantity::Overlap)(0, i),
                    trace.at(Quantity::Weights).col(i).cwiseMin(seen).sum(), 1e-5);
        overlap += static_cast<double>(trace.at(Quantity::Overlap)(0, i));
        seen += trace.at(Quantity::Weights).col(i);
    }
    Item item{{}, {}, 1, {}, {}};
    for (const TraceToken& token : trace.source) item.source.push_back(token.id);
    item.target = item.source;
    const int tokens = trace.outputs();
    EXPECT_NEAR(loss_of(paid, {item}, {0}, tokens) - loss_of(free, {item}, {0}, tokens),
                0.5 * overlap / tokens, 1e-5);
}

} // namespace
} // namespace heed::train
