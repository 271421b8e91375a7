// A file surveyed: its lines found, measured, and their sums those of `heed evaluate`.
#include "core/analysis/gold/evaluation.h"
#include "core/analysis/heads/pairs/over_pairs.h"
#include "core/analysis/meaning/sentence.h"
#include "core/analysis/survey/agreement.h"
#include "core/analysis/survey/measures.h"
#include "core/analysis/survey/measuring.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/open/model_library.h"
#include "core/train/assess.h"
#include "tests/support/message_of.h"
#include "tests/support/random_model.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace heed::survey {
namespace {

/// A file of its own, and its lines.
struct Surveyed {
    explicit Surveyed(const std::string& text, std::size_t step = 1 << 20) {
        const std::string path = (folder / "lines.tsv").string();
        io::write_file_atomic(path, text);
        file = std::make_shared<const SentenceFile>(path);
        LineFinder finder(file);
        std::vector<LineRecord> found;
        while (finder.go_on(step, found)) {
        }
        EXPECT_EQ(finder.at(), text.size());
        for (const LineRecord& record : found) table.add(record);
    }
    std::vector<AskedLine> all() const {
        std::vector<AskedLine> lines;
        for (std::size_t n = 0; n < table.size(); ++n) lines.push_back({n, table.at(n)});
        return lines;
    }
    void measure(const Models& models) {
        for (const MeasuredLine& line : measure_lines(*file, all(), models)) {
            LineRecord& record = table.edit(line.index);
            record.of[0] = line.of[0];
            record.of[1] = line.of[1];
            record.parting = line.parting;
            problems.push_back(line.problem);
        }
    }
    test::TemporaryFolder folder;
    std::shared_ptr<const SentenceFile> file;
    LineTable table;
    std::vector<std::string> problems;
};

std::shared_ptr<const Model> model_of(std::uint64_t seed, Seq2SeqConfig config = {}) {
    return std::make_shared<const Model>(test::random_model(config, seed));
}

const std::string pairs = "3 mar 87\t87-03-3\t0-6 2-3\t2-4\n"
                          "12 may\t5-12\t0-2 1-3\n"
                          "ab\tba\n"
                          "1.2.3\t3-2-1\t0-4 2-2 4-0\t1-1\n";

TEST(SentenceFile, LinesAreFoundWhereTheyStandHoweverItIsRead) {
    const std::string text = "one\n\n two\tzwei\r\n\r\nthree";
    for (const std::size_t step : {1, 2, 3, 5, 100}) {
        const Surveyed s(text, step);
        ASSERT_EQ(s.table.size(), 3u) << step;
        EXPECT_EQ(s.file->text(s.table.at(0)), "one");
        EXPECT_EQ(s.file->text(s.table.at(1)), " two\tzwei");
        EXPECT_EQ(s.file->text(s.table.at(2)), "three");
        EXPECT_EQ(s.table.at(1).line, 3u);
        EXPECT_EQ(s.table.at(2).line, 5u);
    }
    EXPECT_EQ(Surveyed("").table.size(), 0u);
    EXPECT_EQ(Surveyed("\n\n").table.size(), 0u);
}

TEST(LineTable, ACopyKeepsWhatItHas) {
    LineTable table;
    for (std::uint32_t n = 0; n < 3 * LineTable::block; ++n) {
        LineRecord record;
        record.line = n + 1;
        table.add(record);
    }
    const LineTable before = table;
    table.edit(700).line = 7;
    EXPECT_EQ(before.at(700).line, 701u);
    EXPECT_EQ(table.at(700).line, 7u);
    EXPECT_EQ(&before.at(0), &table.at(0)); // the other blocks are shared
    EXPECT_LE(table.bytes(), 3 * LineTable::block * (sizeof(LineRecord) + 1));
}

TEST(Survey, SumsOfTheLinesAreThoseOfEvaluate) {
    const auto model = model_of(3);
    Surveyed s(pairs);
    s.measure({model, nullptr});

    analysis::Evaluation evaluation;
    std::vector<tasks::Sample> samples;
    for (const AskedLine& line : s.all())
        samples.push_back(read_line(s.file->text(line.record), model->tokenizer, "f", 1).sample);
    for (const auto& item :
         train::assess_items(model->config, model->parameters, model->source, model->target, samples))
        evaluation.add(item);

    Pooled pooled;
    for (std::size_t n = 0; n < s.table.size(); ++n) pooled.add(s.table.at(n));
    const Pooled::OfModel& sums = pooled.of[0];
    EXPECT_EQ(sums.lines, evaluation.all().items);
    EXPECT_NEAR(*sums.log_prob_a_token(), -evaluation.loss(), 1e-6 * evaluation.loss());
    EXPECT_NEAR(*sums.mean_entropy(), *evaluation.entropy(), 1e-6);
    EXPECT_DOUBLE_EQ(*sums.error_rate(), *evaluation.alignment()->shift0.error_rate());
    EXPECT_DOUBLE_EQ(*sums.wrong_share(), 1 - evaluation.exact_match());
}

TEST(Survey, ALineIsTheSameAloneAndAmongOthers) {
    const auto a = model_of(3), b = model_of(4);
    Surveyed s(pairs);
    const auto together = measure_lines(*s.file, s.all(), {a, b});
    for (const AskedLine& line : s.all()) {
        const MeasuredLine alone = measure_lines(*s.file, std::span(&line, 1), {a, b}).front();
        const MeasuredLine& among = together[line.index];
        for (const std::size_t k : {0u, 1u}) {
            EXPECT_NEAR(alone.of[k].log_prob, among.of[k].log_prob, 1e-4);
            EXPECT_NEAR(alone.of[k].entropy, among.of[k].entropy, 1e-4);
            EXPECT_EQ(alone.of[k].links, among.of[k].links);
        }
        EXPECT_EQ(alone.parting, among.parting);
    }
}

TEST(Survey, WithoutATargetItIsWhatTheModelWritesByItself) {
    const auto model = model_of(5);
    Surveyed s("3 mar 87\n12 may\n");
    s.measure({model, nullptr});
    for (std::size_t n = 0; n < 2; ++n) {
        Request request;
        request.text = s.file->text(s.table.at(n));
        const Trace run = decode::run(*model, request);
        double log_prob = 0;
        for (const TraceStep& step : run.steps) log_prob += static_cast<double>(step.log_prob);
        const ModelMeasures& m = s.table.at(n).of[0];
        EXPECT_FALSE(m.answered);
        EXPECT_FALSE(m.wrong);
        EXPECT_EQ(m.tokens, run.steps.size());
        EXPECT_NEAR(m.log_prob, log_prob, 1e-3);
        // the coverage of each source token, by the run's own map
        const auto& weights = run.at(Quantity::Weights); // (T + 1, N)
        std::uint32_t unread = 0;
        for (Eigen::Index j = 0; j + 1 < weights.rows(); ++j) unread += weights.row(j).sum() < hardly_read;
        EXPECT_EQ(m.unread, unread);
        EXPECT_FALSE(measures()[static_cast<std::size_t>(find_measure("wrong"))].value(s.table.at(n), 0));
        EXPECT_FALSE(measures()[static_cast<std::size_t>(find_measure("aer"))].value(s.table.at(n), 0));
    }
}

TEST(Survey, TwoModelsPartWhereTheirOutputsDiffer) {
    const auto a = model_of(3), b = model_of(9);
    const auto a_again = model_of(3);
    Surveyed s(pairs);
    for (const MeasuredLine& line : measure_lines(*s.file, s.all(), {a, a_again}))
        EXPECT_EQ(line.parting, LineRecord::same);
    for (const MeasuredLine& line : measure_lines(*s.file, s.all(), {a, nullptr}))
        EXPECT_EQ(line.parting, LineRecord::not_compared);
    for (const MeasuredLine& line : measure_lines(*s.file, s.all(), {a, b})) {
        std::string texts[2];
        Request request;
        request.text = std::string(source_of(s.file->text(s.table.at(line.index))));
        texts[0] = decode::run(*a, request).target_text;
        texts[1] = decode::run(*b, request).target_text;
        ASSERT_GE(line.parting, 0) << texts[0] << " | " << texts[1];
        const auto at = static_cast<std::size_t>(line.parting); // characters of one byte
        EXPECT_EQ(texts[0].substr(0, at), texts[1].substr(0, at));
        EXPECT_EQ(texts[0].substr(std::min(at, texts[0].size()), 1), line.words[0]);
        EXPECT_EQ(texts[1].substr(std::min(at, texts[1].size()), 1), line.words[1]);
    }
}

/// Lines 163 and 80 of the pairs that lie beside the model.
const std::string french =
    "anne went to london and they went to brussels\tanne est allée à londres et ils sont "
    "allés à bruxelles\n"
    "a law was adopted on 14 august 1989\tune loi a été adoptée le 14 août 1989\n";

TEST(Survey, OfPiecesWordsAreCountedAndWhatIsUnknownIsNeverRight) {
    const auto model = std::make_shared<const Model>(
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_marian_toy_enfr").string()));
    Surveyed s(french);
    s.measure({model, nullptr});
    ASSERT_EQ(s.problems, (std::vector<std::string>(2)));
    EXPECT_EQ(s.table.at(0).of[0].source, 9u); // of 18 pieces
    EXPECT_TRUE(s.table.at(1).of[0].wrong) << "it writes a token for what it does not know, as “août” reads";
    const heads::Pair pair = heads::read_pair(*model, french.substr(french.find('\n') + 1), "pairs", 80);
    Request alone;
    alone.text = pair.source;
    const Trace own = decode::run(*model, alone);
    const auto unknown = [](const TraceStep& step) { return step.token.unknown; };
    ASSERT_TRUE(std::any_of(own.steps.begin(), own.steps.end(), unknown)) << own.target_text;
    EXPECT_EQ(heads::score_pair(*model, pair, {}, {}).exact, 0);
}

TEST(Survey, AModelIsToldItsTask) {
    const auto model = std::make_shared<const Model>(
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_t5_relu_tied").string()));
    Surveyed s("the council\tle conseil\n");
    Request told;
    told.prefix = "translate English to French: ";
    const auto plain = measure_lines(*s.file, s.all(), {model, nullptr});
    const auto with = measure_lines(*s.file, s.all(), {model, nullptr}, in_turn, nullptr, {}, told);
    ASSERT_EQ(with.front().problem, "");
    EXPECT_NE(with.front().of[0].log_prob, plain.front().of[0].log_prob);
}

TEST(Survey, ABadLineIsSaidWithItsNumberAndTheOthersGoOn) {
    const auto model = model_of(3);
    Surveyed s("ab\tba\tx\n\tba\nab\tba\n" + std::string(longest_line + 5, 'a') + "\nab\tba\t9-9\n");
    s.measure({model, nullptr});
    ASSERT_EQ(s.problems.size(), 5u);
    EXPECT_NE(s.problems[0].find("line 1: bad link"), std::string::npos) << s.problems[0];
    EXPECT_NE(s.problems[1].find("line 2: the source is empty"), std::string::npos) << s.problems[1];
    EXPECT_EQ(s.problems[2], "");
    EXPECT_NE(s.problems[3].find("line 4: longer than a mebibyte"), std::string::npos) << s.problems[3];
    EXPECT_NE(s.problems[4].find("line 5: a link points past the tokens"), std::string::npos)
        << s.problems[4];
    Pooled pooled;
    for (std::size_t n = 0; n < 5; ++n) pooled.add(s.table.at(n));
    EXPECT_EQ(pooled.of[0].bad, 4);
    EXPECT_EQ(pooled.of[0].lines, 1);
}

TEST(Survey, WhatIsCancelledMeasuresNothing) {
    Surveyed s(pairs);
    const std::atomic<bool> cancelled = true;
    EXPECT_TRUE(measure_lines(*s.file, s.all(), {model_of(3), nullptr}, in_turn, &cancelled).empty());
}

/// The mean of the meaning panel's τ of the same run.
double tau_of_meaning(const Model& model, const std::string& text, const std::optional<std::string>& target) {
    Request request;
    request.text = text;
    request.target = target;
    const Trace run = decode::run(model, request);
    double sum = 0;
    int rows = 0;
    for (const auto& tau : analysis::meaning::measure_sentence(model, run).with_gradient)
        if (tau) sum += *tau, ++rows;
    EXPECT_GT(rows, 0);
    return sum / rows;
}

TEST(Survey, AgreementIsThatOfTheMeaningPanel) {
    const auto model = model_of(3), other = model_of(9);
    Surveyed s("3 mar 87\t87-03-3\n12 may\n");
    s.measure({model, other});
    const auto found = agreement_of_lines(*s.file, s.all(), {model, other});
    ASSERT_EQ(found.size(), 2u);
    const auto tau = [&](std::size_t n, std::size_t k) {
        s.table.edit(n).of[k].tau = found[n].tau[k];
        return measures()[static_cast<std::size_t>(find_measure("tau"))].value(s.table.at(n),
                                                                               static_cast<int>(k));
    };
    EXPECT_FALSE(s.table.at(0).of[0].agreement().has_value()); // nobody asked yet
    EXPECT_NEAR(tau(0, 0).value(), tau_of_meaning(*model, "3 mar 87", "87-03-3"), 2e-5);
    EXPECT_NEAR(tau(1, 0).value(), tau_of_meaning(*model, "12 may", {}), 2e-5);
    EXPECT_NEAR(tau(0, 1).value(), tau_of_meaning(*other, "3 mar 87", "87-03-3"), 2e-5);
}

TEST(Survey, WhereThereIsNoAgreementItIsNotAskedAgain) {
    const auto without = model_of(3, test::config_of("none")), with = model_of(4);
    Surveyed s("12 may\n1\t2\t3\t4\t5\n");
    s.measure({without, with});
    const auto found = agreement_of_lines(*s.file, s.all(), {without, with});
    EXPECT_EQ(found[0].tau[0], ModelMeasures::tau_none); // no weights
    EXPECT_GT(found[0].tau[1], ModelMeasures::tau_none);
    EXPECT_EQ(found[1].tau[1], ModelMeasures::tau_none); // a bad line
    ModelMeasures m;
    EXPECT_FALSE(m.agreement());
    m.tau = ModelMeasures::tau_none;
    EXPECT_FALSE(m.agreement());
    m.tau = -16000;
    EXPECT_DOUBLE_EQ(m.agreement().value(), -.5);
}

TEST(LineTable, UnmeasuredItHoldsItsLinesAndNothingElse) {
    Surveyed s(pairs);
    s.measure({model_of(3), nullptr});
    const LineTable fresh = s.table.unmeasured();
    ASSERT_EQ(fresh.size(), s.table.size());
    for (std::size_t n = 0; n < fresh.size(); ++n) {
        EXPECT_EQ(fresh.at(n).begin, s.table.at(n).begin);
        EXPECT_EQ(fresh.at(n).bytes, s.table.at(n).bytes);
        EXPECT_EQ(fresh.at(n).line, s.table.at(n).line);
        EXPECT_EQ(fresh.at(n).of[0].state, ModelMeasures::State::Waiting);
        EXPECT_EQ(s.table.at(n).of[0].state, ModelMeasures::State::Measured);
        EXPECT_EQ(fresh.at(n).parting, LineRecord::not_compared);
    }
}

/// An encoder writes nothing: no line of it would be right or wrong.
TEST(Survey, WhatWritesNothingIsNotSurveyed) {
    const auto opened = [](const char* folder) {
        return io::ModelLibrary({}).load((test::source_dir() / folder).string());
    };
    EXPECT_NE(test::message_of([&] { check_can_survey(opened("tests/checkpoints/hf_bert_uncased_old")); }),
              "");
    Surveyed one("the bank was signed\tla banque\n");
    one.measure({std::make_shared<const Model>(opened("tests/checkpoints/hf_bert_uncased_old")), nullptr});
    EXPECT_EQ(one.table.at(0).of[0].state, ModelMeasures::State::Bad);
    EXPECT_NE(one.problems.front().find("one that only reads"), std::string::npos);
    EXPECT_NO_THROW(check_can_survey(opened("tests/checkpoints/hf_marian_toy_enfr")));
    EXPECT_NO_THROW(check_can_survey(opened("assets/models/translate/transformer")));
}

} // namespace
} // namespace heed::survey
