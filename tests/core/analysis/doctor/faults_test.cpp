// Models that are broken on purpose: the doctor names each fault.
#include "core/decode/run.h"
#include "tests/core/analysis/doctor/patients.h"
#include "tests/support/random_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace heed::doctor {
namespace {

using testing::Contains;
using testing::Not;

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
        if (f.check->id == "scale") {
            EXPECT_NE(f.advice.find("22.6"), std::string::npos) << f.advice;
        }
}

// One fault is named once: scores that are too large are why the softmax is saturated, and their words say
// so.
TEST(Doctor, ScoresThatAreTooLargeAreOneFault) {
    Seq2SeqConfig config = test::config_of("dot", Order::Luong);
    config.encoder.hidden = 256;
    config.decoder.hidden = 512;
    const Doctor doctor = examined(test::random_model(config, 3, 3), sentences_of("dates", 8));
    const Diagnosis d = doctor.diagnosis();
    EXPECT_THAT(ids(doctor), Not(Contains("sharp")));
    for (const NoFinding& check : d.not_found) EXPECT_NE(check.id, "sharp") << "it was found";
    for (const Finding& f : d.findings)
        if (f.id == "scale") {
            EXPECT_THAT(f.also, Contains("sharp"));
            EXPECT_NE(f.words.find("above .99"), std::string::npos) << f.words;
        } else {
            EXPECT_THAT(f.also, testing::IsEmpty()) << f.id;
        }
    EXPECT_EQ(d.checks() + d.not_measured.size(), doctor_checks().size());
}

// Saturated without a product that ought to be divided: that is named by itself.
TEST(Doctor, ASaturatedSoftmaxIsNamed) {
    Seq2SeqConfig config = test::config_of("scaled", Order::Luong);
    config.encoder.hidden = 256;
    config.decoder.hidden = 512;
    Model model = test::random_model(config, 3, 3);
    const Doctor doctor = examined(model, sentences_of("dates", 8));
    EXPECT_THAT(ids(doctor), Not(Contains("scale")));
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

} // namespace
} // namespace heed::doctor
