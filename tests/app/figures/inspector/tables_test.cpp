#include "app/figures/inspector/tables.h"
#include "tests/app/figures/figure_test.h"

namespace heed {
namespace {

struct InspectorTables : FigureTest {
    /// How many bars and grounds of bars a row draws.
    std::size_t bars(float share) const {
        inspector::Column column(320, style);
        inspector::table_row(column, {.token = "driver 1", .number = "3.91", .share = share});
        return items_of<RectItem>(column.scene).size();
    }
};

TEST_F(InspectorTables, AScoreThatHasNoShareYetHasNoBar) {
    EXPECT_EQ(bars(-1), 0u);
    EXPECT_EQ(bars(0), 2u) << "a weight of zero is a weight: its ground and a thin line";
    EXPECT_EQ(bars(0.5f), 2u);
}

} // namespace
} // namespace heed
