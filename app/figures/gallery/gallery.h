// The Gallery: a card for each mechanism, with a picture of a real run and its baseline (gallery §11, picture
// 6).
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/pooling/pooling.h"

#include <functional>
#include <string>
#include <vector>

namespace heed {

/// A bar under the miniature: attention in amber, a baseline in grey, by the same measure.
struct CardBar {
    std::string label; // "attention, linear"
    double share = 0;  // 0 … 1: the length of the bar
    std::string value; // "88%"
    bool attention = false;
    bool operator==(const CardBar&) const = default;
};

struct GalleryCard {
    std::string id;    // "pooling"
    std::string title; // "Attention pooling"
    std::string words; // two lines
    std::string kind;  // "Time series": of the filter
    std::vector<CardBar> bars;
    std::string measure;  // "within .04, twice the trained length"
    std::string looks_at; // "time steps"
    std::string footnote; // "trained"
    std::string problem;  // why there is no picture; empty: there is one
};

struct GallerySettings {
    float width = 1600, height = 956; // of the page
    float scroll = 0;
    int hover = -1; // the card under the pointer
    int focus = -1; // and the one that the keyboard points at
    float loop = 0; // of the hovered card's animation, 0 … 1; still at 0
    float head = 0; // px at the right of the title that the window puts something into
    bool operator==(const GallerySettings&) const = default;
};

struct GalleryPlan {
    std::vector<Box> cards; // on the page, scrolled
    float most_scroll = 0;
};
/// Four columns; three below 1400 px, two below 1060.
GalleryPlan gallery_plan(int cards, const GallerySettings& settings);

/// One miniature a card, drawn into its box: 92 to 308 below the card's top. Picks: PickKind::Button i =
/// card.
struct Miniature {
    Scene scene;
};
/// What a card shows of a real run, made on a worker: its baseline's bar among the others.
struct CardPicture {
    std::vector<CardBar> bars;
    std::string measure; // what the bars are of; "…, lower is better" where that is so
    /// `loop` goes from 0 to 1 while the card is pointed at; still at 0.
    std::function<Miniature(float width, float height, float loop, const FigureStyle& style)> draw;
};
Scene gallery_figure(const std::vector<GalleryCard>& cards, const std::vector<Miniature>& miniatures,
                     const GallerySettings& settings, const FigureStyle& style);
/// The kinds of the cards there are, each once, as they come: what the filter offers beside all.
std::vector<std::string> card_kinds(const std::vector<GalleryCard>& cards);

/// Of attention pooling: three samples' weights above their values, and Dense's numbers for the same three.
Miniature pooling_miniature(const PoolingBoard& board, float width, float height, float loop,
                            const FigureStyle& style);

} // namespace heed
