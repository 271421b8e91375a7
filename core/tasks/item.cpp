#include "core/tasks/item.h"

#include "core/base/error.h"
#include "core/tasks/items/adding.h"
#include "core/tasks/items/lagged.h"
#include "core/tasks/items/recall.h"
#include "core/tasks/items/sentiment.h"
#include "core/tasks/json_node.h"
#include "core/tasks/points/hull.h"
#include "core/tasks/points/sorting.h"
#include "core/tasks/sample.h"
#include "core/tasks/stories/stories.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heed::tasks {
namespace {

using namespace std::string_view_literals;

constexpr std::array adding_examples{
    "-.97 -.33 .83* -.8 .52 .81 .62 .34 .19 -.87 .63 -.06 -.99 0 .29 -.51 -.81 -.59 -.89 -.89 -.42 -.18 .17 "
    "-.97* -.67 -.84 .11 -.02 .95 -.42"sv,
    ".31 -.2* .7 .1*"sv, ".5* .5 -.5 .5*"sv, "-.4 .9* .3 -.7 .8 -.1 .6* .2"sv};
constexpr std::array sentiment_examples{
    "two friends visited the old town hall on friday and the concert was not boring"sv,
    "the story seemed wonderful while my sister left the station last night"sv};

constexpr std::array recall_examples{"c 7 a 2 f 9 b 4 ? f"sv, "a 3 b 7 c 1 ? b"sv, "k 5 m 5 ? m"sv,
                                     "q 0 z 8 e 1 w 6 r 3 ? q"sv};

constexpr std::array story_examples{
    "mary went to the kitchen. john went to the garden. mary took the milk. sandra went to the office. "
    "john took the ball. mary went to the hallway. mary dropped the milk. sandra went to the hallway. "
    "where is the milk?"sv,
    "mary went to the garden. mary took the milk. john went to the office. mary went to the office. where is the milk?"sv,
    "daniel went to the hallway. daniel took the book. daniel went to the kitchen. daniel dropped the book. "
    "daniel went to the office. sandra went to the kitchen. sandra took the book. where is daniel?"sv,
    "mary went to the garden. john went to the kitchen. john took the milk. where is the milk?"sv};

constexpr std::array lagged_examples{
    "1.2,-.3,.5,.9,-.7,.1,1,.4 .8,-.9,.2,1.3,-.2,.6,1,-.6 .1,-.4,-.6,.7,.4,1.1,1,.2 "
    "-.5,.3,-1.1,-.2,.9,.8,1,.7 -.9,.8,-.4,-1.2,.3,.2,1,.1 -.2,1.1,.3,-.8,-.5,-.4,1,-.3 "
    ".4,.6,.7,.1,-.9,-.7,1,.8 .7,-.1,.9,.6,-.3,-.1,1,1.2 .3,-.6,.4,.4,.2,.5,1,.6 "
    "-.4,-.8,-.2,-.1,.8,.9,1,-.2 -.7,-.3,-.5,-.6,.6,.3,1,-1.1 -.1,.2,-.3,-.9,.1,-.2,1,-.7"sv};
constexpr double lagged_tolerance = 0.15; // three times the noise of the series

constexpr std::array adding_lengths{40, 80, 160}, sentiment_lengths{15, 30, 60}, recall_lengths{6, 12, 24},
    story_lengths{6, 12, 24};

constexpr std::array sort_examples{"6.2 .8 9.4 3.3 7.1 1.9 4.6 5.5"sv, "4 2 8 6 1"sv, "3.1 2.0 5.5"sv,
                                   "5.01 5 4.99 5.02"sv};
constexpr std::array hull_examples{
    ".13,.34 .44,.52 .3,.1 .74,.16 .62,.6 .9,.52 .52,.3 .22,.8 .57,.92 .36,.68"sv,
    ".1,.2 .5,.7 .9,.1 .4,.3"sv, ".2,.2 .8,.2 .8,.8 .2,.8 .5,.5"sv,
    ".05,.5 .3,.9 .7,.95 .97,.6 .8,.1 .35,.08 .5,.5"sv};
constexpr std::array sort_lengths{5, 8, 10};
constexpr std::array hull_lengths{5, 8, 10, 15};

constexpr std::array item_table{
    ItemTask{.name = "adding",
             .title = "Adding",
             .description = "Numbers, two of them marked, to one half and a quarter of the marked ones",
             .hint = "Type numbers, a star after the marked ones",
             .unit = "moment",
             .units = "moments",
             .holds = "20 to 80 numbers between −1 and 1, two of them with a star",
             .sample = sample_adding,
             .of_length = adding_of_length,
             .reference = adding_reference,
             .examples = adding_examples,
             .lengths = adding_lengths,
             .tolerance = adding_tolerance,
             .worked = adding_worked},
    ItemTask{.name = "sentiment",
             .title = "Sentiment",
             .description = "Sentences with one opinion, to positive or negative",
             .hint = "Type a sentence with one opinion",
             .unit = "word",
             .units = "words",
             .holds = "12 to 30 words with one opinion, and “not” before half of the opinions",
             .sample = sample_sentiment,
             .of_length = sentiment_of_length,
             .reference = sentiment_reference,
             .examples = sentiment_examples,
             .lengths = sentiment_lengths,
             .words = sentiment_words,
             .classes = sentiments},
    ItemTask{.name = "recall",
             .title = "Recall",
             .description = "Letters with a digit each, then one of the letters, to its digit",
             .hint = "Type letters with a digit each, then ? and a letter",
             .unit = "word",
             .units = "words",
             .holds = "2 to 5 letters with a digit each, no letter twice, then a question mark and a letter",
             .sample = sample_recall,
             .of_length = recall_of_length,
             .reference = recall_reference,
             .examples = recall_examples,
             .lengths = recall_lengths,
             .words = recall_words,
             .usual = "sum",
             .gold = "state"},
    ItemTask{.name = "stories",
             .title = "Stories",
             .description =
                 "Stories of people, things and places, then where somebody or something is, to the place",
             .hint = "Type a story and a question",
             .unit = "word",
             .units = "words",
             .holds = "6 to 12 sentences about four people, three things and four places",
             .sample = sample_story,
             .of_length = story_of_length,
             .reference = story_reference,
             .examples = story_examples,
             .lengths = story_lengths,
             .words = story_words,
             .usual = "tied",
             .gold = "gate"},
    ItemTask{.name = "lagged",
             .title = "Lagged drivers",
             .description =
                 "Seven series, to the next value of an eighth that follows one of them some steps later",
             .hint = "Type twelve rows of seven drivers and the target",
             .unit = "row",
             .units = "rows",
             .holds = "12 rows of six noisy drivers, a regime that picks one of two rules, and the target",
             .sample = sample_lagged,
             .of_length = lagged_of_length,
             .reference = lagged_reference,
             .examples = lagged_examples,
             .lengths = {},
             .tolerance = lagged_tolerance,
             .usual = "attention",
             .worked = lagged_worked},
    ItemTask{.name = "sort",
             .title = "Sort",
             .description = "Numbers, to their places in ascending order",
             .hint = "Type numbers, such as 3.1 2.0 5.5",
             .unit = "number",
             .units = "numbers",
             .holds = "3 to 8 different numbers from 0 to 9.99",
             .sample = sample_sorting,
             .of_length = sorting_of_length,
             .reference = sorting_reference,
             .examples = sort_examples,
             .lengths = sort_lengths,
             .usual = "pointer",
             .gold = "number"},
    ItemTask{.name = "hull",
             .title = "Convex hull",
             .description =
                 "Points of a plane, to the corners of their hull, counter-clockwise from the lowest",
             .hint = "Type points, such as .1,.2 .5,.7 .9,.1 .4,.3",
             .unit = "point",
             .units = "points",
             .holds = "5 to 10 points of a square, none nearer than .01 to an edge of the hull",
             .sample = sample_hull,
             .of_length = hull_of_length,
             .reference = hull_reference,
             .examples = hull_examples,
             .lengths = hull_lengths,
             .usual = "pointer",
             .gold = "point",
             .measure = hull_area,
             .measured = "area",
             .measured_words = "area covered"},
};

} // namespace

std::span<const ItemTask> item_tasks() { return item_table; }

const ItemTask* find_item_task(std::string_view name) {
    for (const ItemTask& task : item_table)
        if (task.name == name) return &task;
    return nullptr;
}

const ItemTask& get_item_task(std::string_view name) {
    if (const ItemTask* task = find_item_task(name)) return *task;
    std::vector<std::string> names;
    for (const ItemTask& task : item_table) names.emplace_back(task.name);
    throw Error(std::string(name), "no such task", listed(names, " or "), "\"" + std::string(name) + "\"");
}

std::string to_json_line(const Item& item) {
    nlohmann::ordered_json line{{"input", item.input}, {"answer", item.answer}, {"gold", {}}};
    line["gold"] = nlohmann::ordered_json::object();
    for (const GoldMap& gold : item.gold) line["gold"][gold.map] = gold.cells;
    return line.dump();
}

Item item_from_json(const nlohmann::json& json, const std::string& subject) {
    const Node line(json, subject);
    Item item;
    item.input = line["input"].text();
    const Node answer = line["answer"];
    item.answer = answer.json().is_number() ? answer.json().dump() : answer.text();
    const auto gold = line.find("gold");
    if (!gold || gold->json().is_null()) return item;
    for (const auto& [map, cells] : gold->members()) {
        item.gold.push_back({map, {}});
        for (const Node& cell : cells.elements()) {
            if (cell.list().size() != 2) cell.fail("a cell", "[row, column]");
            item.gold.back().cells.push_back({cell[0].whole(), cell[1].whole()});
        }
    }
    return item;
}

bool is_right(const ItemTask* task, std::string_view answer, std::string_view given) {
    const double tolerance = task ? task->tolerance : adding_tolerance;
    const auto same = [&](std::string_view a, std::string_view b) {
        const auto x = number_in<double>(a), y = number_in<double>(b);
        return a == b || (x && y && std::abs(*x - *y) <= tolerance);
    };
    const Tokenizer by_space{TokenLevel::Given};
    given = given.substr(0, given.find(" ±")); // how sure it is of a number is no part of it
    const auto a = read_tokens(answer, by_space), b = read_tokens(given, by_space);
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same);
}

} // namespace heed::tasks
