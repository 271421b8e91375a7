#include "app/state/gallery/cards.h"

#include "app/state/gallery/card_pictures.h"
#include "app/state/gallery/coverage_card.h"
#include "app/state/gallery/forecast/forecast_board.h"
#include "app/state/gallery/gallery.h"
#include "app/state/gallery/pad/pad.h"
#include "app/state/gallery/pointer/pointer_board.h"
#include "app/state/gallery/stories/story_board.h"
#include "app/state/gallery/transformer/card_board.h"
#include "core/base/error.h"

#include <algorithm>
#include <iterator>

namespace heed {
namespace {

constexpr CardRow card_table[] = {
    {.id = "own-past",
     .title = "Attention inside one RNN",
     .words = "One network looks back at its own old states. Recall: which number came with the letter?",
     .kind = "Sequence",
     .looks_at = "its own past states",
     .footnote = "trained",
     .model = "recall/sum",
     .make = own_past_card},
    {.id = "pooling",
     .title = "Attention pooling",
     .words = "Add up the two marked values. Attention moves with the marks; a Dense layer weighs every "
              "sample alike.",
     .kind = "Time series",
     .looks_at = "time steps",
     .footnote = "trained",
     .model = "adding/linear",
     .make = pooling_card},
    {.id = "forecast",
     .title = "Forecasting with attention",
     .words = "Which driver, and how long ago? Two attentions read a table; three baselines read it too.",
     .kind = "Time series",
     .looks_at = "drivers and lags",
     .footnote = "trained",
     .model = "lagged/attention",
     .make = forecast_card},
    {.id = "pointer",
     .title = "Pointer network",
     .words = "Convex hull: the output is a place in the input. The weights are the answer.",
     .kind = "Sequence",
     .looks_at = "points of its input",
     .footnote = "trained",
     .model = "hull/pointer",
     .text = ".13,.34 .44,.52 .3,.1 .74,.16 .62,.6 .9,.52 .52,.3 .22,.8 .57,.92 .36,.68",
     .make = pointer_card},
    {.id = "stories",
     .title = "Stories in memory slots",
     .words = "A slot for every person and thing opens when a sentence concerns it. Where is the milk?",
     .kind = "Memory",
     .looks_at = "memory slots",
     .footnote = "trained",
     .model = "stories/tied",
     .text = story_text,
     .make = story_card},
    {.id = "transformer",
     .title = "Transformer heads",
     .words = "Every token looks at every other, several times at once. Each head learns its own habit.",
     .kind = "Sequence",
     .looks_at = "all tokens, per head",
     .footnote = "trained",
     .model = "translate/transformer",
     .text = transformer_card_text,
     .make = transformer_card},
    {.id = "coverage",
     .title = "Coverage and location",
     .words = "Copying repeats, plain attention loses its place. A memory of where it looked keeps count.",
     .kind = "Sequence",
     .looks_at = "the source, and where it looked before",
     .footnote = "trained",
     .model = "copy/coverage",
     .text = coverage_text,
     .make = coverage_card,
     .open = open_coverage},
    {.id = "query-pad",
     .title = "The query pad",
     .words = "Five keys on a plane, and your pointer is the query. The shortest lesson in the program.",
     .kind = "Sequence",
     .looks_at = "keys in the plane",
     .footnote = "nothing to train",
     .model = "",
     .make = pad_card,
     .open = open_pad},
};

} // namespace

std::span<const CardRow> card_rows() { return card_table; }

const CardRow* find_card(std::string_view id) {
    const auto found = std::find_if(std::begin(card_table), std::end(card_table),
                                    [&](const CardRow& row) { return row.id == id; });
    return found == std::end(card_table) ? nullptr : &*found;
}

std::string card_text(const CardRow& row) {
    if (!row.text.empty()) return std::string(row.text);
    return sample_text(std::string(row.model.substr(0, row.model.find('/'))), 0);
}

BoardMade make_card(const Engine& engine, const BoardOrder& order) {
    const CardRow* row = find_card(order.card);
    if (!row || !row->make) throw Error(order.card, "no such card");
    return {order, nullptr, nullptr, std::make_shared<const CardPicture>(row->make(engine))};
}

std::vector<GalleryCard> all_cards(const AppState& s) {
    std::vector<GalleryCard> cards;
    for (const CardRow& row : card_table) {
        const std::string id(row.id);
        const auto made = s.gallery.cards.find(id);
        const auto problem = s.gallery.card_problems.find(id);
        GalleryCard card{id,
                         std::string(row.title),
                         std::string(row.words),
                         std::string(row.kind),
                         {},
                         "",
                         std::string(row.looks_at),
                         std::string(row.footnote),
                         problem == s.gallery.card_problems.end() ? "" : problem->second};
        if (made != s.gallery.cards.end()) {
            card.bars = made->second->bars;
            card.measure = made->second->measure;
        }
        cards.push_back(std::move(card));
    }
    return cards;
}

std::vector<GalleryCard> gallery_cards(const AppState& s) {
    std::vector<GalleryCard> cards = all_cards(s);
    if (!s.gallery.kind.empty())
        std::erase_if(cards, [&](const GalleryCard& card) { return card.kind != s.gallery.kind; });
    return cards;
}

} // namespace heed
