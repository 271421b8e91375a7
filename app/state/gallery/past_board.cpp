#include "app/state/gallery/past_board.h"

#include "app/figures/one_rnn/one_rnn.h"
#include "app/state/gallery/measured.h"
#include "core/models/model.h"

#include <algorithm>

namespace heed {
namespace {

struct PastFamily : Family {
    OneRnnBoard board;
};

OneRnnMember past_member_of(const Model& model) {
    const TrainedShares measured = measured_of(model);
    return {model.name,
            one_rnn_label(one_rnn_facts(model.facts).config),
            model.facts,
            measured.right,
            measured.longest > 0 ? measured.at(2 * measured.longest) : std::nullopt,
            measured.hits};
}

/// Every bundled model of the task that is such a network.
std::shared_ptr<const PastFamily> read_past_family(const Engine& engine, const std::string& task) {
    auto family = std::make_shared<PastFamily>();
    for (const ModelChoice& choice : engine.list ? engine.list({}) : std::vector<ModelChoice>{}) {
        if (choice.family != task || !choice.at_once) continue;
        const auto model = bundled(engine, choice.name);
        if (model && is_one_rnn(model->facts)) family->board.members.push_back(past_member_of(*model));
    }
    return family;
}

} // namespace

BoardMade make_past_board(const Engine& engine, const BoardOrder& order,
                          std::shared_ptr<const Family> known) {
    auto family = std::dynamic_pointer_cast<const PastFamily>(known);
    if (!family) family = read_past_family(engine, order.task);
    auto board = std::make_shared<OneRnnBoard>(family->board);
    if (order.model && board->find(order.model->name) < 0)
        board->members.push_back(past_member_of(*order.model));
    return {order, family, board, nullptr};
}

} // namespace heed
