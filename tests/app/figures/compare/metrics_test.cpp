// What is said beside the panels of a comparison: metrics, pairs, the profile; and all of it on paper.
#include "app/figures/compare/metric_words.h"
#include "core/base/error.h"
#include "tests/app/figures/compare/compare_checks.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heed {
namespace {

struct CompareMetrics : test::compare::Compared {};

TEST_F(CompareMetrics, MetricsPrintTheNumbersAndTheBestInBold) {
    const auto panels = sample_panels({6});
    const CompareNumbers numbers = compare_numbers(panels);
    const Scene scene = compare_side(panels, {}, 420, 784, style);
    EXPECT_EQ(count(scene, "AER"), 1);
    EXPECT_EQ(numbers.rows[0].error, 0.0);
    EXPECT_GT(*numbers.rows[4].error, 0.1);
    std::vector<std::string> bold;
    for (const TextItem* t : items_of<TextItem>(scene))
        if (t->face == Face::MonoSemibold) bold.push_back(t->text);
    EXPECT_EQ(bold.size(), 6u); // the best log-probability, and five models without an error
    EXPECT_EQ(count(compare_side(sample_panels({6, 13, 14, true, false}), {}, 420, 784, style), "AER"), 0);
}

/// 340 px: beside the panels of a window 1280 wide.
TEST_F(CompareMetrics, NamesOfNineFunctionsAreWhole) {
    auto panels = sample_panels({9});
    panels[4].title = "general, tanh";
    panels[5].title = "token, language";
    for (const float width : {308.0f, 340.0f, 372.0f, 420.0f}) {
        const Scene scene = compare_side(panels, {}, width, 584, style);
        for (const ComparePanel& panel : panels)
            EXPECT_GE(count(scene, panel.title), 3) << panel.title << width;
        EXPECT_EQ(overlapping(scene, *metrics), "");
        EXPECT_EQ(outside(scene, *metrics), "");
    }
}

/// One column more, and sharpness where there is room for it.
TEST_F(CompareMetrics, BesideTausNamesAreWholeToo) {
    auto panels = sample_panels({9});
    panels[4].title = "general, tanh";
    panels[5].title = "token, language";
    for (ComparePanel& panel : panels) {
        panel.meaning.emplace();
        if (panel.trace->has_weights())
            panel.meaning->gradient = {-0.25, -0.5, 0, 11};
        else
            panel.meaning->none = "This model has no weights.";
    }
    CompareOptions measuring;
    measuring.measuring = true;
    for (const float width : {308.0f, 340.0f, 372.0f, 420.0f, 560.0f}) {
        const Scene scene = compare_side(panels, measuring, width, 584, style);
        for (const ComparePanel& panel : panels)
            EXPECT_GE(count(scene, panel.title), 3) << panel.title << width;
        EXPECT_EQ(overlapping(scene, *metrics), "") << width;
        EXPECT_EQ(outside(scene, *metrics), "") << width;
        EXPECT_EQ(count(scene, "τ grad"), 1) << width;
        EXPECT_EQ(count(scene, "−.25"), 8) << width;
        EXPECT_EQ(count(scene, "sharpness"), width < 360 ? 0 : 1) << width;
    }
    EXPECT_EQ(count(compare_side(panels, {}, 420, 584, style), "τ grad"), 0) << "nobody measures them";
    for (ComparePanel& panel : panels) panel.meaning.reset();
    EXPECT_EQ(count(compare_side(panels, measuring, 420, 584, style), "τ grad"), 1) << "it is being measured";
    for (ComparePanel& panel : panels) {
        panel.meaning.emplace();
        panel.meaning->none = "These weights were computed elsewhere.";
    }
    EXPECT_EQ(count(compare_side(panels, measuring, 420, 584, style), "τ grad"), 0) << "there is none";
}

/// 3e-13 nats are not none.
TEST_F(CompareMetrics, TheLeastEntropyIsNotZero) {
    using compare::metric_text;
    EXPECT_EQ(metric_text(compare::MetricKind::Entropy, 3e-13), "<.001");
    EXPECT_EQ(metric_text(compare::MetricKind::Entropy, 0), "0");
    EXPECT_EQ(metric_text(compare::MetricKind::Entropy, 0.0301), "0.030");
}

TEST_F(CompareMetrics, ThePairsAreTheirDivergences) {
    const auto panels = sample_panels({9});
    const CompareNumbers numbers = compare_numbers(panels);
    for (std::size_t a = 0; a < 9; ++a)
        for (std::size_t b = 0; b < 9; ++b) {
            EXPECT_EQ(numbers.divergence[a * 9 + b], numbers.divergence[b * 9 + a]);
            EXPECT_EQ(numbers.divergence[a * 9 + b].has_value(), a < 8 && b < 8); // the ninth has no weights
        }
    const Scene scene = compare_side(panels, {}, 420, 784, style);
    int pairs = 0;
    for (const Pick& pick : scene.picks) pairs += pick.id.name == "difference" && pick.id.i > pick.id.j;
    EXPECT_EQ(pairs, 36);
}

double relative_luminance(Color c) { // WCAG 2
    const auto linear = [](std::uint8_t channel) {
        const double x = channel / 255.0;
        return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

/// Whatever the grey of a pair's cell, its number reads: 4.5 to 1.
TEST_F(CompareMetrics, NumbersOfPairsReadOnTheirCells) {
    const auto panels = sample_panels({6});
    for (const Theme theme : {Theme::Dark, Theme::Light})
        for (double bits = 0; bits <= 1; bits += 0.04) {
            CompareNumbers numbers = compare_numbers(panels);
            for (auto& value : numbers.divergence) value = bits;
            CompareOptions options;
            options.numbers = &numbers;
            const Scene scene = compare_side(panels, options, 420, 784, style_of(theme));
            int cells = 0;
            for (const Pick& pick : scene.picks) {
                if (pick.id.name != "difference") continue;
                const RectItem* cell = nullptr;
                const TextItem* number = nullptr;
                for (const RectItem* r : items_of<RectItem>(scene))
                    if (r->box.x == pick.box.x && r->box.y == pick.box.y && r->box.w == pick.box.w) cell = r;
                for (const TextItem* t : items_of<TextItem>(scene))
                    if (std::abs(t->at.x - pick.box.centre().x) < .5f &&
                        std::abs(t->at.y - pick.box.centre().y) < .5f)
                        number = t;
                if (!cell || !number) continue;
                ++cells;
                const double a = relative_luminance(cell->fill), b = relative_luminance(number->color);
                EXPECT_GE((std::max(a, b) + .05) / (std::min(a, b) + .05), 4.5) << bits;
            }
            EXPECT_GT(cells, 0);
        }
}

TEST_F(CompareMetrics, ColumnsOfPairsAreToldApartByOneWord) {
    auto panels = sample_panels({6}); // additive, dot, scaled dot, general, location, local-p
    const auto heads = [&] {
        std::vector<std::string> words;
        const Scene scene = compare_side(panels, {}, 372, 784, style);
        for (const TextItem* t : items_of<TextItem>(scene))
            if (t->align == Align::Centre && t->face == Face::Regular) words.push_back(t->text);
        return words;
    };
    const auto has = [](const std::vector<std::string>& words, const char* word) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    EXPECT_TRUE(has(heads(), "scaled"));
    panels[4].title = "general, tanh";
    EXPECT_TRUE(has(heads(), "general"));
    EXPECT_TRUE(has(heads(), "tanh"));
}

/// Heads of one run: what it wrote is as likely in each, and each column of pairs has its name.
TEST_F(CompareMetrics, HeadsOfOneRunAreNamedAndTheirRunIsSaidOnce) {
    auto panels = sample_panels({9});
    const auto run = panels[0].trace;
    for (std::size_t n = 0; n < panels.size(); ++n) {
        panels[n].trace = run;
        panels[n].title = n == 0   ? "its own"
                          : n == 1 ? "mean of 8"
                                   : "layer 1, head " + std::to_string(n - 1);
    }
    for (const float width : {308.0f, 340.0f, 420.0f}) {
        const Scene scene = compare_side(panels, {}, width, 584, style);
        EXPECT_EQ(count(scene, "log-prob"), 0) << width; // no column
        EXPECT_TRUE(says(scene, "log-prob −")) << width;
        EXPECT_EQ(count(scene, "1:6"), 1) << width; // the last but one column
        EXPECT_EQ(overlapping(scene, *metrics), "") << width;
        for (const LaidText& text : laid_texts(scene, *metrics))
            EXPECT_LE(text.box.right(), width - 15.5f) << text.item->text;
    }
}

TEST_F(CompareMetrics, TheProfileIsOfTheOutputLookedAt) {
    CompareOptions options;
    options.hover = {2, 4, 6};
    const auto panels = sample_panels({6});
    EXPECT_EQ(count(compare_side(panels, options, 420, 784, style), "Where “la” looks"), 1);
    EXPECT_TRUE(says(compare_side(panels, {}, 420, 784, style), "where they differ most"));
    options.hover = {};
    options.rows = 3; // the newest of those revealed
    EXPECT_EQ(count(compare_side(panels, options, 420, 784, style), "output 3"), 1);
}

/// A matched output may stand elsewhere in the other run.
TEST_F(CompareMetrics, RowsThatDifferAreNotSaidToBeAlike) {
    const auto panels = sample_panels({2});
    CompareNumbers numbers = compare_numbers(panels);
    numbers.most_different = -1;
    CompareOptions options;
    options.numbers = &numbers;
    const auto said = [&] {
        const auto all = words(compare_side(panels, options, 420, 784, style));
        return std::any_of(all.begin(), all.end(),
                           [](const auto& t) { return t.find("no row differs") != std::string::npos; });
    };
    EXPECT_FALSE(said());
    std::fill(numbers.divergence.begin(), numbers.divergence.end(), 0.0);
    EXPECT_TRUE(said());
}

TEST_F(CompareMetrics, NumbersMadeBeforeGiveTheSameFigure) {
    const auto panels = sample_panels({6});
    const CompareNumbers numbers = compare_numbers(panels);
    CompareOptions options;
    const std::string plain = render_picture(compare_side(panels, options, 420, 784, style), FileKind::Svg);
    options.numbers = &numbers;
    EXPECT_EQ(render_picture(compare_side(panels, options, 420, 784, style), FileKind::Svg), plain);
}

TEST_F(CompareMetrics, APageHoldsTheMapsAndNothingOverlaps) {
    for (const int n : {1, 2, 3, 6, 9})
        for (const auto& [sources, outputs] : {std::pair{1, 1}, {5, 5}, {13, 14}, {60, 40}})
            for (const float width : {84.0f, 174.0f})
                for (const bool of_words : {true, false}) {
                    SCOPED_TRACE(std::to_string(n) + " maps of " + std::to_string(sources) + " on " +
                                 std::to_string(width));
                    PaperSettings settings;
                    settings.width_mm = width;
                    settings.title = "Where models look while they write, and what it tells about them";
                    const Scene scene = paper_compare(
                        sample_panels({n, sources, outputs, of_words, true, true}), settings, style);
                    EXPECT_EQ(unsound(scene), "");
                    EXPECT_EQ(outside(scene, *metrics), "");
                    EXPECT_EQ(overlapping(scene, *metrics), "");
                    for (const TextItem* t : items_of<TextItem>(scene)) EXPECT_GE(t->size, 7) << t->text;
                    EXPECT_EQ(items_of<MatrixItem>(scene).size() - 1,
                              static_cast<std::size_t>(std::min(n, 8)));
                }
    EXPECT_THROW(paper_compare({}, {}, style), Error);
}

TEST_F(CompareMetrics, APageShowsThePartAskedFor) {
    PaperSettings settings;
    settings.width_mm = 174;
    settings.first_row = 2;
    settings.last_row = 4;
    settings.first_column = 1;
    settings.last_column = 1;
    const Scene scene = paper_compare(sample_panels({2}), settings, style);
    const auto all = maps(scene);
    EXPECT_EQ(all[0]->rows, 3);
    EXPECT_EQ(all[0]->columns, 1);
}

/// At another temperature a head that is off is said, too, and underlined: the temperature is said once.
TEST_F(CompareMetrics, AtAnotherTemperatureWhatElseWasChangedIsSaid) {
    auto panels = sample_panels({3, 13, 14, true, false});
    const auto edited = [&](std::size_t k, const auto& edit) {
        Trace run = *panels[k].trace;
        edit(run.request.edits);
        panels[k].trace = std::make_shared<const Trace>(std::move(run));
    };
    for (std::size_t k = 0; k < panels.size(); ++k) edited(k, [](Edits& edits) { edits.temperature = 2; });
    CompareOptions warm;
    warm.temperature = 2;
    const auto notes = [&](const std::string& part) {
        const auto all = words(compare_side(panels, warm, 420, 784, style));
        return std::count_if(all.begin(), all.end(),
                             [&](const std::string& w) { return w.find(part) != w.npos; });
    };
    EXPECT_EQ(notes("changed"), 0);
    edited(1, [](Edits& edits) { edits.heads[{HeadKind::Cross, 0, 0}] = {}; });
    EXPECT_EQ(notes("at T = 2, underlined: changed by hand"), 1);
    EXPECT_EQ(notes("as the models wrote them"), 0);
    for (const std::size_t k : {0u, 2u})
        edited(k, [](Edits& edits) { edits.heads[{HeadKind::Cross, 0, 0}] = {}; });
    EXPECT_EQ(notes("at T = 2, as you changed them"), 1);
}

} // namespace
} // namespace heed
