#include "app/cli/heads/head_corpus.h"

#include "app/cli/read/lines.h"
#include "core/base/error.h"
#include "core/io/base/line_source.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <ostream>

namespace heed::cli {
namespace {

constexpr std::size_t at_once = 64; // pairs whose runs are worked on before they are summed

double time_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

heads::Gold gold_of(const heads::Pair& pair) { return {pair.sample.sure, pair.sample.possible}; }

struct Made {
    std::optional<heads::MeasuredRun> run;
    std::string error;
    double running = 0, measuring = 0;
};

Made measure_pair(const Model& model, const Request& request, const PairLine& line) {
    Made made;
    try {
        auto start = std::chrono::steady_clock::now();
        const heads::PairRun pair = heads::run_pair(model, line.pair, request);
        made.running = time_since(start);
        start = std::chrono::steady_clock::now();
        const heads::Gold gold = gold_of(line.pair);
        made.run = heads::measure_run(pair.run, pair.words, line.pair.sample.has_gold ? &gold : nullptr);
        made.measuring = time_since(start);
    } catch (const Error& error) {
        made.error = error.what();
    }
    return made;
}

} // namespace

std::vector<PairLine> head_lines(const Model& model, const std::string& file) {
    io::LineSource source(file);
    std::vector<PairLine> lines = read_pair_lines(model, source);
    if (lines.empty()) throw Error(source.name(), "nothing to measure", "a line or more", "none");
    return lines;
}

HeadCorpus measure_heads(const Model& model, const Request& request, const std::vector<PairLine>& lines,
                         const Executor& executor, std::ostream& complaints) {
    HeadCorpus result;
    for (std::size_t from = 0; from < lines.size(); from += at_once) {
        const std::size_t count = std::min(at_once, lines.size() - from);
        std::vector<Made> made(count);
        executor(static_cast<int>(count), [&](int n) {
            const PairLine& line = lines[from + static_cast<std::size_t>(n)];
            Made& one = made[static_cast<std::size_t>(n)];
            if (line.error.empty())
                one = measure_pair(model, request, line);
            else
                one.error = line.error;
        });
        for (std::size_t n = 0; n < count; ++n) {
            result.running += made[n].running;
            result.measuring += made[n].measuring;
            if (made[n].run) {
                result.corpus.add(std::move(*made[n].run));
                continue;
            }
            complaints << failed_line(lines[from + n].number, made[n].error) << '\n';
            result.all_good = false;
        }
    }
    return result;
}

HeadCorpus measure_heads(const std::vector<Trace>& runs, const std::vector<PairLine>& lines,
                         const std::string& name, std::ostream& complaints) {
    if (!lines.empty() && lines.size() != runs.size())
        throw Error(name, "sentences", std::to_string(lines.size()) + ", as there are pairs",
                    std::to_string(runs.size()));
    HeadCorpus result;
    for (std::size_t n = 0; n < runs.size(); ++n) {
        try {
            if (lines.empty()) {
                result.corpus.add(heads::measure_run(runs[n], words_of(runs[n]), nullptr));
                continue;
            }
            if (!lines[n].error.empty()) throw Error(lines[n].error);
            const heads::Pair& pair = lines[n].pair;
            const RunWords words =
                heads::words_for(runs[n], pair, name + ": sentence " + std::to_string(n + 1));
            const heads::Gold gold = gold_of(pair);
            result.corpus.add(heads::measure_run(runs[n], words, pair.sample.has_gold ? &gold : nullptr));
        } catch (const Error& error) {
            complaints << failed_line(lines.empty() ? static_cast<long long>(n) + 1 : lines[n].number,
                                      error.what())
                       << '\n';
            result.all_good = false;
        }
    }
    return result;
}

} // namespace heed::cli
