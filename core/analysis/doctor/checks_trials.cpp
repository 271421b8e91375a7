// What is tried out: the same output asked for again, of a changed source or fed something else.
#include "core/analysis/doctor/check.h"
#include "core/analysis/doctor/row_measures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::doctor {
namespace {

// ---- padding that takes part: weight lies on it, and nothing is lost by that. What tells a model that
// learnt with padding in its softmax from one that has never met it is what a unit of that weight costs:
//
//     cost = (log p without − log p with padding) / weight on padding,    nats a token
//
// The model that is broken on purpose gives it .5 of an even share of the weight and loses .02. The bundled
// ones, which learnt with a mask, either give it less than a quarter of an even share (at most .22), or lose
// .8 and more, but in some sentences nothing: of five sentences one time in twelve they would look like the
// broken one, of ten less than one in a hundred. One that was taught the same way with the additive score
// learnt to look past it (.07): there is nothing to say.

constexpr double padding_weighs = .25; // of an even share
constexpr double padding_costs = .1;   // nats a token, of all the weight

std::optional<Sign> look_padding(const Examined& e, const Patient&) {
    if (!e.plain || !e.padded || e.padded->on_padding.empty()) return std::nullopt;
    const std::vector<float>& on = e.padded->on_padding;
    const double mass = std::accumulate(on.begin(), on.end(), 0.0) / double(on.size());
    const double lost = e.plain->mean_log_prob() - e.padded->mean_log_prob();
    double changed = 0;
    for (std::size_t i = 0; i < on.size(); ++i) changed += e.plain->right[i] != e.padded->right[i];
    Sign s;
    s.sums = {mass, lost, changed > 0 ? 1.0 : 0.0, e.plain->share_right(), e.padded->share_right()};
    const double even = double(padding_tried) / double(padding_tried + e.run().source_length());
    s.shown = mass >= padding_weighs * even;
    s.degree = mass;
    if (!s.shown) return s;
    const auto worst = std::max_element(on.begin(), on.end()) - on.begin();
    s.output = static_cast<int>(worst);
    s.drawing = drawn_shares({{"on padding", double(on[std::size_t(worst)])},
                              {"on the source", 1 - double(on[std::size_t(worst)])}},
                             "output " + std::to_string(worst + 1));
    return s;
}

std::optional<Verdict> judge_padding(const Tally& t, const Patient&) {
    if (t.share() < .5 || t.mean(1) > padding_costs * t.mean(0) || t.mean(3) < .5) return std::nullopt;
    return Verdict{
        Severity::Fault,
        counted(padding_tried, "padding token", "padding tokens") +
            (t.looked > 1 ? " appended to each sentence take " : " appended to the sentence take ") +
            percent_of(t.mean(0)) + " of the weight, and the model writes as surely with them (" +
            short_number(t.mean(1)) + " nats a token lost): it has learnt to read them. " +
            counted(static_cast<long long>(t.sums[2]), "output changes", "outputs change") + ".",
        "padding was not masked in training.", "e set to −∞ on padding, before the softmax."};
}

// ---- the source back to front

std::optional<Sign> look_reversed(const Examined& e, const Patient&) {
    if (!e.plain || !e.reversed) return std::nullopt;
    Sign s;
    s.degree = e.reversed->mean_log_prob() - e.plain->mean_log_prob();
    s.sums = {e.plain->share_right(), e.reversed->share_right(), s.degree};
    s.shown = s.degree > .2;
    return s;
}

std::optional<Verdict> judge_reversed(const Tally& t, const Patient&) {
    if (t.share() < .5 || t.mean(1) < t.mean(0) + .1) return std::nullopt;
    Verdict v{Severity::Fault,
              "Of the source back to front, " + percent_of(t.mean(1)) +
                  " of tokens are right, of the source as it is " + percent_of(t.mean(0)) + ".",
              "it learnt from reversed sources, or is told to reverse what is reversed already.",
              "encoder.reversed in config.json the other way round, or the words of the file."};
    v.drawing = drawn_outputs({{"as it is", t.mean(0)}, {"back to front", t.mean(1)}}, "tokens right");
    return v;
}

// ---- a decoder that was fed its own future: it writes what it is fed

std::optional<Sign> look_future(const Examined& e, const Patient&) {
    const Trace& run = e.run();
    Sign s;
    if (run.has(Quantity::PastWeights)) { // alpha_ik of s_k, k < i
        const MatrixXf& past = run.at(Quantity::PastWeights);
        double ahead = 0;
        for (Eigen::Index i = 0; i < past.cols(); ++i)
            for (Eigen::Index k = i; k < past.rows(); ++k)
                if (const float w = past(k, i); std::isfinite(w)) ahead += double(w);
        s.sums[2] = past.cols() > 0 ? ahead / double(past.cols()) : 0;
        s.shown = s.sums[2] > .01;
        s.degree = s.sums[2];
        if (s.shown) s.drawing = drawn_rows(past, -1, -1);
        if (s.shown || !e.ahead) return s;
    }
    if (!e.plain || !e.ahead) return std::nullopt;
    s.sums[0] = e.plain->share_right();
    s.sums[1] = e.ahead->share_right();
    s.degree = s.sums[1] - s.sums[0];
    s.shown = s.sums[1] >= .8 && s.degree >= .3;
    return s;
}

std::optional<Verdict> judge_future(const Tally& t, const Patient&) {
    if (t.share() < .5) return std::nullopt;
    if (t.mean_shown(2) > .01)
        return Verdict{Severity::Fault,
                       percent_of(t.mean_shown(2)) +
                           " of the weight over what was written lies on what comes later.",
                       "the mask over the decoder’s own outputs is missing or shifted.",
                       "e set to −∞ for k ≥ i, before the softmax."};
    Verdict v{Severity::Fault,
              "Fed at each output the very token that it should write, it is right in " +
                  percent_of(t.mean(1)) + "; fed the token before, as it must be when it writes, in " +
                  percent_of(t.mean(0)) + ".",
              "in training the decoder was fed its own future: inputs that were not moved by one.",
              "the start token first, then y₁ … y₍N−1₎, against y₁ … y_N."};
    v.drawing = drawn_outputs({{"fed the token itself", t.mean(1)}, {"fed the one before", t.mean(0)}},
                              "tokens right");
    return v;
}

// ---- vanishing influence: a word that no longer moves anything that is written

std::optional<Sign> look_vanishing(const Examined& e, const Patient&) {
    const Trace& run = e.towards();
    if (e.influence.size() != std::size_t(run.source_length())) return std::nullopt;
    Drawing d;
    d.kind = Drawing::Kind::Columns;
    d.title = "influence on what is written";
    double least = 0, most = 0, faded = 0, words = 0;
    Sign s;
    for (int j = 0; j < run.source_length(); ++j) {
        if (run.source[std::size_t(j)].framing()) continue;
        const double moved = e.influence[std::size_t(j)];
        if (words++ == 0 || moved < least) least = moved, s.column = j;
        most = std::max(most, moved);
    }
    if (words < 4 || most <= 0) return std::nullopt;
    for (int j = 0; j < run.source_length(); ++j) {
        if (run.source[std::size_t(j)].framing()) continue;
        const double share = e.influence[std::size_t(j)] / most;
        faded += share < .01;
        if (d.bars.size() < 24) d.bars.push_back({run.source[std::size_t(j)].text, share, share < .01});
    }
    s.sums = {least / most, faded, words};
    s.degree = faded / words;
    s.shown = faded > 0;
    if (s.shown) s.drawing = std::move(d);
    return s;
}

std::optional<Verdict> judge_vanishing(const Tally& t, const Patient& p) {
    if (t.share() < .5 || !p.does_badly()) return std::nullopt;
    return Verdict{
        Severity::Fault,
        percent_of(t.of_shown[1] / t.of_shown[2]) +
            with_unit(
                " of {many} move what is written less than a hundredth as much as the {one} that moves it "
                "most.",
                p.unit),
        p.facts.score == "none"
            ? "one vector for the whole sentence, and states that forget on the way to it."
            : with_unit("states that forget on the way, and no weight where the {one} stands.", p.unit),
        p.facts.score == "none" ? "attention; else gated cells (lstm, gru), and a forget bias of 1."
                                : "gated cells (lstm, gru), a forget bias of 1, gradients that are clipped."};
}

constexpr std::array trials_table{
    Check{"padding", "Padding is read", "sixteen padding tokens appended: their weight, and log p lost",
          "a quarter of an even share of the weight in half of the sentences, and less than .1 nats a token "
          "lost for all the weight that lies there",
          "bundled models, trained with a mask, give padding less or lose eight times as much and more",
          "ten sentences, a padding token, and a model that writes token by token and copies no words",
          look_padding, judge_padding, 10},
    Check{"reversed", "The source is the wrong way round",
          "tokens right, and log p, of the source back to front",
          ".2 nats a token more in half of the sentences, and a tenth more tokens",
          "no bundled model gains by it", "a model that writes token by token, and four tokens",
          look_reversed, judge_reversed},
    Check{"future", "It reads its own future", "tokens right when fed y_i in place of y_(i−1)",
          ".3 more, and .8 in all, in half of the sentences", "at output i a decoder has y_(i−1)",
          "right outputs, and a model that writes token by token", look_future, judge_future},
    Check{"vanishing", "Influence vanishes", "|∂t_i/∂x_j| of each token, the largest of all outputs",
          "a hundredth of the largest in half of the sentences of a model that does badly",
          "in a recurrent network it falls by a factor a step (Bengio et al. 1994)",
          "an encoder-decoder of at most 256 units, and at most 40 tokens, four or more", look_vanishing,
          judge_vanishing},
};

} // namespace

std::span<const Check> trial_checks() { return trials_table; }

} // namespace heed::doctor
