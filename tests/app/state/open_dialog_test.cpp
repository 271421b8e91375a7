// The Open dialog: what is typed, what is chosen, and what Enter does with it.
#include "app/state/commands/row.h"
#include "app/state/open/opening.h"
#include "app/state/session/state_json.h"
#include "tests/app/state/opening_samples.h"
#include "tests/support/temporary_folder.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using Kind = Effect::Kind;
using namespace opening_test;

TEST(OpenDialog, ATypedPathIsAPath) {
    OpenDialog dialog;
    dialog.folder = "/sets/data";
    const auto typed = [&](const char* text) {
        dialog.filter = text;
        return typed_path(dialog).string();
    };
    EXPECT_EQ(typed("model"), "");
    EXPECT_EQ(typed("/a/b.json"), "/a/b.json");
    EXPECT_EQ(typed("  /a/b.json\n"), "/a/b.json");
    EXPECT_EQ(typed("\"/a/my file\""), "/a/my file");
    EXPECT_EQ(typed("file:///a/my%20file"), "/a/my file");
    EXPECT_EQ(typed("../x"), "/sets/x");
    EXPECT_EQ(typed("sub/x/"), "/sets/data/sub/x");
    EXPECT_EQ(typed(".."), "/sets");
    EXPECT_EQ(typed("/"), "/");
    EXPECT_EQ(typed("~"), home_folder().string());
    EXPECT_EQ(typed("~/x"), (home_folder() / "x").string());
}

TEST(OpenDialog, EnterOnWhatCannotBeShownSaysWhatItIs) {
    AppState s;
    s.dialog = Dialog::Open;
    s.open.folder = "/f";
    for (const char* kind : {"JSON", "an empty file", ""}) {
        s.open.entries = {{"a\nb", "/f/a\nb", false, true, false, kind, 3, ""}};
        s.open.chosen = "/f/a\nb";
        s.toasts.clear();
        update(s, {"open-confirm"});
        EXPECT_EQ(s.dialog, Dialog::Open);
        EXPECT_EQ(s.opening, "");
        ASSERT_EQ(s.toasts.size(), 1u) << kind;
        EXPECT_TRUE(s.toasts[0].bad); // no check mark stands before it
        EXPECT_EQ(s.toasts[0].title, "a\\u{000A}b cannot be opened");
        EXPECT_EQ(s.toasts[0].detail, "Expected a model, weights or a session, found " +
                                          std::string(*kind ? kind : "something else") + ".");
    }
}

/// Pairs lie where the last ones did, else perhaps beside the model.
TEST(OpenDialog, PairsAreLookedForWhereTheLastOnesLayOrBesideTheModel) {
    const test::TemporaryFolder scratch;
    std::filesystem::create_directories(scratch / "model");
    std::filesystem::create_directories(scratch / "pairs");
    std::ofstream(scratch / "model" / "config.json") << "{}";
    AppState s = with_dates();
    const auto folder = [&] {
        open_dialog(s, OpenFor::Heads);
        return s.open.folder.string();
    };
    for (const auto& model : {scratch / "model", scratch / "model" / "config.json"}) {
        s.settings.model = model.string();
        EXPECT_EQ(folder(), (scratch / "model").string());
    }
    s.heads.file = (scratch / "pairs" / "links.tsv").string();
    EXPECT_EQ(folder(), (scratch / "pairs").string());
    s.heads.file.clear();
    s.settings.model = "dates"; // a bundled one lies nowhere that the user knows
    s.open.folder = scratch.path().string();
    EXPECT_EQ(folder(), scratch.path().string());
}

/// The dialog at a checkpoint of no known family, as its folder's listing says.
AppState at_unknown_checkpoint(bool mappable) {
    AppState s = with_dates();
    update(s, {"open"});
    s.open.entries = {{"x.pt", "/f/x.pt", false, true, false, "no known family", 9, ""}};
    update(s, {"open-choose", "/f/x.pt"});
    FilePreview found;
    found.path = "/f/x.pt";
    found.mappable = mappable;
    apply(s, FileInspected{found});
    return s;
}

TEST(OpenDialog, TensorsOfNoFamilyAreMappedByHand) {
    AppState s = at_unknown_checkpoint(true);
    EXPECT_TRUE(s.open.entries[0].has_other_tensors());
    update(s, {"open-confirm"});
    ASSERT_TRUE(s.assistant);
    EXPECT_EQ(state_to_json(s)["assistant"]["file"], "/f/x.pt");
    EXPECT_EQ(s.dialog, Dialog::None);
    EXPECT_TRUE(s.toasts.empty());
    // Where there is nothing to map, opening it says why.
    s = at_unknown_checkpoint(false);
    EXPECT_TRUE(asks(update(s, {"open-confirm"}), Kind::LoadModel));
}

// What is grey in the list is not taken by Enter either.
TEST(OpenDialog, EnterOnWhatHasNoLinesTakesNothing) {
    AppState s;
    s.dialog = Dialog::Open;
    s.open.folder = "/f";
    s.open.entries = {{"config.json", "/f/config.json", false, true, false, "JSON", 3, ""},
                      {"pairs.tsv", "/f/pairs.tsv", false, true, true, "sentences", 3, ""}};
    for (const OpenFor purpose : {OpenFor::Heads, OpenFor::Sentences, OpenFor::Survey, OpenFor::Doctor}) {
        s.open.purpose = purpose;
        s.toasts.clear();
        update(s, {"open-choose", "/f/config.json"});
        EXPECT_FALSE(can_take(s.open, s.open.entries[0]));
        update(s, {"open-confirm"});
        EXPECT_EQ(s.dialog, Dialog::Open);
        EXPECT_TRUE(s.heads.file.empty() && s.navigator.file.empty() && s.doctor.file.empty());
        ASSERT_EQ(s.toasts.size(), 1u);
        EXPECT_EQ(s.toasts[0].title, "config.json cannot be opened");
        EXPECT_EQ(s.toasts[0].detail, "Expected sentences, one a line, found JSON.");
        EXPECT_TRUE(can_take(s.open, s.open.entries[1]));
    }
    // What the doctor reads of models that answer at once is JSON, a line each.
    EXPECT_TRUE(can_take(s.open, {"items.jsonl", "/f/items.jsonl", false, true, false, "JSON", 3, ""}));
    s.open.purpose = OpenFor::SourceWords;
    EXPECT_TRUE(can_take(s.open, s.open.entries[0]));
}

// What is grey is passed over as long as nothing is chosen, and reached from what is.
TEST(OpenDialog, TheFirstArrowComesToWhatCanBeOpened) {
    AppState s;
    s.dialog = Dialog::Open;
    s.open.folder = "/f";
    s.open.entries = {
        {"expected.json", "/f/expected.json", false, true, false, "the model's own case", 9, ""},
        {"model.pt", "/f/model.pt", false, true, false, "checkpoint", 9, ""},
        {"words.txt", "/f/words.txt", false, true, false, "vocabulary, 13", 9, ""}};
    for (const int by : {1, -1}) {
        s.open.chosen.clear();
        update(s, {"open-choose", "", 0, by});
        EXPECT_EQ(s.open.chosen, "/f/model.pt") << by;
    }
    update(s, {"open-choose", "", 0, -1});
    EXPECT_EQ(s.open.chosen, "/f/expected.json");
    // Where all of it is grey, the end of the list.
    s.open.entries.erase(s.open.entries.begin() + 1);
    s.open.chosen.clear();
    update(s, {"open-choose", "", 0, -1});
    EXPECT_EQ(s.open.chosen, "/f/words.txt");
}

// A folder's path and Enter, then Enter again: its only checkpoint, whatever lies beside it.
TEST(OpenDialog, TheOnlyCheckpointOfAFolderThatWasTypedIsChosen) {
    const test::TemporaryFolder scratch;
    const std::filesystem::path& folder = scratch.path();
    const auto listed = [&](const char* kind) {
        AppState s = with_dates();
        update(s, {"open"});
        update(s, {"open-filter", folder.string() + "/"});
        update(s, {"open-confirm"});
        EXPECT_EQ(s.open.folder, folder);
        apply(s, FileKnown{folder.parent_path() / "earlier.txt", false, "text"}); // of the folder before
        FolderListed names{folder, {}, ""};
        for (const char* name : {"other.bin", "seq2seq.pt", "truth.json", "words.txt"})
            names.entries.push_back({name, folder / name, false, false, false, "", 1, ""});
        apply(s, names);
        apply(s, FileKnown{folder / "seq2seq.pt", false, "no known family"});
        apply(s, FileKnown{folder / "truth.json", true, "weights and tokens"});
        apply(s, FileKnown{folder / "words.txt", false, "vocabulary, 13"});
        EXPECT_EQ(s.open.chosen, "") << "not all of them are known";
        EXPECT_EQ(asks(apply(s, FileKnown{folder / "other.bin", false, kind}), Kind::Inspect),
                  std::string(kind) == "text");
        return s;
    };
    EXPECT_EQ(listed("text").open.chosen, folder / "seq2seq.pt");
    EXPECT_EQ(listed("checkpoint").open.chosen, "") << "two of them: neither";
}

// Enter before it is known whether they can be mapped.
TEST(OpenDialog, TensorsOfNoFamilyAreOpenedAsSoonAsTheyWereLookedAt) {
    AppState s = at_unknown_checkpoint(true);
    const FilePreview found = s.open.preview;
    s.open.preview = {};
    update(s, {"open-confirm"});
    EXPECT_FALSE(s.assistant);
    EXPECT_EQ(s.opening, "");
    apply(s, FileInspected{found});
    EXPECT_TRUE(s.assistant);
}

TEST(OpenDialog, ArrowsWalkTheFamiliesWhileTheyAreShown) {
    AppState s = with_dates();
    update(s, {"open"});
    s.open.entries = {{"a.pt", "/f/a.pt", false, true, true, "checkpoint", 9, ""},
                      {"b.pt", "/f/b.pt", false, true, true, "checkpoint", 9, ""}};
    update(s, {"open-choose", "/f/a.pt"});
    FilePreview found;
    found.path = "/f/a.pt";
    found.families = {{"one", "One", 21, 29}, {"two", "Two", 29, 29}};
    apply(s, FileInspected{found});
    update(s, {"open-families"});
    EXPECT_EQ(s.open.family_pointed, 0); // by its tensors
    for (int n = 0; n < 5; ++n) update(s, {"open-family-move", "", 0, 1});
    update(s, {"open-family-move", "", 0, -1});
    EXPECT_EQ(s.open.chosen, "/f/a.pt");
    EXPECT_TRUE(asks(update(s, {"open-family-take"}), Kind::Inspect));
    EXPECT_EQ(s.open.family, "one");
    EXPECT_FALSE(s.open.families_shown);
    EXPECT_EQ(s.dialog, Dialog::Open);
    found.family = "one";
    apply(s, FileInspected{found});
    update(s, {"open-families"});
    EXPECT_EQ(s.open.family_pointed, 1);
    update(s, {"clear"}); // Esc closes the list alone
    EXPECT_FALSE(s.open.families_shown);
    EXPECT_EQ(s.dialog, Dialog::Open);
}

TEST(OpenDialog, TypingChoosesTheFirstNameThatHasIt) {
    AppState s;
    s.dialog = Dialog::Open;
    s.open.folder = "/f";
    for (const char* name : {"autre", "été", "summer"})
        s.open.entries.push_back({name, std::string("/f/") + name, false, true, true, "model", 3, ""});
    update(s, {"open-filter", "ETE"});
    EXPECT_EQ(s.open.chosen, "/f/été");
    EXPECT_EQ(filtered(s.open).size(), 1u);
    update(s, {"open-confirm"});
    EXPECT_EQ(s.opening, "/f/été");
    s.dialog = Dialog::Open;
    update(s, {"open-filter", "/nowhere/at/all"});
    update(s, {"open-confirm"});
    EXPECT_EQ(s.open.problem, "There is no file or folder “/nowhere/at/all”.");
    // Enter before it is known what the file is.
    s.open.entries[2].known = false;
    update(s, {"open-filter", "sum"});
    update(s, {"open-confirm"});
    EXPECT_EQ(s.opening, "/f/été");
    apply(s, FileKnown{"/f/summer", true, "model"});
    EXPECT_EQ(s.opening, "/f/summer");
}

// The folder that a path leads to is listed while it is typed, and the file it names is looked at.
TEST(OpenDialog, ATypedPathIsFollowed) {
    const test::TemporaryFolder folder;
    const std::filesystem::path inner = folder / "models";
    std::filesystem::create_directories(inner);
    std::ofstream(inner / "Tut4.pt") << "a";
    std::ofstream(inner / "other.pt") << "b";
    AppState s;
    s.dialog = Dialog::Open;
    s.open.folder = s.open.base = folder.path();
    EffectList effects = update(s, {"open-filter", "./mod"});
    EXPECT_EQ(s.open.folder, folder.path()) << "there is no such folder yet";
    effects = update(s, {"open-filter", "./models/"});
    ASSERT_EQ(effects.size(), 1u);
    EXPECT_EQ(effects[0].kind, Effect::Kind::ListFolder);
    EXPECT_EQ(s.open.folder, inner);
    FolderListed listed{inner, {}, ""};
    for (const char* name : {"Tut4.pt", "other.pt"})
        listed.entries.push_back({name, inner / name, false, true, true, "checkpoint", 1, ""});
    apply(s, listed);
    EXPECT_EQ(filtered(s.open).size(), 2u);
    EXPECT_TRUE(update(s, {"open-filter", "./models/tu"}).empty()) << "it is listed already";
    ASSERT_EQ(filtered(s.open).size(), 1u);
    EXPECT_EQ(filtered(s.open)[0]->name, "Tut4.pt");
    EXPECT_EQ(s.open.chosen, "") << "Enter says that there is no file of that name";
    effects = update(s, {"open-filter", "./models/Tut4.pt"});
    ASSERT_EQ(effects.size(), 1u);
    EXPECT_EQ(effects[0].kind, Effect::Kind::Inspect);
    EXPECT_EQ(s.open.chosen, inner / "Tut4.pt");
    // Down takes one of those that are offered.
    update(s, {"open-filter", "./models/"});
    update(s, {"open-choose", "", 0, 1});
    update(s, {"open-choose", "", 0, 1});
    EXPECT_EQ(s.open.chosen, inner / "other.pt");
    AppState taken = s;
    update(taken, {"open-confirm"});
    EXPECT_EQ(taken.opening, (inner / "other.pt").string());
    // A folder that was chosen is opened as a model; typed alone it is looked into.
    s.open.entries[0].folder = true;
    std::filesystem::remove(inner / "Tut4.pt");
    std::filesystem::create_directories(inner / "Tut4.pt");
    update(s, {"open-filter", "./models/Tut4.pt"});
    EXPECT_EQ(s.open.chosen, "");
    taken = s;
    update(taken, {"open-confirm"});
    EXPECT_EQ(taken.open.folder, inner / "Tut4.pt");
    update(s, {"open-choose", "", 0, 1});
    taken = s;
    update(taken, {"open-confirm"});
    EXPECT_EQ(taken.opening, (inner / "Tut4.pt").string());
    // With the path gone it is the folder before.
    effects = update(s, {"open-filter", ""});
    EXPECT_EQ(s.open.folder, folder.path());
    EXPECT_EQ(s.open.chosen, "");
}

} // namespace
} // namespace heed
