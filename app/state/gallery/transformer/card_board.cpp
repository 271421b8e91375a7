#include "app/state/gallery/transformer/card_board.h"

#include "app/figures/transformer/card/card.h"
#include "app/state/gallery/measured.h"
#include "core/base/error.h"
#include "core/models/model.h"
#include "core/models/seq2seq/facts.h"
#include "core/tasks/task.h"

#include <algorithm>

namespace heed {
namespace {

struct TransformerFamily : Family {
    std::vector<TransformerCardMember> members;
    std::shared_ptr<const Model> rnn; // null: none was trained for the task
    bool switches_positions = false;
};

std::string label_of(const Model& model) {
    if (!is_transformer(model.facts))
        return model.facts.score.empty() || model.facts.score == "none" ? "RNN, fixed context"
                                                                        : "RNN, " + model.facts.score;
    const transformer::Config& config = transformer_facts(model.facts).config;
    std::string label = "Transformer";
    if (config.norm == transformer::NormPlace::After) label += ", norm after";
    if (config.positions == transformer::Positions::None) label += ", no positions";
    return label;
}

TransformerCardMember card_member_of(const Model& model) {
    const bool without = model.name.ends_with("/none"), layered = is_transformer(model.facts);
    return {model.name, layered || without ? label_of(model) : "RNN with attention", !without,
            measured_of(model).right};
}

/// The shipped models of a task that the card is about: Transformers, an RNN with attention, one without.
std::shared_ptr<const TransformerFamily> read_transformer_family(const Engine& engine,
                                                                 const std::string& task) {
    auto family = std::make_shared<TransformerFamily>();
    if (task.empty()) return family;
    bool with = false, without = false;
    std::vector<TransformerCardMember> recurrent;
    for (const ModelChoice& choice : engine.list ? engine.list({}) : std::vector<ModelChoice>{}) {
        if (choice.family != task || choice.recent) continue;
        const bool rnn = choice.name == task + "/additive", none = choice.name == task + "/none";
        const bool layered = choice.name.rfind(task + "/transformer", 0) == 0;
        if (!rnn && !none && !layered) continue;
        const auto model = bundled(engine, choice.name);
        if (!model) continue;
        if (layered && has_transformer_card(model->facts)) {
            family->members.push_back(card_member_of(*model));
            const bool placed =
                transformer_facts(model->facts).config.positions != transformer::Positions::None;
            (placed ? with : without) = true;
        } else if (rnn || none) {
            if (rnn) family->rnn = model;
            recurrent.insert(rnn ? recurrent.begin() : recurrent.end(), card_member_of(*model));
        }
    }
    std::stable_sort(family->members.begin(), family->members.end(),
                     [](const auto& a, const auto& b) { return a.name.size() < b.name.size(); });
    family->members.insert(family->members.end(), recurrent.begin(), recurrent.end());
    family->switches_positions = with && without;
    return family;
}

/// The loaded Transformer, or the first; then the recurrent ones.
std::vector<TransformerCardMember> shown_members(const TransformerFamily& family, const Model* loaded) {
    std::vector<TransformerCardMember> members;
    const auto layered = [](const TransformerCardMember& m) { return m.label.rfind("Transformer", 0) == 0; };
    if (loaded) members.push_back(card_member_of(*loaded));
    for (const TransformerCardMember& m : family.members) {
        if (loaded && m.name == loaded->name) continue;
        const bool first = layered(m) && m.name == family.members.front().name;
        if (first || !layered(m)) members.push_back(m);
    }
    return members;
}

void run_beside(const Engine& engine, const TransformerFamily& family, const std::string& text,
                TransformerBoard& board) {
    if (!family.rnn) {
        board.beside_problem = "No recurrent network was trained on the same sentences.";
        return;
    }
    board.beside_title = label_of(*family.rnn);
    try {
        board.beside = run_of(engine, *family.rnn, text);
    } catch (const Error& error) {
        board.beside_problem = error.what();
    }
}

} // namespace

BoardMade make_transformer_board(const Engine& engine, const BoardOrder& order,
                                 std::shared_ptr<const Family> known) {
    auto family = std::dynamic_pointer_cast<const TransformerFamily>(known);
    if (!family) family = read_transformer_family(engine, order.task);
    auto board = std::make_shared<TransformerBoard>();
    board->members = shown_members(*family, order.model.get());
    board->switches_positions = family->switches_positions;
    run_beside(engine, *family, order.text, *board);
    const tasks::Task* task = tasks::find(order.task);
    if (const auto answer = task && task->reference ? task->reference(order.text) : std::nullopt)
        if (answer->has_gold)
            board->reference =
                analysis::Reference{answer->source, answer->target, answer->sure, answer->possible};
    return {order, family, board, nullptr};
}

CardPicture transformer_card(const Engine& engine) {
    const auto model = bundled(engine, "translate/transformer");
    if (!model || !has_transformer_card(model->facts)) throw Error("translate/transformer", "no such model");
    CardPicture card;
    card.measure = "exact translations, held out";
    if (const auto right = measured_of(*model).right)
        card.bars.push_back(share_bar("Transformer", *right, true));
    if (const auto without = bundled(engine, "translate/none"))
        if (const auto right = measured_of(*without).right)
            card.bars.push_back(share_bar("RNN, fixed context", *right, false));
    const auto run = run_of(engine, *model, std::string(transformer_card_text));
    card.draw = [run](float width, float height, float loop, const FigureStyle& style) {
        return Miniature{transformer_miniature(*run, width, height, loop, style)};
    };
    return card;
}

} // namespace heed
