// Every head of a Transformer that reads one language and writes another, and beside them four maps of one
// sentence: a head, a recurrent network's, the mean of the heads, and what comes of all layers together
// (gallery §19, picture 20). Knows runs, not the models that made them.
#pragma once

#include "app/figures/base/figure.h"
#include "app/figures/inspector/narration.h"
#include "app/figures/inspector/result_line.h"
#include "app/figures/transformer/card/look.h"
#include "core/analysis/gold/against_reference.h"
#include "core/models/transformer/facts.h"
#include "core/trace/trace.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed {

struct TransformerMaps; // app/figures/transformer/transformer.h

/// Whether the picture shows such a model: one with an encoder and a decoder.
bool has_transformer_card(const ModelFacts& model);

/// A model of the same task, as it was measured when it was trained.
struct TransformerCardMember {
    std::string name;  // "translate/none"
    std::string label; // "RNN, fixed context"
    bool attention = true;
    std::optional<double> exact; // share of held-out inputs that it answers exactly
};

/// What stands beside a run.
struct TransformerBoard : Board {
    std::vector<TransformerCardMember> members;   // Transformers first
    std::shared_ptr<const Trace> beside;          // a recurrent network's run of the same text; null: none
    std::string beside_title;                     // "RNN, additive"
    std::string beside_problem;                   // why there is none, a sentence
    std::optional<analysis::Reference> reference; // what is right, with its links; none: not known
    bool switches_positions = false;              // there is a model with positions, and one without
    TransformerCardLook look{};                   // on paper
};

/// What decides how high a page is.
struct TransformerCardPage {
    int panels = 4, rows = 10; // maps below the heads, and the rows of the longest
    float most = 0;            // px: maps are lower where it would be higher; 0: as high as they need
    bool operator==(const TransformerCardPage&) const = default;
};

struct TransformerCardSettings {
    float width = 1240, height = 808; // of the canvas
    TransformerCardLook look{};
    std::optional<CardHead> pointed{};             // shown large while it is pointed at
    float scroll_x = 0, scroll_y = 0;              // px, of the heads
    bool hall = false;                             // nothing that only one who sits before it would read
    std::optional<TransformerCardPage> page{};     // of paper: nothing to point at, and nothing scrolls
    std::shared_ptr<const TransformerMaps> maps{}; // null: made anew
    bool operator==(const TransformerCardSettings&) const = default;
};

/// Picks: Button "card-head" i = HeadsOf, j = layer, k = head; Cell i = row, j = column, k = 0 the head, 1
/// the RNN, 2 the mean, 3 the rollout; Row and Column the same.
Scene transformer_card_figure(const Trace& run, const TransformerBoard& board, const Playhead& playhead,
                              const TransformerCardSettings& settings, const FigureStyle& style);
struct TransformerCardLayout {
    Box heads; // where they scroll
    float most_scroll_x = 0, most_scroll_y = 0;
    float width = 0, height = 0; // of a page: what it needs at least across, and how high it is
};
TransformerCardLayout transformer_card_layout(const Trace& run, const TransformerCardSettings& settings);

/// For a page so wide, in letters of 11 px and more: heads and maps below one another where they have no room
/// side by side, as high as they need; lower where the page would be higher than `most` px, as far as they
/// can be.
TransformerCardSettings transformer_card_page(const Trace& run, const TransformerBoard& board,
                                              const TransformerCardLook& look, float width, float most);
/// The least width, px, at which such a page is no higher than that; none up to `widest`.
std::optional<float> transformer_card_page_width(const Trace& run, TransformerCardSettings settings,
                                                 float widest);

/// The head that is chosen, with its numbers from 0.
CardHead shown_card_head(const ModelFacts& model, const CardHead& chosen);

/// What stands at the right (gallery §12). Buttons "reading" and "positions" are where the window puts its
/// switches.
Scene transformer_card_inspector(const Trace& run, const TransformerBoard& board, const Playhead& playhead,
                                 const TransformerCardLook& look, float width, float height,
                                 const FigureStyle& style);
/// "Writing “mange”, head 3 gives 94% to “eat”. …"
Narration transformer_card_narration(const Trace& run, const TransformerBoard& board,
                                     const Playhead& playhead, const TransformerCardLook& look,
                                     const Palette& colors);

/// For a hall, as designed for 1600 px; `height` without the band.
Scene transformer_card_lecture(const Trace& run, const TransformerBoard& board, const Playhead& playhead,
                               const TransformerCardSettings& settings, const FigureStyle& style);
/// The equation of what is read, with its result.
ResultLine transformer_card_result_line(const Trace& run, const Playhead& playhead,
                                        const TransformerCardLook& look, const FigureStyle& style);

/// "p .96", of the whole output.
std::string transformer_card_verdict(const Trace& run);

/// On the page of cards: the heads of the last layer, of the source and of the outputs.
Scene transformer_miniature(const Trace& run, float width, float height, float loop,
                            const FigureStyle& style);

} // namespace heed
