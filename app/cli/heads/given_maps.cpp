#include "app/cli/heads/given_maps.h"

#include "app/cli/commands.h"
#include "core/base/error.h"
#include "core/io/run/attention_file.h"
#include "core/io/run/run_file.h"
#include "core/text/escape.h"
#include "core/text/strings.h"
#include "core/trace/given_facts.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <iostream>

namespace heed::cli {
namespace {

int number_in(std::string_view text, const std::string& heads) {
    int number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0)
        throw WrongWords("--heads " + heads + ": expected L:H,…, each counted from 0");
    return number;
}

/// Those that are asked for, in that order; of several sentences each.
std::vector<RunMap> only(const std::vector<RunMap>& maps, const std::string& heads) {
    std::vector<RunMap> chosen;
    for (const std::string_view one : split(heads, ",")) {
        const std::size_t colon = one.find(':');
        if (colon == one.npos) number_in("", heads);
        const int layer = number_in(one.substr(0, colon), heads),
                  head = number_in(one.substr(colon + 1), heads);
        const std::size_t before = chosen.size();
        for (const RunMap& map : maps)
            if (map.site.layer == layer && map.site.head == head) chosen.push_back(map);
        if (chosen.size() == before)
            throw Error("--heads " + heads, "no such map", count_of_maps(maps) + ", counted from 0",
                        std::string(one));
    }
    return chosen;
}

} // namespace

void add_given(CLI::App& command, GivenWords& words) {
    command.add_flag("--percent", words.percent,
                     "The numbers of --from FILE are percentages: they are divided by 100");
    command
        .add_option("--heads", words.heads,
                    "Of --from FILE: only these, layer and head counted from 0: 0:3,5:1. Of M: the "
                    "cross-attention heads whose mean stands for the run; mean: of all; best: the one with "
                    "the lowest AER on --gold")
        ->type_name("best|mean|L:H,…");
}

std::vector<Trace> runs_from(const std::string& file, bool percent) {
    try {
        return io::read_runs(file, {.percent = percent});
    } catch (const Error& error) {
        if (!io::are_percentages(error.what())) throw;
        throw Error(std::string(error.what()) + " (--percent)");
    }
}

std::vector<RunMap> maps_from(const std::string& file, const GivenWords& words) {
    std::vector<std::shared_ptr<const Trace>> runs;
    for (Trace& trace : runs_from(file, words.percent))
        runs.push_back(std::make_shared<const Trace>(std::move(trace)));
    std::vector<RunMap> maps = maps_of(runs);
    return words.heads.empty() ? maps : only(maps, words.heads);
}

const RunMap& map_at(const std::vector<RunMap>& maps, int item) {
    const int count = static_cast<int>(maps.size());
    if (item >= count)
        throw Error("--item " + std::to_string(item), "past the end", "at most " + std::to_string(count - 1),
                    std::to_string(item));
    return maps[static_cast<std::size_t>(item)];
}

void say_notes(const std::string& file, const Trace& run) {
    for (const std::string& note : run.model.of<GivenFacts>().notes)
        std::cerr << "heed: " << escaped(file, 1000) << ": " << note << '\n';
}

} // namespace heed::cli
