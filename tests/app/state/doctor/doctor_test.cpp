#include "app/state/doctor/doctor.h"

#include "core/analysis/doctor/finding.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "tests/support/random_model.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <thread>

namespace heed {
namespace {

/// Step over a run of a model that has learnt nothing.
AppState over(const std::string& text) {
    AppState s;
    s.model = std::make_shared<const Model>(test::random_model({}, 2, .05));
    s.model_name = "random";
    s.facts = s.model->facts;
    update(s, {"type", text});
    Request request = wanted_request(s);
    auto trace = std::make_shared<const Trace>(decode::run(*s.model, request));
    apply(s, RunFinished{request, trace, trace->source_length() - 1, false, text.size(), {}});
    return s;
}

int asks(const EffectList& effects) {
    return static_cast<int>(std::count_if(effects.begin(), effects.end(), [](const Effect& e) {
        return e.kind == Effect::Kind::Work && e.text == "doctor";
    }));
}

void answer(AppState& s) {
    const std::atomic<bool> never{false};
    apply(s, WorkDone{"doctor", doctor_job(s)(Engine{}, never), ""});
}

TEST(DoctorState, ItLooksAtTheSentenceOnceAndKeepsWhatItFound) {
    AppState s = over("3 mar 87");
    EXPECT_EQ(asks(update(s, {"doctor"})), 1);
    EXPECT_TRUE(shows_doctor(s));
    EXPECT_EQ(asks(update(s, {"doctor-over", "", 0, 0})), 0); // asked already
    answer(s);
    ASSERT_TRUE(s.doctor.diagnosis);
    EXPECT_EQ(s.doctor.diagnosis->sentences, 1);
    const auto& found = s.doctor.diagnosis->findings;
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const auto& f) { return f.id == "untrained"; }));
    EXPECT_EQ(doctor_json(s)["findings"].size(), found.size());
    update(s, {"doctor"});
    EXPECT_FALSE(shows_doctor(s));
    EXPECT_TRUE(shows_doctor_page(s));
    update(s, {"doctor"});
    EXPECT_FALSE(shows_doctor(s) || shows_doctor_page(s));
    EXPECT_EQ(asks(update(s, {"doctor"})), 0); // it is known
}

TEST(DoctorState, AllOfTheListAndAClickOnItsWorst) {
    AppState s = over("3 mar 87");
    update(s, {"offer-inputs", "3 mar 87\n1 may 1999\n12.12.1912"});
    update(s, {"open-inputs"});
    const auto request = wanted_request(s);
    const auto trace = std::make_shared<const Trace>(decode::run(*s.model, request));
    apply(s, RunFinished{request, trace, trace->source_length() - 1, false, s.input.size(), {}});
    update(s, {"doctor"});
    EXPECT_EQ(asks(update(s, {"doctor-over", "", 0, 1})), 1);
    answer(s);
    ASSERT_TRUE(s.doctor.diagnosis);
    EXPECT_EQ(s.doctor.diagnosis->sentences, 3);
    ASSERT_FALSE(s.doctor.diagnosis->findings.empty());
    const auto finding = s.doctor.diagnosis->findings.front();
    update(s, {"doctor-finding", "", 0, 0});
    EXPECT_EQ(s.input, finding.text);
    EXPECT_EQ(s.doctor.chosen, 0);
    EXPECT_EQ(s.selection.row, finding.output);
}

TEST(DoctorState, WhatIsOutOfDateIsGivenUp) {
    AppState s = over("3 mar 87");
    update(s, {"doctor"});
    const WorkspaceJob late = doctor_job(s);
    s.doctor.asked.texts = {"another"};
    s.doctor.progress->given_up = true;
    const std::atomic<bool> never{false};
    apply(s, WorkDone{"doctor", late(Engine{}, never), ""});
    EXPECT_FALSE(s.doctor.diagnosis);
}

/// What the doctor asks for next, done at once.
void look(AppState& s, const EffectList& effects) {
    ASSERT_EQ(asks(effects), 1);
    answer(s);
}

TEST(DoctorState, AFileOfSentencesWithABadLine) {
    const test::TemporaryFolder folder;
    const auto file = folder / "doctor_state.tsv";
    io::write_file_atomic(file.string(),
                          "3 mar 87\t1987-03-03\n\n1 may 1999\t1999-05-01\nbroken\ta\tb\tc\td\n");
    AppState s = over("3 mar 87");
    update(s, {"doctor"});
    answer(s);
    look(s, update(s, {"doctor-file", file.string()}));
    ASSERT_TRUE(s.doctor.diagnosis) << s.doctor.problem;
    EXPECT_EQ(s.doctor.diagnosis->sentences, 2);
    EXPECT_EQ(s.doctor.diagnosis->judged, 2);
    EXPECT_EQ(s.doctor.diagnosis->bad, 1);
    EXPECT_NE(s.doctor.diagnosis->first_bad.find("line 4"), std::string::npos)
        << s.doctor.diagnosis->first_bad;
    // back to the sentence, and to the file: each is looked at anew, as only one is kept
    look(s, update(s, {"doctor-over", "", 0, static_cast<int>(DoctorExtent::This)}));
    EXPECT_EQ(s.doctor.diagnosis->sentences, 1);
    look(s, update(s, {"doctor-over", "", 0, static_cast<int>(DoctorExtent::File)}));
    EXPECT_EQ(s.doctor.diagnosis->sentences, 2);
    // the same file again may be another one
    io::write_file_atomic(file.string(), "1 may 1999\n");
    look(s, update(s, {"doctor-file", file.string()}));
    EXPECT_EQ(s.doctor.diagnosis->sentences, 1);
}

TEST(DoctorState, AFileThatIsNotThereIsSaid) {
    AppState s = over("3 mar 87");
    update(s, {"doctor"});
    answer(s);
    const EffectList effects = update(s, {"doctor-file", "/nowhere/at/all.tsv"});
    ASSERT_EQ(asks(effects), 1);
    const std::atomic<bool> never{false};
    std::string problem;
    try {
        doctor_job(s)(Engine{}, never);
    } catch (const Error& error) {
        problem = error.what();
    }
    EXPECT_NE(problem.find("/nowhere/at/all.tsv"), std::string::npos) << problem;
    apply(s, WorkDone{"doctor", {}, problem});
    EXPECT_FALSE(s.doctor.problem.empty());
    EXPECT_FALSE(s.doctor.diagnosis);
    // the sentence can be looked at again
    look(s, update(s, {"doctor-over", "", 0, static_cast<int>(DoctorExtent::This)}));
    EXPECT_TRUE(s.doctor.problem.empty());
    EXPECT_TRUE(s.doctor.diagnosis);
}

TEST(DoctorState, StoppedItSaysWhatWasFoundSoFar) {
    const test::TemporaryFolder folder;
    const auto file = folder / "doctor_stopped.tsv";
    std::string lines;
    for (int n = 0; n < 100; ++n) lines += "3 mar 87\n";
    io::write_file_atomic(file.string(), lines);
    AppState s = over("3 mar 87");
    update(s, {"doctor-file", file.string()});
    const WorkspaceJob job = doctor_job(s);
    std::atomic<bool> enough{false};
    std::thread stopper([&, progress = s.doctor.progress] {
        while (progress->sentences == 0 && !enough) std::this_thread::yield();
        progress->enough = true;
    });
    const std::atomic<bool> never{false};
    const std::any made = job(Engine{}, never);
    enough = true;
    stopper.join();
    apply(s, WorkDone{"doctor", made, ""});
    ASSERT_TRUE(s.doctor.diagnosis);
    EXPECT_TRUE(s.doctor.diagnosis->stopped);
    EXPECT_GE(s.doctor.diagnosis->sentences, 16);
    EXPECT_LE(s.doctor.diagnosis->sentences, 100);
}

// A card of the page: the picture of its worst sentence, the finding beside it; Esc and the key go back.
TEST(DoctorState, ThePageAndBack) {
    AppState s = over("3 mar 87");
    update(s, {"doctor-page"});
    answer(s);
    EXPECT_TRUE(shows_doctor_page(s));
    EXPECT_EQ(workspace_of(s).id, "doctor");
    ASSERT_NE(doctor_board(s), nullptr);
    EXPECT_EQ(doctor_figure_id(s), "doctor");
    update(s, {"doctor-finding", "", 0, 0});
    EXPECT_FALSE(shows_doctor_page(s));
    EXPECT_TRUE(shows_doctor(s));
    EXPECT_EQ(s.doctor.chosen, 0);
    update(s, {"doctor"});
    EXPECT_TRUE(shows_doctor_page(s));
    EXPECT_TRUE(leave_doctor(s));
    EXPECT_TRUE(shows_doctor(s));
    EXPECT_FALSE(leave_doctor(s));
}

TEST(DoctorState, ASessionKeepsWhatIsLookedAt) {
    AppState s = over("3 mar 87");
    update(s, {"doctor-file", "/some/where.tsv"});
    update(s, {"doctor-page"});
    const nlohmann::json kept = doctor_choices(s);
    AppState again;
    doctor_from_json(kept, again);
    EXPECT_EQ(nlohmann::json(doctor_choices(again)), kept);
    for (const char* bad : {"null", "[]", R"({"over": 3, "file": 7, "page": "yes", "shown": 1})"}) {
        doctor_from_json(nlohmann::json::parse(bad), again);
        EXPECT_FALSE(again.doctor.shown || again.doctor.page) << bad;
        EXPECT_EQ(again.doctor.file, "") << bad;
    }
}

} // namespace
} // namespace heed
