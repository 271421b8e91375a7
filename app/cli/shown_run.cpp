#include "app/cli/shown_run.h"

#include "app/cli/commands.h"
#include "app/cli/read/load.h"
#include "app/state/jobs/thread_pool.h"
#include "core/analysis/heads/run_heads.h"
#include "core/trace/words/words.h"

#include <CLI/CLI.hpp>

namespace heed::cli {

void add_shown(CLI::App& command, ShownWords& words) {
    command.add_flag("--words", words.words,
                     "Of a model that reads pieces, words: weights on a word's pieces are summed, those of "
                     "its own pieces averaged, their log p added");
    command
        .add_option(
            "--gold", words.gold,
            "Pairs with links that --heads best is found on; of export --figure heads and head-off, that "
            "heads are measured over")
        ->type_name("FILE");
}

ShownRun::ShownRun(const Model& model, const ShownWords& words, std::string heads)
    : model_(model), words_(words.words), heads_{std::move(heads), words.gold, ""} {
    heads_.check(model);
}

Trace ShownRun::operator()(Trace run) {
    if (!heads_.heads.empty()) {
        Request request; // of other texts, in the same languages
        request.source_language = run.request.source_language;
        request.target_language = run.request.target_language;
        request.prefix = run.request.prefix;
        ThreadPool pool(all_threads());
        if (!best_) best_ = heads_in(run, model_, request, heads_, pool.executor());
        run = heads::with_heads(run, *best_);
    }
    return words_ ? in_words(run) : run;
}

} // namespace heed::cli
