#include "app/cli/heads/given_maps.h"

#include "app/cli/commands.h"
#include "app/cli/read/options.h"
#include "core/base/error.h"
#include "core/io/attention/file.h"
#include "core/io/run/run_file.h"
#include "core/text/escape.h"
#include "core/text/strings.h"
#include "core/trace/given_facts.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <filesystem>
#include <iostream>
#include <set>
#include <utility>

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
    std::set<std::pair<int, int>> asked;
    for (const std::string_view one : split(heads, ",")) {
        const std::size_t colon = one.find(':');
        if (colon == one.npos) number_in("", heads);
        const int layer = number_in(one.substr(0, colon), heads),
                  head = number_in(one.substr(colon + 1), heads);
        if (!asked.emplace(layer, head).second)
            throw WrongWords("--heads: head " + std::string(one) + " is given twice");
        const std::size_t before = chosen.size();
        for (const RunMap& map : maps)
            if (map.site.layer == layer && map.site.head == head) chosen.push_back(map);
        if (chosen.size() == before)
            throw Error("--heads " + heads, "no such map",
                        "layer and head, counted from 0, of " + count_of_maps(maps), std::string(one));
    }
    return chosen;
}

} // namespace

void add_given_numbers(CLI::App& command, GivenWords& words) {
    command.add_flag("--percent", words.percent,
                     "The numbers of --from FILE are percentages: they are divided by 100");
    command.add_flag(
        "--start", words.start,
        "A start, <s>, stands in front of the tokens of --from FILE, which leave it out: the first "
        "weight is its own");
    command
        .add_option(
            "--axes", words.axes,
            "The order of its axes, a letter each: L layers, H heads, B sentences of a batch, T outputs, "
            "S source tokens, O the only output of a step; told by their lengths if not given")
        ->type_name("BHTS");
    command
        .add_option("--sentence", words.sentence,
                    "Of a file, or a batch, of several: this one alone, counted from 0")
        ->type_name("N")
        ->check(whole_number(0, 1'000'000'000));
    command.add_option("--source", words.source, "Its source tokens, with blanks between them")
        ->type_name("TOKENS");
    command.add_option("--output", words.output, "Its output tokens, with blanks between them")
        ->type_name("TOKENS");
}

void add_given(CLI::App& command, GivenWords& words) {
    add_given_numbers(command, words);
    command
        .add_option("--heads", words.heads,
                    "Of --from FILE: only these, layer and head counted from 0: 0:3,5:1. Of M: the "
                    "cross-attention heads whose mean stands for the run; mean: of all; best: the one with "
                    "the lowest AER on --gold")
        ->type_name("best|mean|L:H,…")
        ->check(something("best, mean or L:H,…"));
}

namespace {

/// The first option that says how such a file is read; null: none does.
const char* said_of(const GivenWords& words) {
    const std::pair<bool, const char*> said[] = {
        {words.percent, "--percent"},        {words.start, "--start"},
        {!words.axes.empty(), "--axes"},     {words.sentence.has_value(), "--sentence"},
        {!words.source.empty(), "--source"}, {!words.output.empty(), "--output"}};
    for (const auto& [is_said, option] : said)
        if (is_said) return option;
    return nullptr;
}

} // namespace

void needs_from(const GivenWords& words) {
    if (const char* option = said_of(words)) throw WrongWords(std::string(option) + " goes with --from FILE");
}

std::vector<Trace> runs_from(const std::string& file, const GivenWords& words) {
    io::GivenAs as{.start = words.start,
                   .percent = words.percent,
                   .axes = io::axis_order(words.axes),
                   .sentence = words.sentence};
    if (as.axes.empty() && !words.axes.empty())
        throw WrongWords("--axes " + words.axes +
                         ": expected letters of L, H, B, T, S and O, each once, with T and S among them");
    const auto tokens = [](const std::string& text) {
        std::vector<std::string> list;
        for (const std::string_view word : split(text, " "))
            if (!word.empty()) list.emplace_back(word);
        return list;
    };
    std::error_code ignored;
    if (const char* option = said_of(words);
        option && std::filesystem::is_regular_file(file, ignored) && io::is_run_file(file))
        throw WrongWords(std::string(option) + " is of attention that was computed elsewhere, and " +
                         escaped(file, 1000) + " holds runs that Heed wrote (--item N takes a map)");
    as.source = tokens(words.source);
    as.output = tokens(words.output);
    try {
        std::vector<Trace> runs = io::read_runs(file, as);
        if (!as.axes.empty()) // then that there are others is known
            for (Trace& run : runs)
                if (run.model.architecture == "weights") run.model.edit<GivenFacts>().others.clear();
        return runs;
    } catch (const Error& error) {
        const std::vector<std::string> orders = io::axes_asked(error.what());
        if (!orders.empty())
            throw Error(std::string(error.what()) + " (--axes " + listed(orders, " or ") + ")");
        if (std::string_view(error.what()).find("the batch: expected 1 sentence") != std::string_view::npos)
            throw Error(std::string(error.what()) + " (--sentence N takes one, --axes " +
                        io::batch_order(error.what()) + " all of them)");
        if (io::lacks_start(error.what())) throw Error(std::string(error.what()) + " (--start)");
        if (!io::are_percentages(error.what())) throw;
        throw Error(std::string(error.what()) + " (--percent)");
    }
}

std::vector<RunMap> maps_from(const std::string& file, const GivenWords& words) {
    std::vector<std::shared_ptr<const Trace>> runs;
    for (Trace& trace : runs_from(file, words))
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

std::string count_of_given(const std::vector<RunMap>& maps) {
    std::set<int> sentences;
    for (const RunMap& map : maps) sentences.insert(map.run->model.of<GivenFacts>().sentence);
    if (sentences.size() == maps.size()) return std::to_string(maps.size()) + " sentences, a map each";
    std::string count = std::to_string(maps.size()) + " maps";
    if (sentences.size() > 1) count += " of " + std::to_string(sentences.size()) + " sentences";
    return count;
}

void say_notes(const std::string& file, const Trace& run) {
    for (const std::string& note : run.model.of<GivenFacts>().notes)
        std::cerr << "heed: " << escaped(file, 1000) << ": " << escaped(note, 1000) << '\n';
    for (const std::string& order : run.model.of<GivenFacts>().others)
        std::cerr << "heed: " << escaped(file, 1000) << ": --axes " << order << " reads it as "
                  << io::order_words(order) << '\n';
    if (run.model.of<GivenFacts>().may_start)
        std::cerr << "heed: " << escaped(file, 1000)
                  << ": --start puts <s> in front of its tokens: the first weight is its own\n";
}

} // namespace heed::cli
