#include "core/analysis/survey/measuring.h"

#include "core/analysis/entropy.h"
#include "core/analysis/gold/alignment_error.h"
#include "core/analysis/survey/line_run.h"
#include "core/analysis/survey/measures.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/model.h"
#include "core/train/assess.h"

#include <algorithm>
#include <optional>

namespace heed::survey {
namespace {

using State = ModelMeasures::State;
using Written = std::optional<std::vector<std::string>>; // by a model, of its own; none: a bad line

constexpr std::size_t most_weights = std::size_t{1} << 22; // of the forced runs that are held at once

/// weights: (T + 1, N), the end tokens last where they were written.
void measure_map(const Eigen::MatrixXf& weights, bool ended, const tasks::Sample& sample, ModelMeasures& m) {
    if (weights.size() == 0) return;
    m.attends = true;
    const Eigen::Index words = weights.rows() - 1, rows = weights.cols() - (ended ? 1 : 0);
    m.rows = static_cast<std::uint32_t>(rows);
    double sum = 0;
    for (Eigen::Index i = 0; i < rows; ++i) sum += analysis::entropy(weights.col(i));
    m.entropy = static_cast<float>(sum);
    // C_j = Σ_i α_ij, the end token's row included: what it reads was read
    const Eigen::VectorXf coverage = weights.topRows(words).rowwise().sum(); // (T)
    m.unread = static_cast<std::uint32_t>((coverage.array() < hardly_read).count());
    if (!m.gold) return;
    analysis::AlignmentError error;
    error.add(weights, sample.sure, sample.possible);
    m.links = static_cast<std::uint32_t>(error.shift0.links);
    m.sure = static_cast<std::uint32_t>(error.shift0.sure);
    m.in_sure = static_cast<std::uint32_t>(error.shift0.in_sure);
    m.in_possible = static_cast<std::uint32_t>(error.shift0.in_possible);
}

ModelMeasures measures_of(const train::Assessed& made, const ReadLine& line) {
    const analysis::ItemResult& item = made.result;
    ModelMeasures m;
    m.state = State::Measured;
    m.answered = line.answered;
    m.wrong = line.answered && !item.exact;
    m.gold = line.sample.has_gold;
    m.source = static_cast<std::uint32_t>(line.sample.source.size());
    m.tokens = static_cast<std::uint32_t>(item.tokens);
    m.log_prob = static_cast<float>(item.log_prob);
    measure_map(item.weights, line.answered || made.ended, line.sample, m);
    return m;
}

/// One model at work on lines whose texts are given.
class OneModel {
public:
    OneModel(const Model& model, int k, std::vector<MeasuredLine>& lines, std::vector<Written>& written,
             const Executor& executor)
        : model_(model), k_(static_cast<std::size_t>(k)), lines_(lines), written_(written),
          executor_(executor) {}

    void add(std::size_t n, const std::string& text, const std::string& file, const LineRecord& record) {
        try {
            ReadLine line = read_line(text, model_.tokenizer, file, static_cast<int>(record.line));
            if (const std::string problem = train::problem_of(model_, line.sample); !problem.empty())
                throw Error(file + ": line " + std::to_string(record.line) + ": " + problem);
            const std::size_t T = line.sample.source.size() + 1;
            weights_ +=
                T * (line.answered ? line.sample.target.size() + 1
                                   : static_cast<std::size_t>(decode::output_limit(static_cast<int>(T))));
            places_.push_back(n);
            waiting_.push_back(std::move(line));
        } catch (const Error& error) {
            lines_[n].of[k_].state = State::Bad;
            if (lines_[n].problem.empty()) lines_[n].problem = error.what();
        }
        if (weights_ >= most_weights) work();
    }
    void work() {
        std::vector<tasks::Sample> samples;
        std::vector<bool> own;
        for (const ReadLine& line : waiting_) {
            samples.push_back(line.sample);
            own.push_back(!line.answered);
        }
        std::vector<train::Assessed> made = train::assess_and_write(
            model_.config, model_.parameters, model_.source, model_.target, samples, own, executor_);
        for (std::size_t w = 0; w < waiting_.size(); ++w) {
            lines_[places_[w]].of[k_] = measures_of(made[w], waiting_[w]);
            written_[places_[w]] = std::move(made[w].written);
        }
        places_.clear();
        waiting_.clear();
        weights_ = 0;
    }

private:
    const Model& model_;
    std::size_t k_;
    std::vector<MeasuredLine>& lines_;
    std::vector<Written>& written_;
    const Executor& executor_;
    std::vector<std::size_t> places_;
    std::vector<ReadLine> waiting_;
    std::size_t weights_ = 0; // that the runs of the waiting ones hold
};

/// Where what comes of lines goes.
struct Answers {
    std::vector<MeasuredLine>& lines;
    std::vector<Written>& written;
    const Executor& executor;
    const std::atomic<bool>* cancelled;
};

/// Line by line, each by a run of its own.
void run_lines(const Model& model, int k, std::span<const AskedLine> asked,
               const std::vector<std::string>& texts, const std::string& file,
               const std::optional<HeadPlace>& head, const Answers& answers, const Request& told) {
    std::vector<std::string> problems(asked.size());
    answers.executor(static_cast<int>(asked.size()), [&](int task) {
        const auto n = static_cast<std::size_t>(task);
        ModelMeasures& m = answers.lines[n].of[static_cast<std::size_t>(k)];
        if (answers.cancelled && *answers.cancelled) return;
        try {
            LineRun made =
                run_line(model, texts[n], file, asked[n].record.line, head, answers.cancelled, told);
            m = made.measures;
            tasks::Sample sample;
            sample.sure = std::move(made.sure);
            sample.possible = std::move(made.possible);
            measure_map(made.weights, true, sample, m);
            answers.written[n] = std::move(made.written);
        } catch (const decode::Cancelled&) {
            return; // nobody waits for it
        } catch (const Error& error) {
            m.state = State::Bad;
            problems[n] = error.what();
        }
    });
    for (std::size_t n = 0; n < asked.size(); ++n)
        if (answers.lines[n].problem.empty()) answers.lines[n].problem = std::move(problems[n]);
}

void find_parting(const std::vector<std::string>& a, const std::vector<std::string>& b, MeasuredLine& line) {
    const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    if (at == a.end() && other == b.end()) {
        line.parting = LineRecord::same;
        return;
    }
    line.parting = static_cast<std::int32_t>(at - a.begin());
    if (at != a.end()) line.words[0] = *at;
    if (other != b.end()) line.words[1] = *other;
}

} // namespace

void check_can_survey(const Model& model) {
    const Architecture& architecture = *model.config.architecture();
    if (architecture.lessons || !architecture.make_stepper)
        throw Error(model.name, "answers a whole input at once",
                    "a model that writes its output token by token", std::string(architecture.id));
}

std::vector<MeasuredLine> measure_lines(const SentenceFile& file, std::span<const AskedLine> lines,
                                        const Models& models, const Executor& executor,
                                        const std::atomic<bool>* cancelled,
                                        const std::optional<HeadPlace>& head, const Request& told) {
    std::vector<MeasuredLine> results(lines.size());
    std::vector<std::string> texts;
    for (std::size_t n = 0; n < lines.size(); ++n) {
        results[n].index = lines[n].index;
        texts.push_back(file.text(lines[n].record));
        if (lines[n].record.bytes > longest_line)
            texts.back() += ' '; // it was cut, and is known by its length
    }
    std::array<std::vector<Written>, most_models> written;
    for (int k = 0; k < most_models; ++k) {
        auto& own = written[static_cast<std::size_t>(k)];
        own.resize(lines.size());
        const Model* model = models[static_cast<std::size_t>(k)].get();
        if (!model) continue;
        if (cancelled && *cancelled) return {};
        if (measures_by_run(*model, head)) {
            run_lines(*model, k, lines, texts, file.name(), head, {results, own, executor, cancelled},
                      k == 0 ? told : Request());
            if (cancelled && *cancelled) return {};
            continue;
        }
        OneModel one(*model, k, results, own, executor);
        for (std::size_t n = 0; n < lines.size(); ++n) one.add(n, texts[n], file.name(), lines[n].record);
        one.work();
    }
    for (std::size_t n = 0; n < lines.size(); ++n)
        if (written[0][n] && written[1][n]) find_parting(*written[0][n], *written[1][n], results[n]);
    return results;
}

} // namespace heed::survey
