#include "app/state/inputs.h"

#include "app/state/session/history.h"
#include "app/state/session/session.h"
#include "app/state/session/state_json.h"
#include "app/state/update.h"
#include "core/models/model.h"
#include "tests/support/scripts.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

AppState with_model() {
    AppState s;
    s.model = std::make_shared<Model>();
    s.model_name = s.settings.model = "dates";
    return s;
}

/// As the field does it: the text on one line first, then what it was.
void paste(AppState& s, const std::string& text, const std::string& as_one) {
    update(s, {"type", as_one});
    update(s, {"offer-inputs", text});
}

TEST(Inputs, PastedLinesAreOfferedAndWalkedThrough) {
    AppState s = with_model();
    paste(s, "3 March 1987\n\n4 April 1988\r\n5 May 1990\n", "3 March 1987 4 April 1988 5 May 1990");
    EXPECT_EQ(s.inputs.offered.size(), 3u);
    EXPECT_FALSE(is_enabled(command_info("next-input"), s));
    update(s, {"open-inputs"});
    EXPECT_TRUE(s.inputs.offered.empty());
    EXPECT_EQ(s.input, "3 March 1987");
    EXPECT_FALSE(is_enabled(command_info("previous-input"), s));
    update(s, {"next-input"});
    update(s, {"next-input"});
    EXPECT_EQ(s.input, "5 May 1990");
    EXPECT_EQ(s.inputs.place(s.input), 2);
    EXPECT_FALSE(is_enabled(command_info("next-input"), s));
    update(s, {"next-input"});
    EXPECT_EQ(s.input, "5 May 1990") << "the last stays the last";
    update(s, {"previous-input"});
    EXPECT_EQ(s.input, "4 April 1988");
    update(s, {.id = "go-to-input", .i = 0});
    EXPECT_EQ(s.input, "3 March 1987");
    update(s, {.id = "go-to-input", .i = -7});
    update(s, {.id = "go-to-input", .i = 99});
    EXPECT_EQ(s.input, "5 May 1990");
    update(s, {"close-inputs"});
    EXPECT_FALSE(s.inputs.open());
    EXPECT_EQ(s.input, "5 May 1990");
}

TEST(Inputs, WhatIsUndoneIsFoundInTheList) {
    AppState s = with_model();
    paste(s, "a\nb\nc", "a b c");
    update(s, {"open-inputs"});
    update(s, {"next-input"});
    update(s, {"next-input"});
    s.input = "a"; // undo brings back the input alone
    EXPECT_EQ(s.inputs.place(s.input), 0);
    update(s, {"next-input"});
    EXPECT_EQ(s.input, "b");
    update(s, {"type", "something else"});
    update(s, {"next-input"});
    EXPECT_EQ(s.input, "c") << "on from the one chosen last";
}

TEST(Inputs, AnOfferEndsWhereTheInputChangesOrIsRefused) {
    AppState s = with_model();
    paste(s, "a\nb", "a b");
    update(s, {"type", "a b c"});
    EXPECT_TRUE(s.inputs.offered.empty());
    paste(s, "a\nb", "a b");
    update(s, {"dismiss-inputs"});
    EXPECT_TRUE(s.inputs.offered.empty());
    EXPECT_EQ(s.input, "a b");
    s.input = "z";
    s.history.steps = {{"Opened", version_of(s)}};
    s.input = "a b";
    s.history.steps.push_back({"Typed", version_of(s)});
    s.history.now = 1;
    update(s, {"offer-inputs", "a\nb"});
    EXPECT_EQ(s.inputs.offered.size(), 2u);
    update(s, {"undo"}); // what was pasted is gone, and with it the offer
    EXPECT_EQ(s.input, "z");
    EXPECT_TRUE(s.inputs.offered.empty());
    update(s, {"redo"});
    EXPECT_EQ(s.input, "a b");
    update(s, {"offer-inputs", "one line\n"});
    EXPECT_TRUE(s.inputs.offered.empty());
    EXPECT_FALSE(is_enabled(command_info("open-inputs"), s));
    update(s, {"open-inputs"});
    EXPECT_FALSE(s.inputs.open());
    EXPECT_EQ(s.input, "a b");
}

TEST(Inputs, TheListIsShownWhileThereIsOne) {
    AppState s = with_model();
    const CommandInfo& show = command_info("show-inputs");
    EXPECT_FALSE(is_enabled(show, s));
    for (const char* way : {"show-inputs", "menu"}) {
        update(s, {.id = way, .i = static_cast<int>(Menu::Inputs)});
        EXPECT_EQ(s.menu, Menu::None) << way << ": there is no list";
    }
    paste(s, "a\nb\nc", "a b c");
    update(s, {"open-inputs"});
    EXPECT_TRUE(is_enabled(show, s));
    update(s, {"show-inputs"});
    EXPECT_EQ(s.menu, Menu::Inputs);
    update(s, {"show-inputs"});
    EXPECT_EQ(s.menu, Menu::None);
    update(s, {"show-inputs"});
    update(s, {"close-inputs"});
    EXPECT_EQ(s.menu, Menu::None);
}

TEST(Inputs, WhatDidNotFitIsSaidWithTheMostThatFits) {
    AppState s = with_model();
    update(s, {.id = "paste-cut-short", .i = 60'000});
    ASSERT_EQ(s.toasts.size(), 1u);
    EXPECT_EQ(s.toasts[0].title, "Not all of it was pasted");
    EXPECT_NE(s.toasts[0].detail.find("bytes; what did not fit was left out."), std::string::npos)
        << s.toasts[0].detail;
}

TEST(Inputs, ASessionKeepsTheListInEveryScript) {
    AppState s = with_model();
    std::string lines;
    for (const ScriptSample& sample : script_samples) lines += std::string(sample.text) + "\n";
    update(s, {"offer-inputs", lines});
    update(s, {"open-inputs"});
    for (int n = 0; n < 4; ++n) update(s, {"next-input"});
    const Session read = parse_session(session_text(s), "f");
    EXPECT_EQ(read.inputs.lines, s.inputs.lines);
    EXPECT_EQ(read.inputs.at, 4);
    const auto dump = nlohmann::json::parse(state_text(s));
    EXPECT_EQ(dump["inputs"]["lines"].size(), script_samples.size());
    EXPECT_EQ(dump["inputs"]["lines"][10], std::string(script_samples[10].text));
    EXPECT_EQ(dump["input"], std::string(script_samples[4].text));
}

} // namespace
} // namespace heed
