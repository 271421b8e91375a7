#include "app/figures/changes.h"

#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(ChangesOfARun, AreSaidInASentence) {
    Trace run = sample_trace(5, 6);
    EXPECT_EQ(changes_of(run), "");
    run.request.edits.heads[{HeadKind::Cross, 1, 0}] = {HeadEdit::Kind::Off};
    EXPECT_EQ(changes_of(run), "Changed by hand: head 2:1 off");
    run.request.edits.rows[0].kind = RowEdit::Kind::Uniform;
    run.request.edits.rows[3].kind = RowEdit::Kind::Uniform;
    run.request.edits.forced[2] = "x";
    EXPECT_EQ(changes_of(run), "Changed by hand: head 2:1 off; the weights of outputs 1, 4; output 3 forced");
}

TEST(ChangesOfARun, OneThatWasGivenAllItsOutputsIsRead) {
    Trace run = sample_trace(5, 6);
    for (int i = 0; i < run.outputs(); ++i) run.request.edits.forced[i] = "x";
    EXPECT_EQ(changes_of(run), "");
    run.request.edits.temperature = 0.5;
    EXPECT_EQ(changes_of(run), "Changed by hand: temperature 0.5");
}

TEST(ChangesOfARun, OfHeadsAloneAndOfPlacesThatMayBeChosenTwice) {
    const HeadEdits heads{{{HeadKind::Cross, 1, 0}, {HeadEdit::Kind::Off}},
                          {{HeadKind::Cross, 1, 1}, {HeadEdit::Kind::Off}}};
    EXPECT_EQ(changes_of(heads), "Changed by hand: heads 2:1, 2:2 off");
    EXPECT_EQ(changes_of(HeadEdits{{{HeadKind::Encoder, 0, 1}, {HeadEdit::Kind::Off}}}),
              "Changed by hand: encoder head 1:2 off");
    EXPECT_EQ(changes_of(HeadEdits{}), "");
    Trace run = sample_trace(5, 6);
    run.request.edits.masking = false;
    EXPECT_EQ(changes_of(run), "Changed by hand: places may be chosen twice");
}

} // namespace
} // namespace heed
