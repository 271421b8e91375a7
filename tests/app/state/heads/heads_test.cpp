#include "app/state/heads/heads.h"
#include "app/state/navigator/navigator.h"

#include "app/figures/heads/seen.h"
#include "app/figures/transformer/transformer.h"
#include "app/state/jobs/engine.h"
#include "app/state/session/state_json.h"
#include "tests/app/state/heads/over_small.h"
#include "tests/support/samples/sample_heads.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using test::answer_heads, test::asks_for, test::heads_looked_at, test::over_small;

/// Of a model whose matrices stay as its file has them, a run carries none.
TEST(HeadsState, WhatTheChosenHeadsValuesMakeOfItsWeightsIsAskedForAndKept) {
    AppState s = over_small("a b c d");
    auto bare = std::make_shared<Trace>(*s.trace);
    bare->parameters = nullptr;
    s.trace = bare;
    update(s, {"heads"});
    const std::atomic<bool> never{false};
    const EffectList effects = apply(s, WorkDone{"heads", heads_job(s)(Engine{}, never), ""});
    EXPECT_EQ(asks_for(effects, "heads-weighted"), 1);
    EXPECT_EQ(head_weighted(s), nullptr);
    apply(s, WorkDone{"heads-weighted", head_weighted_job(s)(Engine{}, never), ""});
    ASSERT_NE(head_weighted(s), nullptr);
    ASSERT_TRUE(head_weighted(s)->map);
    const auto first = head_weighted(s)->map;
    const int chosen = atlas::seen(*heads_shown(s), s.heads.look).chosen;
    EXPECT_EQ(asks_for(update(s, {"hover", "", chosen == 0 ? 1.0 : 0.0}), "heads-weighted"), 1);
    EXPECT_EQ(head_weighted(s), nullptr);
    EXPECT_EQ(asks_for(update(s, {"hover", "", -1}), "heads-weighted"), 0);
    ASSERT_NE(head_weighted(s), nullptr);
    EXPECT_EQ(head_weighted(s)->map, first);
}

std::pair<int, int> chosen_head(const AppState& s) {
    const auto json = heads_json(s)["seen"]["looked_at"];
    return {json["layer"].get<int>(), json["head"].get<int>()};
}

TEST(HeadsState, ItIsMeasuredOnceForEachRun) {
    AppState s = over_small("a b c d");
    EXPECT_TRUE(can_show_heads(s));
    EXPECT_EQ(asks_for(update(s, {"heads"}), "heads"), 1);
    EXPECT_TRUE(shows_heads(s));
    EXPECT_EQ(workspace_of(s).id, "heads");
    EXPECT_EQ(asks_for(update(s, {"heads-order", "", 0, 1}), "heads"), 0); // asked already
    EXPECT_FALSE(heads_shown(s));
    answer_heads(s);
    ASSERT_TRUE(heads_shown(s));
    EXPECT_EQ(heads_shown(s)->all.size(), 12u);
    EXPECT_EQ(heads_figure_id(s), "heads");
    EXPECT_NE(heads_words(s).find("Of 4 cross-attention heads"), std::string::npos) << heads_words(s);
    update(s, {"heads"});
    EXPECT_FALSE(shows_heads(s));
    EXPECT_EQ(asks_for(update(s, {"heads"}), "heads"), 0); // it is known
}

TEST(HeadsState, ARunWithoutSeveralHeadsHasNone) {
    AppState s;
    s.trace = std::make_shared<const Trace>(test::sample_heads(1, 1));
    EXPECT_FALSE(can_show_heads(s));
    show_heads(s);
    EXPECT_FALSE(shows_heads(s));
    s.trace = std::make_shared<const Trace>(test::sample_heads(1, 2));
    EXPECT_TRUE(can_show_heads(s));
}

TEST(HeadsState, ArrowsMoveAndEnterKeeps) {
    AppState s = heads_looked_at();
    EXPECT_EQ(command_for("Right", s, false)->id, "heads-right");
    update(s, {"heads-choose", "", 0, 0, 0});
    EXPECT_EQ(chosen_head(s), std::pair(0, 0));
    update(s, {"heads-right"});
    EXPECT_EQ(chosen_head(s), std::pair(0, 1));
    update(s, {"heads-right"}); // there is none further
    EXPECT_EQ(chosen_head(s), std::pair(0, 1));
    update(s, {"heads-up"});
    EXPECT_EQ(chosen_head(s), std::pair(1, 1));
    update(s, {"heads-left"});
    update(s, {"heads-down"});
    EXPECT_EQ(chosen_head(s), std::pair(0, 0));
    EXPECT_NE(command_for("Enter", s, false)->id, "heads-keep"); // nothing is pointed at
    const auto& all = heads_shown(s)->all;
    s.hover.unit = static_cast<int>(
        std::find_if(all.begin(), all.end(),
                     [](const auto& one) { return one.head.site.layer == 1 && one.head.site.head == 0; }) -
        all.begin());
    EXPECT_EQ(command_for("Enter", s, false)->id, "heads-keep");
    update(s, {"heads-keep"});
    EXPECT_EQ(chosen_head(s), std::pair(1, 0));
    EXPECT_TRUE(shows_heads(s));
}

// The panel shows the head that is pointed at: what is pressed is done to that one.
TEST(HeadsState, WhatIsChangedIsTheHeadThatIsShown) {
    for (const char* change : {"head-off", "head-even"}) {
        AppState s = heads_looked_at();
        update(s, {"heads-choose", "", 0, 0, 0});
        const heads::Kind kind = s.heads.look.kind;
        const auto& all = heads_shown(s)->all;
        s.hover.unit = static_cast<int>(std::find_if(all.begin(), all.end(),
                                                     [&](const auto& one) {
                                                         return one.head.kind == kind &&
                                                                one.head.site.layer == 1 &&
                                                                one.head.site.head == 1;
                                                     }) -
                                        all.begin());
        s.edits.heads[{kind, 0, 0}] = {HeadEdit::Kind::Mean};
        s.head_off.atlas = true; // all heads are seen, not what that one did
        EXPECT_EQ(chosen_head_edit(s), nullptr) << "that is another head";
        update(s, {change});
        EXPECT_EQ(s.edits.heads.count({kind, 1, 1}), 1u);
        EXPECT_EQ(s.edits.heads.at({kind, 0, 0}).kind, HeadEdit::Kind::Mean);
    }
}

/// Once more it shows the chosen head where it stands: in front of the network, when its weights are made.
TEST(HeadsState, EnterOnTheChosenHeadShowsItInTheNetwork) {
    for (const auto& [kind, layer, head] :
         {std::tuple(heads::Kind::Cross, 1, 0), {heads::Kind::Decoder, 0, 1}, {heads::Kind::Encoder, 1, 1}}) {
        AppState s = heads_looked_at();
        update(s, {"last"});
        update(s, {"heads-kind", "", 0, static_cast<int>(kind)});
        update(s, {"heads-choose", "", 0, layer, head});
        s.layers.front.read = MapReading::Mean;
        const auto& all = heads_shown(s)->all;
        for (const bool pointed : {false, true}) { // at the chosen one itself
            s.hover.unit = !pointed ? -1
                                    : static_cast<int>(std::find_if(all.begin(), all.end(),
                                                                    [&](const auto& one) {
                                                                        return one.head.kind == kind &&
                                                                               one.head.site.layer == layer &&
                                                                               one.head.site.head == head;
                                                                    }) -
                                                       all.begin());
            ASSERT_EQ(command_for("Enter", s, false)->id, "heads-forward");
        }
        update(s, {"heads-forward"});
        EXPECT_FALSE(shows_heads(s));
        const Playhead at = playhead_of(s);
        EXPECT_TRUE(asks_about_head(*s.trace, at));
        const HeadPlace place = explained_head(*s.trace, at, s.layers.front);
        EXPECT_EQ(place.kind, kind);
        EXPECT_EQ(place.layer, layer);
        EXPECT_EQ(place.head, head);
        EXPECT_EQ(s.layers.front.read, MapReading::Head); // not the mean of all
        if (kind != heads::Kind::Encoder) {
            EXPECT_EQ(moment_at(s.trace->outline, at.at).position, s.trace->outputs() - 1); // as before
        }
    }
}

/// Of a file that holds maps alone, its map is the one that is shown.
TEST(HeadsState, EnterShowsAHeadOfAFileAlone) {
    AppState s;
    auto run = std::make_shared<Trace>(test::sample_heads(2, 3));
    run->model.architecture = "weights";
    s.maps = maps_of({run});
    s.trace = s.maps.front().alone;
    s.facts = run->model;
    ASSERT_TRUE(s.weights_only());
    update(s, {"heads"});
    answer_heads(s);
    ASSERT_TRUE(heads_shown(s));
    update(s, {"heads-choose", "", 0, 1, 2});
    ASSERT_EQ(command_for("Enter", s, false)->id, "heads-forward");
    update(s, {"heads-forward"});
    EXPECT_FALSE(shows_heads(s));
    const Site& site = s.maps[static_cast<std::size_t>(s.map)].site;
    EXPECT_EQ(site.layer, 1);
    EXPECT_EQ(site.head, 2);
}

TEST(HeadsState, KindReadingMeasureAndOrder) {
    AppState s = heads_looked_at();
    EXPECT_EQ(heads_json(s)["seen"]["kind"], "cross");
    EXPECT_EQ(heads_json(s)["seen"]["measure"], "evenness");
    EXPECT_EQ(heads_json(s)["seen"]["reading"], "predicts");
    update(s, {"heads-kind", "", 0, static_cast<int>(heads::Kind::Encoder)});
    EXPECT_EQ(heads_json(s)["seen"]["kind"], "encoder");
    update(s, {"heads-next-kind"});
    EXPECT_EQ(heads_json(s)["seen"]["kind"], "decoder");
    update(s, {"heads-next-kind"});
    EXPECT_EQ(heads_json(s)["seen"]["kind"], "cross");
    update(s, {"heads-other-reading"});
    EXPECT_EQ(heads_json(s)["seen"]["reading"], "reads");
    update(s, {"heads-measure", "end"});
    EXPECT_EQ(heads_json(s)["seen"]["measure"], "end");
    update(s, {"heads-measure", "nonsense"});
    EXPECT_EQ(heads_json(s)["measure"], "end");
    update(s, {"heads-measure", "aer"}); // there are no links
    EXPECT_EQ(heads_json(s)["seen"]["measure"], "evenness");
    update(s, {"heads-order", "", 0, 2});
    EXPECT_EQ(heads_json(s)["order"], "type");
    update(s, {"heads-next-order"});
    EXPECT_EQ(heads_json(s)["order"], "layer");
}

/// The maps of one run and the report of another are no figure.
TEST(HeadsState, AFigureIsOfOneRun) {
    AppState s = heads_looked_at();
    EXPECT_EQ(heads_figure_id(s), "heads");
    auto other = std::make_shared<Trace>(*s.trace);
    s.trace = other; // a new sentence, which is being measured
    EXPECT_EQ(heads_figure_id(s), "");
}

TEST(HeadsState, ASessionKeepsHowTheyAreLookedAt) {
    AppState s = heads_looked_at();
    update(s, {"heads-kind", "", 0, static_cast<int>(heads::Kind::Decoder)});
    update(s, {"heads-measure", "first"});
    update(s, {"heads-order", "", 0, 1});
    update(s, {"heads-reading", "", 0, 1});
    update(s, {"heads-choose", "", 0, 1, 0});
    const auto choices = heads_choices(s);
    AppState other = over_small("a b c d");
    heads_from_json(nlohmann::json::parse(choices.dump()), other);
    EXPECT_EQ(heads_choices(other), choices);
    EXPECT_TRUE(shows_heads(other));
    heads_from_json(nlohmann::json::parse(R"({"shown": 3, "kind": "x", "chosen": [1], "over_file": true})"),
                    other);
    AppState fresh;
    EXPECT_EQ(heads_choices(other), heads_choices(fresh));
}

/// It has no numbers in its cells: N says so, and is no step that could be taken back.
TEST(HeadsState, NumbersAreNotTurnedWhereThereAreNone) {
    AppState s = heads_looked_at();
    EXPECT_FALSE(is_enabled(command_info("numbers"), s));
    EXPECT_NE(command_info("numbers").why_not(s).find("no numbers in their cells"), std::string::npos);
    EXPECT_EQ(command_info("map-zoom-whole").why_not(s),
              "Point at a map: it is shown large beside the grid.");
    update(s, {"heads"});
    EXPECT_TRUE(is_enabled(command_info("numbers"), s));
    EXPECT_EQ(command_info("numbers").why_not(s), "");
}

TEST(HeadsState, StatesAndMeaningTakeItsPlace) {
    AppState s = heads_looked_at();
    s.meaning.shown = true;
    update(s, {"heads"});
    update(s, {"heads"});
    EXPECT_TRUE(shows_heads(s));
    EXPECT_FALSE(s.meaning.shown);
    reset_heads(s, Fresh::Model);
    EXPECT_FALSE(s.heads.known.report);
    EXPECT_TRUE(s.heads.shown);
}

/// No tip stands on the maps beside it: the bar below tells of the head that is pointed at.
TEST(HeadsState, TheHeadThatIsPointedAtIsToldInTheBar) {
    AppState s = heads_looked_at();
    const std::string of_all = heads_words(s);
    const auto& all = heads_shown(s)->all;
    const auto at = std::find_if(all.begin(), all.end(), [](const auto& one) {
        return one.head.kind == heads::Kind::Cross && one.head.site.layer == 1 && one.head.site.head == 0;
    });
    ASSERT_NE(at, all.end());
    const auto number = static_cast<double>(at - all.begin());
    update(s, {"hover", "", number});
    EXPECT_EQ(pointed_head(s), static_cast<int>(number));
    EXPECT_TRUE(heads_words(s).starts_with("Cross, layer 2, head 1")) << heads_words(s);
    EXPECT_EQ(heads_json(s)["words"], heads_words(s));
    update(s, {"heads-keep"});
    EXPECT_TRUE(heads_words(s).ends_with("Enter shows it in the network.")) << heads_words(s);
    update(s, {"hover", "", 1000.0}); // of a grid that was larger
    EXPECT_EQ(pointed_head(s), -1);
    update(s, {"hover", "", -1});
    EXPECT_EQ(heads_words(s), of_all);
    auto run = std::make_shared<Trace>(*s.trace); // one whose heads were changed: said before it
    run->request.edits.heads[{HeadKind::Cross, 0, 0}] = {};
    s.trace = run;
    s.edits = run->request.edits;
    s.head_off.atlas = true;
    ASSERT_EQ(changes_beside(s), "");
    s.hover.unit = static_cast<int>(number);
    EXPECT_EQ(changes_beside(s), "Changed by hand: head 1:1 off");
}

/// The grid is laid out for the canvas that the sentences beside it leave.
TEST(HeadsState, ColumnsAreThoseOfTheCanvasBesideTheSentences) {
    AppState s = heads_looked_at();
    s.settings.inspector = false;
    s.width = 1280;
    EXPECT_EQ(sentences_beside(s, 0), 0);
    s.navigator.drawer = true;
    ASSERT_TRUE(shows_sentences(s));
    EXPECT_EQ(sentences_beside(s, 0), sentences_width);
    EXPECT_EQ(sentences_beside(s, 460), 0); // it lies over the canvas
    EXPECT_EQ(heads_side_by_side(s),
              heads_columns(*heads_shown(s), s.heads.look, s.width - sentences_width, s.height - 192));
}

/// What else was changed of the run is said beside what is told of its heads.
TEST(HeadsState, OtherChangesAreSaidBesideTheHeads) {
    AppState s = heads_looked_at();
    EXPECT_EQ(changes_beside(s), "");
    const auto shows_run_with = [&](const Edits& edits) {
        auto run = std::make_shared<Trace>(*s.trace);
        run->request.edits = edits;
        s.trace = run;
    };
    Edits warm, off;
    warm.temperature = 2;
    off.heads[{HeadKind::Cross, 0, 0}] = {};
    shows_run_with(warm);
    EXPECT_EQ(changes_beside(s), "Changed by hand: temperature 2");
    shows_run_with(off); // an opened run: nothing is edited here
    EXPECT_EQ(changes_beside(s), "Changed by hand: head 1:1 off");
    s.edits = off;
    s.head_off.atlas = true;
    EXPECT_EQ(heads_words(s), head_change_words(s));
    auto own = std::make_shared<Trace>(*s.trace);
    own->request.edits = {};
    own->target_text = "d c";
    s.baseline = own;
    EXPECT_NE(head_change_words(s).find("“" + s.trace->target_text + "”, where the model wrote “d c”"),
              std::string::npos)
        << head_change_words(s);
    EXPECT_EQ(changes_beside(s), ""); // those are its words
    s.heads.progress = std::make_shared<HeadsProgress>();
    EXPECT_EQ(changes_beside(s), "Changed by hand: head 1:1 off");
    s.heads.progress = nullptr;
    off.temperature = 2;
    shows_run_with(off);
    s.edits = off;
    EXPECT_EQ(changes_beside(s), "Changed by hand: head 1:1 off; temperature 2");
    s.heads.shown = false; // its network
    EXPECT_EQ(changes_beside(s), "Changed by hand: head 1:1 off; temperature 2");
}

} // namespace
} // namespace heed
