// The list of models: where it opens, how it is walked and searched, what is said of each.
#include "app/state/picker/picker.h"

#include "app/state/session/settings.h"
#include "app/state/session/state_json.h"
#include "app/state/update.h"
#include "tests/app/state/picker/nine_models.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

namespace heed {
namespace {

using Kind = Effect::Kind;

AppState picked_model() {
    AppState s = with_models();
    update(s, {"models"});
    return s;
}

std::vector<std::string> names_of(const std::vector<PickerRow>& rows) {
    std::vector<std::string> names;
    for (const PickerRow& row : rows) names.push_back(row.model->name);
    return names;
}

using Names = std::vector<std::string>;

TEST(Picker, OpensAtTheCurrentModelWithItsFamily) {
    AppState s = picked_model();
    EXPECT_EQ(s.menu, Menu::Models);
    EXPECT_TRUE(s.picker.open);
    EXPECT_EQ(s.picker.family, "dates");
    EXPECT_EQ(s.picker.chosen, "dates/dot");
    const PickerLists lists = picker_lists(s);
    ASSERT_EQ(lists.families.size(), 3u);
    EXPECT_EQ(lists.families[0].title, "Dates");
    EXPECT_EQ(lists.families[0].count, 6);
    EXPECT_EQ(lists.families[0].range, "99–100 % exact"); // 99.9 is not 100
    EXPECT_EQ(lists.families[1].range, "13–97 % exact");
    EXPECT_EQ(lists.families[2].id, picker_own);
    // One's own first; the family's default; then by the error; what has no map last.
    EXPECT_EQ(names_of(lists.rows), (Names{"/home/ana/night-run", "dates/additive", "dates/lstm", "dates/dot",
                                           "dates/location", "dates/none"}));
    EXPECT_EQ(lists.rows[0].name, "night-run");
    EXPECT_EQ(lists.rows[2].name, "lstm");
    EXPECT_TRUE(lists.rows[3].here);
    update(s, {"clear"});
    EXPECT_EQ(s.menu, Menu::None);
    EXPECT_FALSE(s.picker.open);
}

TEST(Picker, ArrowsWalkTheRowsAndGoOnInTheNextFamily) {
    AppState s = picked_model();
    update(s, {"picker-move", "", 0, 1});
    EXPECT_EQ(s.picker.chosen, "dates/location");
    for (int n = 0; n < 2; ++n) update(s, {"picker-move", "", 0, 1});
    EXPECT_EQ(s.picker.family, "reverse");
    EXPECT_EQ(s.picker.chosen, "reverse/general");
    update(s, {"picker-move", "", 0, -1});
    EXPECT_EQ(s.picker.chosen, "dates/none");
    // Nine in all: round once, either way, each is met once.
    for (const int by : {1, -1}) {
        std::set<std::string> met;
        for (int n = 0; n < 9; ++n) {
            update(s, {"picker-move", "", 0, by});
            met.insert(s.picker.chosen);
        }
        EXPECT_EQ(met.size(), 9u);
        EXPECT_EQ(s.picker.chosen, "dates/none");
    }
}

TEST(Picker, EnterOpensWhatIsChosen) {
    AppState s = picked_model();
    update(s, {"picker-open"}); // the one that is there
    EXPECT_EQ(s.menu, Menu::None);
    EXPECT_EQ(s.opening, "");
    update(s, {"models"});
    update(s, {"picker-move", "", 0, 1});
    update(s, {"picker-open"});
    EXPECT_EQ(s.opening, "dates/location");
    EXPECT_EQ(s.menu, Menu::None);
}

TEST(Picker, TheSearchFiltersBothColumns) {
    AppState s = picked_model();
    update(s, {"picker-search", "wrong map"});
    PickerLists lists = picker_lists(s);
    ASSERT_EQ(lists.families.size(), 1u);
    EXPECT_EQ(names_of(lists.rows), Names{"dates/location"});
    EXPECT_EQ(s.picker.chosen, "dates/location");
    update(s, {"picker-search", "bahdanau"}); // another word for it
    EXPECT_EQ(names_of(picker_lists(s).rows), (Names{"dates/additive", "dates/lstm"}));
    update(s, {"picker-search", "fails at none"}); // what the cards say
    EXPECT_EQ(picker_lists(s).models, 2);
    update(s, {"picker-search", "reverse bottleneck"});
    EXPECT_EQ(names_of(picker_lists(s).rows), Names{"reverse/none"});
    update(s, {"picker-search", "NIGHT"});
    EXPECT_EQ(s.picker.chosen, "/home/ana/night-run");
    update(s, {"picker-search", ""});
    EXPECT_EQ(picker_lists(s).models, 9);
}

TEST(Picker, WhatIsNotFoundMayHaveBeenMeantOtherwise) {
    AppState s = picked_model();
    update(s, {"picker-search", "locaton"});
    PickerLists lists = picker_lists(s);
    EXPECT_TRUE(lists.families.empty());
    ASSERT_EQ(lists.meant.size(), 3u);
    EXPECT_EQ(lists.meant.front(), "location");
    for (const std::string& meant : lists.meant) { // each leads somewhere
        update(s, {"picker-search", meant});
        EXPECT_GT(picker_lists(s).models, 0) << meant;
    }
    update(s, {"picker-search", std::string(5000, 'x')});
    EXPECT_EQ(picker_lists(s).meant.size(), 3u);
    update(s, {"picker-open"}); // nothing is chosen
    EXPECT_EQ(s.opening, "");
}

TEST(Picker, EscGoesFromTheCardToTheListAndThenAway) {
    AppState s = picked_model();
    update(s, {"picker-card"});
    EXPECT_EQ(s.picker.card, "dates/dot");
    update(s, {"picker-move", "", 0, 1});
    EXPECT_EQ(s.picker.card, "dates/location"); // the card goes along
    update(s, {"clear"});
    EXPECT_EQ(s.picker.card, "");
    EXPECT_EQ(s.menu, Menu::Models);
    update(s, {"clear"});
    EXPECT_EQ(s.menu, Menu::None);
}

TEST(Picker, BadgesFollowTheirRule) {
    EXPECT_EQ(badge_of(bundled_model("dates/location", 1, 0.72)), "wrong map");
    EXPECT_EQ(badge_of(bundled_model("dates/cosine", 1, 0.51)), "");   // less than twice the tick
    EXPECT_EQ(badge_of(bundled_model("dates/cosine", 0.78, 0.9)), ""); // wrong answers as well
    EXPECT_EQ(badge_of(bundled_model("reverse/general", 0.98, 0.001, 0)),
              ""); // next to nothing, though more than twice 0
    EXPECT_EQ(badge_of(bundled_model("reverse/additive", 0.999, 0.458, 0)), "wrong map");
    EXPECT_EQ(badge_of(bundled_model("dates/none", 1, std::nullopt)), "no attention");
    ModelChoice m = bundled_model("reverse/none", 0.13, std::nullopt);
    m.about.card.fails_on_purpose = true;
    EXPECT_EQ(badge_of(m), "fails on purpose");
    m.about.card.exact = 0.95; // whatever the card says
    EXPECT_EQ(badge_of(m), "no attention");
    EXPECT_EQ(badge_of(own_model("/a/b", "")), "");
}

TEST(Picker, OnesOwnIsCalledByItsOwnName) {
    AppState s = with_models();
    EXPECT_EQ(own_name(s), "");
    s.settings.model = "/home/ana/night-run";
    EXPECT_EQ(own_name(s), "night-run");
    update(s, {"models"});
    EXPECT_EQ(s.picker.chosen, "/home/ana/night-run");
    EXPECT_TRUE(picker_lists(s).rows.front().here);
    EXPECT_EQ(picker_lists(s).yours.size(), 2u);
}

TEST(Picker, AnOwnModelWithoutASentenceSaysWhatWasMeasured) {
    AppState s = picked_model();
    EXPECT_EQ(picker_lists(s).rows.front().fails, "Not measured. /home/ana");
    io::ModelCard& card = s.models[7].about.card;
    card.items = 200;
    card.exact = 0.25;
    card.step = 125;
    card.by_length = {{6, 10, 100, 0.5}, {11, 15, 100, 0}};
    const PickerRow row = picker_lists(s).rows.front();
    EXPECT_EQ(row.fails, "75 % wrong, most from 11 to 15 characters: 100 %.");
    EXPECT_EQ(row.weak, "dot, step 125");
    EXPECT_EQ(row.of, "Dates, dot");
}

// What a look into its files tells, before it is opened.
TEST(Picker, ACardSaysHowWellItsModelIsUnderstood) {
    AppState s = picked_model();
    ModelChoice& m = s.models[7];
    EXPECT_EQ(standing_of(s, m).second, "");
    m.understanding = {.tensors = 30, .unread = 2, .unread_bytes = 4000};
    EXPECT_EQ(standing_of(s, m).second,
              "2 of 30 tensors (4.0 kB) are not understood: what is shown may not be what it does");
    m.understanding = {.tensors = 30, .unsettled = 1};
    EXPECT_EQ(standing_of(s, m).second,
              "1 thing that its files do not tell is assumed: its report names it when it is open");
    m.understanding = {.tensors = 30};
    EXPECT_EQ(standing_of(s, m).first, Standing::NotVerified);
    m.understanding.words_unseen = true; // nothing is claimed of what was not looked at
    EXPECT_EQ(standing_of(s, m),
              std::pair(Standing::NotVerified,
                        std::string("Not verified: every tensor is understood; its words are looked at "
                                    "when it is opened")));
    m.understanding.example = true;
    EXPECT_EQ(standing_of(s, m),
              std::pair(Standing::Unsaid,
                        std::string("It carries an example: when it is opened, that is run and compared")));
}

// ------------------------------------------------------------------------------------------------- shots

TEST(Picker, ShotsAreAskedForOneByOneTheChosenFirst) {
    AppState s = with_models();
    EffectList effects = update(s, {"models"});
    Names asked;
    for (int n = 0; n < 50 && s.picker.asked; ++n) {
        EXPECT_TRUE(std::any_of(effects.begin(), effects.end(),
                                [](const Effect& e) { return e.kind == Kind::Work && e.text == "picker"; }));
        asked.push_back(s.picker.asked->model);
        PickerShot shot;
        shot.model = s.picker.asked->model;
        shot.text = s.picker.asked->text;
        effects = apply(s, WorkDone{"picker", shot, ""});
    }
    // Then the maps of the other families; of one's own without a known task there is none.
    EXPECT_EQ(asked, (Names{"dates/dot", "/home/ana/night-run", "dates/additive", "dates/lstm",
                            "dates/location", "dates/none", "reverse/general"}));
    EXPECT_EQ(s.picker.shots.size(), 7u);
    EXPECT_NE(find_shot(s, "dates/none", "3 March 1987"), nullptr);
    EXPECT_EQ(find_shot(s, "reverse/general", "3 March 1987"), nullptr); // it reads letters
}

TEST(Picker, AFailedShotIsNotAskedForAgain) {
    AppState s = picked_model();
    ASSERT_TRUE(s.picker.asked);
    apply(s, WorkDone{"picker", {}, "no memory"});
    const PickerShot* shot = find_shot(s, "dates/dot", "3 March 1987");
    ASSERT_TRUE(shot);
    EXPECT_EQ(shot->problem, "no memory");
    EXPECT_NE(s.picker.asked->model, "dates/dot");
}

TEST(Picker, AShotIsSmallAndHoldsTheLargestWeights) {
    Trace run = sample_trace(200, 90);
    const PickerShot shot = shot_of(run);
    EXPECT_EQ(shot.columns, 56);
    EXPECT_EQ(shot.rows, 40);
    ASSERT_TRUE(shot.weights);
    ASSERT_EQ(shot.weights->size(), 56u * 40u);
    const MatrixXf& weights = *run.maps().front().weights;
    EXPECT_EQ(*std::max_element(shot.weights->begin(), shot.weights->end()), weights.maxCoeff());
}

TEST(Picker, ALongInputIsShownByTheExample) {
    AppState s = picked_model();
    EXPECT_EQ(picker_text(s, "dates"), "3 March 1987");
    EXPECT_NE(picker_text(s, "reverse"), "3 March 1987");
    s.tokens = 500;
    s.input = std::string(500, '1');
    EXPECT_NE(picker_text(s, "dates"), s.input);
    EXPECT_EQ(picker_text(s, std::string(picker_own)), "");
}

TEST(Picker, WhatIsSaidBesideANameIsNotTheNameOnceMore) {
    AppState s = with_models();
    s.models[7].about.function = s.models[7].title;
    s.models[7].about.made_of = "Transformer 64";
    s.models[8].about.function = s.models[8].title;
    s.models[8].about.made_of.clear();
    update(s, {"models"});
    const std::vector<PickerRow> yours = picker_lists(s).yours;
    ASSERT_EQ(yours.size(), 2u);
    EXPECT_EQ(yours[0].name, "night-run");
    EXPECT_EQ(yours[0].weak, "Transformer 64");
    EXPECT_EQ(yours[1].weak, "");
}

TEST(Picker, WhatWasUsedIsRememberedWithItsDay) {
    AppState s = with_models();
    s.settings.used = {"2026-11-22 dates/dot", "2026-11-21 dates/location", "2026-11-01 /home/ana/night-run",
                       "2026-11-01 gone/model"};
    update(s, {"models"});
    const auto recent = picker_lists(s).recent;
    ASSERT_EQ(recent.size(), 2u); // neither the one that is there nor one that has gone
    EXPECT_EQ(recent[0].title, "dates / location");
    EXPECT_EQ(recent[0].when, "yesterday");
    EXPECT_EQ(recent[1].title, "night-run");
    EXPECT_EQ(recent[1].when, "1 Nov");
    EXPECT_EQ(settings_from_json(settings_to_json(s.settings)), s.settings);
    EXPECT_EQ(day_words("2026-11-22", "2026-11-22"), "today");
    EXPECT_EQ(day_words("2026-11-19", "2026-11-22"), "3 days ago");
    EXPECT_EQ(day_words("2025-12-31", "2026-01-01"), "yesterday");
    EXPECT_EQ(day_words("", "2026-01-01"), "");
    EXPECT_EQ(day_words("2026-99-99", "2026-01-01"), "");
}

TEST(Picker, TheDumpSaysWhatIsListed) {
    AppState s = picked_model();
    const auto json = state_to_json(s)["picker"];
    EXPECT_EQ(json["family"], "dates");
    EXPECT_EQ(json["rows"].size(), 6u);
    EXPECT_EQ(json["rows"][4]["badge"], "wrong map");
    EXPECT_EQ(json["truth"], nullptr);
}

// ------------------------------------------------------------------------------------------------- truth

} // namespace
} // namespace heed
