// What is not so is not said: healthy models, and those whose cards say what is wrong.
#include "core/tasks/item.h"
#include "tests/core/analysis/doctor/patients.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>

namespace heed::doctor {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

TEST(Doctor, ItIsSilentOnHealthyModels) {
    for (const char* name :
         {"translate/additive", "translate/dot", "reverse/general", "dates/general", "copy/coverage"}) {
        const Doctor doctor = examined(bundled(name), sentences_of(tasks_of(name), 25), 10);
        EXPECT_THAT(ids(doctor), IsEmpty()) << name << ": " << to_json(doctor.diagnosis()).dump(1);
    }
}

// A sentence that is right and like those it learnt from: nothing is wrong, whichever it is.
TEST(Doctor, ItIsSilentOnEachSentenceOfHealthyModels) {
    for (const char* name : {"dates/additive", "dates/scaled", "dates/lstm", "translate/additive",
                             "translate/scaled", "reverse/general"})
        for (const std::string& text : sentences_of(tasks_of(name), 12)) {
            const Doctor doctor = examined(bundled(name), {text}, 1);
            if (doctor.diagnosis().wrong > 0) continue;
            EXPECT_THAT(faults(doctor), IsEmpty()) << name << ": " << text;
        }
}

// Nonsense: what is written of words that it does not know is unsure, and no fault of the model.
TEST(Doctor, ItIsSilentOnWordsThatAreNone) {
    for (const char* name : {"translate/transformer", "translate/additive", "translate/dot"})
        for (const char* text : {"a b c", "the dog", "x y z w v", "qu est ce que c est"})
            EXPECT_THAT(faults(examined(bundled(name), {text}, 1)), IsEmpty()) << name << ": " << text;
}

// Of two or three words nothing is said of the way that attention goes.
TEST(Doctor, AShortInputGoesNoWay) {
    EXPECT_THAT(ids(examined(bundled("translate/additive"), {"a b c"}, 1)), Not(Contains("one-way")));
}

// The matrices of a folder are kept as its file has them: what a head adds is measured all the same.
TEST(Doctor, HeadsOfAFolderAreLookedAt) {
    const std::filesystem::path folder = test::source_dir() / "tests/checkpoints/hf_marian_toy_enfr";
    const Model model = io::ModelLibrary({}).load(folder.string());
    const Doctor doctor = examined(model, {"the council helps her students"}, 0);
    const Diagnosis diagnosis = doctor.diagnosis();
    for (const NoFinding& check : diagnosis.not_measured) EXPECT_NE(check.id, "head-dead");
}

// A trial that would take too many numbers is left out, not the sentence.
TEST(Doctor, WhatIsTooLargeToTryIsNotABadLine) {
    const Model model = bundled("copy/own-past");
    std::string text = "a";
    for (int n = 1; n < 24; ++n) text += n % 2 ? " b" : " a";
    const Doctor doctor = examined(model, {text}, 1, 1);
    EXPECT_EQ(doctor.sentences(), 1);
    EXPECT_EQ(doctor.diagnosis().not_measured.size() + doctor.diagnosis().checks(), doctor_checks().size());
}

// All that the cards say are right in 95 of 100, with nine strongest weights in ten on gold.
TEST(DoctorLong, NoFalseAlarmOverAThousandInputs) {
    const char* many = std::getenv("HEED_DOCTOR_SENTENCES");
    if (!many) GTEST_SKIP() << "HEED_DOCTOR_SENTENCES is not set";
    for (const char* name :
         {"translate/additive", "translate/concat", "translate/cosine-beta", "translate/dot",
          "translate/general", "translate/scaled", "translate/local-m", "translate/local-p", "reverse/dot",
          "reverse/general", "reverse/cosine-beta", "dates/additive", "dates/general", "dates/lstm",
          "dates/rnn", "dates/scaled", "dates/local-p", "copy/coverage", "copy/location-aware"}) {
        const Doctor doctor = examined(bundled(name), sentences_of(tasks_of(name), std::atoi(many)));
        EXPECT_THAT(ids(doctor), IsEmpty())
            << name << ": " << to_json(doctor.diagnosis())["findings"].dump(1);
    }
}

/// The same of models that answer a whole input at once.
TEST(DoctorLong, NorOfModelsThatAnswerAtOnce) {
    const char* many = std::getenv("HEED_DOCTOR_SENTENCES");
    const int count = many ? std::atoi(many) : 20;
    for (const char* name : {"adding/linear", "adding/bounded", "sentiment/linear", "sentiment/bounded",
                             "recall/sum", "recall/scaled", "recall/bilinear", "recall/mean", "recall/lstmn",
                             "recall/key-value", "recall/key-value-plain", "recall/key-value-predict",
                             "sort/pointer", "stories/tied", "lagged/attention"}) {
        const Model model = bundled(name);
        const tasks::ItemTask& task = tasks::get_item_task(model.task);
        Random random(77001);
        Doctor doctor(model);
        for (int n = 0; n < count; ++n) {
            const tasks::Item item = task.sample(random);
            const DoctorInput input{item.input, n + 1, tasks::RightAnswer{{}, item.answer}, false, {}, {}};
            doctor.add(examine(model, input, trials_of(n)));
        }
        EXPECT_THAT(ids(doctor), IsEmpty())
            << name << ": " << to_json(doctor.diagnosis())["findings"].dump(1);
    }
}

// Of the others it says what their cards say.
TEST(Doctor, OfTheOthersItSaysWhatTheirCardsSay) {
    EXPECT_THAT(ids(examined(bundled("translate/cosine"), sentences_of("translate", 25), 5)),
                Contains("flat"));
    const auto beside = ids(examined(bundled("reverse/additive"), sentences_of("reverse", 25), 5));
    EXPECT_THAT(beside, Contains("beside"));
    EXPECT_THAT(beside, Not(Contains("wrong")));
    EXPECT_THAT(ids(examined(bundled("dates/location"), sentences_of("dates", 25), 5)), Contains("beside"));
    EXPECT_THAT(ids(examined(bundled("reverse/none"), sentences_of("reverse", 25), 5)), Contains("wrong"));
    EXPECT_THAT(ids(examined(bundled("names/plain"), sentences_of("names", 25), 5)), Contains("unknown"));
}

TEST(Doctor, LongerThanTrainedIsANoticeOrAFault) {
    const Model model = bundled("translate/additive");
    std::string text = "the dog sees the cat";
    for (int n = 0; n < 10; ++n) text += " of the house";
    const Doctor doctor = examined(model, {text});
    EXPECT_THAT(ids(doctor), Contains("length"));
}

} // namespace
} // namespace heed::doctor
