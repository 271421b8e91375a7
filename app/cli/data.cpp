// heed data: samples of a task, one a line.
#include "app/cli/commands.h"
#include "app/cli/read/options.h"
#include "core/tasks/item.h"
#include "core/tasks/task.h"
#include "core/text/strings.h"
#include "core/text/suggest.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>

namespace heed::cli {
namespace {

struct DataOptions {
    std::string task;
    long long count = 10;
    std::uint64_t seed = 1;
};

/// Every task there is, those over sentences first.
std::vector<std::string> every_task() {
    std::vector<std::string> names;
    for (const tasks::Task& task : tasks::all()) names.emplace_back(task.name);
    for (const tasks::ItemTask& task : tasks::item_tasks()) names.emplace_back(task.name);
    return names;
}

/// "dates, translate, … or sentiment".
std::string tasks_listed() { return listed(every_task(), " or "); }

int print_samples(const DataOptions& options) {
    Random random(options.seed);
    if (const tasks::ItemTask* items = tasks::find_item_task(options.task)) {
        for (long long k = 0; k < options.count && std::cout; ++k)
            std::cout << tasks::to_json_line(items->sample(random)) << '\n';
        return 0;
    }
    const tasks::Task* task = tasks::find(options.task);
    if (!task)
        throw WrongWords(options.task + ": no such task: expected " + tasks_listed() +
                         did_you_mean(every_task(), options.task));
    const Tokenizer tokenizer = task->tokenizer();
    for (long long k = 0; k < options.count && std::cout; ++k)
        std::cout << tasks::to_line(task->sample(random), tokenizer) << '\n';
    return 0;
}

/// A line for each task.
std::string task_list() {
    std::string text;
    const auto add = [&](const auto& task) {
        text += "  " + std::string(task.name);
        text.append(12 - std::min<std::size_t>(task.name.size(), 10), ' ');
        text += std::string(task.description) + "\n              " + std::string(task.holds) + '\n';
    };
    for (const tasks::Task& task : tasks::all()) add(task);
    for (const tasks::ItemTask& task : tasks::item_tasks()) add(task);
    return text;
}

} // namespace

Action add_data(CLI::App& command) {
    auto options = std::make_shared<DataOptions>();
    command.add_option("TASK", options->task, tasks_listed())->required()->type_name("");
    command.add_option("-n", options->count, "Number of items, 10 if not said")
        ->type_name("N")
        ->check(whole_number(0));
    command.add_option("--seed", options->seed, "Seed, 1 if not said; the same seed gives the same items")
        ->type_name("S")
        ->check(whole_number(0));
    command.footer(
        "Tasks:\n" + task_list() +
        "\nA line: source<TAB>target<TAB>sure links<TAB>possible links; a link i-j joins source token i and\n"
        "target token j, both from 0. A line of adding, sentiment, recall, sort and hull is JSON, "
        "{\"input\", "
        "\"answer\",\n"
        "\"gold\"}: "
        "gold lists, for a map, the cells [row, column] that explain the answer, from 0.");
    return [options] { return print_samples(*options); };
}

} // namespace heed::cli
