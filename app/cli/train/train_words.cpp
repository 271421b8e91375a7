#include "app/cli/train/train_words.h"

#include "app/cli/commands.h"
#include "app/cli/read/read_items.h"
#include "app/state/data_paths.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/models/seq2seq/config.h"
#include "core/train/course/items.h"
#include "core/train/course/sentences.h"

#include <filesystem>
#include <nlohmann/json.hpp>

namespace heed::cli {
namespace {

namespace fs = std::filesystem;

/// The words of the command that are for models that write.
nlohmann::json changed_model(const TrainOptions& options, const Configuration& config) {
    nlohmann::json model;
    config.architecture()->write(config, model);
    // Of a task, a score may be the name of the shipped model whose recipe this is.
    const bool scored = !options.score.empty() && !(options.recipe.empty() && config.architecture()->forced);
    const bool asked = scored || !options.cell.empty() || !options.order.empty() || options.input_feeding;
    if (asked && !config.find<Seq2SeqConfig>())
        throw WrongWords(
            "--score, --order, --input-feeding and --cell: expected a recurrent model that writes "
            "token by token, found " +
            std::string(config.architecture()->id));
    if (!options.cell.empty()) model["encoder"]["cell"] = model["decoder"]["cell"] = options.cell;
    if (!options.order.empty()) model["decoder"]["order"] = options.order;
    if (options.input_feeding) model["decoder"]["input_feeding"] = true;
    return model;
}

std::string_view task_name(const std::string& name) {
    const tasks::ItemTask* items = tasks::find_item_task(name);
    return items ? items->name : tasks::get(name).name;
}

train::Data read_sentences(const TrainOptions& options, const train::Recipe& recipe) {
    if (options.data.empty()) return train::make_data(recipe);
    const Tokenizer tokenizer{options.level == "word" ? TokenLevel::Word : TokenLevel::Character,
                              options.lowercase};
    std::vector<tasks::Sample> samples;
    ItemReader reader(options.data, tokenizer);
    while (auto item = reader.next()) {
        if (!item->error.empty()) throw Error(item->error);
        samples.push_back(std::move(item->sample));
    }
    return train::split_data(std::move(samples), tokenizer, recipe, reader.name());
}

train::ItemData read_answers(const TrainOptions& options, const train::Recipe& recipe) {
    if (options.data.empty()) return train::make_item_data(recipe);
    std::vector<tasks::Item> items;
    JsonItemReader reader(options.data);
    while (auto item = reader.next()) {
        if (!item->error.empty()) throw Error(item->error);
        items.push_back(std::move(item->item));
    }
    return train::split_item_data(std::move(items), recipe, reader.name());
}

} // namespace

Chosen find_recipe(const TrainOptions& options) {
    constexpr std::uint64_t largest = 1 << 20;
    if (!options.recipe.empty())
        return {train::recipe_from_json(io::read_json(options.recipe, largest),
                                        io::shown(fs::path(options.recipe))),
                options.recipe};
    const tasks::ItemTask* items = tasks::find_item_task(options.task);
    const std::string usual(items ? items->usual : "additive");
    const std::string name = options.task + "/" + (options.score.empty() ? usual : options.score);
    if (const auto file = find_data("models/" + name + "/recipe.json"); file && !options.task.empty()) {
        Chosen chosen{train::recipe_from_json(io::read_json(*file, largest), io::shown(*file)), name};
        chosen.recipe.name.clear(); // the new model is not the bundled one
        chosen.recipe.notes.clear();
        chosen.recipe.fails_at.clear();
        chosen.recipe.fails_on_purpose = false;
        return chosen;
    }
    return {{}, "built in"};
}

train::Recipe choose_recipe(const TrainOptions& options, const train::Recipe& found) {
    train::Recipe recipe = found;
    if (!options.task.empty()) recipe.task = task_name(options.task);
    if (!options.data.empty()) recipe.task.clear();
    if (recipe.task.empty() && options.data.empty())
        throw WrongWords("--task or --data: expected one of them, found neither");
    if (recipe.name.empty()) {
        const fs::path out(options.out);
        recipe.name = (out.has_filename() ? out : out.parent_path()).filename().string();
    }
    const Architecture& architecture = *recipe.model.architecture();
    nlohmann::json model = changed_model(options, recipe.model);
    recipe.model = architecture.read(model, "heed train");
    if (!options.score.empty()) {
        if (recipe.model.find<Seq2SeqConfig>())
            set_function(recipe.model.edit<Seq2SeqConfig>().attention, options.score);
        architecture.write(recipe.model, model);
        recipe.model = architecture.read(model, "heed train");
    }

    auto& t = recipe.training;
    if (options.steps) t.steps = *options.steps;
    if (options.threads) t.threads = *options.threads;
    if (options.batch) t.batch = *options.batch;
    if (options.learning_rate) t.optimizer.learning_rate = *options.learning_rate;
    if (options.dropout) t.dropout = *options.dropout;
    if (options.seed) t.seed = *options.seed;
    if (to_json(recipe) != to_json(found)) { // what was measured of another training is not said of this one
        recipe.fails_at.clear();
        recipe.fails_on_purpose = false;
    }
    return recipe;
}

std::unique_ptr<const train::Course> read_course(const TrainOptions& options, const train::Recipe& recipe) {
    if (recipe.model.architecture()->lessons)
        return train::item_course(recipe, read_answers(options, recipe));
    if (!recipe.model.architecture()->forced)
        throw WrongWords("--recipe: expected one of a model that writes or answers, found " +
                         std::string(recipe.model.architecture()->id));
    if (tasks::find_item_task(recipe.task))
        throw WrongWords("--recipe: expected one of a model that answers " + recipe.task + ", found " +
                         std::string(recipe.model.architecture()->id));
    if (options.data.ends_with(".jsonl") && options.recipe.empty())
        throw WrongWords("--data: JSON Lines: expected a --recipe of a model that answers a whole input at "
                         "once, found none");
    return train::sentence_course(recipe, read_sentences(options, recipe));
}

} // namespace heed::cli
