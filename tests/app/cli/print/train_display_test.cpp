#include "app/cli/print/train_display.h"

#include <gtest/gtest.h>

namespace heed::cli {
namespace {

TrainStatus half_way() {
    TrainStatus s;
    s.title = "dates";
    s.made_of = "GRU 32, additive";
    s.parameters = 37842;
    s.seed = 7;
    s.threads = 8;
    s.recipe = "dates/additive.json";
    s.batch = 64;
    s.first_rate = 4e-3;
    s.last_rate = 1.2e-3;
    s.step = 6400;
    s.steps = 10000;
    s.loss = 0.0214;
    s.looks = {{100, 2, 0}, {6200, 0.036, 0.985}, {6400, 0.034, 0.983}};
    s.losses = {2, 1, 0.02};
    s.best = s.looks[1];
    s.speed = 212;
    s.examples = {{"3 March 1987", "1987-03-03", "1987-03-03", true},
                  {"Tuesday, 19 August 2014", "2014-08-19", "2014-08-19", true},
                  {"07/11/99", "1999-11-07", "1999-07-11", false}};
    return s;
}

std::string repeated(const std::string& what, int times) {
    std::string text;
    for (int k = 0; k < times; ++k) text += what;
    return text;
}

TEST(TrainDisplay, LaysOutThePicture) {
    Terminal plain_terminal;
    plain_terminal.columns = 100;
    const std::vector<std::string> expected{
        "",
        "dates   GRU 32, additive, 37 842 parameters, seed 7, 8 threads",
        "recipe dates/additive.json, batch 64, learning rate 4e-3 to 1.2e-3",
        "",
        repeated("━", 28) + repeated("─", 16) + "  64%   6 400 of 10 000",
        "",
        "loss     0.021  █▅▁              held out  0.034",
        "exact    98.3%  ▁██              best 98.5% at step 6 200",
        "speed    212 steps/s             17 s left",
        "",
        "3 March 1987              1987-03-03",
        "Tuesday, 19 August 2014   2014-08-19",
        "07/11/99                  1999-11-07   × should be 1999-07-11",
        "",
        "Ctrl+C stops and keeps the best model so far.",
        "",
    };
    EXPECT_EQ(draw(half_way(), plain_terminal), expected);
}

TEST(TrainDisplay, NeverWrapsAndKeepsItsHeight) {
    TrainStatus late = half_way(), early = half_way();
    early.step = 0;
    early.looks.clear();
    early.losses.clear();
    early.best.reset();
    early.speed = 0;
    late.examples[0].output = repeated("é", 300);
    for (const int columns : {1, 10, 40, 80}) {
        Terminal terminal;
        terminal.columns = columns;
        EXPECT_EQ(draw(late, terminal).size(), draw(early, terminal).size());
        for (const std::string& line : draw(late, terminal)) EXPECT_LT(display_width(line), columns) << line;
    }
}

TEST(TrainDisplay, NoHintOnceAllIsDone) {
    TrainStatus s = half_way();
    s.finished = true;
    const auto lines = draw(s, Terminal{});
    EXPECT_EQ(lines.size(), draw(half_way(), Terminal{}).size() - 2);
    EXPECT_EQ(lines.back(), "");
}

TEST(TrainDisplay, ColourOnlyWhereAsked) {
    Terminal terminal;
    for (const auto& line : draw(half_way(), terminal)) EXPECT_EQ(line.find('\x1b'), std::string::npos);
    terminal.color = true;
    EXPECT_NE(draw(half_way(), terminal)[12].find("\x1b[38;2;255;107;125m1999-11-07"), std::string::npos);
}

TEST(TrainDisplay, OneLineForALog) {
    TrainStatus s = half_way();
    s.step = 8500;
    s.loss = 0.01312;
    s.looks = {{8500, 0.024, 0.99}};
    s.speed = 211;
    EXPECT_EQ(log_line(s), "step 8500   loss 0.0131  held 0.0240  exact 0.990  211/s  left 7s");
}

TEST(TrainDisplay, Blocks) {
    EXPECT_EQ(blocks({}, 14, 1), "");
    EXPECT_EQ(blocks({0, 0.5, 1}, 14, 1), "▁▅█");
    EXPECT_EQ(blocks({0, 0, 1, 1}, 2, 1), "▁█");
    EXPECT_EQ(display_width(blocks(std::vector<double>(99, 1), 14, 1)), 14);
    EXPECT_EQ(rate_text(0.0012), "1.2e-3");
    EXPECT_EQ(rate_text(0.008), "8e-3");
    EXPECT_EQ(rate_text(1), "1e0");
}

} // namespace
} // namespace heed::cli
