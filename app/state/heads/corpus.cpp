// Every head measured over the pairs of a file, on a worker.
#include "core/analysis/heads/pairs/corpus.h"
#include "app/state/heads/heads.h"
#include "app/state/heads/pair_lines.h"
#include "app/state/jobs/problem.h"
#include "app/state/jobs/thread_pool.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/line_source.h"

#include <algorithm>
#include <thread>

namespace heed {
namespace {

struct HeadsMeasured {
    HeadsOrder order;
    std::shared_ptr<const HeadReport> report; // null: it was given up
    long long bad = 0;
    std::string first_bad;
    std::string problem{}; // why there is no report
};

struct PairMeasured {
    std::optional<heads::MeasuredRun> run;
    std::string error;
};

class PairsMeasuring {
public:
    PairsMeasuring(const HeadsOrder& order, HeadsProgress& progress, const std::atomic<bool>& cancelled)
        : order_(order), progress_(progress), cancelled_(cancelled),
          pool_(std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1)) {}

    HeadsMeasured measured() {
        read();
        for (std::size_t from = 0; from < lines_.size() && !over(); from += at_once)
            measure(from, std::min(at_once, lines_.size() - from));
        if (over()) return {order_, nullptr, 0, {}};
        if (corpus_.runs() == 0)
            throw Error(bad_ > 0 ? first_bad_ : order_.file + ": there is no pair to measure");
        HeadReport report = head_report(corpus_, pool_.executor());
        report.pairs = known_pairs();
        return {order_, std::make_shared<const HeadReport>(std::move(report)), bad_, first_bad_};
    }

private:
    static constexpr std::size_t at_once = 16; // pairs, between two looks at whether anybody waits

    std::shared_ptr<const std::vector<heads::Pair>> known_pairs() {
        std::vector<heads::Pair> pairs;
        for (PairLine& line : lines_)
            if (line.error.empty() && line.pair.sample.has_gold) pairs.push_back(std::move(line.pair));
        return std::make_shared<const std::vector<heads::Pair>>(std::move(pairs));
    }

    bool over() const { return cancelled_ || progress_.given_up; }

    void read() {
        Model as_typed; // words as spaces part them
        as_typed.tokenizer.level = TokenLevel::Given;
        const Model& model = order_.model ? *order_.model : as_typed;
        io::LineSource source(order_.file);
        lines_ = read_pair_lines(model, source, [&] { return over(); });
        if (!order_.model && lines_.size() != order_.runs.size())
            throw Error(source.name(), "pairs",
                        std::to_string(order_.runs.size()) + ", as there are sentences",
                        std::to_string(lines_.size()));
        progress_.all = static_cast<int>(lines_.size());
    }

    PairMeasured measure_line(std::size_t n) const {
        const PairLine& line = lines_[n];
        if (!line.error.empty()) return {std::nullopt, line.error};
        const heads::Gold gold{line.pair.sample.sure, line.pair.sample.possible};
        const heads::Gold* known = line.pair.sample.has_gold ? &gold : nullptr;
        try {
            if (!order_.model) {
                const Trace& run = *order_.runs[n];
                const std::string subject = "sentence " + std::to_string(n + 1);
                return {heads::measure_run(run, heads::words_for(run, line.pair, subject), known), {}};
            }
            Request request;
            order_.languages.tell(request);
            const heads::PairRun pair =
                heads::run_pair(*order_.model, line.pair, request, &progress_.given_up);
            return {heads::measure_run(pair.run, pair.words, known), {}};
        } catch (const Error& error) {
            return {std::nullopt, "line " + std::to_string(line.number) + ": " + error.what()};
        } catch (const decode::Cancelled&) {
            return {};
        }
    }

    void measure(std::size_t from, std::size_t count) {
        std::vector<PairMeasured> made(count);
        pool_.executor()(static_cast<int>(count), [&](int n) {
            if (!over()) made[static_cast<std::size_t>(n)] = measure_line(from + static_cast<std::size_t>(n));
            ++progress_.done;
        });
        for (PairMeasured& one : made) {
            if (one.run)
                corpus_.add(std::move(*one.run));
            else if (!one.error.empty() && bad_++ == 0)
                first_bad_ = one.error;
        }
    }

    const HeadsOrder& order_;
    HeadsProgress& progress_;
    const std::atomic<bool>& cancelled_;
    ThreadPool pool_;
    std::vector<PairLine> lines_;
    heads::Corpus corpus_;
    long long bad_ = 0;
    std::string first_bad_;
};

} // namespace

WorkspaceJob heads_corpus_job(const AppState& s) {
    return [order = s.heads.asked,
            progress = s.heads.progress](const Engine&, const std::atomic<bool>& cancelled) -> std::any {
        if (order.file.empty() || !progress) return {};
        try {
            return PairsMeasuring(order, *progress, cancelled).measured();
        } catch (const std::exception& error) {
            return HeadsMeasured{order, nullptr, 0, {}, as_sentence(error.what())};
        }
    };
}

void apply_heads_corpus(AppState& s, const WorkDone& done) {
    HeadsState& h = s.heads;
    if (!done.problem.empty()) {
        if (!h.progress) return; // it was given up
        h.progress = nullptr;
        h.file_problem = as_sentence(done.problem);
        return;
    }
    const auto* made = std::any_cast<HeadsMeasured>(&done.result);
    if (!made || made->order != h.asked) return;
    if (!made->report && made->problem.empty()) return; // it was given up
    h.file_problem = made->problem;
    if (!made->report) {
        h.progress = nullptr;
        return;
    }
    h.order = made->order;
    h.corpus = made->report;
    h.asked_run = nullptr; // its own links may be known now
    h.bad = made->bad;
    h.first_bad = made->first_bad;
    h.progress = nullptr;
}

} // namespace heed
