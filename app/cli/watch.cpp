// heed watch: follows a file of weights or a checkpoint that another process rewrites, a line a version.
#include "app/state/watch/watch.h"
#include "app/cli/commands.h"
#include "app/cli/heads/given_maps.h"
#include "app/cli/interrupt.h"
#include "app/cli/library.h"
#include "app/cli/read/load.h"
#include "app/cli/read/options.h"
#include "app/figures/base/format.h"
#include "app/state/data_paths.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/file_kind.h"
#include "core/io/base/file_watch.h"
#include "core/io/open/model_library.h"
#include "core/io/run/run_file.h"
#include "core/io/run/trace_json.h"
#include "core/text/escape.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace heed::cli {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

struct WatchOptions {
    std::string file, family, json;
    std::vector<std::string> words;
    GivenWords given;
    bool full = false;
    std::optional<int> count;
    std::optional<double> seconds;
};

std::string text_of(const WatchOptions& options) {
    std::string text;
    for (const std::string& word : options.words) text += (text.empty() ? "" : " ") + word;
    return text;
}

/// A model must be told what to read. What is there may be half of it: then it is not known yet.
void check_words(const WatchOptions& options) {
    std::error_code ignored;
    const bool folder = std::filesystem::is_directory(options.file, ignored);
    const bool file = std::filesystem::is_regular_file(options.file, ignored);
    const bool weights = file && (io::is_run_file(options.file) || io::is_attention_file(options.file));
    const bool model = folder || (file && !weights && io::may_hold_tensors(io::content_kind(options.file)));
    if (options.words.empty() && model)
        throw WrongWords("TEXT is missing: what should " + options.file + " read?");
    if (!options.words.empty() && weights)
        throw WrongWords("TEXT goes with a model: " + options.file + " holds weights");
    if (!options.words.empty() && options.given.any())
        throw WrongWords(
            "--heads, --percent, --axes, --sentence, --source and --output go with a file of weights");
}

/// The maps of the file, or of the model's run on the text; `files`: all that it was read from. Throws where
/// it is not whole.
std::vector<RunMap> read_version(const WatchOptions& options, std::vector<std::filesystem::path>& files) {
    if (options.words.empty()) return maps_from(options.file, options.given);
    Request request;
    request.model = options.file;
    request.text = text_of(options);
    const Model model = load_model(models_of(options.family), options.file, true);
    files = model.files;
    return maps_of({std::make_shared<const Trace>(decode::run(model, request))});
}

/// 0 where every row has one place, 1 where all are even: of all maps.
double spread(const std::vector<RunMap>& maps) {
    double sum = 0;
    for (const RunMap& map : maps) sum += static_cast<double>(map.entropy);
    return maps.empty() ? 0 : sum / static_cast<double>(maps.size());
}

void print(const WatchOptions& options, const std::vector<RunMap>& maps, int version) {
    const Trace& run = *maps.front().run;
    const bool computed = run.model.architecture != "weights";
    if (!options.json.empty()) {
        nlohmann::ordered_json line = {{"version", version},
                                       {"time", time_of_day()},
                                       {"maps", maps.size()},
                                       {"entropy_share", spread(maps)},
                                       {"output", run.target_text}};
        if (computed) line["log_prob"] = run.log_prob;
        if (!run.model.doubt.empty()) line["doubt"] = run.model.doubt;
        if (options.full) line["trace"] = io::trace_to_json(run, false);
        std::cout << line.dump() << std::endl;
        return;
    }
    if (version == 1) std::cout << doubt_line(run.model.name, run.model.doubt);
    std::cout << version << "  " << time_of_day() << "  " << escaped(run.target_text, 200);
    if (computed) std::cout << "  log P " << fixed(run.log_prob, 3);
    std::cout << "  " << count_of_maps(maps) << ", entropy share " << fixed(spread(maps), 3) << std::endl;
}

int watch(const WatchOptions& options) {
    Interrupt interrupt;       // before threads are started
    models_of(options.family); // a family that there is not will not come by waiting
    std::error_code ignored;
    check_words(options);
    io::FileWatch follower(options.file);
    bool there = std::filesystem::exists(options.file, ignored);
    if (!there)
        std::cerr << "heed: waiting for " << io::shown(std::filesystem::path(options.file)) << std::endl;
    const auto start = Clock::now();
    std::string said;
    std::vector<std::filesystem::path> files; // that were read last
    std::vector<io::FileStamp> newest;        // the writing that was said last
    int version = 0;
    while (!interrupt.asked()) {
        if (options.seconds && std::chrono::duration<double>(Clock::now() - start).count() > *options.seconds)
            break;
        if (!there && !(there = follower.wait(milliseconds(200)))) continue;
        there = false;
        const io::BeforeRead before(options.file, files);
        try {
            const std::vector<RunMap> maps = read_version(options, files);
            follower.follow_also(files, before); // first: what is written from now on is told
            if (!before.whole(files)) {          // it was written to meanwhile
                there = follower.wait(milliseconds(200)) || before.there();
                continue;
            }
            said.clear();
            std::vector<io::FileStamp> writing = before.writing(files);
            if (!writing.empty() && writing == newest) continue; // something else was written
            newest = std::move(writing);
            print(options, maps, ++version);
            if (options.count && version >= *options.count) break;
        } catch (const Error& error) {
            if (said != error.what()) std::cerr << "heed: not read: " << error.what() << std::endl;
            said = error.what();
        }
    }
    return version > 0 ? 0 : 1;
}

} // namespace

Action add_watch(CLI::App& command) {
    const auto options = std::make_shared<WatchOptions>();
    command
        .add_option("FILE", options->file,
                    "A file of weights, as in heed export --from, or a model: a checkpoint, a folder")
        ->required();
    command.add_option("TEXT", options->words, "What the model reads, each time it is written");
    add_given(command, options->given);
    add_family(command, options->family);
    command.add_option("--json", options->json, "- : JSON Lines on standard output")
        ->type_name("-")
        ->check(one_of({"-"}));
    command.add_flag("--full", options->full, "With --json: the whole run as \"trace\"");
    command.add_option("--count", options->count, "Leave after so many versions")
        ->type_name("N")
        ->check(whole_number(1, 1'000'000'000));
    command.add_option("--for", options->seconds, "Leave after so many seconds")
        ->type_name("S")
        ->check(real_number(0, 1e9));
    command.footer(
        "A version is what was closed after writing, or put there by a rename, and reads as a whole: half a "
        "file\n"
        "is waited out. Of several models in a folder it is the one written last; logs beside them are "
        "passed "
        "over.\nentropy share: 0 where every row of weights has one place, 1 where all are even.\n"
        "heed --watch FILE follows it in the window.");
    return [options] {
        if (options->full && options->json.empty()) throw WrongWords("--full goes with --json");
        return watch(*options);
    };
}

} // namespace heed::cli
