// What the doctor counts and says: the arithmetic, its words, its curve, the lines it takes.
#include "core/base/error.h"
#include "tests/core/analysis/doctor/patients.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace heed::doctor {
namespace {

TEST(Doctor, OrderOfSentencesChangesOnlyTheEvidence) {
    const Model model = bundled("translate/cosine");
    std::vector<std::string> texts = sentences_of("translate", 12);
    const Doctor one = examined(model, texts, 0);
    std::reverse(texts.begin(), texts.end());
    const Doctor other = examined(model, texts, 0);
    ASSERT_EQ(one.findings().size(), other.findings().size());
    for (std::size_t k = 0; k < one.findings().size(); ++k) {
        EXPECT_EQ(one.findings()[k].check, other.findings()[k].check);
        EXPECT_EQ(one.findings()[k].shown, other.findings()[k].shown);
        EXPECT_EQ(one.findings()[k].words, other.findings()[k].words);
    }
}

TEST(Doctor, EveryCheckIsFoundOrNotFoundOrNotMeasured) {
    const Doctor doctor = examined(bundled("translate/none"), sentences_of("translate", 3));
    const Diagnosis d = doctor.diagnosis();
    EXPECT_EQ(d.checks() + d.not_measured.size(), doctor_checks().size());
    EXPECT_FALSE(d.not_measured.empty()); // it has no weights
    std::set<std::string_view> names;
    for (const Check& check : doctor_checks()) EXPECT_TRUE(names.insert(check.id).second) << check.id;
}

// Checks speak of what the model reads.
TEST(Doctor, TitlesNameWhatTheModelReads) {
    const auto titles = [](const std::string& name, const std::string& task) {
        std::string all;
        const Diagnosis d = examined(bundled(name), sentences_of(task, 2)).diagnosis();
        for (const NoFinding& check : d.not_found) all += check.title + "\n";
        for (const NoFinding& check : d.not_measured) all += check.title + "\n";
        for (const Finding& finding : d.findings) all += finding.title + "\n";
        return all;
    };
    const std::string letters = titles("reverse/additive", "reverse"),
                      words = titles("translate/additive", "translate");
    EXPECT_NE(letters.find("Letters are left unread"), std::string::npos) << letters;
    EXPECT_NE(letters.find("A letter is read too often"), std::string::npos) << letters;
    EXPECT_EQ(letters.find("Word"), std::string::npos) << letters;
    EXPECT_EQ(letters.find(" word"), std::string::npos) << letters;
    EXPECT_NE(words.find("Words are left unread"), std::string::npos) << words;
    EXPECT_EQ((letters + words).find('{'), std::string::npos);
}

// What could not be looked for says what was missing, and how much of it there was.
TEST(Doctor, WhatWasNotMeasuredSaysWhatItNeeds) {
    const Model model = bundled("translate/additive");
    const auto padding = [&](int sentences) {
        const Diagnosis d = examined(model, sentences_of("translate", sentences)).diagnosis();
        for (const NoFinding& check : d.not_measured)
            if (check.id == "padding") return check.needs;
        return std::string();
    };
    EXPECT_TRUE(padding(3).ends_with("; here 3 sentences have it")) << padding(3);
    EXPECT_TRUE(padding(1).ends_with("; here 1 sentence has it")) << padding(1);
    EXPECT_EQ(padding(10), "");
    for (const NoFinding& check : examined(bundled("translate/none"), {"the dog"}).diagnosis().not_measured)
        EXPECT_NE(check.needs, "") << check.id;
}

TEST(Doctor, IntervalsOfShares) {
    const Interval none = interval_of(0, 10), all = interval_of(1, 10);
    EXPECT_NEAR(none.high, 1 - all.low, 1e-12);
    EXPECT_NEAR(all.low, 10 / (10 + 1.96 * 1.96), 1e-12);
    EXPECT_EQ(none.low, 0);
}

// Of one sentence nothing is said as of many: no share, and no interval.
TEST(Doctor, OfOneSentenceItSpeaksOfOne) {
    std::string text;
    for (const std::string& each : sentences_of("reverse", 40)) {
        const Examined e = examine(bundled("reverse/none"), doctor_input(bundled("reverse/none"), each), {});
        if (e.wrong()) text = each;
        if (!text.empty()) break;
    }
    ASSERT_FALSE(text.empty());
    Doctor doctor(bundled("reverse/none"));
    for (int n = 1; n <= 5; ++n) {
        doctor.add(examine(bundled("reverse/none"), doctor_input(bundled("reverse/none"), text), {}));
        for (const Finding& f : doctor.findings()) {
            if (f.check->id != "wrong") continue;
            const std::string all = std::to_string(n) + " of " + std::to_string(n) + " outputs are not";
            EXPECT_EQ(f.words.find(n == 1 ? "The output is not the right one." : all), 0u) << f.words;
            EXPECT_EQ(f.words.find("between") != std::string::npos, n > 1) << f.words;
        }
    }
}

TEST(Doctor, SharesOfFewAreCounts) {
    EXPECT_EQ(share_of(3, 8, "outputs"), "3 of 8 outputs");
    EXPECT_EQ(share_of(3, 8), "3 of 8");
    EXPECT_EQ(share_of(30, 80, "outputs"), "38% of outputs");
    EXPECT_EQ(share_of(30, 80), "38%");
}

// Sentences of many lengths, some beyond what it learnt from: a curve, whose shares are those of the
// sentences.
TEST(Doctor, BeyondTheTrainedLengthsThereIsACurve) {
    Model model = bundled("reverse/none");
    model.config_json["training"]["longest"] = 10;
    std::vector<std::string> texts;
    for (int n = 3; n <= 26; ++n)
        texts.push_back(std::string("qwertzuiopasdfghjklyxcvbnm").substr(0, std::size_t(n)));
    const Doctor doctor = examined(model, texts, 0);
    const auto findings = doctor.findings();
    const auto length =
        std::find_if(findings.begin(), findings.end(), [](const Finding& f) { return f.id == "length"; });
    ASSERT_NE(length, findings.end());
    const Drawing& d = length->drawing;
    EXPECT_EQ(d.kind, Drawing::Kind::Curve);
    EXPECT_EQ(d.trained, 10);
    ASSERT_GE(d.bars.size(), 3u);
    EXPECT_LE(d.bars.size(), 12u);
    for (std::size_t k = 0; k < d.bars.size(); ++k) {
        EXPECT_GE(d.bars[k].value, 0);
        EXPECT_LE(d.bars[k].value, 1);
        if (k > 0) {
            EXPECT_GT(std::stoi(d.bars[k].label), std::stoi(d.bars[k - 1].label));
        }
    }
}

// A line of a file as `heed check` and the window take it.
TEST(Doctor, ALineSaysWhatIsRight) {
    const Model model = bundled("translate/additive");
    const std::string known = sentences_of("translate", 1).front();
    const DoctorInput own = read_input(model, known, "f", 3),
                      said = read_input(model, "the dog\tx y\t0-0", "f", 4);
    EXPECT_TRUE(own.answer.has_value()); // the task knows it
    EXPECT_EQ(own.line, 3);
    EXPECT_EQ(said.answer->text, "x y");
    EXPECT_TRUE(said.has_gold);
    EXPECT_THROW(read_input(model, "a\tb\tc\td\te", "f", 5), Error);
}

} // namespace
} // namespace heed::doctor
