// The picture of a Transformer while it is drawn.
#pragma once

#include "app/figures/base/pen.h"
#include "app/figures/maps/cells.h"
#include "app/figures/transformer/maps.h"
#include "app/figures/transformer/plan.h"

namespace heed::layered {

inline constexpr float label_size = 11;

struct Painter : Pen {
    const Reading& reading;
    const Plan& plan;
    const Playhead& playhead;
    const TransformerMaps& maps;
    const TransformerMaps* weighted = nullptr; // not yet
    bool hall = false;
    float grown = 1;      // of what is newest
    float free_right = 0; // of the strip
    float full_bar = 0;   // the weight of a bar as high as there is room; 0: the strongest that is seen

    /// How far a sub-step of the row that is looked at has come: 0 not there, 1 whole.
    float progress(const Sight& s, Doing doing) const {
        const Reading& r = reading;
        if (!r.done(s, r.row(), doing)) return 0;
        const Step& now = r.now;
        const bool newest = now.decoding == s.decoding && now.layer == s.layer && now.looks == s.looks &&
                            now.doing == doing && (!now.decoding || now.row == r.row());
        return newest ? grown : 1;
    }
    /// What stands below a block, as the maps are read; null: not yet.
    std::shared_ptr<const MapValues> below(const Sight& s, MapReading read) const {
        if (read != MapReading::Weighted) return maps.at(reading, s, read);
        return weighted ? weighted->at(reading, s) : nullptr;
    }
    /// Clips what is drawn of a block that scrolls; ends with end_clip().
    void clip(const Block& b) const {
        if (b.scrolls()) scene.add(ClipItem{{b.left, 0, b.width, scene.height}});
    }
    void end_clip(const Block& b) const {
        if (b.scrolls()) scene.add(ClipEnd{});
    }
};

void draw_strip(const Painter& p); // the sub-steps of the layer
void draw_names(const Painter& p); // of the rows, in the gutters
void draw_layer_names(const Painter& p);
void draw_columns(const Painter& p);    // layers, embeddings, tokens, outputs
void draw_look(const Painter& p);       // weights as bars, what they add up to
void draw_maps(const Painter& p);       // of the heads in front
bool any_probability(const Painter& p); // whether how likely an output was stands beside its row
void draw_heads(const Painter& p);      // every head of the layer
void draw_legend(const Painter& p);

} // namespace heed::layered
