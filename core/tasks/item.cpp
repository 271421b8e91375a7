#include "core/tasks/item.h"

#include "core/tasks/adding.h"
#include "core/tasks/sentiment.h"

#include <nlohmann/json.hpp>

namespace heed::tasks {
namespace {

using namespace std::string_view_literals;

constexpr std::array adding_examples{".31 -.2* .7 .1*"sv, ".5* .5 -.5 .5*"sv,
                                     "-.4 .9* .3 -.7 .8 -.1 .6* .2"sv};
constexpr std::array sentiment_examples{
    "two friends visited the old town hall on friday and the concert was not boring"sv,
    "the story seemed wonderful while my sister left the station last night"sv};

constexpr std::array item_table{
    ItemTask{.name = "adding",
             .description = "Numbers, two of them marked, to one half and a quarter of the marked ones",
             .holds = "20 to 80 numbers between -1 and 1",
             .sample = sample_adding,
             .of_length = adding_of_length,
             .reference = adding_reference,
             .examples = adding_examples},
    ItemTask{.name = "sentiment",
             .description = "Sentences with one opinion, to positive or negative",
             .holds = "12 to 30 words, and \"not\" before every other opinion",
             .sample = sample_sentiment,
             .of_length = sentiment_of_length,
             .reference = sentiment_reference,
             .examples = sentiment_examples},
};

} // namespace

std::span<const ItemTask> item_tasks() { return item_table; }

const ItemTask* find_item_task(std::string_view name) {
    for (const ItemTask& task : item_table)
        if (task.name == name) return &task;
    return nullptr;
}

std::string to_json_line(const Item& item) {
    nlohmann::ordered_json line{{"input", item.input}, {"answer", item.answer}, {"gold", {}}};
    line["gold"] = nlohmann::ordered_json::object();
    for (const GoldMap& gold : item.gold) line["gold"][gold.map] = gold.cells;
    return line.dump();
}

} // namespace heed::tasks
