// Models that are broken on purpose: the doctor names each fault. Healthy ones: it says nothing.
#include "core/analysis/doctor/doctor.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "core/tasks/item.h"
#include "core/tasks/task.h"
#include "tests/support/random_model.h"
#include "tests/support/source_dir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <numeric>

namespace heed::doctor {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

Model bundled(const std::string& name) {
    const io::ModelLibrary library({test::source_dir() / "assets"});
    const io::ModelPlace place = library.resolve(name);
    return io::load_model(place.folder, place.name);
}

std::string tasks_of(const std::string& name) { return name.substr(0, name.find('/')); }

std::vector<std::string> sentences_of(const std::string& task, int count, std::uint64_t seed = 77001) {
    Random random(seed);
    std::vector<std::string> texts;
    for (int n = 0; n < count; ++n)
        texts.push_back(tasks::get(task).tokenizer().join(tasks::get(task).sample(random).source));
    return texts;
}

Doctor examined(const Model& model, const std::vector<std::string>& texts, int tried = 100,
                int influenced = 0) {
    Doctor doctor(model);
    for (std::size_t n = 0; n < texts.size(); ++n)
        doctor.add(examine(model, doctor_input(model, texts[n], static_cast<long long>(n) + 1),
                           Trials{int(n) < tried, int(n) < influenced}));
    return doctor;
}

std::vector<std::string> ids(const Doctor& doctor) {
    std::vector<std::string> found;
    for (const Finding& f : doctor.findings()) found.emplace_back(f.check->id);
    return found;
}
std::vector<std::string> faults(const Doctor& doctor) {
    std::vector<std::string> found;
    for (const Finding& f : doctor.findings())
        if (f.severity == Severity::Fault) found.emplace_back(f.check->id);
    return found;
}

MatrixXf& parameter(Model& model, const char* name) {
    return model.parameters[model.parameters.find(name)].value;
}

// ---- the seeded faults

// Query and key so small that tanh is the identity there: e = v·(W_q q + W_h h + b), without a tanh.
TEST(Doctor, AMissingTanhMakesTheQueryCancel) {
    Model model = bundled("translate/additive");
    for (const char* name : {"attention.Wq", "attention.Wh", "attention.b"}) parameter(model, name) *= 1e-3f;
    parameter(model, "attention.v") *= 1e3f;
    complete(model);
    const Doctor doctor = examined(model, sentences_of("translate", 8));
    EXPECT_THAT(faults(doctor), Contains("query-cancels"));
    EXPECT_THAT(ids(doctor), Not(Contains("query-absent")));
    for (const Finding& f : doctor.findings()) {
        if (f.check->id != "query-cancels") continue;
        EXPECT_NE(f.likely.find("tanh"), std::string::npos) << f.likely;
        EXPECT_EQ(f.shown, 8);
    }
}

// The query never enters: W_q = 0.
TEST(Doctor, AQueryThatIsDroppedIsNamed) {
    Model model = bundled("translate/additive");
    parameter(model, "attention.Wq").setZero();
    complete(model);
    const Doctor doctor = examined(model, sentences_of("translate", 8));
    EXPECT_THAT(faults(doctor), Contains("query-absent"));
    EXPECT_THAT(ids(doctor), Not(Contains("query-cancels")));
}

// As computed by a softmax over the outputs: alpha_ij = exp e_ij / Σ_i exp e_ij.
TEST(Doctor, TheWrongAxisOfTheSoftmaxIsNamed) {
    const Model model = bundled("translate/additive");
    Doctor doctor(model.facts), right(model.facts);
    for (const std::string& text : sentences_of("translate", 4)) {
        Request request;
        request.text = text;
        Trace run = decode::run(model, request);
        right.add(examine(std::make_shared<const Trace>(run)));
        MatrixXf weights = run.at(Quantity::Energies); // (T, N)
        for (Eigen::Index j = 0; j < weights.rows(); ++j) {
            weights.row(j) = (weights.row(j).array() - weights.row(j).maxCoeff()).exp();
            weights.row(j) /= weights.row(j).sum();
        }
        run.set({Quantity::Weights}, weights);
        doctor.add(examine(std::make_shared<const Trace>(std::move(run))));
    }
    EXPECT_THAT(faults(doctor), Contains("axis"));
    EXPECT_THAT(ids(right), Not(Contains("axis")));
}

TEST(Doctor, ASoftmaxOverABatchOfOneIsNamed) {
    const Model model = bundled("translate/additive");
    Request request;
    request.text = sentences_of("translate", 1).front();
    Trace run = decode::run(model, request);
    const MatrixXf ones = MatrixXf::Ones(run.source_length(), run.outputs());
    run.set({Quantity::Weights}, ones);
    Doctor doctor(model.facts);
    doctor.add(examine(std::make_shared<const Trace>(std::move(run))));
    EXPECT_THAT(faults(doctor), Contains("axis"));
}

TEST(Doctor, AReversedSourceIsNamed) {
    Model model = bundled("translate/additive");
    model.config.edit<Seq2SeqConfig>().encoder.reversed = true;
    complete(model);
    EXPECT_THAT(faults(examined(model, sentences_of("translate", 8))), Contains("reversed"));
}

TEST(Doctor, AnUnscaledProductOf512NumbersIsNamed) {
    Seq2SeqConfig config = test::config_of("dot", Order::Luong);
    config.encoder.hidden = 256;
    config.decoder.hidden = 512;
    const Model model = test::random_model(config, 3, 2); // states near ±1
    const Doctor doctor = examined(model, sentences_of("dates", 8));
    EXPECT_THAT(faults(doctor), Contains("scale"));
    for (const Finding& f : doctor.findings())
        if (f.check->id == "scale") EXPECT_NE(f.advice.find("22.6"), std::string::npos) << f.advice;
}

TEST(Doctor, AnUntrainedModelIsNamed) {
    const Doctor doctor = examined(test::random_model({}, 2, .05), sentences_of("dates", 8));
    EXPECT_THAT(faults(doctor), Contains("untrained"));
    EXPECT_THAT(faults(doctor), Contains("flat"));
    EXPECT_THAT(ids(doctor), Not(Contains("query-cancels")));
}

// A decoder that learnt with its own targets as inputs writes what it is fed: here p(y_i) is read off E y.
TEST(Doctor, ADecoderFedItsOwnFutureIsNamed) {
    Seq2SeqConfig config = test::config_of("additive");
    config.decoder.embedding = 64;
    config.decoder.readout = Readout::None;
    config.decoder.reads = {true, true, true};
    Model model = test::random_model(config, 5, .1);
    MatrixXf& embedding = parameter(model, "decoder.embedding.weight"); // (V, E)
    embedding.setIdentity();
    MatrixXf& out = parameter(model, "readout.output.weight"); // (V, [c; s; Ey])
    out.rightCols(64) = 12 * embedding;
    complete(model);
    const Doctor doctor = examined(model, sentences_of("dates", 8));
    EXPECT_THAT(faults(doctor), Contains("future"));
    EXPECT_THAT(faults(doctor), Contains("repeats"));
}

// Taught 1500 steps with padding as any other token, which its softmax ran over; recipe and file in its
// folder.
TEST(Doctor, PaddingThatWasNotMaskedInTrainingIsNamed) {
    const auto folder = test::source_dir() / "tests/core/analysis/doctor/unmasked";
    const Model model = io::load_model(folder, "unmasked");
    Doctor doctor(model);
    for (const char* text : {"a b c d", "c b j i e", "h h a d c e", "a b c", "c d e f g", "j i a", "b b d",
                             "g f a c", "e a h i j", "d d c b a f"}) {
        EXPECT_THAT(faults(doctor), Not(Contains("padding"))) << "too few to say so";
        DoctorInput input{text, 0, {}, false, {}, {}};
        doctor.add(examine(model, input, {true, false}));
    }
    EXPECT_THAT(faults(doctor), Contains("padding"));
}

/// The weight on padding over an even share of it, and what a unit of it costs in nats a token; means.
std::pair<double, double> padding_of(const Model& model, const std::vector<std::string>& texts) {
    double mass = 0, even = 0, lost = 0;
    for (const std::string& text : texts) {
        const Examined e = examine(model, DoctorInput{text, 0, {}, false, {}, {}}, {true, false});
        const std::vector<float>& on = e.padded->on_padding;
        mass += std::accumulate(on.begin(), on.end(), 0.0) / double(on.size());
        even += double(padding_tried) / double(padding_tried + e.run().source_length());
        lost += e.plain->mean_log_prob() - e.padded->mean_log_prob();
    }
    return {mass / even, lost / mass};
}

// Weight of at least .25 and a cost of at most .1 are a fault: the broken one is well within both, each of
// the healthy ones that come nearest well outside one of them.
TEST(Doctor, WhatPaddingCostsSeparates) {
    const Model broken =
        io::load_model(test::source_dir() / "tests/core/analysis/doctor/unmasked", "unmasked");
    const auto [weight, cost] = padding_of(broken, {"a b c d", "c b j i e", "h h a d c e", "a b c"});
    EXPECT_GT(weight, .4);
    EXPECT_LT(cost, .04);
    for (const char* name : {"dates/scaled", "dates/additive", "translate/scaled", "translate/general-tanh"})
        EXPECT_GT(padding_of(bundled(name), sentences_of(tasks_of(name), 40)).second, .4) << name;
    for (const char* name : {"dates/lstm", "dates/rnn", "translate/additive"})
        EXPECT_LT(padding_of(bundled(name), sentences_of(tasks_of(name), 40)).first, .2) << name;
}

TEST(Doctor, PaddingInAGivenRunIsNamed) {
    const Model model = bundled("translate/cosine");
    Request request;
    request.text = sentences_of("translate", 1).front() + " <pad> <pad> <pad> <pad> <pad>";
    Doctor doctor(model.facts);
    doctor.add(examine(std::make_shared<const Trace>(decode::run(model, request))));
    EXPECT_THAT(faults(doctor), Contains("padding-given"));
}

// Encoders whose update gates are shut: a state holds its own token and nothing before it.
TEST(Doctor, InfluenceThatVanishesIsNamed) {
    Model model = bundled("reverse/none");
    for (const char* way : {"encoder.forward.", "encoder.backward."}) {
        parameter(model, (std::string(way) + "weight_hh").c_str()).setZero();
        MatrixXf& bias = parameter(model, (std::string(way) + "bias_ih").c_str()); // rows r, z, n
        bias.middleRows(bias.rows() / 3, bias.rows() / 3).setConstant(-20);
    }
    complete(model);
    EXPECT_THAT(faults(examined(model, sentences_of("reverse", 8), 2, 2)), Contains("vanishing"));
    EXPECT_THAT(ids(examined(bundled("reverse/none"), sentences_of("reverse", 8), 2, 2)),
                Not(Contains("vanishing")));
}

// ---- what is not so is not said

TEST(Doctor, ItIsSilentOnHealthyModels) {
    for (const char* name :
         {"translate/additive", "translate/dot", "reverse/general", "dates/general", "copy/coverage"}) {
        const std::string task = std::string(name).substr(0, std::string(name).find('/'));
        const Doctor doctor = examined(bundled(name), sentences_of(task, 25), 10);
        EXPECT_THAT(ids(doctor), IsEmpty()) << name << ": " << to_json(doctor.diagnosis()).dump(1);
    }
}

// A sentence that is right and like those it learnt from: nothing is wrong, whichever it is.
TEST(Doctor, ItIsSilentOnEachSentenceOfHealthyModels) {
    for (const char* name : {"dates/additive", "dates/scaled", "dates/lstm", "translate/additive",
                             "translate/scaled", "reverse/general"})
        for (const std::string& text : sentences_of(tasks_of(name), 12)) {
            const Doctor doctor = examined(bundled(name), {text}, 1);
            if (doctor.diagnosis().wrong == 0) EXPECT_THAT(faults(doctor), IsEmpty()) << name << ": " << text;
        }
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
        const std::string task = std::string(name).substr(0, std::string(name).find('/'));
        const Doctor doctor = examined(bundled(name), sentences_of(task, std::atoi(many)));
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

// ---- the arithmetic

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
    EXPECT_EQ(d.findings.size() + d.not_found.size() + d.not_measured.size(), doctor_checks().size());
    EXPECT_FALSE(d.not_measured.empty()); // it has no weights
    std::set<std::string_view> names;
    for (const Check& check : doctor_checks()) EXPECT_TRUE(names.insert(check.id).second) << check.id;
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
