// The opened Transformer of the Gallery in the state: which places keys and clicks choose.
#include "app/state/gallery/transformer/card_look.h"
#include "tests/app/state/heads/over_small.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(TransformerCardState, KeysWalkThePlacesThatItsHeadLooksAt) {
    AppState s = test::over_small("a b c d");
    s.view = "gallery";
    s.gallery.opened = true;
    ASSERT_TRUE(shows_transformer_card(s));
    s.gallery.transformer.chosen = {HeadsOf::Past, 0, 0};
    update(s, {"next-column"});
    EXPECT_TRUE(s.selection.past);
    EXPECT_EQ(s.selection.column, 0);
    EXPECT_EQ(s.selection.source_column(), -1) << "no place of the source";
    EXPECT_TRUE(playhead_of(s).past);
    s.gallery.transformer.chosen = {HeadsOf::Cross, 0, 0};
    update(s, {"next-column"});
    EXPECT_FALSE(s.selection.past);
    EXPECT_EQ(s.selection.source_column(), s.selection.column);
    Command written{"select-column", "", 0, 2};
    written.x = 1;
    update(s, written);
    EXPECT_TRUE(s.selection.past);
    EXPECT_EQ(s.selection.source_column(), -1);
}

} // namespace
} // namespace heed
