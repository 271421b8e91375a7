// heed train: learns a model from a task or a file and writes its folder.
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/print/table.h"
#include "app/cli/print/train_display.h"
#include "app/cli/read/options.h"
#include "app/cli/train/train_series.h"
#include "app/cli/train/train_words.h"
#include "app/figures/base/format.h"
#include "app/state/jobs/thread_pool.h"
#include "core/attention/scores.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/model/model_folder.h"
#include "core/text/strings.h"
#include "core/train/training.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace heed::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// ------------------------------------------------------------------------------------------- what is shown

TrainStatus first_status(const train::Training& training, const std::string& label) {
    const train::Recipe& recipe = training.recipe();
    TrainStatus s;
    s.title = recipe.task.empty() ? recipe.name : recipe.task;
    s.made_of = recipe.model.architecture()->made_of(recipe.model);
    s.parameters = training.trainer().parameters().count();
    s.seed = recipe.training.seed;
    s.threads = recipe.training.threads;
    s.recipe = label;
    s.batch = recipe.training.batch;
    s.first_rate = recipe.training.optimizer.learning_rate;
    s.last_rate = s.first_rate * recipe.training.optimizer.floor;
    s.steps = recipe.training.steps;
    if (recipe.model.architecture()->lessons) s.measure = "right";
    return s;
}

void refresh(TrainStatus& s, const train::Training& training) {
    s.step = training.steps_done();
    s.looks.clear();
    s.losses.clear();
    for (const auto& check : training.checks()) {
        s.looks.push_back({check.step, check.loss, check.exact});
        s.losses.push_back(check.train_loss);
    }
    if (const auto& best = training.best())
        s.best = TrainStatus::HeldOut{best->step, best->loss, best->exact};
}

/// The first three held-out items as they stand now.
void refresh_examples(TrainStatus& s, const train::Training& training) {
    s.examples.clear();
    for (train::Answered& a : training.answers(3))
        s.examples.push_back({std::move(a.input), std::move(a.output), std::move(a.wanted), a.right});
}

/// Draws over what it drew before. Only for terminals.
class LivePicture {
public:
    void show(const TrainStatus& status) {
        const auto lines = draw(status, standard_output());
        std::string text = "\x1b[?25l";
        if (height_ > 0) text += "\x1b[" + std::to_string(height_) + "A";
        for (const std::string& line : lines) text += "\r\x1b[2K" + line + "\n";
        std::cout << text << "\x1b[J\x1b[?25h" << std::flush; // and nothing left below
        height_ = lines.size();
    }

private:
    std::size_t height_ = 0;
};

// ------------------------------------------------------------------------------------------- the work

enum class Ended { Finished, Stopped, Diverged };

Ended learn(train::Training& training, TrainStatus& status, Interrupt& interrupt) {
    constexpr double redraw = 0.25; // seconds
    constexpr int log_every = 500;  // steps
    const bool interactive = standard_output().interactive;
    LivePicture picture;
    const auto start = Clock::now();
    double drawn = -1, loss = 0;
    const auto show = [&] {
        refresh(status, training);
        status.finished = training.trainer().finished();
        refresh_examples(status, training);
        picture.show(status);
        drawn = seconds_since(start);
    };
    if (interactive) show();
    for (bool more = true; more;) {
        if (interrupt.asked()) {
            training.look();
            refresh(status, training);
            return Ended::Stopped;
        }
        more = training.advance();
        status.seconds = seconds_since(start);
        status.speed = training.steps_done() / std::max(1e-9, status.seconds);
        // A loss of late: each step weighs a tenth.
        if (training.last().finite)
            loss =
                training.steps_done() == 1 ? training.last().loss : 0.9 * loss + 0.1 * training.last().loss;
        status.loss = loss;
        if (interactive && (status.seconds - drawn >= redraw || !more)) show();
        if (!interactive && training.steps_done() % log_every == 0) {
            refresh(status, training);
            std::cout << log_line(status) << std::endl;
        }
    }
    refresh(status, training);
    return training.diverged() ? Ended::Diverged : Ended::Finished;
}

void save(const train::Training& training, const TrainOptions& options, const Executor& executor,
          train::Results& results) {
    results = train::measure(training, executor);
    io::save_model(train::make_model(training, results), options.out,
                   training.recipe().half ? io::NumberType::F16 : io::NumberType::F32);
    io::write_file_atomic(fs::path(options.out) / "recipe.json", to_json(training.recipe()).dump(2) + "\n");
}

/// The last words, on a terminal and elsewhere.
void say_end(const train::Training& training, const TrainStatus& status, Ended ended,
             const train::Results& results, const std::string& out) {
    const auto& best = *training.best();
    const Terminal terminal = standard_output();
    const int done = training.steps_done();
    if (!terminal.interactive) {
        std::cout << (ended == Ended::Finished ? "done " : "stopped ") << done << "  best "
                  << formatted("%.3f", best.exact) << " at step " << best.step << "  "
                  << formatted("%.1f", status.seconds) << " s  saved " << out << std::endl;
        return;
    }
    const std::string first =
        ended == Ended::Finished ? "Done." : "Stopped at step " + thousands(done, " ") + ".";
    if (ended == Ended::Stopped) std::cout << '\n'; // after the terminal's ^C
    std::cout << (terminal.color ? std::string(bold) + first + std::string(plain) : first) << ' '
              << printable(out) << " holds step " << thousands(best.step, " ") << ", "
              << formatted("%.1f%%", 100 * best.exact) << ' ' << status.measure << " on "
              << thousands(training.course().size(train::Course::Part::Valid), " ") << " held out.\n";
    std::cout << "On " << thousands(results.test.all().items, " ")
              << " others: " << formatted("%.1f%%", 100 * results.test.exact_match()) << ' ' << status.measure
              << ".\n";
    std::cout << "Look at it: heed --model " << printable(out.find(' ') == out.npos ? out : shell_quoted(out))
              << std::endl;
}

/// Better said now than after the training.
void check_place(const fs::path& out) {
    std::error_code ignored;
    if (fs::exists(out, ignored) && !fs::is_directory(out, ignored))
        throw Error(io::shown(out), "not a place for a model", "a folder or nothing", "a file");
    fs::path there = fs::absolute(out);
    while (!fs::exists(there, ignored) && there.has_relative_path()) there = there.parent_path();
    errno = 0;
    if (access(there.c_str(), W_OK | X_OK) != 0)
        throw Error(io::shown(out), std::string("not written: ") + std::strerror(errno));
}

int train_model(const TrainOptions& options) {
    if (of_a_table(options)) {
        check_place(options.out);
        return train_on_table(options);
    }
    if (!options.target.empty() || options.window)
        throw WrongWords("--target and --window go with --data FILE.csv");
    const Chosen chosen = find_recipe(options);
    const train::Recipe recipe = choose_recipe(options, chosen.recipe);
    if (options.out.empty()) throw WrongWords("--out: expected a folder, found an empty name");
    check_place(options.out);

    Interrupt interrupt;
    ThreadPool pool(recipe.training.threads);
    train::Training training(recipe, read_course(options, recipe), pool.executor());
    TrainStatus status = first_status(training, chosen.label);
    const Ended ended = learn(training, status, interrupt);

    if (!training.best())
        throw Error("the loss became infinite at step " + std::to_string(*training.diverged()) +
                    ", and no model was good enough to keep");
    train::Results results;
    save(training, options, pool.executor(), results);
    if (ended == Ended::Diverged)
        throw Error("the loss became infinite at step " + std::to_string(*training.diverged()) + "; " +
                    options.out + " holds step " + std::to_string(training.best()->step));
    say_end(training, status, ended, results, options.out);
    return 0;
}

std::vector<std::string> task_names() {
    std::vector<std::string> names;
    for (const auto& task : tasks::all()) names.emplace_back(task.name);
    for (const auto& task : tasks::item_tasks()) names.emplace_back(task.name);
    return names;
}

std::vector<std::string> score_names() {
    std::vector<std::string> names;
    for (const auto& score : score_table()) names.emplace_back(score.id);
    for (const auto& alignment : attention::alignment_table())
        if (attention::is_local(alignment.kind)) names.emplace_back(alignment.id);
    return names;
}

} // namespace

Action add_train(CLI::App& command) {
    auto o = std::make_shared<TrainOptions>();
    auto* task = command.add_option("--task", o->task, "Task to learn: " + listed(task_names(), " or "))
                     ->type_name("NAME")
                     ->check(one_of(task_names()));
    auto* data =
        command
            .add_option(
                "--data", o->data,
                "File to learn from instead: source<TAB>target a line; a CSV file with --target; or, with "
                "a --recipe of such a model, JSON lines {\"input\", \"answer\"}")
            ->type_name("FILE");
    data->excludes(task);
    command
        .add_option("--target", o->target,
                    "With --data FILE.csv: the column that is foretold from all others of numbers")
        ->type_name("COLUMN");
    command.add_option("--window", o->window, "With --data FILE.csv: how many rows are read, 12 if not said")
        ->type_name("T")
        ->check(whole_number(2, 200));
    command
        .add_option(
            "--missing", o->missing,
            "With --data FILE.csv: what stands in for a missing value: value before, interpolate or leave "
            "out")
        ->type_name("HOW")
        ->check(one_of({"value before", "interpolate", "leave out"}));
    command.add_option("--out", o->out, "Folder to write the model to")->type_name("DIR")->required();
    command.add_option("--recipe", o->recipe, "Recipe to follow; if not said, the shipped one of the task")
        ->type_name("FILE");
    command
        .add_option("--score", o->score,
                    "Scoring function: " + listed(score_names()) +
                        "; local-m and local-p are general in a window")
        ->type_name("S")
        ->check(one_of(score_names()));
    command
        .add_option("--order", o->order,
                    "bahdanau: attend, then update the state; luong: the other way round")
        ->type_name("O")
        ->check(one_of({"bahdanau", "luong"}));
    command.add_flag("--input-feeding", o->input_feeding,
                     "With luong order: each step reads the last attentional state, too");
    command.add_option("--cell", o->cell, "Recurrent cell: rnn, gru or lstm")
        ->type_name("C")
        ->check(one_of({"rnn", "gru", "lstm"}));
    command.add_option("--steps", o->steps, "Steps to take")
        ->type_name("N")
        ->check(whole_number(1, 10'000'000));
    command.add_option("--batch", o->batch, "Items a step")->type_name("N")->check(whole_number(1, 4096));
    command.add_option("--learning-rate", o->learning_rate, "Highest learning rate")
        ->type_name("R")
        ->check(real_number(0, 10));
    command.add_option("--dropout", o->dropout, "Share of embeddings and readouts left out while learning")
        ->type_name("P")
        ->check(real_number(0, 0.95));
    command
        .add_option("--seed", o->seed,
                    "Seed: the same command, seed and number of threads give the same model")
        ->type_name("N")
        ->check(whole_number(0));
    command.add_option("--threads", o->threads, "Threads to work with")
        ->type_name("N")
        ->check(whole_number(1, 256));
    command.add_option("--level", o->level, "With --data: tokens are characters or words")
        ->type_name("L")
        ->check(one_of({"character", "word"}))
        ->needs(data);
    command.add_flag("--lowercase", o->lowercase, "With --data: read everything in lower case")->needs(data);
    return [o] { return train_model(*o); };
}

} // namespace heed::cli
