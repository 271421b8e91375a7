// Whether a run has heads to choose among is known without listing them.
#include "core/analysis/heads/several.h"

#include "core/analysis/heads/run_heads.h"
#include "core/decode/run.h"
#include "core/models/transformer/values.h"
#include "tests/support/samples/sample_heads.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <initializer_list>

namespace heed::heads {
namespace {

TEST(SeveralHeads, AreThoseThatAreListed) {
    Request request;
    request.text = "a b c d";
    request.target = "b a d c";
    const Trace whole = decode::run(test::small_transformer(), request);
    Trace encoder = whole; // its last head alone, beside everything else
    for (const Head& head : heads_of(whole))
        if (head.kind == Kind::Encoder && (head.site.layer > 0 || head.site.head > 0))
            encoder.erase(head.site.quantity, head.site.layer, head.site.head);
    const Trace one = test::sample_heads(1, 1), two = test::sample_heads(1, 2);
    for (const Trace* run : std::initializer_list<const Trace*>{&whole, &encoder, &one, &two}) {
        const auto all = heads_of(*run);
        const auto of_heads = [&](std::optional<Kind> kind) {
            return std::count_if(all.begin(), all.end(), [&](const Head& head) {
                return head.site.quantity != Quantity::Weights && (!kind || head.kind == kind);
            });
        };
        EXPECT_EQ(has_several(*run), of_heads({}) > 1);
        for (const Kind kind : {Kind::Cross, Kind::Encoder, Kind::Decoder})
            EXPECT_EQ(has_several(*run, kind), of_heads(kind) > 1) << static_cast<int>(kind);
    }
    EXPECT_TRUE(has_several(whole, Kind::Encoder));
    EXPECT_FALSE(has_several(encoder, Kind::Encoder));
    EXPECT_FALSE(has_several(one));
    EXPECT_TRUE(has_several(two));
}

// A file of weights has no heads of other names.
TEST(SeveralHeads, AreTheMapsOfAFile) {
    Trace file;
    file.model.architecture = "weights";
    const MatrixXf even = MatrixXf::Constant(2, 3, .5f);
    file.set({Quantity::Weights, 0, 0}, even);
    EXPECT_FALSE(has_several(file));
    file.set({Quantity::Weights, 0, 1}, even);
    EXPECT_TRUE(has_several(file));
    EXPECT_EQ(heads_of(file).size(), 2u);
}

} // namespace
} // namespace heed::heads
