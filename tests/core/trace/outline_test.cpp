#include "core/trace/outline.h"

#include "core/models/seq2seq/phases.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heed {
namespace {

using namespace seq2seq;

/// Source positions phase by phase, then outputs place by place.
Outline outline_of(std::vector<Phase> encoding, std::vector<Phase> decoding, int length, int outputs) {
    for (Phase& phase : encoding)
        if (phase.is(Backward)) phase.order = ReadOrder::Against;
    return {{{Axis::Source, length, true, std::move(encoding)},
             {Axis::Output, outputs, false, std::move(decoding)}}};
}

const std::vector<Phase> bahdanau = {{Score}, {Softmax}, {Context}, {State}, {Distribution}, {Choose}};

/// Models of many shapes: layers, directions, orders, no attention, short and long inputs.
std::vector<Outline> shapes() {
    std::vector<Outline> result;
    const std::vector<std::vector<Phase>> encoders = {
        {{Embed}, {Forward}, {Backward}, {Annotate}},
        {{Embed}, {Forward}, {Annotate}},
        {{Embed}, {Forward, 0}, {Backward, 0}, {Forward, 1}, {Backward, 1}, {Annotate}},
    };
    const std::vector<std::vector<Phase>> decoders = {
        bahdanau,
        {{State}, {Score}, {Softmax}, {Context}, {Distribution}, {Choose}},
        {{Context}, {State}, {Distribution}, {Choose}},
    };
    for (const auto& encoding : encoders) {
        for (const auto& decoding : decoders) {
            for (const int length : {1, 2, 13}) {
                for (const int outputs : {0, 1, 11})
                    result.push_back(outline_of(encoding, decoding, length, outputs));
            }
        }
    }
    return result;
}

TEST(Phases, CountIsThatOfTheDesign) {
    // N (2 + layers x directions) + M x phases
    const Outline two_directions = outline_of({{Embed}, {Forward}, {Backward}, {Annotate}}, bahdanau, 13, 11);
    EXPECT_EQ(two_directions.total(), 13 * (2 + 1 * 2) + 11 * 6);
    const Outline stacked = outline_of(
        {{Embed}, {Forward, 0}, {Backward, 0}, {Forward, 1}, {Backward, 1}, {Annotate}}, bahdanau, 7, 3);
    EXPECT_EQ(stacked.total(), 7 * (2 + 2 * 2) + 3 * 6);
}

TEST(Phases, MomentsAndAtAreInversesOfEachOther) {
    for (const Outline& outline : shapes()) {
        EXPECT_FALSE(moment_at(outline, 0).started);
        for (int at = 1; at <= outline.total(); ++at) {
            const Moment moment = moment_at(outline, at);
            ASSERT_TRUE(moment.started);
            ASSERT_EQ(at_of(outline, moment.phase, moment.position), at);
            ASSERT_TRUE(revealed(outline, at, moment.phase, moment.position));
            ASSERT_FALSE(revealed(outline, at - 1, moment.phase, moment.position));
            const auto& list = outline.stages.at(static_cast<std::size_t>(moment.stage)).phases;
            ASSERT_EQ(list.at(static_cast<std::size_t>(moment.phase_index)), moment.phase);
        }
    }
}

TEST(Phases, AsManyArePairsRevealedAsAtSays) {
    for (const Outline& outline : shapes()) {
        for (int at = 0; at <= outline.total(); at += 5) {
            int count = 0;
            for (const Phase& phase : outline.over(Axis::Source)->phases) {
                for (int j = 0; j < outline.count(Axis::Source); ++j)
                    count += revealed(outline, at, phase, j);
            }
            for (const Phase& phase : outline.over(Axis::Output)->phases) {
                for (int i = 0; i < outline.count(Axis::Output); ++i)
                    count += revealed(outline, at, phase, i);
            }
            ASSERT_EQ(count, at);
        }
    }
}

TEST(Phases, EncodingReadsOnePhaseAfterTheOtherAndBackwardFromTheEnd) {
    const Outline outline = outline_of({{Embed}, {Forward}, {Backward}, {Annotate}}, bahdanau, 3, 2);
    const auto expect = [&](int at, const PhaseInfo& kind, int position, int order, int index) {
        const Moment m = moment_at(outline, at);
        EXPECT_EQ(m.phase.info->id, kind.id) << at;
        EXPECT_EQ(m.position, position) << at;
        EXPECT_EQ(m.order, order) << at;
        EXPECT_EQ(m.phase_index, index) << at;
    };
    expect(1, Embed, 0, 0, 0);
    expect(3, Embed, 2, 2, 0);
    expect(4, Forward, 0, 0, 1);
    expect(7, Backward, 2, 0, 2);
    expect(9, Backward, 0, 2, 2);
    expect(10, Annotate, 0, 0, 3);
    expect(13, Score, 0, 0, 0);
    expect(18, Choose, 0, 0, 5);
    expect(19, Score, 1, 1, 0);
    expect(24, Choose, 1, 1, 5);
    expect(99, Choose, 1, 1, 5); // clamped
    EXPECT_FALSE(moment_at(outline, -4).started);
}

TEST(Phases, WhatIsNotDeclaredIsNeverRevealed) {
    const Outline fixed =
        outline_of({{Embed}, {Forward}, {Annotate}}, {{Context}, {State}, {Distribution}, {Choose}}, 4, 2);
    EXPECT_FALSE(revealed(fixed, fixed.total(), {Score}, 0));
    EXPECT_FALSE(revealed(fixed, 1000, {Backward}, 0));
    EXPECT_FALSE(revealed(fixed, 1000, {Forward, 1}, 0));
    EXPECT_FALSE(revealed(fixed, 1000, {Embed}, 4));
    EXPECT_FALSE(revealed(fixed, 1000, {Choose}, 2));
    EXPECT_FALSE(revealed(fixed, 1000, {Choose}, -1));
    EXPECT_EQ(at_of(fixed, {Score}, 0), fixed.total() + 1);
}

TEST(Phases, StopsGoForthAndBackOverTheSamePlaces) {
    for (const Outline& outline : shapes()) {
        for (const Granularity granularity : {Granularity::Substep, Granularity::Token, Granularity::Phase}) {
            std::vector<int> forth{0}, back{outline.total()};
            while (forth.back() < outline.total()) {
                forth.push_back(next_stop(outline, forth.back(), granularity, +1));
                ASSERT_GT(forth.back(), forth[forth.size() - 2]);
            }
            while (back.back() > 0) {
                back.push_back(next_stop(outline, back.back(), granularity, -1));
                ASSERT_LT(back.back(), back[back.size() - 2]);
            }
            ASSERT_EQ(forth, std::vector<int>(back.rbegin(), back.rend()));
            EXPECT_EQ(next_stop(outline, outline.total(), granularity, +1), outline.total());
            EXPECT_EQ(next_stop(outline, 0, granularity, -1), 0);
            // From anywhere, the neighbours among the stops.
            for (int at = 0; at <= outline.total(); ++at) {
                const auto after = std::upper_bound(forth.begin(), forth.end(), at);
                const auto not_before = std::lower_bound(forth.begin(), forth.end(), at);
                ASSERT_EQ(next_stop(outline, at, granularity, +1),
                          after == forth.end() ? outline.total() : *after);
                ASSERT_EQ(next_stop(outline, at, granularity, -1),
                          not_before == forth.begin() ? 0 : *std::prev(not_before));
            }
        }
    }
}

TEST(Phases, StopsLieWhereTheTransportSaysTheyDo) {
    const Outline outline = outline_of({{Embed}, {Forward}, {Backward}, {Annotate}}, bahdanau, 3, 2);
    EXPECT_EQ(next_stop(outline, 0, Granularity::Phase, +1), 3);
    EXPECT_EQ(next_stop(outline, 9, Granularity::Phase, +1), 12);
    EXPECT_EQ(next_stop(outline, 12, Granularity::Phase, +1), 13);
    EXPECT_EQ(next_stop(outline, 12, Granularity::Phase, -1), 9);
    EXPECT_EQ(next_stop(outline, 5, Granularity::Token, +1), 6);
    EXPECT_EQ(next_stop(outline, 12, Granularity::Token, +1), 18);
    EXPECT_EQ(next_stop(outline, 20, Granularity::Token, -1), 18);
    EXPECT_EQ(next_stop(outline, 18, Granularity::Token, -1), 12);
}

// All tokens go through an encoder's layers at once: the next token stands after all of them.
TEST(Phases, ATokenOnFromLayersThatReadAtOnceIsAfterThem) {
    Outline outline = outline_of({{Embed}, {Forward}, {Backward}, {Annotate}}, bahdanau, 3, 2);
    outline.stages[0].together = true;
    outline.stages[0].groups = {0, 1};
    EXPECT_EQ(outline.stages[0].substeps(), 4);
    for (int at = 0; at < 4; ++at) EXPECT_EQ(next_stop(outline, at, Granularity::Token, +1), 4) << at;
    EXPECT_EQ(next_stop(outline, 4, Granularity::Token, +1), 10);
    EXPECT_EQ(next_stop(outline, 3, Granularity::Token, -1), 0);
    EXPECT_EQ(next_stop(outline, 0, Granularity::Substep, +1), 1);
}

TEST(Phases, SegmentsCoverTheTimelineWithoutGaps) {
    for (const Outline& outline : shapes()) {
        int at = 0;
        for (const Segment& segment : segments(outline)) {
            ASSERT_EQ(segment.first, at);
            const Moment first = moment_at(outline, at + 1);
            ASSERT_EQ(first.stage, segment.stage);
            if (!segment.by_phase) {
                ASSERT_EQ(first.position, segment.position);
            } else {
                ASSERT_EQ(first.phase, segment.phase);
            }
            at += segment.substeps;
        }
        EXPECT_EQ(at, outline.total());
    }
}

} // namespace
} // namespace heed
