// What the pictures of the card share: which map is meant, its numbers, and where everything stands.
#pragma once

#include "app/figures/base/pen.h"
#include "app/figures/maps/map.h"
#include "app/figures/maps/plan.h"
#include "app/figures/transformer/card/card.h"
#include "app/figures/transformer/maps.h"
#include "app/figures/transformer/reading.h"

#include <string>
#include <vector>

namespace heed::layered {

inline constexpr HeadsOf all_heads_of[] = {HeadsOf::Source, HeadsOf::Past, HeadsOf::Cross};

Sight sight_of(const transformer::Config& config, const CardHead& head);
CardHead card_head_of(const Sight& sight);
/// "Encoder", "Decoder", "Cross".
std::string group_name(HeadsOf of);
/// "Cross, layer 2, head 3".
std::string card_head_name(const Sight& sight);

/// A run as far as the playhead came, and as a whole; and what of it is looked at.
class CardView {
public:
    CardView(const Trace& run, const Playhead& playhead, const TransformerCardLook& look);
    CardView(const CardView&) = delete;

    const Playhead& playhead;
    const TransformerCardLook& look;
    const Playhead at_end;
    const Reading now, whole;
    const Sight sight; // of the chosen head

    const transformer::Config& config() const { return now.config; }
    /// (K, Q): of the head, the mean of its layer, or the rollout up to it; null: not recorded.
    const MatrixXf* map(const Sight& s, MapsReadWith read) const;
    bool of_source(const Sight& s) const { return !s.decoding; }
    bool looks_at_source(const Sight& s) const { return !s.decoding || s.looks == Looks::Cross; }
    int rows(const Sight& s) const { return now.rows_of(s.decoding); }
    /// Rows of such maps that are revealed, from the first on.
    int revealed(const Sight& s) const;
    /// The row that is looked at in such a map: pointed at, chosen, or the newest output; -1: none.
    int row(const Sight& s) const;
    /// The same of columns: pointed at, chosen, or the strongest of the row; -1: none.
    int column(const Sight& s, MapsReadWith read) const;
    /// Something is pointed at or chosen, or nothing of an attention is newest.
    bool explains_map() const;
};

/// Labels and numbers; what may not be seen is no cell.
LabelledMap labelled(const CardView& view, const Sight& sight, MapsReadWith read);

/// Rows that the reference speaks of, and those whose strongest weight is not where it says.
struct RowsOff {
    int judged = 0, off = 0;
};
std::optional<RowsOff> rows_off(const Trace& run, const MatrixXf& map, const analysis::Reference& reference);
/// "every row on the reference", "2 of 9 rows off the reference".
std::string rows_off_words(const RowsOff& rows);

/// One of the four.
struct CardPanel {
    std::string title, gloss, problem; // why there is no map: a sentence
    std::string short_gloss{};         // where there is no room for the other; empty: that one is cut
    LabelledMap map;
    const MatrixXf* numbers = nullptr;
    const Trace* run = nullptr;
    bool cross = true; // its rows are outputs, its columns the source
    int row = -1, column = -1, revealed = 0;
    int key = 0;        // k of its picks
    bool front = false; // it is the one that is read
};
std::vector<CardPanel> panels_of(const CardView& view, const TransformerBoard& board,
                                 const TransformerCardSettings& settings);

// ---------------------------------------------------------------------------------------------- places

struct CardPlan {
    float names = 16, left = 112, top = 44; // of the heads: their names; the first one
    float size = 90, gap = 14, group = 26;  // px: of a head, between two, and between two groups besides
    Box heads;                              // where they are seen
    float right = 0;                        // where they end
    float most_scroll_x = 0, most_scroll_y = 0;
    float numbers = 0, note = 0, legend = 0; // middles; 0: not there
    Box panels;
    bool four = true;                   // else the one that is read, and the RNN's
    bool headed = false;                // small heads: the name of a group stands above its layers
    std::vector<Box> cards{};           // of a page: where each of its maps stands
    float page_wide = 0, page_high = 0; // what it needs
    /// Of a head's map, scrolled.
    Box box(const transformer::Config& config, const CardHead& head, float scroll_x, float scroll_y) const;
};
CardPlan card_plan(const transformer::Config& config, const TransformerCardSettings& settings);
/// Of a page.
CardPlan page_plan(const transformer::Config& config, const TransformerCardSettings& settings);
int layers_of(const transformer::Config& config, HeadsOf of);
int heads_of(const transformer::Config& config, HeadsOf of);
int all_layers(const transformer::Config& config); // of all groups
int most_heads(const transformer::Config& config); // of a layer

/// Of heads' maps, with the air between two and between groups.
struct HeadSize {
    float size, gap, group, names; // the last: left of the heads
};
float height_of(const transformer::Config& config, const HeadSize& s);
float width_of(const transformer::Config& config, const HeadSize& s);

struct CardPainter : Pen {
    const CardView& view;
    const TransformerBoard& board;
    const TransformerCardSettings& settings;
    const CardPlan& plan;
    const TransformerMaps& maps;
};
void draw_every_head(const CardPainter& p);
void draw_panels(const CardPainter& p);

} // namespace heed::layered
