#include "core/train/course/items.h"

#include "core/text/escape.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <span>

namespace heed::train {
namespace {

constexpr std::size_t of_one_batch = 64;
constexpr int fresh_of_a_length = 1000;
constexpr SpecialIds no_marks{
    .pad = -1, .start = -1, .end = -1, .unknown = -1, .begins = false, .ends = false};
constexpr SpecialIds unframed{.begins = false, .ends = false};

/// The words of the inputs, or the answers.
Vocabulary words_of(std::vector<std::string> words) {
    std::vector<std::string> tokens{"<pad>", "<s>", "</s>", "<unk>"};
    for (std::string& word : words)
        if (std::find(tokens.begin(), tokens.begin() + 4, word) == tokens.begin() + 4)
            tokens.push_back(std::move(word));
    return Vocabulary(std::move(tokens), unframed);
}

std::vector<std::string> words_that_occur(const std::vector<tasks::Item>& items, const Tokenizer& tokenizer) {
    std::set<std::string> words;
    for (const tasks::Item& item : items)
        for (auto& piece : tokenizer.split(item.input)) words.insert(std::move(piece.text));
    return {words.begin(), words.end()};
}

std::vector<std::string> answers_that_occur(const ItemData& data) {
    std::set<std::string> answers;
    for (const auto* part : {&data.train, &data.valid, &data.test})
        for (const tasks::Item& item : *part) answers.insert(item.answer);
    return {answers.begin(), answers.end()};
}

/// The words and classes that the model needs.
void find_words(ItemData& data, const Configuration& config) {
    data.language.tokenizer = {TokenLevel::Word, true};
    const auto needed = config.architecture()->vocabularies(config);
    const tasks::ItemTask* task = data.task;
    if (needed.source)
        data.language.source = words_of(
            task && task->words ? task->words() : words_that_occur(data.train, data.language.tokenizer));
    if (needed.classes == 0) return;
    std::vector<std::string> classes = answers_that_occur(data);
    if (task && !task->classes.empty()) classes.assign(task->classes.begin(), task->classes.end());
    if (std::ssize(classes) != needed.classes)
        throw Error(data.name, "different answers",
                    "as many as the model has classes, " + std::to_string(needed.classes),
                    std::to_string(classes.size()));
    data.language.target = Vocabulary(std::move(classes), no_marks);
}

/// Indices in batches, shortest inputs first, so that they pad little.
std::vector<std::vector<int>> batches_of(const ItemLessons& lessons) {
    std::vector<int> order(static_cast<std::size_t>(lessons.size()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return lessons.length(a) < lessons.length(b); });
    std::vector<std::vector<int>> batches;
    for (const int item : order) {
        if (batches.empty() || batches.back().size() == of_one_batch) batches.emplace_back();
        batches.back().push_back(item);
    }
    return batches;
}

/// The gold of a map of so many rows and columns.
std::vector<analysis::Cell> gold_of(const tasks::Item& item, const Reply::Map& map,
                                    const std::string& subject) {
    std::vector<analysis::Cell> cells;
    for (const tasks::GoldMap& gold : item.gold)
        if (gold.map == map.name) cells.insert(cells.end(), gold.cells.begin(), gold.cells.end());
    const auto rows = map.weights.rows(), columns = map.weights.cols();
    for (const auto& [row, column] : cells)
        if (row >= rows || column >= columns)
            throw Error(subject, "gold of " + map.name,
                        "cells of a map of " + std::to_string(rows) + " × " + std::to_string(columns),
                        "[" + std::to_string(row) + ", " + std::to_string(column) + "]");
    return cells;
}

class ItemCourse : public Course {
public:
    ItemCourse(const Recipe& recipe, ItemData data) : data_(std::move(data)), seed_(recipe.data_seed) {}

    int size(Part part) const override { return static_cast<int>(items(part).size()); }
    std::pair<int, int> lengths(Part part) const override {
        const Tokenizer words{data_.language.source.size() > 0 ? data_.language.tokenizer.level
                                                               : TokenLevel::Given};
        const auto length = [&](const tasks::Item& item) {
            return static_cast<int>(words.split(item.input).size());
        };
        std::pair<int, int> found{0, 0};
        for (const tasks::Item& item : items(part)) {
            const int n = length(item);
            found = {found.first == 0 ? n : std::min(found.first, n), std::max(found.second, n)};
        }
        return found;
    }
    const Tokenizer& tokenizer() const override { return data_.language.tokenizer; }
    const Vocabulary& source() const override { return data_.language.source; }
    const Vocabulary& target() const override { return data_.language.target; }

    std::unique_ptr<const Lessons> lessons(const Configuration& config) const override {
        for (const auto* part : {&data_.valid, &data_.test}) read(config, *part); // better told now
        return read(config, data_.train);
    }

    analysis::Evaluation assess(const Configuration& config, const nn::ParameterSet<float>& parameters,
                                Part part, const Executor& executor) const override {
        return assess_all(config, parameters, items(part), executor);
    }

    std::vector<AtLength> at_lengths(const Configuration& config, const nn::ParameterSet<float>& parameters,
                                     const Executor& executor) const override {
        std::vector<AtLength> result;
        if (!data_.task) return result;
        Random random(seed_ + 1);
        for (const int length : data_.task->lengths) {
            std::vector<tasks::Item> fresh;
            for (int k = 0; k < fresh_of_a_length; ++k)
                fresh.push_back(data_.task->of_length(random, length));
            if (length <= read(config, {})->longest())
                result.push_back({length, assess_all(config, parameters, fresh, executor).all()});
        }
        return result;
    }

    std::vector<Answered> answers(const Configuration& config, const nn::ParameterSet<float>& parameters,
                                  int count) const override {
        const std::span<const tasks::Item> first(
            data_.valid.data(), std::min(static_cast<std::size_t>(count), data_.valid.size()));
        const auto replies = replies_to(*read(config, first), parameters);
        std::vector<Answered> result;
        for (std::size_t k = 0; k < first.size(); ++k)
            result.push_back({first[k].input, replies[k].text, first[k].answer,
                              tasks::is_right(data_.task, first[k].answer, replies[k].text)});
        return result;
    }

    void finish(Configuration& config, const nn::ParameterSet<float>& parameters) const override {
        if (const auto& finish = config.architecture()->finish)
            finish(config, parameters, *read(config, data_.train), *read(config, data_.valid));
    }

    std::string example() const override {
        return data_.task ? std::string(data_.task->examples.front()) : data_.test.front().input;
    }
    std::string_view title() const override { return data_.task ? data_.task->title : std::string_view(); }
    std::string_view description() const override {
        return data_.task ? data_.task->description : std::string_view();
    }
    std::string_view gold() const override { return data_.task ? data_.task->gold : Course::gold(); }
    std::string_view measured() const override {
        return data_.task ? data_.task->measured_words : std::string_view();
    }
    double tolerance() const override { return data_.task ? data_.task->tolerance : 0; }

private:
    const std::vector<tasks::Item>& items(Part part) const {
        return part == Part::Train ? data_.train : part == Part::Valid ? data_.valid : data_.test;
    }

    std::unique_ptr<ItemLessons> read(const Configuration& config, std::span<const tasks::Item> items) const {
        auto lessons = config.architecture()->lessons(config, data_.language);
        for (const tasks::Item& item : items) {
            const std::string subject = data_.name + ": \"" + escaped(item.input, 40) + "\"";
            lessons->add(item.input, item.answer, subject);
            if (!lessons->guided()) continue;
            std::vector<Explanation> explanations;
            for (const tasks::GoldMap& gold : item.gold) explanations.push_back({gold.map, gold.cells});
            lessons->explain(explanations, subject);
        }
        return lessons;
    }

    analysis::Evaluation assess_all(const Configuration& config, const nn::ParameterSet<float>& parameters,
                                    std::span<const tasks::Item> items, const Executor& executor) const {
        const auto lessons = read(config, items);
        std::vector<Reply> replies = replies_to(*lessons, parameters, executor);
        analysis::Evaluation evaluation;
        for (std::size_t n = 0; n < items.size(); ++n)
            evaluation.add(judge_reply(items[n], lessons->length(static_cast<int>(n)), std::move(replies[n]),
                                       data_.task, data_.name));
        return evaluation;
    }

    ItemData data_;
    std::uint64_t seed_;
};

} // namespace

ItemData make_item_data(const Recipe& recipe) {
    const tasks::ItemTask& task = tasks::get_item_task(recipe.task);
    tasks::ItemSplits splits =
        tasks::make_splits(task, static_cast<std::size_t>(recipe.pool), recipe.data_seed);
    ItemData data;
    data.train = std::move(splits.pool);
    data.valid = std::move(splits.valid);
    data.test = std::move(splits.test);
    data.task = &task;
    data.name = recipe.task;
    find_words(data, recipe.model);
    return data;
}

ItemData split_item_data(std::vector<tasks::Item> items, const Recipe& recipe, const std::string& name) {
    ItemData data;
    split_parts(std::move(items), recipe.training.seed, name, data);
    data.name = name;
    find_words(data, recipe.model);
    return data;
}

std::unique_ptr<const Course> item_course(const Recipe& recipe, ItemData data) {
    return std::make_unique<ItemCourse>(recipe, std::move(data));
}

std::vector<Reply> replies_to(const ItemLessons& lessons, const nn::ParameterSet<float>& parameters,
                              const Executor& executor) {
    const auto batches = batches_of(lessons);
    std::vector<Reply> replies(static_cast<std::size_t>(lessons.size()));
    executor(static_cast<int>(batches.size()), [&](int k) {
        const std::vector<int>& batch = batches[static_cast<std::size_t>(k)];
        auto answered = lessons.replies(parameters, batch);
        for (std::size_t b = 0; b < batch.size(); ++b)
            replies[static_cast<std::size_t>(batch[b])] = std::move(answered[b]);
    });
    return replies;
}

analysis::ItemResult judge_reply(const tasks::Item& item, int length, Reply reply,
                                 const tasks::ItemTask* task, const std::string& subject) {
    analysis::ItemResult result;
    result.source_length = length;
    // What no task judges is better or worse by its loss alone.
    result.exact = (task || reply.errors.empty()) && tasks::is_right(task, item.answer, reply.text);
    result.log_prob = -reply.loss;
    if (task && task->measure)
        result.measure = {task->measured, task->measure(item.input, item.answer, reply.text)};
    for (Reply::Error& error : reply.errors) result.errors.push_back({std::move(error.name), error.error});
    for (Reply::Map& map : reply.maps) {
        auto gold = gold_of(item, map, subject);
        if (map.by_column) { // judged column by column
            map.weights.transposeInPlace();
            for (analysis::Cell& cell : gold) std::swap(cell[0], cell[1]);
        }
        result.maps.push_back({std::move(map.name), std::move(map.weights), std::move(gold), map.shared_out});
    }
    return result;
}

} // namespace heed::train
