// The mapping assistant over a checkpoint whose score the shapes leave open.
#pragma once

#include "app/state/assistant/assistant.h"
#include "app/state/commands/command.h"
#include "app/state/update.h"
#include "core/io/mapping/family_draft.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace heed::test {

namespace fs = std::filesystem;

inline bool orders(const EffectList& effects, const char* work) {
    return std::any_of(effects.begin(), effects.end(),
                       [&](const Effect& e) { return e.kind == Effect::Kind::Work && e.text == work; });
}

inline bool loads(const EffectList& effects) {
    return std::any_of(effects.begin(), effects.end(),
                       [](const Effect& e) { return e.kind == Effect::Kind::LoadModel; });
}

/// keon's checkpoint, whose score the shapes leave open, and the jobs as the window runs them.
class Assistant : public testing::Test {
protected:
    Assistant() {
        for (const auto& entry : fs::directory_iterator(test::source_dir() / "tests/checkpoints/keon"))
            if (entry.path().filename() != "expected.json") fs::copy(entry.path(), folder_.path());
        for (const auto& entry : fs::directory_iterator(folder_.path()))
            if (entry.path().extension() == ".pt") file_ = entry.path().string();
        if (const char* before = std::getenv("XDG_DATA_HOME")) data_home_ = before;
        setenv("XDG_DATA_HOME", own_.path().c_str(), 1);
        update(state_, {"assistant", file_});
    }
    ~Assistant() override {
        data_home_.empty() ? unsetenv("XDG_DATA_HOME") : setenv("XDG_DATA_HOME", data_home_.c_str(), 1);
    }
    WorkDone done(const char* work, const WorkspaceJob& job) {
        WorkDone result{work, {}, ""};
        try {
            result.result = job(engine_, cancelled_);
        } catch (const Error& error) {
            result.problem = error.what();
        }
        return result;
    }
    void try_it() {
        EXPECT_EQ(state_.assistant->asked, state_.assistant->order);
        apply_assistant(state_, done("assistant", assistant_job(state_)));
        ASSERT_TRUE(state_.assistant->known) << state_.assistant->problem;
        look();
        EXPECT_TRUE(follow_assistant(state_).empty()); // nothing is left to be tried
    }
    /// What is there of the family's name.
    void look() { apply_assistant_name(state_, done("assistant-name", assistant_name_job(state_))); }
    void call(const char* name) {
        update(state_, {"assistant-name", name});
        look();
    }
    void save_now() { apply_assistant_save(state_, done("assistant-save", assistant_save_job(state_))); }
    const io::mapping::Question& question(const char* id) const {
        return *state_.assistant->known->trial.draft.find(id);
    }
    int number_of(const char* id) const {
        const auto asked = asked_questions(*state_.assistant);
        return static_cast<int>(
            std::find_if(asked.begin(), asked.end(), [&](const auto* q) { return q->id == id; }) -
            asked.begin());
    }

    test::TemporaryFolder folder_, own_;
    std::string file_, data_home_;
    Engine engine_;
    std::atomic<bool> cancelled_{false};
    AppState state_;
};

} // namespace heed::test
