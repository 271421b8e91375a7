#include "app/views/base/type_ahead.h"

#include "core/text/fold.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

const std::vector<std::string> lines = {"the treaty", "the agreement was signed", "thesis",
                                        "été 1992",   "the agreements",           "Москва"};

struct List {
    TypeAhead typing;
    int row = 0;
    double now = 0;

    int type(const std::string& chord) {
        const int found = typing.find({chord}, now, row, static_cast<int>(lines.size()),
                                      [](int n) { return lines[static_cast<std::size_t>(n)]; });
        now += 0.1;
        if (found >= 0) row = found;
        return found;
    }
    int type_all(const std::string& letters) {
        int found = -1;
        for (const char c : letters) found = type(c == ' ' ? "Space" : std::string(1, c));
        return found;
    }
};

TEST(TypeAhead, SpaceAfterLettersIsTyped) {
    List list;
    EXPECT_FALSE(list.typing.goes_on(list.now));
    EXPECT_EQ(list.type("Space"), -1) << "of nothing typed: it presses the row";
    EXPECT_EQ(list.typing.typed, "");
    EXPECT_EQ(list.type_all("THE AGREEMENTS"), 4);
    EXPECT_TRUE(list.typing.goes_on(list.now));
    list.now += 2;
    EXPECT_FALSE(list.typing.goes_on(list.now)) << "a second later it presses again";
    EXPECT_EQ(list.type("Space"), -1);
    EXPECT_EQ(list.type_all("THE T"), 0);
}

TEST(TypeAhead, EveryScriptIsTyped) {
    List list;
    EXPECT_EQ(list.type("é"), 3);
    list.now += 2;
    EXPECT_EQ(list.type("м"), 5);
    EXPECT_EQ(list.type("о"), 5);
    EXPECT_EQ(list.type("Down"), -1) << "a key is no letter";
    EXPECT_EQ(list.typing.typed, "мо");
}

TEST(TypeAhead, AFilterStaysUntilItIsTakenBack) {
    TypeAhead typing;
    EXPECT_FALSE(typing.filter({"Space", "Down", "Backspace"}, 0)); // nothing was typed yet
    EXPECT_TRUE(typing.filter({"É"}, 0));
    EXPECT_EQ(typing.typed, folded("É"));
    EXPECT_TRUE(typing.filter({"t", "Space", "x"}, 60)); // however long ago
    EXPECT_EQ(typing.typed, folded("ét x"));
    EXPECT_TRUE(typing.goes_on(60)); // Space types on
    for (int n = 0; n < 4; ++n) EXPECT_TRUE(typing.filter({"Backspace"}, 61)) << n;
    EXPECT_EQ(typing.typed, "");
    EXPECT_FALSE(typing.filter({"Backspace"}, 61));
}

} // namespace
} // namespace heed
