#include "app/state/gallery/card_pictures.h"

#include "app/figures/one_rnn/miniature.h"
#include "app/figures/one_rnn/one_rnn.h"
#include "app/figures/pooling/pooling.h"
#include "app/state/gallery/board.h"
#include "app/state/gallery/gallery.h"
#include "app/state/gallery/measured.h"
#include "core/base/error.h"
#include "core/models/model.h"

namespace heed {

CardPicture own_past_card(const Engine& engine) {
    const auto model = bundled(engine, "recall/sum");
    if (!model) throw Error("recall/sum", "no such model");
    CardPicture card;
    card.measure = "right value, held out";
    if (const auto right = measured_of(*model).right)
        card.bars.push_back(share_bar("own past", *right, true));
    if (const auto without = bundled(engine, "recall/none"))
        if (const auto right = measured_of(*without).right)
            card.bars.push_back(share_bar("same task, RNN without", *right, false));
    const auto run = run_of(engine, *model, sample_text("recall", 0));
    card.draw = [run](float width, float height, float loop, const FigureStyle& style) {
        return Miniature{one_rnn_miniature(*run, width, height, loop, style)};
    };
    return card;
}

namespace {

/// The share of right answers at the greatest length that was measured, twice the trained one.
std::optional<double> at_twice(const PoolingMember& member) {
    for (const auto& row : member.right)
        if (member.trained_to > 0 && row.length == 2 * member.trained_to) return row.right;
    return std::nullopt;
}

} // namespace

CardPicture pooling_card(const Engine& engine) {
    const BoardOrder order{"", "pooling", nullptr, "", "adding", sample_text("adding", 0), {}};
    const auto board =
        std::dynamic_pointer_cast<const PoolingBoard>(make_board(engine, order, nullptr).board);
    CardPicture card;
    card.measure = "within .04, twice the trained length";
    for (const auto kind : {pooling::Kind::Attention, pooling::Kind::Mean}) {
        const int n = board->find(kind);
        if (n < 0) continue;
        const PoolingMember& member = board->members[static_cast<std::size_t>(n)];
        if (const auto share = at_twice(member))
            card.bars.push_back(share_bar(member.label, *share, kind == pooling::Kind::Attention));
    }
    card.draw = [board](float width, float height, float loop, const FigureStyle& style) {
        return pooling_miniature(*board, width, height, loop, style);
    };
    return card;
}

} // namespace heed
