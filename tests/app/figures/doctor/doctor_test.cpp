#include "app/figures/doctor/doctor.h"
#include "app/figures/doctor/page.h"

#include "tests/app/figures/figure_test.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/stub_metrics.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

doctor::Diagnosis some_findings() {
    doctor::Finding fault;
    fault.severity = doctor::Severity::Fault;
    fault.title = "The softmax runs over the wrong axis";
    fault.words = "Rows do not sum to 1 (3.2 on average), columns do.";
    fault.likely = "the softmax was taken over the outputs, not over the source.";
    fault.advice = "the softmax over the source’s axis: of scores (outputs, source) the last one.";
    fault.shown = 34;
    fault.looked = 200;
    fault.drawing.kind = doctor::Drawing::Kind::Rows;
    fault.drawing.map = Eigen::MatrixXf::Constant(12, 7, .25f);
    fault.drawing.first_row = 2;
    fault.drawing.last_row = 4;
    doctor::Finding notice = fault;
    notice.severity = doctor::Severity::Notice;
    notice.drawing = {};
    notice.drawing.kind = doctor::Drawing::Kind::Columns;
    notice.drawing.title = "scores as they are";
    notice.drawing.beside_title = "divided by √512";
    for (int k = 0; k < 13; ++k) notice.drawing.bars.push_back({"word", k == 3 ? 1.0 : 0.0, k == 5});
    notice.drawing.beside = notice.drawing.bars;
    doctor::Finding harmless = notice;
    harmless.severity = doctor::Severity::Harmless;
    harmless.drawing = {};
    harmless.drawing.kind = doctor::Drawing::Kind::Shares;
    harmless.drawing.bars = {{"weight α", .38}, {"α × |h|", .03}};
    harmless.drawing.map = harmless.drawing.beside_map = Eigen::MatrixXf::Constant(9, 6, .4f);
    doctor::Finding curve = fault;
    curve.drawing = {};
    curve.drawing.kind = doctor::Drawing::Kind::Curve;
    curve.drawing.title = "right outputs, by tokens read";
    for (int k = 1; k <= 12; ++k) curve.drawing.bars.push_back({std::to_string(4 * k), 1 - .05 * k});
    curve.drawing.trained = 20;
    doctor::Finding stuck = fault;
    stuck.drawing.quote = "la banque de la banque de la";
    stuck.drawing.beside_title = "JS divergence of rows in turn, bits";
    for (int k = 0; k < 7; ++k) stuck.drawing.bars.push_back({"", k < 3 ? .3 : 0.0, k > 2});
    doctor::Diagnosis d;
    d.findings = {fault, notice, harmless, curve, stuck};
    d.not_found = {{"padding", "Padding is read", "a padding token and trials"},
                   {"tanh", "Units are saturated", "states"}};
    d.not_measured = {{"future", "It reads its own future", "right outputs and trials"}};
    d.sentences = 200;
    d.seconds = 6.4;
    return d;
}

std::vector<Pick> cards_of(const Scene& scene) {
    std::vector<Pick> cards;
    for (const Pick& pick : scene.picks)
        if (pick.id.name == "finding") cards.push_back(pick);
    return cards;
}

/// What could not be looked for says why, once pointed at.
void expect_needs(const Scene& scene, const doctor::Diagnosis& found) {
    for (const doctor::NoFinding& check : found.not_measured)
        EXPECT_TRUE(std::any_of(scene.picks.begin(), scene.picks.end(), [&](const Pick& pick) {
            return pick.id.name == check.id && pick.tooltip.find(check.needs) != std::string::npos;
        })) << check.id;
}

TEST(DoctorFigure, EveryWidthAndThemeIsSound) {
    const doctor::Diagnosis found = some_findings();
    for (const float width : {300.0f, 356.0f, 420.0f})
        for (const Theme theme : {Theme::Dark, Theme::Light}) {
            const StubMetrics metrics;
            FigureStyle style;
            style.theme = theme;
            style.metrics = &metrics;
            const Scene scene = doctor_column({&found, "", 0, ""}, width, style);
            EXPECT_EQ(unsound(scene), "") << width;
            EXPECT_EQ(outside(scene, metrics), "") << width;
            EXPECT_EQ(overlapping(scene, metrics), "") << width;
            const std::vector<Pick> cards = cards_of(scene);
            ASSERT_EQ(cards.size(), found.findings.size());
            for (std::size_t k = 1; k < cards.size(); ++k)
                EXPECT_GT(cards[k].box.y, cards[k - 1].box.bottom()); // cards do not touch
            expect_needs(scene, found);
        }
}

TEST(DoctorFigure, WhatIsNotThereYetIsSaid) {
    const StubMetrics metrics;
    FigureStyle style;
    style.metrics = &metrics;
    const auto words = [&](const DoctorPicture& picture) {
        std::string all;
        const Scene scene = doctor_column(picture, 356, style);
        for (const TextItem* text : items_of<TextItem>(scene)) all += text->text + " ";
        return all;
    };
    EXPECT_NE(words({nullptr, "12 of 500 sentences", -1, ""}).find("12 of 500"), std::string::npos);
    EXPECT_NE(words({nullptr, "", -1, "Too long."}).find("Too long."), std::string::npos);
    doctor::Diagnosis nothing;
    nothing.not_found = {{"padding", "Padding is read", ""}};
    nothing.sentences = 200;
    EXPECT_NE(words({&nothing, "", -1, ""}).find("Nothing found in 200 sentences."), std::string::npos);
    nothing.bad = 2;
    EXPECT_NE(words({&nothing, "", -1, ""}).find("2 bad lines"), std::string::npos);
}

TEST(DoctorPage, EveryWidthAndThemeIsSound) {
    const doctor::Diagnosis found = some_findings();
    for (const float width : {480.0f, 720.0f, 900.0f, 1240.0f, 1920.0f})
        for (const Theme theme : {Theme::Dark, Theme::Light})
            for (const char* model : {"", "translate/additive"}) {
                const StubMetrics metrics;
                FigureStyle style;
                style.theme = theme;
                style.metrics = &metrics;
                const Scene scene = doctor_page(
                    found, {.width = width, .chosen = 1, .model = model, .over = "lines.tsv"}, style);
                EXPECT_EQ(unsound(scene), "") << width;
                EXPECT_EQ(outside(scene, metrics), "") << width;
                EXPECT_EQ(overlapping(scene, metrics), "") << width;
                const std::vector<Pick> cards = cards_of(scene);
                ASSERT_EQ(cards.size(), found.findings.size());
                expect_needs(scene, found);
                for (const Pick& a : cards) {
                    EXPECT_GE(a.box.h, 234) << width;
                    for (const Pick& b : cards) // cards do not touch
                        EXPECT_TRUE(a.id.k == b.id.k || a.box.right() < b.box.x || b.box.right() < a.box.x ||
                                    a.box.bottom() < b.box.y || b.box.bottom() < a.box.y);
                }
            }
}

// As designed: two columns of cards 598 wide where there is room for them, else one.
TEST(DoctorPage, TwoColumnsWhereThereIsRoom) {
    const doctor::Diagnosis found = some_findings();
    const StubMetrics metrics;
    FigureStyle style;
    style.metrics = &metrics;
    const Scene wide = doctor_page(found, {.width = 1240}, style),
                narrow = doctor_page(found, {.width = 860}, style);
    EXPECT_FLOAT_EQ(wide.picks[0].box.w, 598);
    EXPECT_EQ(wide.picks[0].box.y, wide.picks[1].box.y);
    EXPECT_LT(narrow.picks[0].box.bottom(), narrow.picks[1].box.y);
}

TEST(DoctorPage, WhatWasFoundInASentence) {
    doctor::Diagnosis d = some_findings();
    EXPECT_EQ(findings_sentence(d).find("Five findings in 200 sentences. First: The softmax runs"), 0u)
        << findings_sentence(d);
    d.findings.resize(1);
    d.sentences = 1;
    EXPECT_EQ(findings_sentence(d).find("One finding in this sentence. The softmax runs"), 0u)
        << findings_sentence(d);
    d.findings.clear();
    EXPECT_EQ(findings_sentence(d), "Nothing found in this sentence.");
}

} // namespace
} // namespace heed
