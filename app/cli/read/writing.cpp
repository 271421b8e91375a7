#include "app/cli/read/writing.h"

#include "app/cli/commands.h"
#include "app/cli/read/options.h"
#include "core/models/generation.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace heed::cli {
namespace {

/// The text that a task of the model's stands for; any other text is itself.
std::string prefix_of(const Model& model, const std::string& said) {
    if (!model.subword)
        throw WrongWords("--prefix: " + model.name + " has no tasks to be told: put the words before TEXT");
    if (!model.generation) return said;
    const auto& tasks = model.generation->tasks;
    const auto it =
        std::find_if(tasks.begin(), tasks.end(), [&](const auto& task) { return task.first == said; });
    return it == tasks.end() ? said : it->second;
}

Stopping stopping_of(const std::string& word) {
    return word == "true" ? Stopping::AtOnce : word == "never" ? Stopping::NoneCanReach : Stopping::NoneLeads;
}

} // namespace

void add_languages(CLI::App& command, WritingWords& words) {
    command
        .add_option(
            "--source-language", words.source_language,
            "Of a model that knows several: the language of TEXT, by its code (heed check M lists them)")
        ->type_name("CODE");
    command
        .add_option("--target-language", words.target_language,
                    "Of a model that knows several: the language to write")
        ->type_name("CODE");
    command
        .add_option("--prefix", words.prefix,
                    "Of a model that is told its task in words: a task of its folder by name, or the words")
        ->type_name("TASK");
}

void add_writing(CLI::App& command, WritingWords& words) {
    add_languages(command, words);
    command
        .add_option("--length-penalty", words.length_penalty,
                    "Of the search: 0 ranks by log P alone; of Hugging Face models the exponent of "
                    "log P / N^A (default: their own)")
        ->type_name("A")
        ->check(real_number(-10, 10));
    command
        .add_option(
            "--early-stopping", words.stopping,
            "Of the search of Hugging Face models: when it ends once K sentences have (default: their own)")
        ->type_name("true|false|never")
        ->check(one_of({"true", "false", "never"}));
}

void apply_writing(const WritingWords& words, const Model& model, Request& request) {
    if (!model.subword && !(words.source_language + words.target_language).empty())
        throw WrongWords(model.name + " reads whole words, and has no languages to choose from");
    request.source_language = words.source_language;
    request.target_language = words.target_language;
    if (!words.prefix.empty()) request.prefix = prefix_of(model, words.prefix);
    if (words.length_penalty) {
        request.beam.length_penalty = *words.length_penalty;
        if (model.generation) request.beam.exponent = *words.length_penalty;
    }
    if (words.stopping.empty()) return;
    if (!model.generation)
        throw WrongWords("--early-stopping is for models of Hugging Face: the search of " + model.name +
                         " ends when as many sentences have ended as the beam is wide");
    request.beam.stopping = stopping_of(words.stopping);
}

} // namespace heed::cli
