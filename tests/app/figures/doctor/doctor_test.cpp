#include "app/figures/doctor/doctor.h"

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
    return {{fault, notice, harmless},
            {"Padding is read", "Units are saturated"},
            {"It reads its own future"},
            200};
}

TEST(DoctorFigure, EveryWidthAndThemeIsSound) {
    const doctor::Diagnosis found = some_findings();
    for (const float width : {300.0f, 356.0f, 420.0f})
        for (const Theme theme : {Theme::Dark, Theme::Light}) {
            const StubMetrics metrics;
            FigureStyle style;
            style.theme = theme;
            style.metrics = &metrics;
            const Scene scene = doctor_column({&found, false, 200, 200, 0, ""}, width, style);
            EXPECT_EQ(unsound(scene), "") << width;
            EXPECT_EQ(outside(scene, metrics), "") << width;
            EXPECT_EQ(overlapping(scene, metrics), "") << width;
            ASSERT_EQ(scene.picks.size(), 3u);
            for (std::size_t k = 1; k < 3; ++k)
                EXPECT_GT(scene.picks[k].box.y, scene.picks[k - 1].box.bottom()); // cards do not touch
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
    EXPECT_NE(words({nullptr, true, 12, 500, -1, ""}).find("12 of 500"), std::string::npos);
    EXPECT_NE(words({nullptr, false, 0, 1, -1, "Too long."}).find("Too long."), std::string::npos);
    const doctor::Diagnosis nothing{{}, {"Padding is read"}, {}, 200};
    EXPECT_NE(words({&nothing, false, 0, 0, -1, ""}).find("Nothing found"), std::string::npos);
}

} // namespace
} // namespace heed
