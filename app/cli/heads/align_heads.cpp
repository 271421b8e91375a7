#include "app/cli/heads/align_heads.h"

#include "app/cli/commands.h"
#include "app/cli/heads/head_corpus.h"
#include "app/cli/read/lines.h"
#include "app/cli/read/options.h"
#include "core/analysis/heads/heads_json.h"
#include "core/base/error.h"
#include "core/io/base/line_source.h"
#include "core/text/strings.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <iostream>
#include <optional>

namespace heed::cli {
namespace {

constexpr std::size_t pairs_at_once = 64; // held, however long the file

/// Of --heads, not of a line: no other line would be answered.
struct NoSuchHead : Error {
    using Error::Error;
};

struct ChosenHeads {
    std::vector<Site> sites; // empty: the map that stands for the model
    heads::Reading reading = heads::Reading::Predicts;
};

struct LayerHead {
    int layer = 0, head = 0;
    bool operator==(const LayerHead&) const = default;
};

/// `words`: what may stand in place of heads, "best or ".
std::vector<LayerHead> layer_heads(const std::string& text, const char* words) {
    std::vector<LayerHead> found;
    for (const std::string_view one : split(text, ",")) {
        const auto parts = split(one, ":");
        const auto layer = number_in<int>(parts.front()), head = number_in<int>(parts.back());
        if (parts.size() != 2 || !layer || !head || *layer < 0 || *head < 0)
            throw WrongWords(std::string("--heads: expected ") + words +
                             "L:H,…, each counted from 0, found \"" + text + "\"");
        const LayerHead next{*layer, *head};
        if (std::find(found.begin(), found.end(), next) != found.end()) // it would count twice in the mean
            throw WrongWords("--heads: head " + std::string(one) + " is given twice");
        found.push_back(next);
    }
    return found;
}

/// The head with the lowest error over all of the lines, in the way that is asked for or in either.
ChosenHeads best_of(const Model& model, const Request& request, const std::vector<PairLine>& lines,
                    const std::string& name, const HeadWords& words, const Executor& executor) {
    const HeadCorpus measured = measure_heads(model, request, lines, executor, std::cerr);
    const heads::Measure& error = *heads::find_measure("aer");
    const std::vector<heads::Head> aligning = measured.corpus.aligning();
    if (aligning.empty() && measured.corpus.runs() > 0)
        throw Error(model.name, "--heads best", "a model with heads that look at the source",
                    "one that has none");
    ChosenHeads best;
    std::optional<double> least;
    for (const auto& head : measured.corpus.heads())
        for (const heads::Reading reading : heads::readings) {
            if (std::find(aligning.begin(), aligning.end(), head.head) == aligning.end()) continue;
            if (!words.reading.empty() && words.reading != to_string(reading)) continue;
            const auto value = error.value(head.sums[static_cast<std::size_t>(reading)]);
            if (!value || (least && *value >= *least)) continue;
            least = value;
            best = {{head.head.site}, reading};
        }
    if (!least)
        throw Error(name, "--heads best", "gold links in the third column, or --gold FILE that has them",
                    "none");
    return best;
}

/// Those that look at the source: of what writes nothing its own.
heads::Kind aligning_kind(const Trace& run) {
    return run.outputs() == 0 ? heads::Kind::Encoder : heads::Kind::Cross;
}

/// A head that is not among `layers` of `each` heads.
[[noreturn]] void refuse_head(const std::string& model, heads::Kind kind, int layers, int each,
                              const LayerHead& head) {
    throw NoSuchHead(model, "--heads",
                     std::string(kind == heads::Kind::Cross ? "a cross-attention head" : "a head") +
                         " of it, layer and head counted from 0: layers 0 to " + std::to_string(layers - 1) +
                         " with heads 0 to " + std::to_string(each - 1),
                     std::to_string(head.layer) + ":" + std::to_string(head.head));
}

[[noreturn]] void refuse_model(const std::string& model) {
    throw NoSuchHead(model, "--heads", "a model with heads that look at the source", "one that has none");
}

/// Before anything is run; of other models than Transformers a run tells.
void refuse_missing(const Model& model, const std::vector<LayerHead>& asked) {
    const Architecture& architecture = *model.config.architecture();
    if (!architecture.heads || asked.empty()) return;
    const heads::Kind kind = architecture.make_stepper ? heads::Kind::Cross : heads::Kind::Encoder;
    const auto heads_of = [&](int layer) { return architecture.heads(model.config, kind, layer); };
    int layers = 0;
    while (heads_of(layers) > 0) ++layers;
    if (layers == 0) refuse_model(model.name);
    for (const LayerHead& one : asked)
        if (one.head >= heads_of(one.layer)) refuse_head(model.name, kind, layers, heads_of(0), one);
}

/// The sites of the heads asked for among those of a run.
std::vector<Site> sites_in(const Trace& run, const std::string& model, const std::vector<LayerHead>& asked) {
    std::vector<Site> sites;
    const heads::Kind kind = aligning_kind(run);
    int layers = 0, each = 0;
    std::vector<heads::Head> heads = heads::heads_of(run);
    std::erase_if(heads, [&](const heads::Head& head) { return head.kind != kind; });
    for (const heads::Head& head : heads) {
        layers = std::max(layers, head.site.layer + 1);
        each = std::max(each, head.site.head + 1);
    }
    if (!asked.empty() && heads.empty()) refuse_model(model);
    for (const LayerHead& one : asked) {
        const auto at = std::find_if(heads.begin(), heads.end(), [&](const heads::Head& head) {
            return head.site.layer == one.layer && head.site.head == one.head;
        });
        if (at == heads.end()) refuse_head(model, kind, layers, each, one);
        sites.push_back(at->site);
    }
    return sites;
}

std::vector<Site> all_aligning_heads(const Trace& run, const std::string& model) {
    std::vector<Site> sites;
    for (const heads::Head& head : heads::heads_of(run))
        if (head.kind == aligning_kind(run)) sites.push_back(head.site);
    if (sites.empty()) throw Error(model, "--heads", "cross-attention heads", "none");
    return sites;
}

class HeadAligner {
public:
    HeadAligner(const Model& model, const Request& request, ChosenHeads chosen, std::vector<LayerHead> asked,
                const Executor& executor, const std::function<std::string(const Eigen::MatrixXf&)>& links)
        : model_(model), request_(request), chosen_(std::move(chosen)), asked_(std::move(asked)),
          executor_(executor), links_(links) {}

    void answer(const std::vector<PairLine>& lines) {
        std::vector<std::string> answers(lines.size()), errors(lines.size());
        std::vector<std::exception_ptr> wrong(lines.size());
        executor_(static_cast<int>(lines.size()), [&](int n) {
            const auto k = static_cast<std::size_t>(n);
            errors[k] = lines[k].error;
            try {
                if (errors[k].empty()) answers[k] = answer(lines[k].pair);
            } catch (const NoSuchHead&) {
                wrong[k] = std::current_exception();
            } catch (const Error& error) {
                errors[k] = error.what();
            }
        });
        for (const std::exception_ptr& one : wrong)
            if (one) std::rethrow_exception(one);
        for (std::size_t n = 0; n < lines.size(); ++n) {
            all_good_ = all_good_ && errors[n].empty();
            std::cout << (errors[n].empty() ? answers[n] : failed_line(lines[n].number, errors[n])) << '\n';
        }
        if (!lines.empty() && !std::cout.flush()) throw Error("standard output", "not written");
    }
    int status() const { return all_good_ ? 0 : 1; }

private:
    std::string answer(const heads::Pair& pair) const {
        const heads::PairRun made = heads::run_pair(model_, pair, request_);
        std::vector<Site> sites = chosen_.sites;
        if (sites.empty()) sites = sites_in(made.run, model_.name, asked_);
        if (sites.empty()) sites = {{Quantity::Weights}};
        return links_(heads::alignment_map(made.run, made.words, sites, chosen_.reading));
    }

    const Model& model_;
    const Request& request_;
    ChosenHeads chosen_;
    std::vector<LayerHead> asked_;
    const Executor& executor_;
    const std::function<std::string(const Eigen::MatrixXf&)>& links_;
    bool all_good_ = true;
};

PairLine next_line(const Model& model, io::LineSource& source, const std::string& text, bool too_long) {
    PairLine line{source.number(), {}, {}};
    try {
        const std::string where = source.name() + ": line " + std::to_string(line.number);
        if (too_long) throw Error(where + ": longer than a mebibyte");
        if (text.find('\t') == std::string::npos)
            throw Error(where, "not a pair", "source<TAB>target", "no tab");
        const std::size_t second = text.find('\t', text.find('\t') + 1); // what follows is for others
        line.pair =
            heads::read_pair(model, std::string_view(text).substr(0, second), source.name(), line.number);
        line.pair.sample.has_gold = true; // whose words are to come out
    } catch (const Error& error) {
        line.error = error.what();
    }
    return line;
}

/// A batch at a time, as many as are there.
int answer_all(const Model& model, const std::string& file, HeadAligner& aligner) {
    using Read = io::LineSource::Read;
    io::LineSource source(file);
    std::vector<PairLine> lines;
    std::string text;
    for (Read read; (read = source.next(text)) != Read::End;) {
        lines.push_back(next_line(model, source, text, read == Read::TooLong));
        if (lines.size() < pairs_at_once && source.ready()) continue;
        aligner.answer(lines);
        lines.clear();
    }
    aligner.answer(lines);
    return aligner.status();
}

} // namespace

void HeadWords::check() const {
    if (!gold.empty() && heads != "best") throw WrongWords("--gold goes with --heads best");
}

void HeadWords::check(const Model& model) const {
    check();
    if (!heads.empty() && heads != "best" && heads != "mean")
        refuse_missing(model, layer_heads(heads, "best, mean or "));
}

std::vector<Site> heads_in(const Trace& run, const Model& model, const Request& request,
                           const HeadWords& words, const Executor& executor) {
    words.check();
    if (words.heads == "mean") return all_aligning_heads(run, model.name);
    if (words.heads != "best") return sites_in(run, model.name, layer_heads(words.heads, "best, mean or "));
    if (words.gold.empty())
        throw WrongWords("--heads best: on which pairs? --gold FILE has source, target and links a line");
    HeadWords predicts = words;
    predicts.reading = to_string(heads::Reading::Predicts); // a row of a run is that
    return best_of(model, request, head_lines(model, words.gold), words.gold, predicts, executor).sites;
}

void add_heads_words(CLI::App& command, HeadWords& words) {
    command
        .add_option(
            "--heads", words.heads,
            "Cross-attention heads whose mean is read (of an encoder that reads pairs, its own), layer and "
            "head counted from 0: 0:3,5:1; or best: the one with the lowest AER on the links of FILE's "
            "third column, or of --gold")
        ->type_name("best|L:H,…")
        ->check(something("best or L:H,…"));
    command.add_option("--gold", words.gold, "Pairs with links that --heads best is found on")
        ->type_name("FILE");
    command
        .add_option(
            "--reading", words.reading,
            "The row that is read for a target word: of the step that writes it (predicts), or of the "
            "next, which reads it (reads); of best the better one, else predicts")
        ->type_name("predicts|reads")
        ->check(one_of({"predicts", "reads"}));
}

int align_by_heads(const Model& model, const Request& request, const std::string& file,
                   const HeadWords& words, const Executor& executor,
                   const std::function<std::string(const Eigen::MatrixXf&)>& links) {
    words.check();
    const bool best = words.heads == "best";
    ChosenHeads chosen;
    if (words.reading == "reads") chosen.reading = heads::Reading::Reads;
    if (!best) {
        const auto asked =
            words.heads.empty() ? std::vector<LayerHead>() : layer_heads(words.heads, "best or ");
        refuse_missing(model, asked);
        HeadAligner aligner(model, request, chosen, asked, executor, links);
        return answer_all(model, file, aligner);
    }
    std::vector<PairLine> lines = head_lines(model, words.gold.empty() ? file : words.gold);
    const std::string from = words.gold.empty() ? file : words.gold,
                      name = from.empty() || from == "-" ? "standard input" : from;
    chosen = best_of(model, request, lines, name, words, executor);
    HeadAligner aligner(model, request, chosen, {}, executor, links);
    if (!words.gold.empty()) return answer_all(model, file, aligner);
    for (PairLine& line : lines)
        if (line.error.empty() && !line.pair.target)
            line.error = Error(name + ": line " + std::to_string(line.number), "not a pair",
                               "source<TAB>target", "no tab")
                             .what();
    aligner.answer(lines);
    return aligner.status();
}

} // namespace heed::cli
