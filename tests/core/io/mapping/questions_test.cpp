// What is asked of a draft, and what is said where it cannot be run: of units that are made by hand.
#include "core/io/mapping/questions.h"

#include <gtest/gtest.h>

namespace heed::io::mapping {
namespace {

Unit cell(const std::string& stack, bool reversed, std::int64_t columns, std::int64_t hidden) {
    Unit unit;
    unit.kind = Unit::Kind::Cell;
    const std::string end = reversed ? "_l0_reverse" : "_l0";
    unit.name = stack + ".*" + end;
    unit.stack = stack;
    unit.weight_ih = stack + ".weight_ih" + end;
    unit.weight_hh = stack + ".weight_hh" + end;
    unit.reversed = reversed;
    unit.columns = columns;
    unit.hidden = hidden;
    unit.gates = 3;
    return unit;
}

Unit layer(const std::string& name, std::int64_t rows, std::int64_t columns) {
    Unit unit;
    unit.kind = Unit::Kind::Layer;
    unit.name = unit.weight = name;
    unit.shape = {rows, columns};
    unit.rows = rows;
    unit.columns = columns;
    return unit;
}

/// keon's, of one layer: both directions added, the decoder as large as one of them.
std::vector<Unit> units() {
    return {layer("encoder.embed.weight", 13, 5), cell("encoder.gru", false, 5, 6),
            cell("encoder.gru", true, 5, 6),      layer("decoder.embed.weight", 10, 5),
            cell("decoder.gru", false, 11, 6),    layer("decoder.out.weight", 10, 12)};
}

TEST(Questions, OneLayerHasNoLastStatesToChooseFrom) {
    const Draft asked = draft(guess(units()), {});
    ASSERT_TRUE(asked.ready()) << asked.problems.front();
    EXPECT_EQ(asked.answer("start"), "forward");
    EXPECT_EQ(asked.find("from"), nullptr);
}

// What the cell reads is no size of theirs where the target's embedding is not known either; nor can that
// embedding make them where nothing of its width is there.
TEST(Questions, NothingIsSaidOfLogitsThatAreNotThereYet) {
    using Given = std::map<std::string, Part>;
    for (const Given& given :
         {Given{{"decoder.embed.weight", Part::None}, {"decoder.out.weight", Part::None}},
          Given{{"decoder.out.weight", Part::None}}})
        EXPECT_EQ(draft(guess(units(), given), {}).problems,
                  std::vector<std::string>{"Nothing makes the logits yet"});
}

} // namespace
} // namespace heed::io::mapping
