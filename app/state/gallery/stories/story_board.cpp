#include "app/state/gallery/stories/story_board.h"

#include "app/figures/entity/entity.h"
#include "app/figures/entity/miniature.h"
#include "app/state/gallery/measured.h"
#include "core/base/error.h"
#include "core/models/model.h"
#include "core/tasks/stories/stories.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed {
namespace {

constexpr std::string_view stories_task = "stories";

struct StoryFamily : Family {
    std::vector<StoryMember> members;
    std::shared_ptr<const Model> free;
};

/// What each is called beside the others, the baseline last.
struct StoryRow {
    std::string_view name, label;
};
constexpr StoryRow story_rows_known[] = {
    {"tied", "slots tied to names"}, {"free", "slots with free keys"}, {"none", "RNN without slots"}};

StoryMember story_member_of(const Model& model, std::string label) {
    const TrainedShares measured = measured_of(model);
    constexpr int twice = 24; // sentences: of the longest that was trained on
    return {model.name, std::move(label), is_entity(model.facts), measured.right, measured.at(twice)};
}

std::shared_ptr<const StoryFamily> read_stories(const Engine& engine) {
    auto family = std::make_shared<StoryFamily>();
    for (const StoryRow& row : story_rows_known) {
        const auto model = bundled(engine, std::string(stories_task) + "/" + std::string(row.name));
        if (!model) continue;
        family->members.push_back(story_member_of(*model, std::string(row.label)));
        if (row.name == "free" && is_entity(model->facts)) family->free = model;
    }
    return family;
}

/// Where each slot's person or thing is.
std::vector<int> places_of_slots(const tasks::StoryWorld& world) {
    std::vector<int> places;
    for (int who = 0; who < static_cast<int>(tasks::story_people.size()); ++who)
        places.push_back(world.place_of_person(who));
    for (int thing = 0; thing < static_cast<int>(tasks::story_things.size()); ++thing)
        places.push_back(world.place_of_thing(thing));
    return places;
}

/// What the small language says of the text; nothing places_of_slots it is not of the language.
void tell_story(const std::string& text, StoryBoard& board) {
    for (const std::string_view name : tasks::story_people)
        board.slots.push_back(capitalized(std::string(name)));
    for (const std::string_view name : tasks::story_things) board.slots.emplace_back(name);
    board.places.assign(tasks::story_places.begin(), tasks::story_places.end());
    try {
        const tasks::Story story = tasks::parse_story(text, "not of the task");
        const auto concerned = tasks::concerned_by(story);
        tasks::StoryWorld world;
        for (std::size_t t = 0; t < story.sentences.size(); ++t) {
            world.tell(story.sentences[t]);
            board.told.push_back({concerned[t].named, concerned[t].carried, places_of_slots(world)});
        }
        board.answer =
            std::string(tasks::story_places[static_cast<std::size_t>(world.place_of(story.question))]);
    } catch (const Error& error) {
        board.unanswered = error.what();
    }
}

} // namespace

BoardMade make_story_board(const Engine& engine, const BoardOrder& order,
                           std::shared_ptr<const Family> known) {
    auto family = std::dynamic_pointer_cast<const StoryFamily>(known);
    if (!family) family = read_stories(engine);
    auto board = std::make_shared<StoryBoard>();
    board->members = family->members;
    if (order.model && board->find(order.model->name) < 0)
        board->members.insert(board->members.begin(), story_member_of(*order.model, order.model->name));
    if (order.task == stories_task) tell_story(order.text, *board);
    const bool tied =
        order.model && is_entity(order.model->facts) && entity_facts(order.model->facts).config.tied();
    if (tied && family->free && order.task == stories_task) {
        try {
            board->free = run_of(engine, *family->free, order.text);
        } catch (const Error&) { // it is shown places_of_slots it can read the story
        }
    }
    return {order, family, board, nullptr};
}

std::size_t story_bytes(const Board& board) {
    const auto* story = dynamic_cast<const StoryBoard*>(&board);
    return story && story->free ? story->free->bytes() : 0;
}

CardPicture story_card(const Engine& engine) {
    const auto model = bundled(engine, "stories/tied");
    if (!model) throw Error("stories/tied", "no such model");
    CardPicture card;
    card.measure = "right place, held out";
    for (const char* name : {"tied", "none"})
        if (const auto member = bundled(engine, "stories/" + std::string(name)))
            if (const auto right = measured_of(*member).right)
                card.bars.push_back(
                    share_bar(is_entity(member->facts) ? "entity network" : "same task, RNN without", *right,
                              is_entity(member->facts)));
    const std::string text(story_text);
    auto board = std::make_shared<StoryBoard>();
    tell_story(text, *board);
    const auto run = run_of(engine, *model, text);
    card.draw = [run, board](float width, float height, float loop, const FigureStyle& style) {
        return Miniature{story_miniature(*run, *board, width, height, loop, style)};
    };
    return card;
}

} // namespace heed
