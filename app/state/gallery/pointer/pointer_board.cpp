#include "app/state/gallery/pointer/pointer_board.h"

#include "app/figures/pointer/miniature.h"
#include "app/figures/pointer/pointer.h"
#include "app/state/gallery/measured.h"
#include "core/base/error.h"
#include "core/models/lessons.h"
#include "core/models/model.h"
#include "core/models/pointer/reader.h"
#include "core/tasks/item.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

namespace heed {
namespace {

constexpr int fresh_sets = 400;
constexpr std::uint64_t fresh_seed = 29;
constexpr int priced[] = {5, 8, 10};

struct PointerFamily : Family {
    std::vector<PointerMember> members;
    std::map<std::string, std::vector<MaskingPrice>> prices; // by model
};

PointerMember member_of(const Model& model) {
    const TrainedShares measured = measured_of(model);
    PointerMember member{
        model.name, pointer_label(pointer_facts(model.facts).config), model.facts, measured.right, {}};
    for (const auto& [length, right] : measured.at_length) member.at_length.push_back({length, right});
    return member;
}

/// What the same numbers answer under that masking.
std::vector<Reply> replies_of(const Model& model, const std::vector<tasks::Item>& items,
                              pointer::Masking masking) {
    Configuration config = model.config;
    config.edit<pointer::Config>().attention.mask = masking;
    const auto lessons = config.architecture()->lessons(
        config, {model.tokenizer, model.source, model.target, model.longest_input});
    for (const tasks::Item& item : items) lessons->add(item.input, item.answer, model.name);
    std::vector<int> all(items.size());
    std::iota(all.begin(), all.end(), 0);
    return lessons->replies(model.parameters, all);
}

bool repeats(const std::string& answer) {
    std::set<std::string> seen;
    const std::string slots = answer.substr(0, answer.find(':'));
    for (std::size_t at = 0; at < slots.size();) {
        const std::size_t end = std::min(slots.find(' ', at), slots.size());
        if (!seen.insert(slots.substr(at, end - at)).second) return true;
        at = end + 1;
    }
    return false;
}

MaskingPrice price_at(const Model& model, const tasks::ItemTask& task, int points) {
    Random random(fresh_seed);
    std::vector<tasks::Item> items;
    for (int k = 0; k < fresh_sets; ++k) items.push_back(task.of_length(random, points));
    MaskingPrice price{points, fresh_sets};
    const auto with = replies_of(model, items, pointer::Masking::Visited),
               without = replies_of(model, items, pointer::Masking::None);
    for (std::size_t k = 0; k < items.size(); ++k) {
        const auto area = [&](const Reply& reply) {
            return task.measure ? task.measure(items[k].input, items[k].answer, reply.text) : 0;
        };
        price.with += tasks::is_right(&task, items[k].answer, with[k].text);
        price.without += tasks::is_right(&task, items[k].answer, without[k].text);
        price.area_with += area(with[k]);
        price.area_without += area(without[k]);
        price.repeats += repeats(without[k].text);
    }
    for (double MaskingPrice::*sum : {&MaskingPrice::with, &MaskingPrice::without, &MaskingPrice::area_with,
                                      &MaskingPrice::area_without, &MaskingPrice::repeats})
        price.*sum /= fresh_sets;
    return price;
}

std::vector<MaskingPrice> prices_of(const Model& model) {
    const tasks::ItemTask* task = tasks::find_item_task(model.task);
    std::vector<MaskingPrice> prices;
    if (!task || !pointer_facts(model.facts).config.points()) return prices;
    for (const int points : priced)
        if (points <= model.longest_input) prices.push_back(price_at(model, *task, points));
    return prices;
}

/// Every bundled model of the task that is such a network, those that point first.
std::vector<PointerMember> members_of(const Engine& engine, const std::string& task) {
    std::vector<PointerMember> members;
    for (const ModelChoice& choice : engine.list ? engine.list({}) : std::vector<ModelChoice>{}) {
        if (choice.family != task || !choice.at_once) continue;
        const auto model = bundled(engine, choice.name);
        if (model && is_pointer(model->facts)) members.push_back(member_of(*model));
    }
    std::stable_partition(members.begin(), members.end(),
                          [](const PointerMember& m) { return pointer_facts(m.facts).config.points(); });
    return members;
}

} // namespace

BoardMade make_pointer_board(const Engine& engine, const BoardOrder& order,
                             std::shared_ptr<const Family> known) {
    auto family = std::make_shared<PointerFamily>();
    if (const auto before = std::dynamic_pointer_cast<const PointerFamily>(known))
        *family = *before;
    else
        family->members = members_of(engine, order.task);
    auto board = std::make_shared<PointerBoard>();
    board->members = family->members;
    if (!order.model) return {order, family, board, nullptr};
    if (board->find(order.model->name) < 0) board->members.push_back(member_of(*order.model));
    auto& prices = family->prices[order.model->name];
    if (prices.empty()) prices = prices_of(*order.model);
    board->prices = prices;
    const nlohmann::json& config = order.model->config_json;
    if (config.contains("training") && config["training"].is_object()) {
        board->trained_from = config["training"].value("shortest", 0);
        board->trained_to = config["training"].value("longest", 0);
    }
    return {order, family, board, nullptr};
}

CardPicture pointer_card(const Engine& engine) {
    const auto model = bundled(engine, "hull/pointer");
    if (!model || !is_pointer(model->facts)) throw Error("hull/pointer", "no such model");
    constexpr int length = 10;
    CardPicture card;
    card.measure = "exact hull of 10 points";
    if (const auto right = measured_of(*model).at(length))
        card.bars.push_back(share_bar("pointer network", *right, true));
    if (const auto without = bundled(engine, "hull/numbers"))
        if (const auto right = measured_of(*without).at(length))
            card.bars.push_back(share_bar("LSTM, says numbers", *right, false));
    const tasks::ItemTask& task = tasks::get_item_task("hull");
    const auto run = run_of(engine, *model, std::string(task.examples.front()));
    card.draw = [run](float width, float height, float loop, const FigureStyle& style) {
        return Miniature{pointer_miniature(*run, width, height, loop, style)};
    };
    return card;
}

} // namespace heed
