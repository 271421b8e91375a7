// heed evaluate: how well a model does on items whose answers are known.
#include "app/cli/commands.h"
#include "app/cli/lines.h"
#include "app/cli/load.h"
#include "app/cli/options.h"
#include "app/cli/read_items.h"
#include "app/cli/table.h"
#include "app/state/data_paths.h"
#include "app/state/jobs/thread_pool.h"
#include "core/analysis/evaluation.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/open/model_library.h"
#include "core/train/assess.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

namespace heed::cli {
namespace {

struct EvaluateOptions {
    std::string model, file, json;
    long long limit = -1;
};

constexpr std::size_t chunk = 2048; // items held at once, however long the file

/// Reads, assesses and counts; complains of bad lines on standard output and goes on.
class Evaluator {
public:
    Evaluator(const Model& model, Executor executor) : model_(model), executor_(std::move(executor)) {}

    void read(ItemReader& reader, long long limit) {
        for (long long k = 0; limit < 0 || k < limit; ++k) {
            auto item = reader.next();
            if (!item) break;
            if (item->error.empty()) item->error = problem_of(model_, item->sample);
            if (!item->error.empty()) {
                complain(*item);
                continue;
            }
            weights_ += weights_of(item->sample);
            waiting_.push_back(std::move(item->sample));
            if (waiting_.size() >= chunk || weights_ >= most_weights) work();
        }
        work();
    }
    const analysis::Evaluation& result() const { return result_; }
    bool all_good() const { return all_good_; }

private:
    void complain(const ItemReader::Item& item) {
        all_good_ = false;
        std::cout << failed_line(item.line, item.error) << '\n';
    }
    void work() {
        for (const auto& item : train::assess_items(model_.config, model_.parameters, model_.source,
                                                    model_.target, waiting_, executor_))
            result_.add(item);
        waiting_.clear();
        weights_ = 0;
    }

    const Model& model_;
    Executor executor_;
    std::vector<tasks::Sample> waiting_;
    std::size_t weights_ = 0; // that the waiting ones will make
    analysis::Evaluation result_;
    bool all_good_ = true;
};

void print_report(const Model& model, const analysis::Evaluation& e, double seconds) {
    const auto row = [](const char* name, const std::string& value) {
        std::cout << name << std::string(26 - std::string_view(name).size(), ' ') << value << '\n';
    };
    row("model", model.name);
    row("items", std::to_string(e.all().items));
    row("exact match", formatted("%.4f", e.exact_match()));
    row("token accuracy", formatted("%.4f", e.token_accuracy()));
    row("loss", formatted("%.4f nats a token", e.loss()));
    if (const auto entropy = e.entropy()) row("entropy", formatted("%.3f nats", *entropy));
    if (const auto& a = e.alignment(); a && a->shift0.error_rate()) {
        row("alignment error rate", formatted("%.4f", *a->shift0.error_rate()) +
                                        formatted("  |A| %.0f", a->shift0.links) +
                                        formatted("  |S| %.0f", a->shift0.sure));
        row("  rows read one back", formatted("%.4f", a->shift1.error_rate().value_or(1)));
        row("  soft", formatted("%.4f", a->soft.error_rate().value_or(1)));
        row("  strongest in gold", formatted("%.4f", a->rows > 0 ? a->in_gold / a->rows : 0));
    }
    row("seconds", formatted("%.2f", seconds));
    std::cout << "\nlength       items   exact  tokens\n";
    for (const auto& bin : e.by_length()) {
        char text[96];
        std::snprintf(text, sizeof text, "%4d to %-4d %6d  %6.4f  %6.4f\n", bin.from, bin.to, bin.tally.items,
                      bin.tally.exact_match(), bin.tally.token_accuracy());
        std::cout << text;
    }
}

int evaluate(const EvaluateOptions& options) {
    const auto start = std::chrono::steady_clock::now();
    const Model model = load_model(io::ModelLibrary(data_directories()), options.model);
    ItemReader reader(options.file, model.tokenizer);
    ThreadPool pool(all_threads());
    Evaluator evaluator(model, pool.executor());
    evaluator.read(reader, options.limit);
    if (evaluator.result().all().items == 0 && !evaluator.all_good()) return 1; // every line was answered
    if (evaluator.result().all().items == 0)
        throw Error(reader.name(), "nothing to evaluate", "a line or more", "none");

    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    nlohmann::ordered_json json = analysis::to_json(evaluator.result());
    json["seconds"] = seconds;
    if (options.json == "-")
        std::cout << json.dump() << '\n';
    else if (!options.json.empty())
        io::write_file_atomic(options.json, json.dump(2) + "\n");
    else
        print_report(model, evaluator.result(), seconds);
    return evaluator.all_good() ? 0 : 1;
}

} // namespace

Action add_evaluate(CLI::App& command) {
    auto options = std::make_shared<EvaluateOptions>();
    command.add_option("M", options->model, "Model: a bundled name, a folder or a file")
        ->required()
        ->type_name("");
    command.add_option("FILE", options->file, "Items, one a line; standard input if not said, or -")
        ->type_name("");
    command.add_option("--json", options->json, "Write the numbers as JSON; - is standard output")
        ->type_name("FILE|-");
    command.add_option("--limit", options->limit, "Read at most so many lines")
        ->type_name("N")
        ->check(whole_number(1));
    command.footer(
        "A line: source<TAB>target[<TAB>sure links[<TAB>possible links]]; a link i-j joins source token i\n"
        "and target token j, both from 0. A bad line is answered with {\"line\", \"error\"}; the rest goes "
        "on.\nAlignment error counts the target tokens that gold says something about; entropy is that of "
        "rows\n"
        "divided by their sums.");
    return [options] { return evaluate(*options); };
}

} // namespace heed::cli
