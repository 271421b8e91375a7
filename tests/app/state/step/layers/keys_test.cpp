// Every letter that is a key says something on a Transformer: it does what it says, or why it cannot.
#include "app/state/commands/command.h"
#include "app/state/commands/row.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>
#include <set>

namespace heed {
namespace {

AppState keys_over(const std::string& folder, const std::string& text) {
    AppState s;
    s.view = "step";
    s.model =
        std::make_shared<const Model>(io::ModelLibrary({}).load((test::source_dir() / folder).string()));
    s.facts = s.model->facts;
    Request request;
    request.text = text;
    request.max_steps = 6;
    s.trace = std::make_shared<const Trace>(decode::run(*s.model, request));
    s.input = text;
    s.playback.at = s.trace->outline.total();
    return s;
}

TEST(KeysOfATransformer, NoLetterIsSilent) {
    std::set<std::string_view> letters;
    for (const CommandInfo& row : commands())
        for (const std::string_view key : row.keys)
            if (key.size() == 1 && key[0] >= 'A' && key[0] <= 'Z') letters.insert(key);
    for (const char* folder : {"assets/models/translate/transformer", "tests/checkpoints/hf_bert_uncased_old",
                               "tests/checkpoints/hf_gpt2_base_prefix"}) {
        AppState s = keys_over(folder, folder[0] == 'a' ? "the red car" : "the council");
        for (const std::string_view view : {"step", "compare", "search"}) {
            s.view = view;
            for (const std::string_view key : letters)
                EXPECT_TRUE(command_for(key, s, false) || !why_no_command(key, s, false).empty())
                    << key << " over " << folder << " in " << view;
        }
    }
}

TEST(KeysOfATransformer, WhatCannotBeSeenIsSaid) {
    AppState s = keys_over("assets/models/translate/transformer", "the red car");
    const bool heatmap = s.settings.heatmap;
    EXPECT_EQ(command_for("H", s, false), nullptr);
    update(s, {"refuse-key", "H"});
    EXPECT_EQ(s.settings.heatmap, heatmap);
    ASSERT_EQ(s.toasts.size(), 1u);
    EXPECT_EQ(s.toasts.back().detail,
              "The maps of a Transformer are always shown: its heads are chosen by them.");
    update(s, {"refuse-key", "G"});
    EXPECT_EQ(s.toasts.back().detail,
              "All maps at once are shown of a file of weights. A shows every head of this model.");
    for (const std::string_view digit : {"7", "9", "9"}) { // its family here is itself
        update(s, {"function", std::string(digit)});
        ASSERT_EQ(s.toasts.size(), 1u) << digit;
        EXPECT_EQ(s.toasts.back().title, std::string(digit) + " does nothing here");
    }
}

// An encoder alone writes nothing: its rows are the places that ask.
TEST(KeysOfATransformer, RowsOfAnEncoderAreItsPlaces) {
    AppState s = keys_over("tests/checkpoints/hf_bert_uncased_old", "the council");
    update(s, {"next-row"});
    update(s, {"next-row"});
    EXPECT_GT(s.selection.row, 0);
    for (int n = 0; n < 9; ++n) update(s, {"next-row"});
    EXPECT_EQ(s.selection.row, s.trace->source_length() - 1);
}

} // namespace
} // namespace heed
