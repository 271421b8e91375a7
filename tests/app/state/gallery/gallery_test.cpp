// The Gallery's state: a card is opened and left, moments are muted and heard again, boards come as they are
// made.
#include "app/state/gallery/gallery.h"

#include "app/figures/one_rnn/one_rnn.h"
#include "app/state/gallery/board.h"
#include "app/state/gallery/cards.h"
#include "app/state/session/session.h"
#include "app/state/session/state_json.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/pooling/values.h"
#include "tests/app/state/gallery/engine_of.h"
#include "tests/support/random_model.h"
#include "tests/support/samples/sample_board.h"
#include "tests/support/samples/sample_recall.h"
#include "tests/support/stub_metrics.h"

#include <cmath>
#include <deque>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using Kind = Effect::Kind;

LoadedModel loaded(Model model) {
    auto shared = std::make_shared<const Model>(std::move(model));
    LoadedModel result;
    result.model = shared;
    result.facts = shared->facts;
    result.longest_input = shared->longest_input;
    result.hash = shared->name;
    return result;
}

/// Names of the models that the sample boards are made of.
LoadedModel load(const std::string& name) {
    const std::vector<std::string> members = {"linear", "bounded", "mean", "dense"};
    const std::size_t slash = name.find('/');
    const std::string task = name.substr(0, slash);
    if (task == "recall") {
        Model model = sample_recall_model({});
        model.name = model.facts.name = name;
        return loaded(std::move(model));
    }
    if (task == "dates") {
        Model model = test::random_model(test::config_of("additive"));
        model.name = model.facts.name = name;
        model.task = model.facts.task = "dates";
        return loaded(std::move(model));
    }
    if (task != "adding" && task != "sentiment") throw Error(name, "no such model");
    const auto member = std::find(members.begin(), members.end(),
                                  slash == std::string::npos ? "linear" : name.substr(slash + 1));
    if (member == members.end()) throw Error(name, "no such model");
    SampleBoard options;
    options.words = task == "sentiment";
    Model model = sample_pooling_model(options, static_cast<int>(member - members.begin()));
    model.name = model.facts.name = name;
    model.task = model.facts.task = task;
    return loaded(std::move(model));
}

/// A window without a window: what is asked for is done at once.
struct Program {
    AppState s;
    Engine jobs = test::engine_of(load);

    Program() {
        s.models = {{"dates/additive", "Dates", "", "dates", "additive"},
                    {"adding/linear", "Adding", "", "adding", "linear", false, "global", true},
                    {"sentiment/linear", "Sentiment", "", "sentiment", "linear", false, "global", true}};
        s.model_name = "dates/additive";
        s.input = "3 mar 87";
        s.input_given = true;
        perform(begin(s));
    }

    void give(Command command) { perform(update(s, command)); }

    void perform(EffectList effects) {
        std::deque<Effect> left(effects.begin(), effects.end());
        for (int n = 0; n < 1000 && !left.empty(); ++n) {
            const Effect effect = left.front();
            left.pop_front();
            for (Effect& more : done(effect)) left.push_back(std::move(more));
        }
        ASSERT_TRUE(left.empty());
    }

    EffectList done(const Effect& effect) {
        switch (effect.kind) {
        case Kind::LoadModel:
            return heed::apply(s, ModelLoaded{effect.text, s.opening_with, load(effect.text)});
        case Kind::Work:
            return heed::apply(s, worked(effect.text));
        case Kind::Run: {
            EffectList more;
            for (const Request& request : std::vector(s.runs.asked))
                for (Effect& e : heed::apply(s, ran(request))) more.push_back(std::move(e));
            return more;
        }
        default:
            return {};
        }
    }

    Event worked(const std::string& workspace) {
        WorkDone result{workspace, {}, ""};
        try {
            result.result = workspace_named(workspace).job(s)(jobs, {});
        } catch (const Error& error) {
            result.problem = error.what();
        }
        return result;
    }

    Event ran(const Request& request) {
        try {
            return RunFinished{request, jobs.run(*s.model, request, {}), 1, false, request.text.size(), {}};
        } catch (const Error& error) {
            return RunFailed{request, error.what(), 1};
        }
    }

    const PoolingBoard& board() const { return dynamic_cast<const PoolingBoard&>(*s.gallery.board); }

    void open_card() {
        give({"view-gallery"});
        give({"gallery-open", "pooling"});
    }
};

float answer(const SharedTrace& run) { return run->at(pooling::quantity_of("output"))(0, 0); }

TEST(Gallery, ACardIsDrawnFromWhatWasMeasured) {
    Program p;
    p.give({"view-gallery"});
    EXPECT_TRUE(shows_cards(p.s));
    const auto cards = gallery_cards(p.s);
    ASSERT_EQ(cards.size(), card_rows().size());
    const StubMetrics metrics;
    const FigureStyle style{.theme = Theme::Dark, .metrics = &metrics};
    for (const GalleryCard& card : cards) {  // one after the other, all are made
        if (!card.problem.empty()) continue; // its models are not among these
        ASSERT_TRUE(p.s.gallery.cards.contains(card.id)) << card.id;
        const CardPicture& picture = *p.s.gallery.cards.at(card.id);
        EXPECT_FALSE(picture.measure.empty()) << card.id;
        EXPECT_FALSE(picture.draw(343, 216, 0.5f, style).scene.items.empty()) << card.id;
    }
    EXPECT_TRUE(p.s.gallery.cards.contains("pooling"));
    EXPECT_TRUE(p.s.gallery.cards.contains("own-past"));
    EXPECT_TRUE(p.s.gallery.cards.at("pooling")->bars.empty()); // nothing was measured of models made by hand
    EXPECT_EQ(p.s.model_name, "dates/additive");
}

TEST(Gallery, EveryCardHasItsKindAndTheFilterShowsThoseAlone) {
    Program p;
    p.give({"view-gallery"});
    for (const GalleryCard& card : all_cards(p.s)) {
        p.give({"gallery-kind", card.kind});
        bool there = false;
        for (const GalleryCard& shown : gallery_cards(p.s)) {
            EXPECT_EQ(shown.kind, card.kind);
            there = there || shown.id == card.id;
        }
        EXPECT_TRUE(there) << card.id;
    }
    p.give({"gallery-kind", ""});
    EXPECT_EQ(gallery_cards(p.s).size(), card_rows().size());
}

TEST(Gallery, ACardOpensItsModelAndStepComesBackAsItWas) {
    Program p;
    p.give({"force-token", "7", 0, 1});
    const Edits edits = p.s.edits;
    ASSERT_TRUE(edits.any());
    p.open_card();
    EXPECT_TRUE(shows_mechanism(p.s));
    EXPECT_EQ(workspace_of(p.s).id, "mechanism");
    EXPECT_EQ(p.s.model_name, "adding/linear");
    EXPECT_EQ(p.s.input, sample_text("adding", 0));
    EXPECT_FALSE(p.s.edits.any());
    ASSERT_TRUE(p.s.gallery.board);
    const PoolingBoard& board = p.board();
    EXPECT_EQ(board.sample, 0);
    EXPECT_EQ(board.members[static_cast<std::size_t>(board.chosen)].name, "adding/linear");
    EXPECT_EQ(p.s.playback.at, p.s.total()); // nothing is hidden

    p.give({"view-gallery"}); // its tab goes back to the cards
    EXPECT_TRUE(shows_cards(p.s));
    p.give({"gallery-open", "pooling"});
    EXPECT_TRUE(shows_mechanism(p.s));
    p.give({"clear"}); // and so does Esc
    EXPECT_TRUE(shows_cards(p.s));

    p.give({"view-step"});
    EXPECT_EQ(p.s.view, "step");
    EXPECT_EQ(p.s.model_name, "dates/additive");
    ASSERT_FALSE(p.s.toasts.empty()); // another model than the one looked at: whose
    EXPECT_EQ(p.s.toasts.back().title, "Step shows another model: Dates");
    EXPECT_EQ(p.s.input, "3 mar 87");
    EXPECT_EQ(p.s.edits, edits);
    EXPECT_EQ(workspace_of(p.s).id, "step");
}

// Step drew the run of the mechanism that was left as if it were the new model's, and the program ended.
TEST(Gallery, ARunOfTheModelThatWasLeftIsNotShownAsTheNextOnes) {
    Program p;
    p.open_card();
    ASSERT_TRUE(p.s.trace);
    const std::string left = p.s.trace->model.architecture;
    for (const Effect& effect : update(p.s, {"view-step"}))
        if (effect.kind == Kind::LoadModel) p.done(effect); // its run is still to come
    ASSERT_FALSE(answers_at_once(p.s));
    ASSERT_NE(p.s.facts.architecture, left);
    if (p.s.trace) { // it was known
        EXPECT_EQ(p.s.trace->model.architecture, p.s.facts.architecture);
    }
    EXPECT_EQ(p.s.trace == nullptr, p.s.total() == 0);
}

TEST(Gallery, AnyOtherWorkspaceNeedsAModelThatWrites) {
    for (const char* tab : {"view-step", "view-compare", "view-search"}) {
        Program p;
        p.open_card();
        p.give({tab});
        EXPECT_FALSE(answers_at_once(p.s)) << tab;
        EXPECT_EQ(p.s.view, std::string(tab).substr(5));
    }
    Program p; // and a model that answers at once is shown where it can be
    p.give({"load", "sentiment/linear"});
    EXPECT_TRUE(shows_mechanism(p.s));
    p.give({"load", "dates/additive"});
    EXPECT_EQ(p.s.view, "step");
}

// Its picture is of its run; the board says how good it and its baseline are.
TEST(Gallery, ANetworkOverItsOwnPastIsShownByItsRun) {
    Program p;
    p.open_card();
    ASSERT_TRUE(p.s.gallery.board);
    p.give({"load", "recall/sum"});
    p.give({"type", "a 3 b 7 ? b"});
    EXPECT_TRUE(shows_mechanism(p.s));
    ASSERT_TRUE(mechanism_now(p.s));
    EXPECT_EQ(mechanism_now(p.s)->id, "own-past");
    ASSERT_TRUE(p.s.gallery.board_of<OneRnnBoard>());
    EXPECT_EQ(p.s.gallery.board_of<OneRnnBoard>()->find("recall/sum"), 0);
    EXPECT_FALSE(p.s.gallery.board_of<PoolingBoard>());
    ASSERT_TRUE(p.s.trace);
    EXPECT_EQ(p.s.trace->source_length(), 7);
    EXPECT_EQ(mechanism_figure(p.s), "own-past");
    EXPECT_FALSE(gallery_json(p.s).contains("answers"));
    EXPECT_NE(model_words(p.s).find("over its own past"), std::string::npos);
    for (int n = 0; n < gallery_samples; ++n) {
        p.give({"gallery-sample", "", 0, n});
        EXPECT_EQ(p.s.input, sample_text("recall", n));
        EXPECT_EQ(p.s.trace->source_length(), 11); // as long as those it learned from
    }
    p.give({"mute", "", 0, 1, 1});
    EXPECT_EQ(p.s.trace->request.edits.muted, std::set{1});
    p.s.selection.column = 3; // h_3, after the third word
    p.give({"mute"});
    EXPECT_EQ(p.s.trace->request.edits.muted, (std::set{1, 2}));
    p.give({"view-gallery"});
    p.give({"gallery-open", "pooling"});
    EXPECT_TRUE(has_picture(p.s));
    EXPECT_EQ(p.s.facts.task, "adding");
    EXPECT_TRUE(p.s.gallery.board);
}

TEST(Gallery, AMutedMomentIsHeardAgainByUndo) {
    Program p;
    p.open_card();
    const PoolingBoard before = p.board();
    ASSERT_EQ(before.now.gold.size(), 2u);
    const int marked = before.now.gold.front();
    const std::size_t steps = p.s.history.steps.size();
    p.give({"mute", "", 0, marked, marked});
    EXPECT_EQ(p.s.edits.muted, std::set{marked});
    EXPECT_EQ(p.s.history.steps.size(), steps + 1);
    EXPECT_EQ(p.s.history.steps.back().name, "Muted moment " + std::to_string(marked + 1));
    const PoolingBoard& muted = p.board();
    EXPECT_EQ(muted.run().at(pooling::quantity::Weights)(marked, 0), 0);
    EXPECT_NEAR(muted.run().at(pooling::quantity::Weights).sum(), 1, 1e-5);
    EXPECT_NE(answer(muted.now.runs[0]), answer(before.now.runs[0]));
    EXPECT_EQ(answer(muted.heard.runs[0]), answer(before.now.runs[0]));
    EXPECT_EQ(p.s.trace->request.edits.muted, std::set{marked}); // the run that is exported is the one shown

    p.give({"mute", "", 0, marked, marked + 2}); // one of them is heard: all are muted
    EXPECT_EQ(p.s.edits.muted.size(), 3u);
    p.give({"mute", "", 0, marked + 2, marked}); // all of them are muted: all are heard
    EXPECT_TRUE(p.s.edits.muted.empty());
    p.give({"undo"});
    p.give({"undo"});
    EXPECT_EQ(p.s.edits.muted, std::set{marked});
    p.give({"undo"});
    EXPECT_TRUE(p.s.edits.muted.empty());
    EXPECT_EQ(answer(p.board().now.runs[0]), answer(before.now.runs[0]));
}

TEST(Gallery, OneMomentIsHeardAtLeast) {
    Program p;
    p.open_card();
    p.give({"mute", "", 0, 0, 1000});
    EXPECT_TRUE(p.s.edits.muted.empty());
    ASSERT_FALSE(p.s.toasts.empty());
    p.give({"mute", "", 0, 1, 1000});
    EXPECT_EQ(static_cast<int>(p.s.edits.muted.size()), p.s.trace->source_length() - 1);
    EXPECT_NEAR(p.board().run().at(pooling::quantity::Weights)(0, 0), 1, 1e-6);
}

TEST(Gallery, SamplesAndTasksAreTaken) {
    Program p;
    p.open_card();
    p.give({"mute", "", 0, 3, 3});
    p.give({"gallery-sample", "", 0, 4});
    EXPECT_EQ(p.s.input, sample_text("adding", 4));
    EXPECT_EQ(p.board().sample, 4);
    p.give({"gallery-task", "sentiment"});
    EXPECT_EQ(p.s.model_name, "sentiment/linear");
    EXPECT_EQ(p.board().task, "sentiment");
    EXPECT_EQ(p.board().now.answer.empty(), false);
    p.give({"undo"}); // the other task is a step of its own
    EXPECT_EQ(p.s.model_name, "adding/linear");
    EXPECT_EQ(p.s.input, sample_text("adding", 4));
    p.give({"redo"});
    p.give({"gallery-task", "nothing"});
    EXPECT_EQ(p.s.model_name, "sentiment/linear");
    for (int n = 0; n < gallery_samples; ++n) {
        EXPECT_FALSE(sample_text("adding", n).empty());
        for (int m = 0; m < n; ++m) EXPECT_NE(sample_text("adding", n), sample_text("adding", m));
    }
}

TEST(Gallery, AnInputThatCannotBeReadSaysWhy) {
    Program p;
    p.open_card();
    p.give({"type", ".3 .x* .5"});
    EXPECT_NE(p.s.input_problem.find("word 2"), std::string::npos) << p.s.input_problem;
    p.give({"type", ".3 .1* .5"});
    EXPECT_TRUE(p.s.input_problem.empty());
    EXPECT_EQ(p.board().now.text, ".3 .1* .5");
    EXPECT_EQ(p.board().sample, -1);
}

TEST(Gallery, ASessionBringsTheMechanismBack) {
    Program p;
    p.open_card();
    p.give({"mute", "", 0, 5, 5});
    Program again;
    again.perform(open_session(again.s, parse_session(session_text(p.s), "f")));
    EXPECT_TRUE(shows_mechanism(again.s));
    EXPECT_EQ(again.s.input, p.s.input);
    EXPECT_EQ(again.s.edits.muted, std::set{5});
    EXPECT_EQ(state_to_json(again.s)["gallery"]["answers"], state_to_json(p.s)["gallery"]["answers"]);
}

} // namespace
} // namespace heed
