#include "app/text/line.h"
#include "app/views/base/field.h"
#include "tests/support/scripts.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

/// A field without a window.
struct Keys {
    TextEdit edit;
    std::string clipboard;
    bool exact_spaces = false;
    FieldResult result;

    explicit Keys(std::string_view text) : edit(text) {}
    TextPlaces places() const { return TextSetter().line(edit.text(), Face::Mono, 16)->places(); }
    bool key(const FieldKey& key) {
        return edit_by_key(
            edit, key, [this] { return places(); },
            {[this] { return clipboard; }, [this](const std::string& text) { clipboard = text; }},
            exact_spaces, result);
    }
    Keys& press(const std::vector<std::string>& chords) {
        for (const std::string& chord : chords) EXPECT_TRUE(key({.chord = chord})) << chord;
        return *this;
    }
};

TEST(FieldKeys, LatinText) {
    Keys f("the treaty");
    f.press({"Home", "Ctrl+Right", "Ctrl+Shift+Right"});
    EXPECT_EQ(f.edit.selected(), " treaty");
    f.press({"Left"});
    EXPECT_EQ(f.edit.caret(), 3u) << "to the left end of the selection";
    f.press({"Shift+End", "Right"});
    EXPECT_EQ(f.edit.caret(), 10u);
    f.press({"Shift+Left", "Shift+Left", "Backspace"});
    EXPECT_EQ(f.edit.text(), "the trea");
    f.press({"Ctrl+Backspace", "Ctrl+Z", "Ctrl+Z"});
    EXPECT_EQ(f.edit.text(), "the treaty");
    f.press({"Ctrl+Shift+Z"});
    EXPECT_EQ(f.edit.text(), "the trea");
    f.press({"Ctrl+Y"});
    EXPECT_EQ(f.edit.text(), "the ");
}

TEST(FieldKeys, WhatIsNoKeyOfAFieldIsNotTaken) {
    Keys f("a");
    for (const char* chord : {"Up", "Down", "Tab", "Esc", "Space", "Ctrl+K", "PageUp", "F1", "Ctrl+Shift+A"})
        EXPECT_FALSE(f.key({.chord = chord})) << chord;
    EXPECT_EQ(f.edit.text(), "a");
    EXPECT_TRUE(f.key({.text = "é"}));
    EXPECT_EQ(f.edit.text(), "aé");
}

TEST(FieldKeys, ArrowsGoWhereTheyPoint) {
    Keys f("שלום");
    f.press({"Home", "Left", "Delete"}); // it begins at the right
    EXPECT_EQ(f.edit.text(), "שום");
    f.press({"Ctrl+Z", "End", "Right", "Backspace"});
    EXPECT_EQ(f.edit.text(), "שלם");
    f.press({"Home", "Ctrl+Left"});
    EXPECT_EQ(f.edit.caret(), f.edit.text().size());
}

TEST(FieldKeys, EveryScriptIsWalkedThroughAndBack) {
    for (const ScriptSample& sample : script_samples) {
        Keys f(sample.text);
        const bool leftwards = f.places().right_to_left;
        f.press({"Home"});
        std::size_t steps = 0;
        while (f.edit.caret() < sample.text.size() && steps < 100) {
            f.press({leftwards ? "Left" : "Right"});
            ++steps;
        }
        EXPECT_EQ(steps, f.places().parts.size()) << sample.name;
        while (f.edit.caret() > 0 && steps > 0) {
            f.press({leftwards ? "Right" : "Left"});
            --steps;
        }
        EXPECT_EQ(f.edit.caret(), 0u) << sample.name;
    }
}

TEST(FieldKeys, CopyCutAndPasteInEveryScript) {
    for (const ScriptSample& sample : script_samples) {
        Keys f(sample.text);
        f.press({"Ctrl+A", "Ctrl+C"});
        EXPECT_EQ(f.clipboard, sample.text);
        f.press({"Ctrl+X"});
        EXPECT_EQ(f.edit.text(), "");
        f.press({"Shift+Insert", "Ctrl+V"});
        EXPECT_EQ(f.edit.text(), std::string(sample.text) + std::string(sample.text));
    }
    Keys nothing("abc");
    nothing.clipboard = "kept";
    nothing.press({"Ctrl+C", "Ctrl+X", "Shift+Delete"});
    EXPECT_EQ(nothing.clipboard, "kept") << "where nothing is selected nothing is copied";
    EXPECT_EQ(nothing.edit.text(), "abc");
}

TEST(FieldKeys, PastedLines) {
    Keys f("");
    f.clipboard = "the agreement\n\twas  signed\r\n";
    f.press({"Ctrl+V"});
    EXPECT_EQ(f.edit.text(), "the agreement was signed");
    EXPECT_EQ(f.result.pasted, f.clipboard);
    Keys path("");
    path.exact_spaces = true;
    path.clipboard = "/a  b.txt\n";
    path.press({"Ctrl+V"});
    EXPECT_EQ(path.edit.text(), "/a  b.txt");
    EXPECT_EQ(path.result.pasted, "") << "one line is no list";
    Keys full("");
    full.edit = TextEdit("", 10);
    full.clipboard = std::string(20, 'x');
    full.press({"Ctrl+V"});
    EXPECT_TRUE(full.result.cut_short);
}

} // namespace
} // namespace heed
