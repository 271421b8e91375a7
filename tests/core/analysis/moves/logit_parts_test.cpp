// A logit taken apart: it adds up, and every part is what its absence takes away.
#include "core/analysis/moves/logit_parts.h"

#include "core/analysis/moves/moves.h"
#include "tests/core/analysis/moves/recorded_pass.h"

#include <gtest/gtest.h>
#include <numeric>

namespace heed::moves {
namespace {

using namespace transformer;
using test::RecordedPass;

class PartsOfALogit : public testing::TestWithParam<test::PassVariant> {
protected:
    Config config() const {
        Config c = test::small_pass();
        GetParam().change(c);
        return c;
    }
};

TEST_P(PartsOfALogit, add_up_to_the_logit_and_to_the_margin) {
    const RecordedPass recorded(config());
    const Pass<double> pass = recorded.pass();
    for (int i = 0; i < recorded.outputs(); ++i)
        for (const int token : {0, 3, 7}) {
            const LogitParts parts = logit_parts(pass, i, token);
            EXPECT_EQ(parts.logit, recorded.logits()(token, i));
            EXPECT_NEAR(parts.sum, parts.logit, 1e-10);
            const LogitParts margin = logit_parts(pass, i, token, 2);
            EXPECT_NEAR(margin.logit, recorded.logits()(token, i) - recorded.logits()(2, i), 1e-12);
            EXPECT_NEAR(margin.sum, margin.logit, 1e-10);
        }
}

TEST_P(PartsOfALogit, of_a_head_are_the_sum_of_the_places_it_looks_at) {
    const RecordedPass recorded(config());
    const LogitParts parts = logit_parts(recorded.pass(), 1, 3);
    int heads = 0;
    for (const Part& part : parts.parts) {
        if (part.kind != PartKind::Head) continue;
        ++heads;
        EXPECT_NEAR(std::accumulate(part.places.begin(), part.places.end(), 0.0), part.adds, 1e-12);
        const std::size_t looked = part.at.kind != HeadKind::Decoder ? recorded.source.size()
                                   : recorded.config.crosses()       ? 2u
                                                                     : recorded.source.size() + 1;
        EXPECT_EQ(part.places.size(), looked);
    }
    EXPECT_EQ(heads, recorded.config.crosses() ? 8 : 4);
}

/// δ, added to the stream after that sub-layer of that layer, goes on to the logit through norms whose
/// denominators are held: forward, in the order of the network, where logit_parts goes back.
class HeldForward {
public:
    HeldForward(const RecordedPass& recorded, int output)
        : r_(recorded), side_(last_side(recorded.config)),
          name_(recorded.config.decodes() ? "decoder" : "encoder"),
          place_(recorded.config.kind == Kind::Decoder ? recorded.prompt() + output : output) {}

    /// `sub_layer`: 0 self, 1 cross, 2 feed.
    double operator()(Eigen::VectorXd delta, int layer, int sub_layer, int token) const {
        const Config& c = r_.config;
        for (int l = layer; l < c.last().layers; ++l)
            for (int s = l == layer ? sub_layer : 0; s < 3 && c.norm == NormPlace::After; ++s) {
                if (s == 1 && !c.crosses()) continue;
                const std::string part = s == 0 ? ".self" : s == 1 ? ".cross" : ".feed";
                const Quantity sum = s == 0   ? side_.self.output_sum
                                     : s == 1 ? side_.cross.output_sum
                                              : side_.feed.output_sum;
                delta = normed(delta, r_.at({sum, l}).col(place_),
                               name_ + ".layers." + std::to_string(l) + part + ".norm");
            }
        const int last = c.last().layers - 1;
        if (c.norm_last)
            delta =
                normed(delta,
                       r_.at({c.norm == NormPlace::After ? side_.feed.normed : side_.feed.output_sum, last})
                           .col(place_),
                       name_ + ".norm");
        if (c.output.head == Head::Masked) delta = through_head(delta);
        return c.output.scale * output_row(token).dot(delta);
    }

private:
    Eigen::VectorXd parameter(const std::string& name) const { return r_.parameters.value(name).col(0); }
    Eigen::VectorXd normed(const Eigen::VectorXd& delta, const Eigen::VectorXd& x,
                           const std::string& name) const {
        double square = 0, mean = r_.config.norm_kind == NormKind::Layer ? x.mean() : 0,
               moved = r_.config.norm_kind == NormKind::Layer ? delta.mean() : 0;
        for (const double v : x) square += (v - mean) * (v - mean);
        const double held = std::sqrt(square / static_cast<double>(x.size()) + r_.config.norm_epsilon);
        Eigen::VectorXd result = (delta.array() - moved) / held;
        return result.cwiseProduct(parameter(name + ".gain"));
    }
    Eigen::VectorXd through_head(const Eigen::VectorXd& delta) const {
        const Eigen::MatrixXd& w = r_.parameters.value("head.dense.weight");
        const Eigen::VectorXd z = w * r_.at({side_.output}).col(place_) + parameter("head.dense.bias");
        Eigen::VectorXd open(z.size()), a(z.size()); // gelu(z) = z Φ(z)
        for (Eigen::Index k = 0; k < z.size(); ++k) {
            open(k) = 0.5 * (1 + std::erf(z(k) / std::sqrt(2.0)));
            a(k) = z(k) * open(k);
        }
        return normed(open.cwiseProduct(w * delta), a, "head.norm");
    }
    Eigen::VectorXd output_row(int token) const {
        const std::string own = name_ + ".embedding.weight";
        const std::string table = !r_.config.output.tied         ? "output.weight"
                                  : r_.parameters.find(own) >= 0 ? own
                                                                 : "embedding.weight";
        return r_.parameters.value(table).row(token).transpose();
    }

    const RecordedPass& r_;
    const SideValues& side_;
    const std::string name_;
    const int place_;
};

TEST_P(PartsOfALogit, are_what_goes_forward_with_the_denominators_held) {
    const RecordedPass recorded(config());
    const int output = 1, token = 3;
    const HeldForward forward(recorded, output);
    const Pass<double> pass = recorded.pass();
    const SideValues& side = last_side(recorded.config);
    const std::string name = recorded.config.decodes() ? "decoder" : "encoder";
    const int each = recorded.config.last().each();
    for (const Part& part : logit_parts(pass, output, token).parts) {
        const std::string layer = name + ".layers." + std::to_string(part.at.layer);
        if (part.kind == PartKind::Feed) {
            Eigen::VectorXd fed = recorded.at({side.feed.result, part.at.layer}).col(pass.place(output));
            if (recorded.config.feed.bias) fed -= recorded.parameters.value(layer + ".feed.out.bias").col(0);
            EXPECT_NEAR(part.adds, forward(fed, part.at.layer, 2, token), 1e-12) << layer;
        }
        if (part.kind != PartKind::Head) continue;
        const bool cross = part.at.kind == HeadKind::Cross;
        const Eigen::VectorXd context =
            recorded.at({(cross ? side.cross : side.self).contexts, part.at.layer, part.at.head})
                .col(pass.place(output));
        const Eigen::VectorXd found =
            recorded.parameters.value(layer + (cross ? ".cross" : ".self") + ".output.weight")
                .middleCols(part.at.head * each, each) *
            context;
        EXPECT_NEAR(part.adds, forward(found, part.at.layer, cross, token), 1e-12)
            << heed::to_string(part.at);
    }
}

INSTANTIATE_TEST_SUITE_P(families, PartsOfALogit, testing::ValuesIn(test::pass_variants),
                         [](const auto& v) { return std::string(v.param.name); });

/// Nothing that is not linear stands after the last layer's heads: the network without a head says what it
/// added.
TEST(LogitPartsOf, are_what_switching_the_head_off_takes_away) {
    Config config = test::small_pass();
    config.norm = NormPlace::Before;
    RecordedPass recorded(config);
    recorded.parameters[recorded.parameters.find("decoder.layers.1.feed.out.weight")].value.setZero();
    recorded.run({});
    const int token = 3;
    const LogitParts parts = logit_parts(recorded.pass(), 2, token);
    const double whole = recorded.logits()(token, 2);
    for (int k = 0; k < 2; ++k) {
        const HeadPlace place{HeadKind::Cross, 1, k};
        recorded.run({{place, HeadEdit{}}});
        for (const Part& part : parts.parts) {
            if (part.kind != PartKind::Head || part.at != place) continue;
            EXPECT_NEAR(part.adds, whole - recorded.logits()(token, 2), 1e-12) << k;
        }
        const LogitParts off = logit_parts(recorded.pass(), 2, token);
        EXPECT_NEAR(off.sum, off.logit, 1e-10);
        for (const Part& part : off.parts)
            if (part.kind == PartKind::Head && part.at == place) {
                EXPECT_EQ(part.adds, 0);
                EXPECT_EQ(part.places, std::vector<double>(recorded.source.size(), 0.0));
            }
    }
}

/// A bias in the last layer goes straight to the logit.
TEST(LogitPartsOf, biases_are_what_a_small_change_of_them_changes) {
    Config config = test::small_pass();
    config.norm = NormPlace::Before;
    RecordedPass recorded(config);
    const int token = 5;
    const auto bias_of = [&](PartKind kind) {
        for (const Part& part : logit_parts(recorded.pass(), 0, token).parts)
            if (part.kind == kind) return part.adds;
        return 0.0;
    };
    const double before = bias_of(PartKind::LayerBias), logit = recorded.logits()(token, 0);
    auto& bias = recorded.parameters[recorded.parameters.find("decoder.layers.1.feed.out.bias")].value;
    bias.array() += 0.25;
    recorded.run({});
    EXPECT_NEAR(bias_of(PartKind::LayerBias) - before, recorded.logits()(token, 0) - logit, 1e-12);
    EXPECT_EQ(bias_of(PartKind::NormBias), 0); // none is on the way
}

TEST(LogitPartsOf, say_what_is_held) {
    LogitParts parts;
    EXPECT_EQ(held_words(parts), "Nothing is held: no norm stands on the way.");
    parts.held_norms = 1;
    EXPECT_EQ(held_words(parts), "Held at what it was: the denominator of the one norm on the way.");
    Config config = test::small_pass();
    EXPECT_EQ(held_words(logit_parts(RecordedPass(config).pass(), 0, 1)),
              "Held at what they were: the denominators of the 6 norms on the way.");
}

TEST(LogitPartsOf, are_sorted_by_size_and_summed_by_place) {
    LogitParts parts;
    parts.parts = {{PartKind::Token, {}, 1.0},
                   {PartKind::Head, {HeadKind::Cross, 0, 0}, -3.0, {-4.0, 1.0}},
                   {PartKind::Head, {HeadKind::Cross, 1, 1}, 2.0, {0.5, 1.5}},
                   {PartKind::Head, {HeadKind::Decoder, 0, 0}, 1.0, {1.0}}};
    EXPECT_EQ(by_size(parts), (std::vector{1, 2, 0, 3}));
    EXPECT_EQ(by_place(parts, HeadKind::Cross), (std::vector{-3.5, 2.5}));
    EXPECT_EQ(by_place(parts, HeadKind::Encoder), std::vector<double>{});
}

} // namespace
} // namespace heed::moves
