// heed align: the links between source and target tokens that a model's attention gives, a line at a time.
#include "app/cli/commands.h"
#include "app/cli/heads/align_heads.h"
#include "app/cli/library.h"
#include "app/cli/read/lines.h"
#include "app/cli/read/load.h"
#include "app/cli/read/options.h"
#include "app/cli/read/read_items.h"
#include "app/cli/read/writing.h"
#include "app/state/data_paths.h"
#include "app/state/jobs/thread_pool.h"
#include "core/analysis/gold/links.h"
#include "core/analysis/heads/pairs/corpus.h"
#include "core/base/error.h"
#include "core/io/base/line_source.h"
#include "core/io/open/model_library.h"
#include "core/train/assess.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>

namespace heed::cli {
namespace {

struct AlignOptions {
    std::string model, family, file;
    bool soft = false, words = false;
    std::optional<double> threshold;
    HeadWords heads;
    WritingWords writing;
};

std::string printed(const std::vector<analysis::WeightedLink>& links, bool soft) {
    std::string text;
    for (const auto& [link, weight] : links) {
        if (!text.empty()) text += ' ';
        text += std::to_string(link.source) + '-' + std::to_string(link.target);
        if (!soft) continue;
        char number[32];
        std::snprintf(number, sizeof number, ":%.6g", static_cast<double>(weight));
        text += number;
    }
    return text;
}

std::string links_of(const Eigen::MatrixXf& weights, const AlignOptions& options) {
    const bool all = options.soft || options.threshold;
    const auto least = static_cast<float>(options.threshold.value_or(0));
    return printed(all ? analysis::links_from(weights, least) : analysis::strongest_links(weights),
                   options.soft);
}

/// The first two columns: what follows them is for others.
std::string_view source_and_target(std::string_view line) {
    const std::size_t first = line.find('\t');
    return first == std::string_view::npos ? line : line.substr(0, line.find('\t', first + 1));
}

/// Works on as many lines as are there, and answers them in their order.
class Aligner {
public:
    Aligner(const Model& model, const AlignOptions& options, Executor executor)
        : model_(model), options_(options), executor_(std::move(executor)) {}

    int work_through(io::LineSource& source) {
        while (take(source))
            if (lines_.size() >= most || weights_ >= most_weights || !source.ready()) answer();
        answer();
        return all_good_ ? 0 : 1;
    }

private:
    static constexpr std::size_t most = 256; // lines held at once, however long the file

    struct Line {
        long long number;
        std::string error;
        std::size_t sample; // in samples_, if there is no error
    };

    bool take(io::LineSource& source) {
        std::string text;
        const io::LineSource::Read read = source.next(text);
        if (read == io::LineSource::Read::End) return false;
        Line line{source.number(), {}, samples_.size()};
        try {
            if (read == io::LineSource::Read::TooLong)
                throw Error(source.name() + ": line " + std::to_string(line.number) +
                            ": longer than a mebibyte");
            if (text.find('\t') == std::string::npos)
                throw Error(source.name() + ": line " + std::to_string(line.number), "not a pair",
                            "source<TAB>target", "no tab");
            tasks::Sample sample = tasks::parse_line(source_and_target(text), model_.tokenizer, source.name(),
                                                     static_cast<int>(line.number));
            line.error = train::problem_of(model_, sample);
            if (line.error.empty()) {
                weights_ += weights_of(sample);
                samples_.push_back(std::move(sample));
            }
        } catch (const Error& error) {
            line.error = error.what();
        }
        lines_.push_back(std::move(line));
        return true;
    }

    void answer() {
        const auto weights = train::forced_weights(model_.config, model_.parameters, model_.source,
                                                   model_.target, samples_, executor_);
        for (const Line& line : lines_) {
            all_good_ = all_good_ && line.error.empty();
            std::cout << (line.error.empty() ? links(weights[line.sample])
                                             : failed_line(line.number, line.error))
                      << '\n';
        }
        if (!lines_.empty() && !std::cout.flush()) throw Error("standard output", "not written");
        lines_.clear();
        samples_.clear();
        weights_ = 0;
    }

    std::string links(const Eigen::MatrixXf& weights) const { return links_of(weights, options_); }

    const Model& model_;
    const AlignOptions& options_;
    Executor executor_;
    std::vector<Line> lines_;
    std::vector<tasks::Sample> samples_;
    std::size_t weights_ = 0; // that the samples will make
    bool all_good_ = true;
};

int align(const AlignOptions& options) {
    options.heads.check();
    const Model model = load_model(models_of(options.family), options.model);
    const bool pairs = heads::reads_pairs(model);
    if (!model.config.architecture()->forced && !pairs)
        throw Error(model.name, "this model answers at once: it writes no tokens to link");
    if (pairs && options.heads.heads.empty())
        throw Error(model.name, "--heads",
                    "best or L:H,…: a model that reads both texts at once has no map that stands for it",
                    "none");
    if (model.facts.score == "none")
        throw Error(model.name, "this model has no attention weights to read links from");
    std::cerr << doubt_line("heed: " + model.name, model.facts.doubt); // the links are for other programs
    Request request;
    apply_writing(options.writing, model, request);
    ThreadPool pool(all_threads());
    if (model.subword || options.heads.any())
        return align_by_heads(model, request, options.file, options.heads, pool.executor(),
                              [&](const Eigen::MatrixXf& weights) { return links_of(weights, options); });
    io::LineSource source(options.file);
    return Aligner(model, options, pool.executor()).work_through(source);
}

} // namespace

Action add_align(CLI::App& command) {
    auto options = std::make_shared<AlignOptions>();
    command.add_option("M", options->model, "Model: a bundled name, a folder or a file")
        ->required()
        ->type_name("");
    command.add_option("FILE", options->file, "Pairs, one a line; standard input if not said, or -")
        ->type_name("");
    add_family(command, options->family);
    add_heads_words(command, options->heads);
    add_languages(command, options->writing);
    command.add_flag(
        "--words", options->words,
        "Links between words: of a model that reads pieces they are in any case, of others tokens "
        "are what they read");
    command.add_flag("--soft", options->soft, "Every weight, as i-j:weight");
    command.add_option("--threshold", options->threshold, "Every link whose weight is at least T")
        ->type_name("T")
        ->check(real_number(0, 1));
    command.footer(
        "A line: source<TAB>target; further columns are passed over. The answer is a line of links i-j from\n"
        "source token i to target token j, both from 0: for each target token the source token with the\n"
        "largest weight, none where that is the end of the source. Of a model that reads pieces the tokens "
        "are the\n"
        "words that spaces part; its weights are folded into them. A bad line is answered with\n"
        "{\"line\", \"error\"}; the rest goes on.");
    return [options] { return align(*options); };
}

} // namespace heed::cli
