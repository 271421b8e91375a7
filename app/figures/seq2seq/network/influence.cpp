// In the heatmap's place, of a run without weights: each token's influence on each of the decoder's states.
#include "app/figures/base/color_map.h"
#include "app/figures/base/format.h"
#include "app/figures/seq2seq/network/heat.h"
#include "app/figures/tokens.h"
#include "core/text/strings.h"

#include <cmath>

namespace heed {

std::string influence_tooltip(const Heat& heat, int i, int j) {
    const InfluenceMap* map = heat.influence();
    if (!map) return "Not measured yet";
    const Trace& trace = heat.canvas.trace;
    const std::string norm = exact(static_cast<double>(map->norms(j, i)));
    const std::string state = "the state behind output " + std::to_string(i + 1);
    const std::string word = quoted_source(trace, j) + ": influence " + norm + " on " + state;
    const float share = map->shares(j, i);
    if (share >= 1) return word + ", the strongest. Not a weight";
    return word + ", " + exact_percent(static_cast<double>(share)) + " of the strongest. Not a weight";
}

/// What the colours stand for, and that these are no weights: as much of it as has room.
void add_influence_legend(const Heat& heat, float after) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    const FigureStyle& style = canvas.style;
    const float room = plan.width - 16 - after;
    const auto wide = [&](const std::string& text) { return text_width(style, text, Face::Regular, 11); };
    if (!heat.influence()) {
        const std::string words = "No weights in this model; each token’s influence is being measured …";
        return add_text(canvas.scene, {after, plan.legend_y}, fitted(style, words, Face::Regular, 11, room),
                        Face::Regular, 11, canvas.colors.t3);
    }
    std::string words = "influence |∂s/∂x|, 1: the row’s strongest";
    if (style.map != ColorMapId::Ember) words += ", " + capitalized(std::string(color_map_name(style.map)));
    if (style.scale == ValueScale::LiftSmall) words += ", small ones lifted";
    const std::string whole = "No weights in this model: how strongly each state s changes with each token "
                              "of the source.",
                      note = "No weights in this model.", least = "influence, not weights",
                      said = least + "; 1: the row’s strongest";
    const float used = after + wide(words) + 20;
    const auto beside = [&](const std::string& text) {
        if (heat.right - wide(text) >= used)
            add_text(canvas.scene, {heat.right, plan.legend_y}, text, Face::Regular, 11, canvas.colors.t3,
                     Align::Right);
        else if (used + wide(text) <= plan.width - 16)
            add_text(canvas.scene, {used, plan.legend_y}, text, Face::Regular, 11, canvas.colors.t3);
        else
            return false;
        return true;
    };
    if (!beside(whole) && !beside(note)) words = wide(said) <= room ? said : least;
    add_text(canvas.scene, {after, plan.legend_y}, fitted(style, words, Face::Regular, 11, room),
             Face::Regular, 11, canvas.colors.t3);
}

} // namespace heed
