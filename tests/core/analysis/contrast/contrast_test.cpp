#include "core/analysis/contrast/contrast.h"

#include "core/analysis/contrast/pass.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "core/models/tokens.h"
#include "tests/support/message_of.h"
#include "tests/support/random_model.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <numeric>

namespace heed::analysis {
namespace {

using Numbers = Matrix<double>;

Model shipped(const std::string& name) {
    const io::ModelLibrary library({test::source_dir() / "assets"});
    const io::ModelPlace place = library.resolve(name);
    return io::load_model(place.folder, place.name);
}

Trace run_of(const Model& model, std::string text, std::string target = {}) {
    Request r;
    r.text = std::move(text);
    if (!target.empty()) r.target = std::move(target);
    return decode::run(model, r);
}

double sum(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

/// Output 3 of "3 mar 33" -> "87-03", "0" against "4": a word twice, outputs before.
MarginCase random_case(const Model& model) {
    MarginCase asked;
    asked.source = nn::Sequences::single(ids_of(decode::tokenize_source(model, "3 mar 33")));
    asked.fed = {model.target.special().start};
    for (const char* token : {"8", "7", "-"}) asked.fed.push_back(*model.target.find(token));
    asked.written = *model.target.find("0");
    asked.rival = *model.target.find("4");
    return asked;
}

std::vector<Seq2SeqConfig> kinds() {
    std::vector<Seq2SeqConfig> configs;
    for (const char* function :
         {"additive", "general", "none", "local-p", "coverage", "own-past", "token-language"})
        for (const Order order : {Order::Bahdanau, Order::Luong}) {
            configs.push_back(test::config_of(function, order));
            configs.back().decoder.input_feeding = order == Order::Luong;
        }
    configs.push_back(test::config_of("additive", Order::Conditional));
    configs.push_back(test::config_of("additive"));
    configs.back().encoder.cell = configs.back().decoder.cell = CellKind::Lstm;
    configs.back().encoder.reversed = true;
    return configs;
}

TEST(MarginPass, GradientsAreThoseOfFiniteDifferences) {
    for (const Seq2SeqConfig& config : kinds()) {
        const Model model = test::random_model(config, 3, 0.8);
        const auto parameters = nn::cast<double>(model.parameters);
        const MarginPass<double> pass(model.config.as<Seq2SeqConfig>(), parameters, random_case(model));
        const auto exact = pass(pass.source(), pass.fed(), true);
        const double h = 1e-5;
        const auto check = [&](const Numbers& at, const Numbers& gradient, auto margin) {
            for (Eigen::Index n = 0; n < at.size(); n += 5) {
                Numbers above = at, below = at;
                above.data()[n] += h;
                below.data()[n] -= h;
                EXPECT_NEAR(gradient.data()[n], (margin(above) - margin(below)) / (2 * h), 2e-7)
                    << config.attention.score << " " << n;
            }
        };
        check(pass.source(), exact.by_source,
              [&](const Numbers& x) { return pass(x, pass.fed(), false).margins(0, 0); });
        check(pass.fed(), exact.by_fed,
              [&](const Numbers& y) { return pass(pass.source(), y, false).margins(0, 0); });
    }
}

TEST(MarginPass, CasesAtOnceAreTheCasesOneByOne) {
    for (const Seq2SeqConfig& config : kinds()) {
        const Model model = test::random_model(config, 4, 0.8);
        const auto parameters = nn::cast<double>(model.parameters);
        const MarginPass<double> pass(model.config.as<Seq2SeqConfig>(), parameters, random_case(model));
        Numbers sources(pass.source().rows(), 2 * pass.source().cols());
        sources << pass.source(), 0.4 * pass.source();
        Numbers fed(pass.fed().rows(), 2 * pass.fed().cols());
        fed << 0.5 * pass.fed(), pass.fed();
        const auto both = pass(sources, fed, true);
        const Eigen::Index T = pass.source().cols();
        const auto second = pass(0.4 * pass.source(), pass.fed(), true);
        EXPECT_NEAR(both.margins(0, 1), second.margins(0, 0), 1e-12);
        EXPECT_LT((both.by_source.middleCols(T, T) - second.by_source).cwiseAbs().maxCoeff(), 1e-12);
    }
}

TEST(MarginParts, AddUpToTheMarginAndMissNoMoreThanWasSaid) {
    for (const Seq2SeqConfig& config : kinds()) {
        const Model model = test::random_model(config, 5, 0.8);
        const auto parameters = nn::cast<double>(model.parameters);
        const MarginPass<double> pass(model.config.as<Seq2SeqConfig>(), parameters, random_case(model));
        const auto parts = margin_parts(pass, false, 1e-5);
        EXPECT_NEAR(sum(parts.words) + parts.so_far + parts.rest, parts.margin, 1e-12);
        EXPECT_NEAR(parts.written - parts.rival, parts.margin, 1e-12);
        // What is left is the margin of a source and a beginning of zeros, found here by itself.
        Numbers begun = Numbers::Zero(pass.fed().rows(), pass.fed().cols());
        begun.col(0) = pass.fed().col(0);
        const Numbers nothing = Numbers::Zero(pass.source().rows(), pass.source().cols());
        if (config.attention.alignment != attention::AlignmentKind::LocalP) { // whose window jumps on the way
            EXPECT_NEAR(parts.rest, pass(nothing, begun, false).margins(0, 0), 2e-5)
                << config.attention.score;
        }
        // Nothing was written before the first output.
        MarginCase first = random_case(model);
        first.fed.resize(1);
        const MarginPass<double> begin(model.config.as<Seq2SeqConfig>(), parameters, first);
        EXPECT_EQ(margin_parts(begin, false, 1e-5).so_far, 0);
    }
}

TEST(MarginParts, AreTheNegativeOfTheRivalsOwn) {
    const Model model = test::random_model(test::config_of("additive", Order::Luong), 6, 0.8);
    const auto parameters = nn::cast<double>(model.parameters);
    MarginCase asked = random_case(model);
    const MarginPass<double> one(model.config.as<Seq2SeqConfig>(), parameters, asked);
    std::swap(asked.written, asked.rival);
    const MarginPass<double> other(model.config.as<Seq2SeqConfig>(), parameters, asked);
    const auto a = margin_parts(one, false, 1e-3), b = margin_parts(other, false, 1e-3);
    for (std::size_t t = 0; t < a.words.size(); ++t) EXPECT_NEAR(a.words[t], -b.words[t], 1e-12);
    EXPECT_NEAR(a.rest, -b.rest, 1e-12);
}

TEST(Contrast, FloatGivesWhatDoubleGives) {
    const Model model = shipped("translate/additive");
    const Trace run = run_of(model, "the european economic area was signed in august");
    const auto parameters = nn::cast<double>(model.parameters);
    for (int i = 0; i < run.outputs(); i += 3) {
        const Contrast found = contrast(model, run, i);
        MarginCase asked;
        asked.source = source_of(model, run.source);
        asked.fed = {model.target.special().start};
        for (int k = 0; k < i; ++k) asked.fed.push_back(run.steps[static_cast<std::size_t>(k)].token.id);
        asked.written = found.written_id;
        asked.rival = found.rival_id;
        const MarginPass<double> pass(model.config.as<Seq2SeqConfig>(), parameters, asked);
        const auto parts = margin_parts(pass, false, 0.005);
        EXPECT_NEAR(found.margin, parts.margin, 2e-4);
        ASSERT_EQ(found.points, parts.points);
        for (std::size_t t = 0; t < parts.words.size(); ++t)
            EXPECT_NEAR(found.words[t], parts.words[t], 2e-3);
    }
}

TEST(Contrast, TheMarginIsTheRunsOwnAndTheRivalTheSecondBest) {
    for (const char* name : {"translate/additive", "dates/none", "copy/own-past", "twoway/token-language",
                             "names/pointer-generator", "translate/local-p"}) {
        const Model model = shipped(name);
        const Trace run =
            run_of(model, model.case_json.is_null() ? "3 march 1987"
                                                    : model.case_json.at("input").get<std::string>());
        for (int i = 0; i < run.outputs(); ++i) {
            const Contrast found = contrast(model, run, i);
            const TraceStep& step = run.steps[static_cast<std::size_t>(i)];
            EXPECT_EQ(found.written, step.token.text);
            EXPECT_EQ(found.rival_id, step.top[1].id) << name << " " << i;
            EXPECT_NEAR(found.log_p_written, step.log_prob, 1e-3) << name;
            EXPECT_NEAR(found.log_p_rival, step.top[1].log_prob, 1e-3 * (1 - step.top[1].log_prob)) << name;
            EXPECT_NEAR(found.margin, sum(found.words) + found.so_far + found.rest, 1e-9);
            EXPECT_GE(found.margin, 0);
        }
    }
}

/// log p(written) - log p(rival) of a run on another text that is made to write the same.
double margin_on(const Model& model, const Trace& run, const Contrast& c, const std::string& text) {
    Request r = run.request;
    r.text = text;
    for (int i = 0; i <= c.output; ++i) r.edits.forced[i] = run.steps[static_cast<std::size_t>(i)].token.text;
    r.max_steps = c.output + 1;
    const Trace other = decode::run(model, r);
    const auto log_probs = other.at(Quantity::LogProbs).col(c.output);
    return static_cast<double>(log_probs(c.written_id) - log_probs(c.rival_id));
}

TEST(Contrast, AWordThatIsGoneIsASourceWithoutIt) {
    const Model model = shipped("translate/additive");
    const std::string text = "the economic area was not signed";
    const Trace run = run_of(model, text);
    const Contrast found = contrast(model, run, 1);
    ASSERT_EQ(found.gone.size(), run.source.size());
    for (std::size_t t = 0; t < run.source.size(); ++t) {
        if (run.source[t].is_end) {
            EXPECT_FALSE(found.gone[t].removed);
            EXPECT_FALSE(found.gone[t].unknown);
            continue;
        }
        std::string without, unknown;
        for (std::size_t u = 0; u + 1 < run.source.size(); ++u) {
            if (u != t) without += run.source[u].text + " ";
            unknown += (u == t ? "zyzzyva" : run.source[u].text) + " ";
        }
        EXPECT_NEAR(*found.gone[t].removed, margin_on(model, run, found, without), 2e-3) << t;
        EXPECT_NEAR(*found.gone[t].unknown, margin_on(model, run, found, unknown), 2e-3) << t;
    }
    EXPECT_FALSE(contrast(model, run_of(model, "paris"), 0).gone.front().removed); // nothing would be left
}

TEST(Contrast, OfARunThatWasChangedIsOfWhatItBecame) {
    const Model model = shipped("translate/additive");
    Request r;
    r.text = "the economic area was not signed";
    r.edits.temperature = 2;
    r.edits.rows[0] = {RowEdit::Kind::Uniform, {}, {}, {}, 0};
    r.edits.rows[2] = {RowEdit::Kind::HardMax, {}, {}, {}, 0};
    const Trace run = decode::run(model, r);
    const Contrast found = contrast(model, run, 2);
    EXPECT_NEAR(found.log_p_written, run.steps[2].log_prob, 1e-3);
    EXPECT_TRUE(found.gone.empty());
    r.edits.rows.clear();
    r.edits.forced[1] = "paris";
    const Trace forced = decode::run(model, r);
    const Contrast of_forced = contrast(model, forced, 1);
    EXPECT_EQ(of_forced.written, "paris");
    EXPECT_EQ(of_forced.rival_id, forced.steps[1].top.front().id);
    EXPECT_LT(of_forced.margin, 0);
}

TEST(Contrast, NamesWordsByWhatTheyAdd) {
    Trace run;
    run.source.resize(4);
    run.source.back().is_end = true;
    Contrast c;
    c.words = {0.5, -2, 1, 9};
    EXPECT_EQ(by_support(run, c), (std::vector<int>{2, 0, 1}));
    EXPECT_EQ(by_size(run, c), (std::vector<int>{1, 2, 0}));
    c.margin = -3;
    c.rest = 1;
    EXPECT_TRUE(mostly_rest(c));
    c.rest = 0.9;
    EXPECT_FALSE(mostly_rest(c));
}

TEST(Contrast, WhatCannotBeAskedIsOneSentence) {
    const Model model = shipped("dates/additive");
    const Trace run = run_of(model, "3 march 1987");
    EXPECT_EQ(test::message_of([&] { contrast(model, run, 11); }),
              "dates/additive: why: expected an output from 0 to 10, found 11");
    EXPECT_EQ(test::message_of([&] { contrast(model, run, 0, "q"); }),
              "dates/additive: rival: \"q\" is not in the target vocabulary");
    EXPECT_EQ(test::message_of([&] { contrast(model, run, 0, "1"); }),
              "dates/additive: rival: expected another token than the one that was written, found \"1\"");
    const std::atomic<bool> cancelled{true};
    EXPECT_THROW(contrast(model, run, 0, "", &cancelled), decode::Cancelled);
}

} // namespace
} // namespace heed::analysis
