// What a search must hold: width 1 is greedy, a beam that is wide enough finds the best there is, and every
// sentence carries the attention it was written with.
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/seq2seq/network.h"
#include "tests/support/random_model.h"

#include <gmock/gmock.h>

#include <cmath>

namespace heed {
namespace {

using decode::run;
using test::config_of;
using test::random_model;

Request request(std::string text, int width, double alpha = 0, double beta = 0) {
    Request r;
    r.text = std::move(text);
    r.max_steps = 9;
    r.beam = {width, alpha, beta};
    return r;
}

std::vector<int> ids_written(const Trace& t) {
    std::vector<int> result;
    for (const auto& s : t.steps) result.push_back(s.token.id);
    return result;
}

std::vector<std::string> tokens(const Lattice& lattice, const Hypothesis& h) {
    std::vector<std::string> result;
    for (const int node : h.nodes) result.push_back(lattice.nodes[static_cast<std::size_t>(node)].text);
    return result;
}

/// A run that is made to write that sentence.
Trace forced(const Model& model, const Request& searched, const std::vector<std::string>& written) {
    Request r = searched;
    r.beam = {};
    for (std::size_t i = 0; i < written.size(); ++i) r.edits.forced[static_cast<int>(i)] = written[i];
    r.max_steps = static_cast<int>(written.size());
    return run(model, r);
}

/// Everything the decoder may carry from one output to the next.
std::vector<Seq2SeqConfig> shapes() {
    std::vector<Seq2SeqConfig> all;
    for (const char* function : {"additive", "coverage", "location-aware", "token-context", "token-language",
                                 "own-past", "local-p", "none"})
        for (const Order order : {Order::Bahdanau, Order::Luong}) {
            Seq2SeqConfig c = config_of(function, order);
            c.decoder.input_feeding = order == Order::Luong;
            all.push_back(c);
        }
    for (const char* function : {"additive", "coverage"}) {
        all.push_back(config_of(function, Order::Luong));
        all.back().decoder.copy = true;
    }
    all.push_back(config_of("coverage"));
    all.back().attention.fertility = 2;
    all.push_back(config_of("location-aware"));
    all.back().attention.smooth = true;
    Seq2SeqConfig lstm = config_of("general", Order::Luong);
    lstm.encoder.cell = lstm.decoder.cell = CellKind::Lstm;
    lstm.encoder.layers = lstm.decoder.layers = 2;
    lstm.decoder.start = Start::Last;
    all.push_back(lstm);
    Seq2SeqConfig conditional = config_of("additive", Order::Conditional);
    conditional.decoder.start = Start::Mean;
    conditional.decoder.first_input = FirstInput::None;
    all.push_back(conditional);
    return all;
}

TEST(Beam, OfWidthOneIsTheGreedyRun) {
    for (const Seq2SeqConfig& config : shapes())
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            const Model model = random_model(config, seed, 0.8);
            const Trace greedy = run(model, request("3 mar 87", 0)),
                        beam = run(model, request("3 mar 87", 1, .7, .2));
            ASSERT_EQ(ids_written(beam), ids_written(greedy)) << model.facts.function() << " " << seed;
            EXPECT_EQ(beam.log_prob, greedy.log_prob);
            ASSERT_EQ(beam.lattice->hypotheses.size(), 1u);
            EXPECT_NEAR(beam.lattice->hypotheses[0].log_prob, greedy.log_prob, 1e-4);
        }
}

TEST(Beam, EverySentenceHasTheNumbersOfItsOwnRun) {
    for (const Seq2SeqConfig& config : shapes()) {
        const Model model = random_model(config, 3, 0.8);
        const Request asked = request("3 mar 87", 4, .6, .1);
        const Trace trace = run(model, asked);
        ASSERT_EQ(trace.lattice->hypotheses.size(), 4u);
        for (const Hypothesis& h : trace.lattice->hypotheses) {
            const Trace own = forced(model, asked, tokens(*trace.lattice, h));
            EXPECT_NEAR(own.log_prob, h.log_prob, 1e-4) << model.facts.function();
            EXPECT_EQ(own.finished, h.finished);
            if (!own.has_weights()) continue;
            const Eigen::MatrixXf weights = trace.lattice->weights_of(h);
            EXPECT_LT((own.at(Quantity::Weights) - weights).cwiseAbs().maxCoeff(), 2e-5f);
            EXPECT_NEAR(
                beam_score(h.log_prob, static_cast<int>(h.nodes.size()), weights.rowwise().sum(), asked.beam),
                h.score, 1e-4);
        }
        EXPECT_EQ(ids_written(trace), [&] {
            std::vector<int> best;
            for (const int node : trace.lattice->hypotheses[0].nodes)
                best.push_back(trace.lattice->nodes[static_cast<std::size_t>(node)].id);
            return best;
        }());
        for (const TraceStep& step : trace.steps) EXPECT_FALSE(step.forced);
    }
}

/// A vocabulary so small that every sentence of three outputs can be tried.
Model tiny_model(std::uint64_t seed) {
    Seq2SeqConfig config = config_of("additive");
    Model model = random_model(config, seed, 1.5);
    model.source = model.target = Vocabulary({"<pad>", "<s>", "</s>", "<unk>", "a"});
    config.source_vocabulary = config.target_vocabulary = 5;
    model.config = config;
    nn::ParameterSet<float> small = declare_seq2seq<float>(config);
    for (int k = 0; k < small.size(); ++k)
        small[k].value =
            model.parameters[k].value.topLeftCorner(small[k].value.rows(), small[k].value.cols());
    model.parameters = std::move(small);
    complete(model);
    return model;
}

void try_all(const Model& model, const Request& asked, std::vector<std::string>& written, double& best) {
    for (const std::string& token : *model.target.tokens()) {
        written.push_back(token);
        const Trace trace = forced(model, asked, written);
        if (trace.finished)
            best = std::max(best, beam_score(trace.log_prob, trace.outputs(),
                                             trace.at(Quantity::Weights).rowwise().sum(), asked.beam));
        else if (written.size() < 3)
            try_all(model, asked, written, best);
        written.pop_back();
    }
}

TEST(Beam, ThatIsWideEnoughFindsTheBestSentenceThereIs) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Model model = tiny_model(seed);
        Request asked = request("aaa", 100, .9, .3);
        asked.max_steps = 3;
        double best = -1e9;
        std::vector<std::string> written;
        try_all(model, asked, written, best);
        const Trace trace = run(model, asked);
        EXPECT_EQ(trace.lattice->hypotheses.size(), 1u + 4 + 16 + 64); // every sentence there is
        EXPECT_TRUE(trace.lattice->hypotheses[0].finished);
        EXPECT_NEAR(trace.lattice->hypotheses[0].score, best, 1e-4) << seed;
    }
}

TEST(Beam, ATreeHoldsTogether) {
    const Trace trace = run(random_model(config_of("dot"), 2, 0.8), request("3 mar 87", 5));
    const Lattice& l = *trace.lattice;
    std::vector<int> kept(10, 0);
    for (std::size_t n = 0; n < l.nodes.size(); ++n) {
        const LatticeNode& node = l.nodes[n];
        ASSERT_LT(node.parent, static_cast<int>(n));
        if (node.parent >= 0) {
            const LatticeNode& before = l.nodes[static_cast<std::size_t>(node.parent)];
            EXPECT_EQ(before.fate, LatticeNode::Fate::Kept);
            EXPECT_EQ(before.position + 1, node.position);
            EXPECT_NEAR(before.total + node.log_prob, node.total, 1e-6);
        }
        kept[static_cast<std::size_t>(node.position)] += node.fate != LatticeNode::Fate::Pruned;
    }
    for (const int n : kept) EXPECT_LE(n, 5);
    for (std::size_t h = 1; h < l.hypotheses.size(); ++h) {
        if (l.hypotheses[h].finished != l.hypotheses[h - 1].finished) continue;
        EXPECT_LE(l.hypotheses[h].score, l.hypotheses[h - 1].score);
    }
}

TEST(Beam, GivenTokensAndWeightsHoldForEverySentence) {
    const Model model = random_model(config_of("additive"), 4, 0.8);
    Request asked = request("3 mar 87", 3);
    asked.edits.forced[1] = "7";
    asked.edits.rows[2].weights = std::vector<float>(9, 0);
    asked.edits.rows[2].weights[4] = 1;
    const Trace trace = run(model, asked);
    for (const Hypothesis& h : trace.lattice->hypotheses) {
        ASSERT_GT(h.nodes.size(), 2u);
        EXPECT_EQ(tokens(*trace.lattice, h)[1], "7");
        EXPECT_EQ(trace.lattice->weights_of(h)(4, 2), 1.0f);
    }
    EXPECT_TRUE(trace.steps[1].forced);
    EXPECT_FALSE(trace.steps[0].forced);
    EXPECT_TRUE(trace.steps[2].weights_given);
}

TEST(Beam, LeavesNothingToSearchWhereATargetIsGiven) {
    Request asked = request("3 mar 87", 3);
    asked.target = "87";
    EXPECT_THROW((void)run(random_model(), asked), Error);
    asked.target.reset();
    asked.beam.width = decode::largest_beam + 1;
    EXPECT_THROW((void)run(random_model(), asked), Error);
}

TEST(BeamScore, IsThatOfThePaper) {
    const Eigen::Vector3f coverage(1.5f, 0.5f, 0.0f);
    EXPECT_DOUBLE_EQ(beam_score(-3, 7, coverage, {1, 0, 0}), -3);
    EXPECT_NEAR(beam_score(-3, 7, coverage, {1, 1, 0}), -3 / 2.0, 1e-12);
    EXPECT_NEAR(beam_score(-3, 1, coverage, {1, .7, .2}), -3 + .2 * (std::log(.5) + std::log(1e-10)), 1e-6);
}

} // namespace
} // namespace heed
