#include "app/cli/print/so_far.h"

#include <gtest/gtest.h>

namespace heed::cli {
namespace {

TEST(SoFar, TheEndOfWhatIsWrittenFits) {
    EXPECT_EQ(so_far_line("le chat", 40), "→ le chat");
    EXPECT_EQ(so_far_line("le chat", 10), "→ le chat");
    EXPECT_EQ(so_far_line("le chat dort", 10), "→ …t dort");
    EXPECT_EQ(display_width(so_far_line("猫猫猫猫猫猫猫猫", 10)), 9);
    EXPECT_EQ(so_far_line("a\x1b[2Jb", 40), "→ a\xEF\xBF\xBD[2Jb") << "nothing in it moves the cursor";
}

TEST(SoFar, ThereIsNobodyToTellWhereThereIsNoTerminal) { EXPECT_FALSE(SoFar(Terminal{}).telling().so_far); }

} // namespace
} // namespace heed::cli
