#include "app/state/doctor/doctor.h"

#include "core/analysis/doctor/finding.h"
#include "core/decode/run.h"
#include "tests/support/random_model.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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
    s.doctor.done->store(-1);
    const std::atomic<bool> never{false};
    apply(s, WorkDone{"doctor", late(Engine{}, never), ""});
    EXPECT_FALSE(s.doctor.diagnosis);
}

} // namespace
} // namespace heed
