#include "app/state/gallery/cards.h"

#include <array>
#include <cmath>

namespace heed {
namespace {

constexpr std::array<CardRow, 1> card_table{{
    {"pooling", "Attention pooling",
     "Add a quarter of the two marked values to ½. Attention moves with the marks, a Dense layer weighs "
     "every "
     "sample alike.",
     "Time series", "time steps", "adding", "linear"},
}};

/// The share of right answers at the greatest length that was measured, twice the trained one.
std::optional<double> at_twice(const PoolingMember& member) {
    for (const auto& row : member.right)
        if (member.trained_to > 0 && row.length == 2 * member.trained_to) return row.right;
    return std::nullopt;
}

void add_bar(const PoolingBoard& board, pooling::Kind kind, bool attention, GalleryCard& card) {
    const int n = board.find(kind);
    if (n < 0) return;
    const PoolingMember& member = board.members[static_cast<std::size_t>(n)];
    const auto share = at_twice(member);
    if (!share) return;
    card.bars.push_back({member.label, *share, std::to_string(std::lround(*share * 100)) + "%", attention});
}

} // namespace

std::span<const CardRow> card_rows() { return card_table; }

std::vector<GalleryCard> gallery_cards(const AppState& s) {
    std::vector<GalleryCard> cards;
    for (const CardRow& row : card_table) {
        GalleryCard card{std::string(row.id),
                         std::string(row.title),
                         std::string(row.words),
                         std::string(row.kind),
                         {},
                         "",
                         std::string(row.looks_at),
                         "trained",
                         s.gallery.card_problem};
        if (s.gallery.card) {
            add_bar(*s.gallery.card, pooling::Kind::Attention, true, card);
            add_bar(*s.gallery.card, pooling::Kind::Mean, false, card);
            card.measure = "within .04, twice the trained length";
        }
        cards.push_back(std::move(card));
    }
    return cards;
}

} // namespace heed
