// The export dialog as values: what it offers, what it writes over, what it says when that fails.
#include "app/export/numbers.h"
#include "app/state/session/state_json.h"
#include "app/state/update.h"
#include "core/base/error.h"
#include "tests/support/samples/sample_trace.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using Kind = Effect::Kind;

AppState ready_to_export() {
    AppState s;
    s.trace = std::make_shared<Trace>(sample_trace(13, 11));
    s.facts = s.trace->model;
    s.facts.name = "dates/additive";
    s.playback.at = s.total();
    s.settings.export_folder = "/tmp";
    return s;
}

std::vector<std::string> asked_for(const EffectList& effects, Kind kind) {
    std::vector<std::string> texts;
    for (const Effect& e : effects)
        if (e.kind == kind) texts.push_back(e.text);
    return texts;
}

using Texts = std::vector<std::string>;

TEST(Exporting, ASaveAsksBeforeItTakesThePlaceOfAFile) {
    AppState s = ready_to_export();
    EXPECT_EQ(asked_for(update(s, {"export"}), Kind::LookAtTarget), Texts{"/tmp/dates-additive.png"});
    EXPECT_EQ(asked_for(update(s, {"export-save"}), Kind::Save), Texts{"/tmp/dates-additive.png"});
    EXPECT_FALSE(s.exporting.replace);
    apply(s, TargetSeen{{"/tmp/dates-additive.png", "/tmp/dates-additive-2.png", true}, true});
    EXPECT_EQ(s.dialog, Dialog::Export);
    EXPECT_FALSE(s.exporting.busy);
    EXPECT_TRUE(state_to_json(s)["export"]["there"]);
    EXPECT_EQ(asked_for(update(s, {"export-replace"}), Kind::Save), Texts{"/tmp/dates-additive.png"});
    EXPECT_TRUE(s.exporting.replace);
    s.exporting.busy = false;
    EXPECT_EQ(asked_for(update(s, {"export-beside"}), Kind::Save), Texts{"/tmp/dates-additive-2.png"});
    EXPECT_FALSE(s.exporting.replace) << "nor is that one replaced, if it has come meanwhile";
}

TEST(Exporting, CellsThatAreTooSmallHaveNoNumbers) {
    const auto items = [](int sources, float width_mm, bool numbers) {
        AppState s = ready_to_export();
        s.trace = std::make_shared<Trace>(sample_trace(sources, 11));
        s.playback.at = s.total();
        ExportDialog e = s.exporting;
        e.figure = "heatmap";
        e.paper.width_mm = width_mm;
        e.paper.numbers = numbers;
        return export_picture(s, e, *paper_metrics()).scene.items.size();
    };
    EXPECT_EQ(items(60, 84, true), items(60, 84, false)) << "the dialog says so";
    EXPECT_GT(items(8, 174, true), items(8, 174, false));
}

TEST(Exporting, WhatWasSeenOfAnotherPathDoesNotCount) {
    AppState s = ready_to_export();
    update(s, {"export"});
    update(s, {"export-path", "/tmp/new.png"});
    apply(s, TargetSeen{{"/tmp/dates-additive.png", "/tmp/dates-additive-2.png", true}, false});
    EXPECT_FALSE(state_to_json(s)["export"]["there"]);
}

TEST(Exporting, AFailureIsSaidInTheDialogWhichComesBackForIt) {
    AppState s = ready_to_export();
    update(s, {"export"});
    update(s, {"export-save"});
    update(s, {"close-dialog"});
    apply(s, SaveFailed{"/tmp/a.png: not written: No space left on device"});
    EXPECT_EQ(s.dialog, Dialog::Export);
    EXPECT_EQ(s.exporting.error, "/tmp/a.png: not written: No space left on device.");
    EXPECT_TRUE(s.toasts.empty());
    update(s, {"export-path", "/tmp/b.png"});
    EXPECT_EQ(s.exporting.error, "") << "of another file";
}

TEST(Exporting, TheNameFollowsTheModelUntilTheUserGivesOne) {
    AppState s = ready_to_export();
    update(s, {"export"});
    s.facts.name = "reverse/dot";
    update(s, {"export"});
    EXPECT_EQ(s.exporting.path, "/tmp/reverse-dot.png");
    update(s, {"export-path", "/tmp/not-a-folder-of-anybody.svg"});
    EXPECT_EQ(s.exporting.kind, FileKind::Svg) << "the ending says what is written";
    update(s, {"export"});
    EXPECT_EQ(s.exporting.path, "/tmp/not-a-folder-of-anybody.svg");
    update(s, {"export-path", "/tmp/not-a-folder-of-anybody"});
    EXPECT_EQ(export_target(s.exporting), "/tmp/not-a-folder-of-anybody.svg");
}

/// What is offered changes the figure, and what is not does not.
void check_options(AppState s) {
    const auto metrics = paper_metrics();
    for (const std::string_view id : exportable_figures(s)) {
        update(s, {"export"});
        update(s, {"export-figure", std::string(id)});
        const FigureKind& figure = *find_figure(id);
        SCOPED_TRACE(id);
        EXPECT_EQ(s.exporting.paper.width_mm, figure.width_mm);
        const auto drawn = [&](const ExportDialog& options) {
            const Picture picture = export_picture(s, options, *metrics);
            return render_picture(picture.scene, FileKind::Svg, {picture.units_per_inch, 300});
        };
        const std::string before = drawn(s.exporting);
        const std::vector<std::tuple<std::string, bool, Command>> options{
            {"title", figure.options.title, {"export-title", "A title"}},
            {"numbers", figure.options.numbers, {"export-numbers"}},
            {"caption", figure.options.caption, {"export-caption"}},
            {"colours", figure.options.colours, {.id = "export-colours", .i = 1}},
            {"transparent", true, {"export-transparent"}},
            {"font", true, {"export-font", "", 10}},
            {"width", true, {"export-width", "", figure.width_mm == 84 ? 174.0 : 84.0}}};
        for (const auto& [name, offered, command] : options) {
            const ExportDialog as_it_was = s.exporting;
            update(s, command);
            EXPECT_EQ(drawn(s.exporting) != before, offered) << name;
            s.exporting = as_it_was;
        }
    }
}

TEST(Exporting, WhatIsOfferedChangesTheFigureAndWhatIsNotDoesNot) { check_options(ready_to_export()); }

TEST(Exporting, ThePadIsDrawnAsItStandsAndNoRunThatIsNotOnTheScreen) {
    AppState s = ready_to_export();
    const auto can = [&](const char* command) { return is_enabled(command_info(command), s); };
    s.view = "gallery";
    EXPECT_FALSE(can("export")) << "cards are no figure";
    EXPECT_FALSE(can("copy-csv") || can("copy-image"));
    update(s, {"open-pad"});
    EXPECT_TRUE(can("export"));
    EXPECT_FALSE(can("copy-csv"));
    EXPECT_EQ(exportable_figures(s), std::vector<std::string_view>{"query-pad"});
    update(s, {"export"});
    EXPECT_EQ(s.exporting.path, "/tmp/query-pad.png");
    update(s, {"export-path", "/tmp/pad.csv"});
    EXPECT_EQ(s.exporting.kind, FileKind::Png) << "there are no numbers behind it";
    check_options(s);
    s.trace = nullptr; // nothing was ever run
    EXPECT_TRUE(can("export"));
    const auto metrics = paper_metrics();
    const Scene drawn = export_picture(s, s.exporting, *metrics).scene;
    EXPECT_GT(drawn.items.size(), 100u);
    for (const SceneItem& item : drawn.items)
        if (const auto* words = std::get_if<TextItem>(&item)) {
            for (const char* of_a_mouse : {"drag", "click", "pointer"})
                EXPECT_EQ(words->text.find(of_a_mouse), std::string::npos) << words->text;
        }
    s.view = "step";
    EXPECT_FALSE(can("export"));
    EXPECT_THROW(export_picture(s, s.exporting, *metrics), Error);
}

// Ctrl+5 while the dialog was open drew a run that was not there any more, and the program ended.
TEST(Exporting, AFigureOfAnotherWorkspaceIsNotDrawn) {
    AppState s = ready_to_export();
    update(s, {"export"});
    ASSERT_EQ(s.dialog, Dialog::Export);
    ASSERT_EQ(s.exporting.figure, "heatmap");
    update(s, {"view-compare"});
    EXPECT_EQ(s.dialog, Dialog::None);
    s.view = "gallery";
    update(s, {"open-pad"});
    ASSERT_EQ(exportable_figures(s), std::vector<std::string_view>{"query-pad"});
    const auto metrics = paper_metrics();
    EXPECT_THROW(export_picture(s, s.exporting, *metrics), Error);
    EXPECT_THROW(export_numbers(s, s.exporting, FileKind::Csv), Error);
}

TEST(Exporting, AFigureWithoutNumbersIsNoFileOfThem) {
    AppState s = ready_to_export();
    update(s, {"export"});
    update(s, {.id = "export-kind", .i = static_cast<int>(FileKind::Csv)});
    EXPECT_EQ(s.exporting.kind, FileKind::Csv);
    EXPECT_TRUE(export_numbers(s, s.exporting, FileKind::Csv).starts_with("output,"));
    EXPECT_NE(export_numbers(s, s.exporting, FileKind::Json).find("heed.trace"), std::string::npos);
    for (const FigureKind& figure : figures())
        for (const FileKind kind : {FileKind::Csv, FileKind::Json})
            EXPECT_EQ(can_be(figure, kind), numbers_in(figure, kind) != FigureNumbers::None);
    EXPECT_FALSE(can_be(*find_figure("grid"), FileKind::Csv));
    EXPECT_TRUE(can_be(*find_figure("grid"), FileKind::Pdf));
}

} // namespace
} // namespace heed
