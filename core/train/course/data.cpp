#include "core/train/course/data.h"

#include "core/base/error.h"
#include "core/train/batch.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace heed::train {
namespace {

constexpr std::size_t read_for_words = 20000;

void find_words(Data& data, bool tagged) {
    const std::span<const tasks::Sample> read(data.train.data(), std::min(read_for_words, data.train.size()));
    std::tie(data.source, data.target) = make_vocabularies(read, tagged);
}

/// A tag must be told from the words: it stands at the beginning of a source and nowhere else.
void check_tags(const Data& data, bool tagged, const std::string& subject) {
    if (!tagged) return;
    for (const auto* part : {&data.train, &data.valid, &data.test})
        for (const tasks::Sample& sample : *part)
            if (const std::string& tag = sample.source.front();
                data.source.find(tag) || !data.target.find(tag))
                throw Error(subject, "the first token of a source, which says what to write",
                            "one that stands nowhere else in a source", "\"" + tag + "\"");
}

} // namespace

Data make_data(const Recipe& recipe) {
    const tasks::Task& task = tasks::get(recipe.task);
    tasks::Splits splits = tasks::make_splits(task, static_cast<std::size_t>(recipe.pool), recipe.data_seed);
    Data data;
    data.tokenizer = task.tokenizer();
    data.train = std::move(splits.pool);
    data.valid = std::move(splits.valid);
    data.test = std::move(splits.test);
    const bool tagged = reading_of(recipe.model).tagged;
    if (task.words)
        data.source = data.target = vocabulary_of(task.words());
    else
        find_words(data, tagged);
    return data;
}

Data split_data(std::vector<tasks::Sample> samples, Tokenizer tokenizer, const Recipe& recipe,
                const std::string& subject) {
    Data data;
    data.tokenizer = tokenizer;
    split_parts(std::move(samples), recipe.training.seed, subject, data);
    const bool tagged = reading_of(recipe.model).tagged;
    find_words(data, tagged);
    check_tags(data, tagged, subject);
    return data;
}

} // namespace heed::train
