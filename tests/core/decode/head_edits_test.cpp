// Heads that are switched off, made even or given another's weights.
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/open/open_model.h"
#include "core/io/run/edits_json.h"
#include "core/models/transformer/config.h"
#include "core/models/transformer/values.h"
#include "tests/support/source_dir.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::decode {
namespace {

const std::string sentence = "the old man reads a book in the garden";

Model bundled(const std::string& name) {
    return *io::open_model({test::source_dir() / "assets/models" / name}).model;
}
Model translator() { return bundled("translate/transformer"); }

/// The same weights, that head's columns of the output matrix 0.
Model with_zero_columns(const HeadPlace& place) {
    Model model = translator();
    const std::string part = place.kind == HeadKind::Encoder ? "encoder" : "decoder";
    const std::string name = part + ".layers." + std::to_string(place.layer) +
                             (place.kind == HeadKind::Cross ? ".cross" : ".self") + ".output.weight";
    MatrixXf& weight = model.parameters[model.parameters.find(name)].value;
    const int heads = model.config.architecture()->heads(model.config, place.kind, place.layer);
    const Eigen::Index each = weight.cols() / heads;
    weight.middleCols(place.head * each, each).setZero();
    return model;
}

Request asking(HeadEdits heads) {
    Request request;
    request.text = sentence;
    request.edits.heads = std::move(heads);
    return request;
}

TEST(HeadEdits, OffIsARunWithThatHeadsColumnsZero) {
    const Model model = translator();
    for (const HeadPlace& place :
         {HeadPlace{HeadKind::Cross, 1, 1}, {HeadKind::Encoder, 0, 2}, {HeadKind::Decoder, 1, 0}}) {
        SCOPED_TRACE(to_string(place));
        const Trace off = run(model, asking({{place, {}}}));
        const Trace zeroed = run(with_zero_columns(place), asking({}));
        ASSERT_EQ(off.target_text, zeroed.target_text);
        EXPECT_EQ(off.log_prob, zeroed.log_prob);
        EXPECT_NE(off.log_prob, run(model, asking({})).log_prob);
    }
}

TEST(HeadEdits, OffInABeamIsTheBeamOfThoseWeights) {
    const HeadPlace place{HeadKind::Cross, 1, 3};
    Request request = asking({{place, {}}}), plain = asking({});
    request.beam.width = plain.beam.width = 4;
    const Trace off = run(translator(), request), zeroed = run(with_zero_columns(place), plain);
    ASSERT_EQ(off.lattice->hypotheses.size(), zeroed.lattice->hypotheses.size());
    EXPECT_EQ(off.target_text, zeroed.target_text);
    EXPECT_EQ(off.lattice->hypotheses.front().score, zeroed.lattice->hypotheses.front().score);
}

TEST(HeadEdits, AtOneOutputLeavesThoseBeforeAsTheyWere) {
    const Model model = translator();
    Request plain = asking({});
    const Trace own = run(model, plain);
    plain.target = own.target_text;
    Request request = plain;
    request.edits.heads[{HeadKind::Cross, 1, 1}].outputs = {3};
    const Trace changed = run(model, request), forced = run(model, plain);
    for (std::size_t i = 0; i < std::min<std::size_t>(3, changed.steps.size()); ++i)
        EXPECT_EQ(changed.steps[i].log_prob, forced.steps[i].log_prob) << i;
    EXPECT_NE(changed.steps[3].log_prob, forced.steps[3].log_prob);
}

const Quantity cross = transformer::decoder_values.cross.weights,
               own_past = transformer::decoder_values.self.weights;

TEST(HeadEdits, EvenStrongestAndAnothersWeightsAreWhatTheySay) {
    const Model model = translator();
    const HeadPlace place{HeadKind::Cross, 0, 2};
    const auto changed = [&](HeadEdit edit) { return run(model, asking({{place, edit}})).at({cross, 0, 2}); };
    const MatrixXf even = changed({HeadEdit::Kind::Uniform}), one = changed({HeadEdit::Kind::Strongest});
    EXPECT_LT((even.array() - 1.0f / static_cast<float>(even.rows())).abs().maxCoeff(), 1e-6f);
    EXPECT_EQ(one.array().sum(), static_cast<float>(one.cols()));
    EXPECT_EQ(one.maxCoeff(), 1);
    const Trace other = run(model, asking({{place, {HeadEdit::Kind::Other, 1, {}}}}));
    EXPECT_EQ(other.at({cross, 0, 2}), other.at({cross, 0, 1}));
}

/// As they are without any change, of all places, and read by nothing else than the output matrix.
TEST(HeadEdits, AtItsMeanAHeadAddsTheSameEverywhere) {
    const Model model = translator();
    for (const HeadPlace place : {HeadPlace{HeadKind::Cross, 1, 1}, HeadPlace{HeadKind::Decoder, 0, 2},
                                  HeadPlace{HeadKind::Encoder, 1, 0}}) {
        const Site site = model.config.architecture()->head_context(model.config, place);
        const Eigen::VectorXf mean = run(model, asking({})).at(site).rowwise().mean();
        ASSERT_GT(mean.norm(), 0);
        const Trace held = run(model, asking({{place, {HeadEdit::Kind::Mean}}}));
        const MatrixXf& contexts = held.at(site);
        ASSERT_GT(contexts.cols(), 1);
        for (Eigen::Index q = 0; q < contexts.cols(); ++q)
            EXPECT_EQ((contexts.col(q) - mean).cwiseAbs().maxCoeff(), 0) << to_string(place) << " " << q;
        ASSERT_TRUE(held.request.edits.heads.at(place).mean);
        Request searched = asking({{place, {HeadEdit::Kind::Mean}}});
        searched.beam.width = 3;
        EXPECT_FALSE(run(model, searched).target_text.empty());
    }
}

TEST(HeadEdits, EvenOverItsOwnPastSeesNothingAhead) {
    const MatrixXf map = run(translator(), asking({{{HeadKind::Decoder, 0, 0}, {HeadEdit::Kind::Uniform}}}))
                             .at({own_past, 0, 0});
    for (Eigen::Index r = 0; r < map.cols(); ++r)
        for (Eigen::Index c = 0; c < map.rows(); ++c)
            EXPECT_NEAR(map(c, r), c <= r ? 1.0f / static_cast<float>(r + 1) : 0.0f, 1e-6f) << r << " " << c;
}

TEST(HeadEdits, OtherInputIsTheRowThereAndIsPaddedOrCut) {
    const Model model = translator();
    for (const HeadPlace& place : {HeadPlace{HeadKind::Cross, 0, 2}, {HeadKind::Encoder, 0, 2}}) {
        const Quantity map = place.kind == HeadKind::Cross ? cross : transformer::encoder_values.self.weights;
        for (const std::string& text : {std::string("the old man"), sentence + " with the old man"}) {
            SCOPED_TRACE(to_string(place) + " " + text);
            Request there_only;
            there_only.text = text;
            const MatrixXf there = run(model, there_only).at({map, 0, 2});
            const HeadEdit edit{HeadEdit::Kind::Input, 0, {}, text};
            const Trace changed = run(model, asking({{place, edit}}));
            const MatrixXf& here = changed.at({map, 0, 2});
            for (Eigen::Index q = 0; q < here.cols(); ++q)
                for (Eigen::Index k = 0; k < here.rows(); ++k)
                    EXPECT_EQ(here(k, q), k < there.rows() && q < there.cols() ? there(k, q) : 0.0f);
            Request beam = asking({{place, edit}});
            beam.beam.width = 3;
            EXPECT_TRUE(run(model, beam).lattice);
        }
    }
}

TEST(HeadEdits, ItsOwnInputChangesNothing) {
    const Trace own = run(translator(), asking({}));
    const HeadEdit edit{HeadEdit::Kind::Input, 0, {}, sentence};
    for (const HeadKind kind : {HeadKind::Cross, HeadKind::Encoder, HeadKind::Decoder})
        EXPECT_EQ(run(translator(), asking({{{kind, 1, 1}, edit}})).log_prob, own.log_prob);
}

TEST(HeadEdits, TheOnlyHeadOfALayerTakesAnotherInputsRows) {
    Model model = translator();
    auto& config = model.config.edit<transformer::Config>();
    config.encoder.heads = config.decoder.heads = 1;
    config.attention.head = 0; // the mean of all
    const Trace own = run(model, asking({}));
    for (const HeadKind kind : {HeadKind::Cross, HeadKind::Encoder, HeadKind::Decoder}) {
        SCOPED_TRACE(to_string(kind));
        const HeadEdit same{HeadEdit::Kind::Input, 0, {}, sentence};
        EXPECT_EQ(run(model, asking({{{kind, 1, 0}, same}})).log_prob, own.log_prob);
        const HeadEdit other{HeadEdit::Kind::Input, 0, {}, "the old man"};
        EXPECT_NE(run(model, asking({{{kind, 1, 0}, other}})).log_prob, own.log_prob);
    }
}

TEST(HeadEdits, WordsOfTheCommandLineAreReadBack) {
    for (const std::string& words :
         {std::string("cross:4:2=off"), std::string("encoder:0:1=head:3"),
          std::string("cross:4:2=uniform@0,3"), std::string("decoder:1:0=input:a@b cat: sat@3")}) {
        const auto change = find_head_change(words);
        ASSERT_TRUE(change) << words;
        EXPECT_EQ(to_string(change->first, change->second), words);
    }
    for (const char* input : {"meet me@3", "meet me@3,4", "to@all", "to@all@all", "at@ home", "a@"}) {
        const std::pair place(HeadPlace{}, HeadEdit{HeadEdit::Kind::Input, 0, {}, input});
        EXPECT_EQ(*find_head_change(to_string(place.first, place.second)), place) << input;
        const std::pair once(HeadPlace{}, HeadEdit{HeadEdit::Kind::Input, 0, {2}, input});
        EXPECT_EQ(*find_head_change(to_string(once.first, once.second)), once) << input;
    }
    EXPECT_EQ(find_head_change("1:2=off", HeadKind::Encoder)->first, (HeadPlace{HeadKind::Encoder, 1, 2}));
    EXPECT_EQ(find_head_change("1:2=input:a@b")->second.input, "a@b");
    for (const char* wrong :
         {"1:2", "1=off", "1:2=of", "1:2=off:1", "1:2=head", "1:2=head:x", "1:2=off@", "1:2=off@x"})
        EXPECT_FALSE(find_head_change(wrong)) << wrong;
}

TEST(HeadEdits, AHeadThatIsNotThereIsRefusedByName) {
    const auto refusal = [](const std::string& name, HeadEdits heads) {
        try {
            Request request = asking(std::move(heads));
            if (name == "reverse/additive") request.text = "abc";
            run(bundled(name), request);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_NE(refusal("translate/transformer", {{{HeadKind::Cross, 2, 0}, {}}})
                  .find("layers 0 to 1 with heads 0 to 3"),
              std::string::npos);
    EXPECT_NE(refusal("translate/transformer", {{{HeadKind::Cross, 0, 0}, {HeadEdit::Kind::Other, 9, {}}}})
                  .find("found 9"),
              std::string::npos);
    EXPECT_NE(refusal("translate/transformer", {{{HeadKind::Encoder, 0, 0}, {HeadEdit::Kind::Off, 0, {1}}}})
                  .find("outputs"),
              std::string::npos);
    EXPECT_NE(refusal("translate/transformer", {{{HeadKind::Cross, 0, 0}, {HeadEdit::Kind::Input}}})
                  .find("its other input: expected a text"),
              std::string::npos);
    EXPECT_NE(refusal("reverse/additive", {{{HeadKind::Cross, 0, 0}, {}}}).find("no such heads"),
              std::string::npos);
}

TEST(HeadEdits, FilesKeepThem) {
    Edits edits;
    edits.heads[{HeadKind::Cross, 4, 2}] = {HeadEdit::Kind::Other, 7, {0, 3}};
    edits.heads[{HeadKind::Encoder, 0, 1}] = {HeadEdit::Kind::Uniform};
    edits.heads[{HeadKind::Encoder, 0, 2}] = {HeadEdit::Kind::Input, 0, {}, "a cat"};
    const auto json = io::edits_to_json(edits);
    EXPECT_EQ(
        json.dump(),
        R"({"heads":{"cross:4:2":{"kind":"head","from":7,"outputs":[0,3]},"encoder:0:1":{"kind":"uniform"},"encoder:0:2":{"kind":"input","input":"a cat"}}})");
    EXPECT_EQ(io::edits_from_json(json, "a"), edits);
    EXPECT_THROW(io::edits_from_json({{"heads", {{"4:2", {{"kind", "off"}}}}}}, "a"), Error);
    EXPECT_EQ(edits.first(), 0);
}

} // namespace
} // namespace heed::decode
